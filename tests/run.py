"""Runs the tests of a build and prints what passed.

    python3 tests/run.py --build build [unit
    handlers
    contract
    fuzz
    e2e
    part of a name] …

C tests are cmocka programs. Those that need a database get a temporary cluster, whose
migrated template database KITH_TEST_DATABASE_URL names. End-to-end tests are programs
that print lines of `N passed, N failed, N skipped`. Every test has a time limit.

A test that leaves processes behind fails, and the runner ends them. A skipped test is
counted, and is a failure where CI is set. --may-skip excepts tests by a part of their
name, because some builds cannot run them. --check-machine runs no test: it fails if the
machine cannot run the chosen ones.
"""

import argparse
import concurrent.futures
import contextlib
import glob
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import left_behind

C_TIMEOUT_S = 180
E2E_TIMEOUT_S = 420
# Tests that measure time or load both cores run alone.
ALONE = ("bus_chaos_test", "rsvp_races_test", "e2e/http_test", "e2e/accounts_load_test",
         "e2e/replicas_test", "e2e/images_cost_test", "e2e/sign_in_flood_test")
# The slowest tests start first, so that no core waits for them at the end.
# Those with a browser load both cores, so others begin between them.
LONGEST = ("journeys", "adding_a_resource", "e2e/run_test", "pages_look_test",
           "revocation_test", "e2e/store", "pages_look_account", "e2e/export",
           "e2e/reference", "e2e/pages_test", "consent",
           "exhaustion", "activity/approval", "pages_home", "e2e/mail_test",
           "fetch_test", "orgs_permissions", "documents", "revocation_everywhere",
           "accounts_test", "images_test", "backup", "secret_rotate", "doctor",
           "paging", "races_test", "race_test", "tests/unit/service/",
           "visibility_world")
# Tests in which the gateway holds this many client connections at once.
CONNECTIONS = {"tests/e2e/exhaustion_test": 12000, "tests/e2e/http_test": 1000}
# The descriptors that the gateway needs besides (gateway/capacity.c).
DESCRIPTORS_OF_GATEWAY = 64 + 32 * os.cpu_count()
# Tests that wait for timeouts most of the time. They run beside the others.
WAITING = ("e2e/health_test", "e2e/observe_test", "backup_daily",
           "http_waiting", "http_deadline", "http_battery", "http_stream",
           "service_unruly", "service_stream")
WAITING_AT_ONCE = 2
# Other tests wait as well: for answers, for each other.
AT_ONCE = os.cpu_count() + 1
SLOWEST_SHOWN = 10
MEMORY = "/dev/shm"
MEMORY_BYTES_MIN = 4 << 30


class Outcome:
    def __init__(self, name, counts, output, seconds, cpu):
        self.name, self.output, self.seconds, self.cpu = name, output, seconds, cpu
        self.passed, self.failed, self.skipped = counts


def count(output, status, skips_fail):
    """How many tests passed, failed and were skipped, from the runner's last lines."""
    def lines(pattern):
        return sum(int(number) for number in re.findall(pattern, output, re.M) if number)

    passed = lines(r"\[  PASSED  \] (\d+) test") + lines(r"^(\d+) passed, \d+ failed")
    failed = (lines(r"\[  FAILED  \] *(?:tests: )?(\d+) test")
              + lines(r"^\d+ passed, (\d+) failed"))
    skipped = (lines(r"\[  SKIPPED \] *(?:tests: )?(\d+) test") +
               lines(r"^\d+ passed, \d+ failed, (\d+) skipped"))
    if status != 0 and failed == 0:
        failed = 1
    if skipped and skips_fail:
        failed += skipped
        output += f"\n{skipped} skipped, which CI does not allow"
        skipped = 0
    if passed + failed + skipped == 0:
        failed, output = 1, output + "\nno test was run"
    return (passed, failed, skipped), output


def run_one(name, command, environment, timeout_s, may_skip):
    began, mark = time.monotonic(), left_behind.new_mark()
    with tempfile.TemporaryFile("w+", errors="replace") as written:
        process = subprocess.Popen(command, env={**environment, left_behind.MARK: mark},
                                   stdin=subprocess.DEVNULL,
                                   stdout=written, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        limit = threading.Timer(timeout_s, os.killpg, (process.pid, 9))
        limit.daemon = True
        limit.start()
        # includes the descendants that it waited for
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        seconds = time.monotonic() - began
        limit.cancel()
        written.seek(0)
        output = written.read()
    if seconds >= timeout_s:
        output += f"\nstopped after {timeout_s} s"
    counts, output = count(output, status, bool(os.environ.get("CI")) and not may_skip)
    left = left_behind.end_all(mark)
    if left:
        counts = (counts[0], counts[1] + 1, counts[2])
        output += "".join(f"\nleft behind: {name}" for name in left)
    return Outcome(name, counts, output, seconds, usage.ru_utime + usage.ru_stime)


def rank(test):
    """Returns a test's rank among the slowest tests."""
    return next((i for i, word in enumerate(LONGEST) if word in test[0]), len(LONGEST))


def run_all(tests, run):
    """Yields each test's outcome: first of tests run in parallel, then of those that run
    alone."""
    alone = [test for test in tests if any(word in test[0] for word in ALONE)]
    pools = concurrent.futures.ThreadPoolExecutor
    with pools(AT_ONCE) as working, pools(WAITING_AT_ONCE) as waiting:
        begun = [(waiting if any(word in test[0] for word in WAITING)
                  else working).submit(run, test) for test in sorted(tests, key=rank)
                 if test not in alone]
        try:
            for done in concurrent.futures.as_completed(begun):
                yield done.result()
        finally:
            for one in begun:
                one.cancel()
    yield from map(run, alone)


def c_tests(build):
    for path in sorted(glob.glob("tests/unit/**/*_test.c", recursive=True)
                       + glob.glob("tests/contract/*_test.c") +
                       glob.glob("tests/handlers/**/*_test.c", recursive=True)):
        yield path[:-2], [os.path.join(build, path[:-2])]
    for path in sorted(glob.glob("tests/fuzz/**/*_fuzz.c", recursive=True)):
        name = os.path.basename(path).removesuffix("_fuzz.c")
        yield path[:-2], [os.path.join(build, path[:-2]), f"tests/fuzz/corpus/{name}"]


def e2e_tests():
    for path in sorted(glob.glob("tests/e2e/*_test.py")):
        yield path[:-3], [sys.executable, path]


def throw_away_folder():
    """Returns a temporary folder, in memory if there is enough, because creating
    databases is mostly file creation. The path is short, because it contains sockets."""
    if not os.path.isdir(MEMORY):
        return "/tmp"
    room = os.statvfs(MEMORY)
    with open("/proc/meminfo") as file:
        available = int(re.search(r"MemAvailable: *(\d+) kB",
                                  file.read()).group(1)) * 1024
    enough = min(room.f_bavail * room.f_frsize, available) >= MEMORY_BYTES_MIN
    return MEMORY if enough and os.access(MEMORY, os.W_OK | os.X_OK) else "/tmp"


def search_path():
    """The folders of programs: those of the newest PostgreSQL first, because the psql
    that Debian puts into /usr/bin is a Perl script that takes 50 ms to find them."""
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    newest = max(folders, key=lambda name: int(name.split("/")[-2]), default=None)
    return os.pathsep.join(filter(None, [newest, os.environ["PATH"]]))


@contextlib.contextmanager
def beginning(build):
    """Prepares an instance once; other instances start with a copy of its run folder."""
    with tempfile.TemporaryDirectory(prefix="kith-", dir=throw_away_folder(),
                                     ignore_cleanup_errors=True) as home:
        os.chmod(home, 0o755)
        folder = os.path.join(home, "beginning")
        environment = dict(os.environ, KITH_BUILD=build, KITH_TEST_FOLDER=home,
                           PATH=search_path(), PYTHONPATH=os.path.abspath("tests/e2e"))
        subprocess.run([sys.executable, "tests/e2e/beginning.py", folder],
                       env=environment, check=True)
        yield dict(environment, KITH_TEST_BEGINNING=folder)


class Cluster:
    """A temporary PostgreSQL cluster with a migrated template database."""

    def __init__(self, build):
        self.home = tempfile.mkdtemp(prefix="kith-test-", dir=throw_away_folder())
        os.chmod(self.home, 0o755)
        self.build = build

    def __enter__(self):
        done = subprocess.run(["sh", "tests/support/cluster.sh", "start", self.home],
                              text=True, stdout=subprocess.PIPE, check=True)
        self.url = done.stdout.strip().splitlines()[-1]
        environment = dict(os.environ, KITH_DATABASE_URL=self.url,
                           KITH_SECRET_FILE=os.path.join(self.home, "secret"))
        with open(environment["KITH_SECRET_FILE"], "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(os.urandom(32))
        subprocess.run([os.path.join(self.build, "kithctl"), "migrate"], env=environment,
                       check=True)
        return dict(os.environ, KITH_TEST_DATABASE_URL=self.url,
                    KITH_DATABASE_URL=self.url,
                    KITH_SECRET_FILE=environment["KITH_SECRET_FILE"],
                    KITH_BUILD=self.build, KITH_RUN_DIR=os.path.join(self.home, "run"),
                    LSAN_OPTIONS="print_suppressions=0:suppressions="
                    + os.path.abspath("tests/support/lsan.supp"))

    def __exit__(self, *_):
        subprocess.run(["sh", "tests/support/cluster.sh", "stop", self.home], check=False,
                       stdout=subprocess.DEVNULL)
        shutil.rmtree(self.home, ignore_errors=True)


def selected(name, words):
    return not words or any(word in name for word in words)


def report(outcome):
    mark = "FAIL" if outcome.failed else "skip" if outcome.skipped else "ok  "
    print(f"{mark} {outcome.name}  {outcome.passed} passed, {outcome.failed} failed,"
          f" {outcome.skipped} skipped, {outcome.seconds:.1f} s, {outcome.cpu:.1f} s CPU")
    if outcome.failed:
        print("".join("    " + line + "\n" for line in outcome.output.splitlines()[-80:]))
    sys.stdout.flush()


def files_fault(names):
    """How to raise a limit of open files that is too low for these tests, or None."""
    connections, test = max(((CONNECTIONS.get(name, 0), name) for name in names),
                            default=(0, None))
    needed = connections + DESCRIPTORS_OF_GATEWAY if connections else 0
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if limit == resource.RLIM_INFINITY or needed <= limit:
        return None
    return (f"{test} needs {needed} open files; the hard limit is {limit}.\n"
            f"Run: sudo prlimit --pid $$ --nofile={needed}\n"
            f"This raises the limit of the shell. In a container, start it with"
            f" --ulimit nofile={needed}.")


def idle_s():
    """Returns the total idle time of the machine's cores."""
    with open("/proc/stat") as file:
        idle, waiting = file.readline().split()[4:6]
    return (int(idle) + int(waiting)) / os.sysconf("SC_CLK_TCK")


def summarize(outcomes, seconds, idle):
    """Prints the slowest tests and the sums, and returns the exit status."""
    print(f"the {SLOWEST_SHOWN} slowest:")
    for outcome in sorted(outcomes, key=lambda o: -o.seconds)[:SLOWEST_SHOWN]:
        print(f"  {outcome.seconds:6.1f} s  {outcome.cpu:6.1f} s CPU  {outcome.name}")
    passed, failed, skipped = (sum(getattr(outcome, kind) for outcome in outcomes)
                               for kind in ("passed", "failed", "skipped"))
    share = 100 * idle / (seconds * os.cpu_count())
    print(f"in {seconds:.0f} s, in which {share:.0f} % of the machine was idle")
    for outcome in outcomes:
        if outcome.failed:
            print(f"failed: {outcome.name}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--may-skip", action="append", default=[], metavar="WORD")
    parser.add_argument("--check-machine", action="store_true")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    tests = [(n, c) for n, c in c_tests(options.build) if selected(n, options.words)]
    ends = [(n, c) for n, c in e2e_tests() if selected(n, options.words)]
    fault = files_fault([name for name, _ in ends])
    if fault or options.check_machine:
        return fault
    # so that temporary files are removed
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    outcomes, began, idle = [], time.monotonic(), idle_s()

    def run(tests, environment, timeout_s):
        def one(test):
            return run_one(*test, environment, timeout_s,
                           any(word in test[0] for word in options.may_skip))

        for outcome in run_all(tests, one):
            outcomes.append(outcome)
            report(outcome)

    if tests:
        with Cluster(options.build) as environment:
            run(tests, environment, C_TIMEOUT_S)
    if ends:
        with beginning(options.build) as environment:
            run(ends, environment, E2E_TIMEOUT_S)
    return summarize(outcomes, time.monotonic() - began, idle_s() - idle)


if __name__ == "__main__":
    sys.exit(main())
