"""An instance with generated data."""

import base64
import glob
import hashlib
import hmac
import http.client
import json
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, "tests/e2e")

from support import free_port, start_as  # noqa: E402

SAMPLES = 16
TICKS_US = 1_000_000 // os.sysconf("SC_CLK_TCK")
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def derived(secret, purpose):
    """Derives a key of the instance (HKDF-SHA256, one block) as base64url:
    common/secret/secret.h."""
    extracted = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    key = hmac.new(extracted, b"kith " + purpose.encode() + b"\x01",
                   hashlib.sha256).digest()
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def post_id(uuid):
    value, text = int(uuid.replace("-", ""), 16), ""
    for _ in range(26):
        text, value = ALPHABET[value & 31] + text, value >> 5
    return f"post_{text}"


def children(pid):
    """Returns all descendants of a process by reading /proc once."""
    parents = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(path.split("/")[2]))
    found, waiting = [], [pid]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def program_of(pid):
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
            name = file.read().strip()
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            word = os.path.basename(file.read().split(b"\0")[0].decode(errors="replace"))
    except OSError:
        return ""
    if word.startswith("kith-"):
        return word[len("kith-"):]
    return "postgres" if word.startswith("postgres") else name


def cpu_us_of(pids):
    """Returns the CPU time by process: {pid: (program, microseconds)}."""
    spent = {}
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        spent[pid] = (program_of(pid), (int(fields[11]) + int(fields[12])) * TICKS_US)
    return spent


def kib_of(path, name):
    """Returns a size from a file of proc(5) that has one size per line."""
    with open(path, encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(f"{name}:"))


def difference(after, before):
    """Returns the CPU time by program since `before`, without processes that have
    ended."""
    if before is None:
        return after
    spent = {}
    for pid, (name, us) in after.items():
        spent[name] = spent.get(name, 0) + us - before.get(pid, (name, 0))[1]
    return spent


def stop(process):
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Instance:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.build = os.path.abspath(options.build)
        self.run_dir = os.path.join(folder, "run")
        self.port = free_port()
        self.environment = dict(
            os.environ, KITH_RUN_DIR=self.run_dir, KITH_PORT=str(self.port),
            KITH_RATE_LIMITS="off")
        self.environment.pop("KITH_DATABASE_URL", None)

    def __enter__(self):
        self.process = subprocess.Popen([f"{self.build}/kithctl", "run"], text=True,
                                        env=self.environment, stdout=subprocess.PIPE)
        if not any(line.startswith("ready:")
                   for line in iter(self.process.stdout.readline, "")):
            sys.exit("the instance did not start")
        self.run_dir = os.path.realpath(self.run_dir)
        self.database_log = f"{self.run_dir}/log/postgres.log"
        with open(f"{self.run_dir}/secret", "rb") as file:
            password = derived(file.read(), "database kith_owner")
        self.owner_url = (f"postgresql://kith_owner:{password}@/kith"
                          f"?host={self.run_dir}/postgres/socket"
                          "&options=-csearch_path%3Dkith")
        # The same session options as SESSION_OPTIONS of common/db/options.c.
        self.session_url = (
            self.owner_url + "%20-cplan_cache_mode%3Dforce_generic_plan%20-cjit%3Doff")
        try:
            self.make_world()
        except BaseException:
            stop(self.process)
            raise
        return self

    def __exit__(self, *_):
        stop(self.process)

    def owner_sql(self, text, *more):
        return subprocess.run(["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1",
                               *more, "-c", text, self.owner_url], text=True, check=True,
                              stdout=subprocess.PIPE).stdout

    def make_world(self):
        options = self.options
        print(f"making {options.members:,} members and {options.posts:,} asks …",
              file=sys.stderr)
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-v",
                        f"members={options.members}", "-v", f"orgs={options.orgs}", "-v",
                        f"posts={options.posts}", "-f", "tests/bench/world.sql",
                        self.owner_url], check=True, stdout=subprocess.DEVNULL)
        self.tokens = [json.loads(subprocess.run(
            [f"{self.build}/kithctl", "token", "create", "--email",
             f"member{number * 97 + 5}@bench.example"], env=self.environment, text=True,
            check=True, stdout=subprocess.PIPE).stdout)["token"]
                       for number in range(SAMPLES)]
        self.posts = [post_id(line) for line in self.owner_sql(
            f"SELECT id FROM posts WHERE is_public ORDER BY md5(id::text) LIMIT {SAMPLES}"
        ).split()]

    def request(self, operation, number):
        """Returns method, path and body of one sample."""
        if operation == "feed":
            return "GET", "/v1/posts", ""
        if operation == "post":
            return "GET", f"/v1/posts/{self.posts[number]}", ""
        if operation == "me":
            return "GET", "/v1/me", ""
        return "POST", "/v1/posts", json.dumps({
            "kind": "idea", "title": f"A measured ask {number}",
            "body": "What we look for. " * 12,
            "tags": ["bench", "speed"], "publishTo": {"public": True}})

    def send(self, operation, number):
        method, path, body = self.request(operation, number)
        headers = {"Authorization": f"Bearer {self.tokens[number]}"}
        if body:
            headers["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status != 200:
            sys.exit(f"{method} {path}: {answer.status} {content[:500]}")

    def programs(self):
        """Returns our own processes by name, without those of the database."""
        found = {program_of(pid): pid for pid in children(self.process.pid)}
        return {name: pid for name, pid in found.items()
                if os.path.exists(f"{self.build}/kith-{name}")}

    def memory_mb(self):
        """Returns the memory of our programs with shared pages counted once (Pss of
        proc(5), readable by root only), and the sum of their resident sets, which counts
        shared pages per program."""
        files = {"Pss": "smaps_rollup" if os.geteuid() == 0 else None, "VmRSS": "status"}
        total = dict.fromkeys(files, 0)
        for pid in self.programs().values():
            for name, file in files.items():
                if file is not None:
                    total[name] += kib_of(f"/proc/{pid}/{file}", name)
        return (total["Pss"] or total["VmRSS"]) / 1024, total["VmRSS"] / 1024

    def cpu_us(self, before=None):
        return difference(cpu_us_of(children(self.process.pid)), before)


def cold_start_ms(build, instance, folder):
    """Measures from starting every program but PostgreSQL to ready, on the instance's
    database."""
    times = []
    owner = os.stat(instance.run_dir)
    run_dir, port = os.path.join(folder, "cold"), free_port()
    os.chmod(folder, 0o755)
    for name in (run_dir, f"{run_dir}/bus"):
        os.makedirs(name, mode=0o700, exist_ok=True)
        os.chown(name, owner.st_uid, owner.st_gid)
    environment = dict(
        instance.environment, KITH_RUN_DIR=run_dir, KITH_PORT=str(port),
        KITH_DATABASE_URL=f"postgresql:///kith?host={instance.run_dir}/postgres/socket")
    names = sorted(instance.programs())
    for _ in range(5):
        began = time.monotonic()
        processes = [start_as(
            owner, f"{os.path.abspath(build)}/kith-{name}",
            dict(environment, KITH_SECRET_FILE=f"{instance.run_dir}/keys/{name}"))
            for name in names]
        while not is_ready(port):
            if time.monotonic() - began > 20:
                sys.exit("the programs did not become ready")
            time.sleep(0.002)
        times.append((time.monotonic() - began) * 1000)
        for process in processes:
            stop(process)
    return sorted(times)[len(times) // 2]


def is_ready(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        connection.request("GET", "/health/ready")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
