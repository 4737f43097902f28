"""Installs npm packages for tests, and finds the browser."""

import fcntl
import os
import shutil
import subprocess

TIMEOUT_S = 300
# The first draws no window, and takes half of the processor time of the others.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")


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
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "there is no Chromium: sh compose/dependencies.sh test"
    return found


def node(script, folder, timeout_s=TIMEOUT_S, **environment):
    """Runs a script of a folder, which must succeed, and returns its output."""
    done = subprocess.run(["node", script], cwd=folder, text=True, timeout=timeout_s,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=dict(os.environ, **environment))
    assert done.returncode == 0, done.stdout[-8000:]
    return done.stdout
