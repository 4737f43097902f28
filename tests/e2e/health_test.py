"""Tests what /health says of each part of an instance that is broken."""

import contextlib
import os
import shutil
import signal
import subprocess

import support
from support import test

SERVICES = ("identity", "orgs", "content", "projects", "events", "notifications", "media")
SMALL_MIB = 256
LEFT_BYTES = 10 << 20


def health(kith):
    """The status, the field of the interface about the database, and the bad parts."""
    answer = kith.http("GET", "/health/ready")
    said = answer.json
    assert answer.status == (200 if said["status"] == "ok" else 503), answer.text
    assert set(said["parts"]) == {"database", *SERVICES}, answer.text
    bad = {part: state for part, state in said["parts"].items() if state != "up"}
    return said["status"], said["db"], bad


def becomes(kith, *expected, within_s=10):
    """Waits until every loop of the gateway says so: each keeps its own record."""
    support.eventually(
        lambda: all(health(kith) == expected for _ in range(4)), within_s, 0.2)


WELL = ("ok", "up", {})


@contextlib.contextmanager
def stopped(*pids):
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@test
def names_the_service_that_hangs(kith):
    becomes(kith, *WELL)
    for service in ("identity", "notifications", "events"):
        with stopped(*kith.pids(f"kith-{service}")):
            becomes(kith, "degraded", "up", {service: "down"})
        becomes(kith, *WELL)


@test
def never_takes_identity_that_hangs_for_the_database(kith):
    with stopped(*kith.pids("kith-identity")):
        for _ in range(3):  # from the first moment on, before pings are missed
            assert kith.http("GET", "/health").json["db"] == "up"
    becomes(kith, *WELL)


@test
def does_not_know_the_database_without_services_that_could_tell(kith):
    with stopped(*kith.pids("kith-identity"), *kith.pids("kith-notifications")):
        becomes(kith, "degraded", "skipped", {
            "database": "skipped", "identity": "down", "notifications": "down"})
    becomes(kith, *WELL)


@test
def names_the_database_that_hangs(kith):
    found = subprocess.run(["pgrep", "-P", str(kith.postmaster())], text=True,
                           capture_output=True, check=True).stdout.split()
    with stopped(kith.postmaster(), *map(int, found)):
        becomes(kith, "degraded", "down", {"database": "down"})
    becomes(kith, *WELL, within_s=20)


# In a namespace of its own, as in a container: --watch ends every process of its program
# that it sees.
WATCHED = """
"$0" & pid=$!
until "$0" --health 2>/dev/null; do sleep 0.2; done
"$0" --watch; echo "busy or idle: $?"
kill -STOP $pid
"$0" --alive; echo "alive: $?"
"$0" --watch; watch=$?; echo "watch: $watch"
[ $watch = 3 ] || kill -KILL $pid
wait $pid; echo "ended: $?"
"""


@test
def a_container_ends_a_process_that_hangs(kith):
    program = os.path.join(kith.home, "kith-events")
    shutil.copy(os.path.join(kith.build, "kith-events"), program)
    owner = os.stat(kith.run_dir)
    if subprocess.run(["unshare", "--pid", "--fork", "--mount-proc", "true"],
                      check=False, capture_output=True).returncode != 0:
        support.skip("no namespace can be made here")
    address = f"ipc://{kith.run_dir}/bus/events-2.ipc"
    done = subprocess.run(
        ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child",
         "setpriv", f"--reuid={owner.st_uid}", f"--regid={owner.st_gid}",
         "--clear-groups", "sh", "-c", WATCHED, program],
        env=kith.environment_of("events", KITH_BUS=address, KITH_BUS_LISTEN=address),
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
        check=False)
    assert done.stdout == ("busy or idle: 0\nalive: 3\nwatch: 3\nended: 137\n"), (
        done.stdout + done.stderr[-3000:])
    assert "does not answer" in done.stderr, done.stderr[-3000:]


@test
def says_that_the_disk_of_the_database_is_full(_):
    kith = support.Kith(KITH_OPERATIONS_PORT=str(support.free_port()))
    small = os.path.join(kith.home, "small")
    os.mkdir(small)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL_MIB}m,mode=755",
                       "none", small], check=False, capture_output=True).returncode != 0:
        support.skip("no file system can be mounted here")
    kith.environment["KITH_RUN_DIR"] = kith.run_dir = os.path.join(small, "run")
    try:
        with kith:
            check_full_disk(kith, small)
    finally:
        subprocess.run(["umount", small], check=True)


def check_full_disk(kith, folder):
    def gauge():
        at = support.At(kith, int(kith.environment["KITH_OPERATIONS_PORT"]))
        text = at.http("GET", "/metrics/notifications").text
        return [line for line in text.splitlines()
                if line.startswith("kith_database_disk_full{")][0].endswith(" 1")
    becomes(kith, *WELL)
    disk = os.statvfs(folder)
    filler = os.path.join(folder, "filler")
    with open(filler, "wb") as file:
        os.posix_fallocate(file.fileno(), 0, disk.f_bavail * disk.f_frsize - LEFT_BYTES)
    becomes(kith, "degraded", "up", {"database": "full"}, within_s=30)
    support.eventually(gauge)
    os.unlink(filler)
    becomes(kith, *WELL, within_s=30)
    support.eventually(lambda: not gauge())


support.main(__name__)
