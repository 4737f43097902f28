"""Temporary PostgreSQL clusters, beside those that instances make themselves."""

import contextlib
import os
import shutil
import subprocess
import tempfile

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support",
                       "cluster.sh")


def as_owner(*command):
    """Runs a command as the user that owns the clusters."""
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run([*user, *command], check=True, cwd="/", stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def folder(prefix, parent="/tmp"):
    """A temporary folder, whose short path leaves room for the names of sockets."""
    home = tempfile.mkdtemp(prefix=prefix, dir=parent)
    os.chmod(home, 0o755)
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def running(home):
    """Runs a cluster in a folder; yields the URL of its database."""
    started = subprocess.run(["sh", PROGRAM, "start", home], text=True, check=True,
                             stdout=subprocess.PIPE)
    try:
        yield started.stdout.strip().splitlines()[-1]
    finally:
        subprocess.run(["sh", PROGRAM, "stop", home], check=False,
                       stdout=subprocess.DEVNULL)


def psql(home, statement, database="kith"):
    """Returns the rows of a statement in a cluster's database as lines."""
    return subprocess.run(["psql", "-X", "-A", "-t", "-h", home, "-U", "postgres", "-c",
                           statement, database], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()
