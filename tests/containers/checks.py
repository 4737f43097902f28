"""Shared parts of the container tests: registering, waiting and counting."""

import os
import sys
import time
import traceback

import stack as stacks

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def eventually(condition, timeout_s=30.0, step_s=0.2):
    end = time.monotonic() + timeout_s
    while True:
        try:
            result = condition()
        except OSError:
            result = None
        if result:
            return result
        assert time.monotonic() < end, "the condition did not become true in time"
        time.sleep(step_s)


def skip(what):
    """Returns the exit status where this machine runs no containers, or None."""
    why = stacks.missing()
    if why is None:
        return None
    print(f"skip {what}: {why}")
    print("0 passed, 0 failed, 1 skipped")
    return 1 if os.environ.get("CI") else 0


def run_all(tell, *arguments):
    """Returns how many tests passed and failed; calls `tell` after a failure."""
    passed = failed = 0
    for function in TESTS:
        try:
            function(*arguments)
            passed += 1
            print(f"ok {function.__name__}", flush=True)
        except Exception:
            failed += 1
            print(f"FAIL {function.__name__}")
            traceback.print_exc(file=sys.stdout)
            tell(*arguments)
            if "--keep-going" not in sys.argv:
                break
    return passed, failed


def status_of(passed, failed):
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0
