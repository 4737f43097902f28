"""Finds processes that a test started and did not end.

Every descendant of a test has a mark in its environment, across sessions and users,
unless a program clears it. PostgreSQL's sessions overwrite theirs; the postmaster does
not, and they end with it.
"""

import os
import secrets
import signal
import time

MARK = "TEST_MARK"
# Many processes end shortly after their parent; a busy machine must not fail a test for
# it.
GRACE_S = 20
KILL_S = 10
STEP_S = 0.05
NAME_MAX = 160


def new_mark():
    return secrets.token_hex(16)


def look(mark):
    """Returns the processes with a mark in their environment; ended processes have
    none."""
    sought = f"{MARK}={mark}".encode()
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/environ", "rb", 0) as file:
                if sought in file.read():
                    found.append(int(entry))
        except OSError:
            continue
    return found


def name_of(pid):
    """Returns the command line of a process."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            words = file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        words = ""
    return f"{pid} {words[:NAME_MAX]}"


def send(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            continue


def kill(mark):
    """Ends the processes with the mark, and those that they start meanwhile. It begins
    with the signals for a graceful shutdown of an instance and a database."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        end = time.monotonic() + KILL_S
        while (left := look(mark)) and time.monotonic() < end:
            send(left, number)
            time.sleep(STEP_S)


def end_all(mark):
    """Ends the processes that a test left, and returns their names."""
    end = time.monotonic() + GRACE_S
    while (left := look(mark)) and time.monotonic() < end:
        time.sleep(STEP_S)
    names = [name_of(pid) for pid in left]
    if left:
        kill(mark)
    return names
