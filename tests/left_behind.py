"""Processes that a test started and did not end.

Whatever a test starts has its mark in the environment, however many sessions and users lie between,
but for a program that drops it. PostgreSQL's sessions write over theirs; their first process does
not, and they end with it.
"""

import os
import secrets
import signal
import time

MARK = "TEST_MARK"
# Many end a moment after whoever started them: no test is to fail for that on a busy machine.
GRACE_S = 20
KILL_S = 10
STEP_S = 0.05
NAME_MAX = 160


def new_mark():
    return secrets.token_hex(16)


def look(mark):
    """The processes with a mark in their environment. One that has ended has none any more."""
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
    """What a process was called with."""
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
    """Ends what has the mark, and what that may start meanwhile: first as an instance and a database
    wish to be ended, which then leave nothing themselves."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        end = time.monotonic() + KILL_S
        while (left := look(mark)) and time.monotonic() < end:
            send(left, number)
            time.sleep(STEP_S)


def end_all(mark):
    """The names of those that a test has left; they are ended."""
    end = time.monotonic() + GRACE_S
    while (left := look(mark)) and time.monotonic() < end:
        time.sleep(STEP_S)
    names = [name_of(pid) for pid in left]
    if left:
        kill(mark)
    return names
