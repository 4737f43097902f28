"""Tests kithctl run as root: symbolic links in the run folder, secrets, and
priorities."""

import contextlib
import ctypes
import hashlib
import hmac
import http.client
import os
import platform
import pwd
import re
import shutil
import signal
import struct
import subprocess
import threading
import time

import support

ROOT = os.geteuid() == 0
UNTOUCHED = "nobody but its owner writes here\n"


def start_until_ready_or_over(kith):
    kith.start()
    support.eventually(lambda: kith.process.poll() is not None or "ready:" in kith.said(),
                       support.READY_TIMEOUT_S)


def refused(run_dir, kith, **settings):
    """Returns kithctl's output when it refuses a run folder or settings."""
    environment = dict(kith.environment, KITH_RUN_DIR=run_dir,
                       KITH_PORT=str(support.free_port()), **settings)
    done = subprocess.run([os.path.join(kith.build, "kithctl"), "run"], env=environment,
                          stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=support.READY_TIMEOUT_S)
    assert done.returncode != 0, done.stdout
    return done.stdout


def leave_alone(kith, names):
    """Replaces files by links to a file of root, and starts the instance."""
    victim = os.path.join(kith.home, "victim")
    kith.stop()
    for name in names:
        with open(victim, "w") as file:
            file.write(UNTOUCHED)
        os.chmod(victim, 0o600)
        path = os.path.join(kith.run_dir, name)
        if os.path.lexists(path):
            os.rename(path, path + ".kept")
        os.symlink(victim, path)
        start_until_ready_or_over(kith)
        with open(victim) as file:
            assert file.read() == UNTOUCHED, f"{name} was written through"
        assert os.stat(victim).st_uid == os.geteuid(), f"{name} was given away"
        if kith.process.poll() is None:
            kith.stop()
        if os.path.lexists(path):
            os.remove(path)
        if os.path.lexists(path + ".kept"):
            os.rename(path + ".kept", path)
    start_until_ready_or_over(kith)
    assert kith.is_ready()


@support.test
def keeps_passwords_out_of_every_environment(kith):
    seen = 0
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                ours = kith.run_dir.encode() in file.read()
            with open(f"/proc/{entry}/environ", "rb") as file:
                environment = file.read()
        except OSError:
            continue
        if ours:
            seen += 1
            assert b"PGPASSWORD" not in environment, entry
    assert seen > 0, "the database server was not found"


def memory_of(pid):
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            place, rights = line.split()[:2]
            begin, end = (int(number, 16) for number in place.split("-"))
            if "w" in rights:
                memory.seek(begin)
                yield memory.read(end - begin)


@support.test
def keeps_no_secret_while_it_supervises(kith):
    supervisor = kith.process.pid
    with open(f"/proc/{supervisor}/status") as file:
        assert "NoNewPrivs:\t1\n" in file.read()
    with open(f"/proc/{supervisor}/limits") as file:
        core = next(line for line in file if line.startswith("Max core file size"))
    assert core.split()[4:6] == ["0", "0"], core
    with open(os.path.join(kith.run_dir, "secret"), "rb") as file:
        secret = file.read()
    extracted = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    if not ROOT:
        try:
            open(f"/proc/{supervisor}/mem", "rb").close()
        except PermissionError:
            return
        raise AssertionError("the memory of processes is readable to their user")
    for part in memory_of(supervisor):
        assert secret not in part and extracted not in part


@support.test
def has_the_gateway_answer_before_the_others_work(kith):
    def niceness(pid):
        return os.getpriority(os.PRIO_PROCESS, pid)

    def session_niceness(pid):
        with open(f"/proc/{pid}/autogroup") as file:
            return int(file.read().split()[-1])

    def sessions_of_children(pid):
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return {session_niceness(child) for child in file.read().split()}

    base = os.getpriority(os.PRIO_PROCESS, 0)
    gateway, content = kith.pids("kith-gateway")[0], kith.pids("kith-content")[0]
    assert niceness(gateway) == base
    assert niceness(content) == min(base + 3, 19)
    assert niceness(kith.postmaster()) == min(base + 10, 19)
    if os.path.exists("/proc/self/autogroup"):
        assert (session_niceness(gateway), session_niceness(content)) == (0, 3)
        support.eventually(lambda: sessions_of_children(kith.postmaster()) == {10})
        # The decoder's: images are decoded beside many busy sessions of the database.
        assert sessions_of_children(kith.pids("kith-media")[0]) == {0}


@support.test
def has_the_gateway_take_short_turns_and_the_database_long_ones(kith):
    def slice_us(pid):
        attributes = struct.Struct("IIQiIQQQII")  # sched_setattr(2)
        buffer = ctypes.create_string_buffer(attributes.size)
        number = {"x86_64": 315, "aarch64": 275}[platform.machine()]
        assert ctypes.CDLL(None).syscall(number, pid, buffer, attributes.size, 0) == 0
        return attributes.unpack(buffer.raw)[5] // 1000

    # A kernel before 6.12 has no slices and reports 0 for every process.
    short_us, long_us = (100, 4000) if slice_us(0) > 0 else (0, 0)
    gateway = kith.pids("kith-gateway")[0]
    threads = {slice_us(int(thread)) for thread in os.listdir(f"/proc/{gateway}/task")}
    assert threads == {short_us}
    with open(f"/proc/{kith.postmaster()}/task/{kith.postmaster()}/children") as file:
        assert {slice_us(int(pid)) for pid in file.read().split()} == {long_us}
    assert slice_us(kith.pids("kith-content")[0]) == slice_us(0)


@support.test
def starts_again_what_ends_without_the_secret(kith):
    of_content, of_database = kith.pids("kith-content"), kith.postmaster()
    os.kill(of_content[0], signal.SIGKILL)
    os.kill(of_database, signal.SIGINT)
    support.eventually(lambda: kith.pids("kith-content") not in ([], of_content))
    support.eventually(lambda: kith.postmaster() not in (None, of_database))
    support.eventually(lambda: kith.http("GET", "/health/ready").status == 200, 20)


@support.test
def refuses_a_second_start_in_the_same_run_folder(kith):
    settings = os.path.join(kith.run_dir, "postgres", "data", "postgresql.conf")
    before = os.stat(settings).st_mtime_ns
    for port in (kith.port, support.free_port()):
        done = kith.run("kithctl", "run", KITH_PORT=str(port))
        assert done.returncode == 1, done
        assert done.stdout + done.stderr == (
            f"the run folder {kith.run_dir} is in use by process {kith.process.pid}; "
            "stop it, or set KITH_RUN_DIR to another folder\n"), done
    assert os.stat(settings).st_mtime_ns == before
    support.eventually(lambda: kith.http("GET", "/health/ready").status == 200, 20)
    kith.kithctl("member", "list")  # other commands work beside it
    kith.stop()
    start_until_ready_or_over(kith)
    assert kith.is_ready()


@support.test
def makes_no_secret_for_a_database_that_has_one(kith):
    secret = os.path.join(kith.run_dir, "secret")
    kith.stop()
    os.rename(secret, secret + ".kept")
    try:
        assert "restore the secret from its copy" in refused(kith.run_dir, kith)
        assert not os.path.exists(secret)
        shutil.copy(secret + ".kept", secret)
        shutil.copystat(secret + ".kept", secret)
        owner = os.stat(secret + ".kept")
        os.chown(secret, owner.st_uid, owner.st_gid)
        with open(secret, "r+b") as file:
            file.write(os.urandom(32))
        told = refused(kith.run_dir, kith)
        assert "password authentication failed" in told, told
        assert "check that KITH_SECRET_FILE" in told, told
    finally:
        os.replace(secret + ".kept", secret)
    start_until_ready_or_over(kith)


@support.test
def says_at_once_that_the_database_does_not_start(kith):
    local = os.path.join(kith.run_dir, "postgres", "data", "local.conf")
    kith.stop()
    with open(local, "w") as file:
        file.write("no_such_setting = on\n")
    begin = time.monotonic()
    try:
        assert "postgres.log" in refused(kith.run_dir, kith)
        assert time.monotonic() - begin < 20  # it used to wait for 30 s
    finally:
        os.unlink(local)
    start_until_ready_or_over(kith)


def restarted_after(kith, program):
    """Stops a process and returns how many seconds pass until another one runs."""
    stopped, begin = kith.pids(program), time.monotonic()
    os.kill(stopped[0], signal.SIGSTOP)
    support.eventually(lambda: kith.pids(program) not in ([], stopped), 60, 0.2)
    return time.monotonic() - begin


@support.test
def restarts_a_process_that_does_not_answer_and_no_busy_one(kith):
    programs = ("kith-identity", "kith-media", "kith-gateway")
    before = [kith.pids(program) for program in programs]
    assert all(len(pids) == 1 for pids in before), before
    body = {"email": "nobody@example.org", "password": "not the password of anybody"}
    over = threading.Event()

    def keep_busy():
        while not over.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                kith.http("POST", "/v1/auth/sign-in", body)
    crowd = [threading.Thread(target=keep_busy) for _ in range(20)]
    for one in crowd:
        one.start()
    try:
        os.kill(before[1][0], signal.SIGSTOP)
        time.sleep(8)  # a pause that is no silence
        os.kill(before[1][0], signal.SIGCONT)
        assert 10 < restarted_after(kith, "kith-events") < 40
    finally:
        over.set()
        for one in crowd:
            one.join()
    assert [kith.pids(program) for program in programs] == before
    assert "events has not answered for 15 seconds" in kith.said()
    assert 10 < restarted_after(kith, "kith-gateway") < 40
    support.eventually(lambda: kith.http("GET", "/health/ready").status == 200, 20)


@support.test
def serves_plain_http_beyond_this_machine_only_when_told_to(kith):
    run_dir = os.path.join(kith.home, "plain")
    settings = {"KITH_BASE_URL": "http://kith.example"}
    said = refused(run_dir, kith, **settings)
    assert "KITH_PLAIN_HTTP=on" in said and said.count("\n") == 1, said
    assert not os.path.exists(run_dir)
    with support.Kith(KITH_PLAIN_HTTP="on", **settings) as other:
        assert re.search(r"^ready: http://kith.example$", other.said(), re.M), (
            other.said())
        next_command = re.search("First admin +(.*)", other.said())[1]
        assert "KITH_BASE_URL='http://kith.example' " in next_command, next_command
        assert f"KITH_RUN_DIR='{other.run_dir}' " in next_command, next_command
        other.kithctl("member", "create", "--email", "a@example.org", "--name", "Ada",
                      "--active", "--password", "correct horse battery")
        answer = other.http("POST", "/v1/auth/sign-in", {
            "email": "a@example.org", "password": "correct horse battery",
            "as": "cookie"})
        cookie = answer.headers["Set-Cookie"]
        assert cookie.startswith("kith_session=") and "HttpOnly" in cookie, cookie


@support.test
def writes_no_log_through_a_link(kith):
    leave_alone(kith, ["log/content.log", "log/postgres.log"])


@support.test
def writes_no_settings_through_a_link(kith):
    leave_alone(kith, ["postgres/data/postgresql.conf", "postgres/data/pg_hba.conf"])


@support.test
def writes_no_keys_through_a_link(kith):
    leave_alone(kith, ["keys/content", "keys/gateway"])


@support.test
def writes_no_lock_through_a_link(kith):
    leave_alone(kith, ["lock"])


@support.test
def does_nothing_in_a_folder_that_a_link_leads_to(kith):
    kith.stop()
    elsewhere = os.path.join(kith.home, "elsewhere")
    os.mkdir(elsewhere, 0o700)
    logs = os.path.join(kith.run_dir, "log")
    os.rename(logs, logs + ".kept")
    os.symlink(elsewhere, logs)
    start_until_ready_or_over(kith)
    if ROOT:
        assert os.listdir(elsewhere) == [], os.listdir(elsewhere)
    assert os.stat(elsewhere).st_uid == os.geteuid()
    if kith.process.poll() is None:
        kith.stop()
    os.remove(logs)
    os.rename(logs + ".kept", logs)
    start_until_ready_or_over(kith)
    assert kith.is_ready()


@support.test
def refuses_a_run_folder_that_a_stranger_linked(kith):
    if not ROOT:
        return  # without root, links of other users cannot be created
    target = os.path.join(kith.home, "of-root")
    link = os.path.join(kith.home, "link")
    os.mkdir(target, 0o755)
    os.symlink(target, link)
    os.lchown(link, pwd.getpwnam("nobody").pw_uid, -1)
    assert link in refused(link, kith)
    assert os.stat(target).st_uid == 0
    assert os.listdir(target) == []


# Replaces /etc by a copy for one command, which sees no user "kith" there.
WITHOUT_THE_USER = """mount -t tmpfs upper "$1" && mkdir "$1/upper" "$1/work" &&
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$1/upper,workdir=$1/work" /etc &&
sed -i /^kith:/d /etc/passwd /etc/group /etc/shadow /etc/gshadow && shift && exec "$@" """


@support.test
def creates_a_user_of_its_own(kith):
    if not ROOT:
        return  # without root, the instance runs as the user who starts it
    other = support.Kith(from_nothing=True)
    upper = os.path.join(other.home, "etc")
    os.mkdir(upper)
    other.command = ["unshare", "--mount", "sh", "-c", WITHOUT_THE_USER, "sh", upper,
                     *other.command]
    with other:
        assert "created the system user kith" in other.said(), other.said()
        owner = os.stat(other.run_dir).st_uid
        assert owner not in (0, pwd.getpwnam("nobody").pw_uid), owner


@support.test
def keeps_the_user_of_an_earlier_release_and_says_so(kith):
    if not ROOT:
        return  # without root, the instance runs as the user who starts it
    nobody = pwd.getpwnam("nobody")
    other = support.Kith(from_nothing=True)
    os.mkdir(other.run_dir, 0o700)
    os.chown(other.run_dir, nobody.pw_uid, nobody.pw_gid)
    with other:
        assert "belongs to user nobody" in other.said(), other.said()
        assert f"chown -R -P -h kith: {other.run_dir}/" in other.said(), other.said()
        assert os.stat(other.run_dir).st_uid == nobody.pw_uid


@support.test
def runs_in_a_folder_that_its_user_cannot_enter(kith):
    closed = os.path.join(kith.home, "closed")
    os.mkdir(closed, 0o700)
    other = support.Kith(from_nothing=True)
    other.environment["KITH_RUN_DIR"] = other.run_dir = os.path.join(closed, "run")
    try:
        with other:
            assert other.http("GET", "/health/ready").status == 200
    finally:
        shutil.rmtree(os.path.realpath(other.run_dir), ignore_errors=True)


@support.test
def leaves_a_database_alone_whose_release_is_gone(kith):
    kith.stop()
    with open(os.path.join(kith.run_dir, "postgres", "data", "PG_VERSION"), "r+") as file:
        version = file.read()
        file.seek(0)
        file.truncate()
        file.write("1\n")
        file.flush()
        said = refused(kith.run_dir, kith)
        file.seek(0)
        file.write(version)
    assert "was made with PostgreSQL 1, which is not installed" in said, said
    assert said.count("\n") == 1 and "postgresql-1 again" in said, said
    assert "restore" in said, said
    start_until_ready_or_over(kith)
    assert kith.is_ready()


LOG_BYTES_MAX = 16 * 1024 * 1024


@support.test
def keeps_the_logs_within_their_bound(kith):
    path = os.path.join(kith.run_dir, "log", "gateway.log")
    parts = [f"{path}.{number}" for number in range(1, 6)]
    for number in range(5):
        with open(path, "ab") as file:
            file.write(b"x" * LOG_BYTES_MAX + b"\nround %d\n" % number)
        support.eventually(lambda: os.path.getsize(path) < LOG_BYTES_MAX, 10)
        assert os.path.getsize(path) < LOG_BYTES_MAX, number
    assert [os.path.exists(part) for part in parts] == [True, True, True, False, False]
    for age, part in enumerate(parts[:3]):
        with open(part, "rb") as file:
            file.seek(LOG_BYTES_MAX)
            assert b"round %d" % (4 - age) in file.read(), part
        assert os.path.getsize(part) < 2 * LOG_BYTES_MAX
        assert os.stat(part).st_mode & 0o007 == 0
    # The gateway continues to write to the truncated log.
    kith.http("GET", "/v1/nowhere")
    with open(path, "rb") as file:
        support.eventually(lambda: b"/v1/nowhere" in file.read(), 5)
        file.seek(0)
        assert b"/v1/nowhere" in file.read()


support.main(__name__, from_nothing=True)
