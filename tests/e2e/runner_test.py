"""Tests how tests/run.py orders tests, and treats one that leaves processes behind."""

import os
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))

import left_behind  # pylint: disable=wrong-import-position
import run  # pylint: disable=wrong-import-position
import support  # pylint: disable=wrong-import-position

# A test that passes, and starts a program in a new session.
LEAVES = """
import subprocess
subprocess.Popen(%r, start_new_session=True, stdin=subprocess.DEVNULL,
                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print("1 passed, 0 failed, 0 skipped")
"""
SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
KEEPER = [sys.executable, "-c",
          "import subprocess, sys\nwhile True: subprocess.run(sys.argv[1:])", *SLEEPER]
WAITER = [sys.executable, "-c",
          "import os, sys, time\nwhile os.path.exists(sys.argv[1]): time.sleep(0.01)"]


class Runner:
    """The runner with a known mark, and another grace period."""

    def __init__(self, grace_s, look=left_behind.look):
        self.mark = left_behind.new_mark()
        self.changed = {"GRACE_S": grace_s, "look": look, "new_mark": lambda: self.mark}

    def __enter__(self):
        self.kept = {name: getattr(left_behind, name) for name in self.changed}
        for name, value in self.changed.items():
            setattr(left_behind, name, value)
        return self

    def __exit__(self, *_):
        for name, value in self.kept.items():
            setattr(left_behind, name, value)

    def run(self, command):
        return run.run_one("a test", [sys.executable, "-c", LEAVES % (command,)],
                           dict(os.environ), 60, False)


def fails_a_test_and_ends_what_it_left(command):
    with Runner(0) as runner:
        outcome = runner.run(command)
        assert (outcome.passed, outcome.failed) == (1, 1), outcome.output
        assert f" {sys.executable} -c" in outcome.output, outcome.output
        assert left_behind.look(runner.mark) == []


def waits_for_what_is_ending():
    looks = []
    with tempfile.NamedTemporaryFile(delete=False) as file:
        pass

    def look(mark, really=left_behind.look):
        found = really(mark)
        looks.append(found)
        if len(looks) == 2:
            os.remove(file.name)
        return found

    with Runner(60, look) as runner:
        outcome = runner.run([*WAITER, file.name])
    assert (outcome.passed, outcome.failed) == (1, 0), outcome.output
    assert looks[0] and looks[1] and not looks[-1], looks


def finds_no_fault_with_a_test_that_leaves_nothing():
    with Runner(60) as runner:
        outcome = run.run_one("a test",
                              [sys.executable, "-c", "print('1 passed, 0 failed')"],
                              dict(os.environ), 60, False)
        assert (outcome.passed, outcome.failed) == (1, 0), outcome.output
        assert left_behind.look(runner.mark) == []


def starts_others_while_tests_wait():
    worked = threading.Event()

    def one(test):
        if test[0] in run.WAITING:
            return worked.wait(20)
        worked.set()
        return True

    tests = [(name, None) for name in (*run.WAITING, "tests/unit/work_test")]
    assert all(run.run_all(tests, one))


if __name__ == "__main__":
    support.finish(*support.run_tests([
        (fails_a_test_and_ends_what_it_left, (SLEEPER,)),
        (fails_a_test_and_ends_what_it_left, (KEEPER,)),
        (waits_for_what_is_ending, ()),
        (finds_no_fault_with_a_test_that_leaves_nothing, ()),
        (starts_others_while_tests_wait, ())]))
