"""Where the instances of tests live, and what they begin with.

tests/run.py says both: KITH_TEST_FOLDER is in memory where there is enough of it, as databases that
last for a minute need no disk, and KITH_TEST_BEGINNING is the run folder of an instance that was
started there once. Without them an instance begins from nothing, in /tmp.

    python3 tests/e2e/beginning.py FOLDER    makes such a folder
"""

import os
import shutil
import subprocess
import sys

FOLDER = os.environ.get("KITH_TEST_FOLDER", "/tmp")
BEGINNING = os.environ.get("KITH_TEST_BEGINNING")
# What `kithctl run` makes once; it writes the rest at each start.
KEPT = ("secret", "postgres")


def copy_to(run_dir):
    """Gives a run folder the database and the secret that were made for all."""
    if BEGINNING:
        subprocess.run(["cp", "-a", BEGINNING, run_dir], check=True)


def make(folder):
    import support  # pylint: disable=import-outside-toplevel,cyclic-import
    with support.Kith(from_nothing=True) as kith:
        kith.stop()
        for name in os.listdir(kith.run_dir):
            if name not in KEPT:
                shutil.rmtree(os.path.join(kith.run_dir, name))
        subprocess.run(["cp", "-a", kith.run_dir, folder], check=True)


if __name__ == "__main__":
    make(sys.argv[1])
