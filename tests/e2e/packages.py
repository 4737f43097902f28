"""Installs npm packages for tests, and finds the browser."""

import fcntl
import os
import shutil
import subprocess

TIMEOUT_S = 300


def install(folder, *options):
    """Installs a folder's packages unless they are present. A lock serializes concurrent
    tests."""
    wanted = os.path.join(folder, "package-lock.json")
    # npm writes this file last
    installed = os.path.join(folder, "node_modules", ".package-lock.json")
    with open(wanted) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (not os.path.exists(installed)
                or os.path.getmtime(installed) < os.path.getmtime(wanted)):
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent", *options],
                           cwd=folder, check=True, timeout=TIMEOUT_S)


def chromium():
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    assert found, "there is no chromium: sh compose/dependencies.sh test"
    return found
