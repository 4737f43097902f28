"""Provides the folder in which test instances live, and their initial run folder.

tests/run.py sets both variables. KITH_TEST_FOLDER is in memory if there is enough of it,
because databases that last for a minute need no disk. KITH_TEST_BEGINNING is the run
folder of an instance that was started there once. Without these variables an instance
starts from nothing, in /tmp.

    python3 tests/e2e/beginning.py FOLDER    makes such a run folder
"""

import os
import subprocess
import sys

FOLDER = os.environ.get("KITH_TEST_FOLDER", "/tmp")
BEGINNING = os.environ.get("KITH_TEST_BEGINNING")
# `kithctl run` creates these once; it writes the other files at each start.
KEPT = ("secret", "postgres")


def copy_to(run_dir):
    """Copies the prepared database and secret into a run folder."""
    if BEGINNING:
        subprocess.run(["cp", "-a", BEGINNING, run_dir], check=True)


def make(folder):
    import support  # pylint: disable=import-outside-toplevel,cyclic-import
    with support.Kith(from_nothing=True) as kith:
        kith.stop()
        subprocess.run(["rm", "-rf", *(os.path.join(kith.run_dir, name)
                                       for name in os.listdir(kith.run_dir)
                                       if name not in KEPT)], check=True)
        subprocess.run(["cp", "-a", kith.run_dir, folder], check=True)


if __name__ == "__main__":
    make(sys.argv[1])
