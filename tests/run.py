"""Runs the tests of a build and prints what passed.

    python3 tests/run.py --build build [unit|handlers|contract|fuzz|e2e|part of a name] …

C tests are cmocka programs; those that need a database get a throw-away cluster whose
migrated template database KITH_TEST_DATABASE_URL names. End-to-end tests are programs that
print lines of `N passed, N failed`. Everything is bounded in time.
"""

import argparse
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

C_TIMEOUT_S = 180
E2E_TIMEOUT_S = 420
# Tests that measure time or load both cores run alone.
ALONE = ("bus_chaos_test", "http_slow")


class Outcome:
    def __init__(self, name, passed, failed, output, seconds):
        self.name, self.passed, self.failed = name, passed, failed
        self.output, self.seconds = output, seconds


def count(output, status):
    """How many tests passed and failed, from the closing lines of the runner."""
    passed = failed = 0
    for number in re.findall(r"\[  PASSED  \] (\d+) test", output):
        passed += int(number)
    for number in re.findall(r"\[  FAILED  \] *(?:tests: )?(\d+) test", output):
        failed += int(number)
    for good, bad in re.findall(r"^(\d+) passed, (\d+) failed", output, re.M):
        passed, failed = passed + int(good), failed + int(bad)
    if status != 0 and failed == 0:
        failed = 1
    if status == 0 and passed == 0:
        failed, output = 1, output + "\nno test was run"
    return passed, failed, output


def run_one(name, command, environment, timeout_s):
    began = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, text=True,
                               errors="replace", stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=timeout_s)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        output, status = output + f"\nstopped after {timeout_s} s", 1
    passed, failed, output = count(output, status)
    return Outcome(name, passed, failed, output, time.monotonic() - began)


def c_tests(build):
    for path in sorted(glob.glob("tests/unit/**/*_test.c", recursive=True) + glob.glob("tests/contract/*_test.c") +
                       glob.glob("tests/handlers/**/*_test.c", recursive=True)):
        yield path[:-2], [os.path.join(build, path[:-2])]
    for path in sorted(glob.glob("tests/fuzz/*_fuzz.c")):
        name = os.path.basename(path).removesuffix("_fuzz.c")
        yield path[:-2], [os.path.join(build, path[:-2]), f"tests/fuzz/corpus/{name}"]


def e2e_tests():
    for path in sorted(glob.glob("tests/e2e/*_test.py")):
        yield path[:-3], [sys.executable, path]


class Cluster:
    """A throw-away PostgreSQL cluster with a migrated database to copy."""

    def __init__(self, build):
        self.home = tempfile.mkdtemp(prefix="kith-test-", dir="/tmp")
        os.chmod(self.home, 0o755)
        self.build = build

    def __enter__(self):
        done = subprocess.run(["sh", "tests/support/cluster.sh", "start", self.home], text=True,
                              stdout=subprocess.PIPE, check=True)
        self.url = done.stdout.strip().splitlines()[-1]
        environment = dict(os.environ, KITH_DATABASE_URL=self.url,
                           KITH_SECRET_FILE=os.path.join(self.home, "secret"))
        with open(environment["KITH_SECRET_FILE"], "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(os.urandom(32))
        subprocess.run([os.path.join(self.build, "kithctl"), "migrate"], env=environment,
                       check=True)
        return dict(os.environ, KITH_TEST_DATABASE_URL=self.url, KITH_DATABASE_URL=self.url,
                    KITH_SECRET_FILE=environment["KITH_SECRET_FILE"], KITH_BUILD=self.build,
                    KITH_RUN_DIR=os.path.join(self.home, "run"),
                    LSAN_OPTIONS="print_suppressions=0:suppressions="
                    + os.path.abspath("tests/support/lsan.supp"))

    def __exit__(self, *_):
        subprocess.run(["sh", "tests/support/cluster.sh", "stop", self.home], check=False,
                       stdout=subprocess.DEVNULL)
        shutil.rmtree(self.home, ignore_errors=True)


def selected(name, words):
    return not words or any(word in name for word in words)


def report(outcome):
    mark = "ok  " if outcome.failed == 0 else "FAIL"
    print(f"{mark} {outcome.name}  {outcome.passed} passed, {outcome.failed} failed,"
          f" {outcome.seconds:.1f} s")
    if outcome.failed:
        print("".join("    " + line + "\n" for line in outcome.output.splitlines()[-80:]))
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    outcomes = []
    tests = [(n, c) for n, c in c_tests(options.build) if selected(n, options.words)]
    ends = [(n, c) for n, c in e2e_tests() if selected(n, options.words)]
    if tests:
        with Cluster(options.build) as environment:
            alone = [t for t in tests if any(word in t[0] for word in ALONE)]
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                for outcome in pool.map(lambda t: run_one(*t, environment, C_TIMEOUT_S),
                                        [t for t in tests if t not in alone]):
                    outcomes.append(outcome)
                    report(outcome)
            for test in alone:
                outcomes.append(run_one(*test, environment, C_TIMEOUT_S))
                report(outcomes[-1])
    for name, command in ends:
        environment = dict(os.environ, KITH_BUILD=options.build,
                           PYTHONPATH=os.path.abspath("tests/e2e"))
        outcomes.append(run_one(name, command, environment, E2E_TIMEOUT_S))
        report(outcomes[-1])
    passed, failed = sum(o.passed for o in outcomes), sum(o.failed for o in outcomes)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
