"""The framework of end-to-end tests: an instance, HTTP, kithctl, and a runner.

    import support
    
    @support.test
    def refuses_a_stranger(kith):
        assert kith.http("GET", "/v1/me").status == 401
    
    support.main(__name__)

Every test file gets one instance with its own run folder, database and port. It is
started by `kithctl run` of the build that KITH_BUILD names. Only Python's standard
library is needed. beginning.py describes the initial run folder.
"""

import base64
import email
import email.policy
import glob
import hashlib
import hmac
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback

import beginning
import stated

READY_TIMEOUT_S = 60
STOP_TIMEOUT_S = 20
TESTS = []


class Skipped(Exception):
    """A test cannot run on this machine or build; tests/run.py counts it."""


def skip(why):
    """Ends a test that cannot run here; in CI it counts as failed."""
    raise Skipped(why)


def test(function):
    """Registers a test; its name is a sentence and its argument the running instance."""
    TESTS.append(function)
    return function


def free_port(first=20000, last=32000):
    """Returns a free port, by default outside of the kernel's ephemeral range."""
    while True:
        port = random.randrange(first, last)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def start_as(owner, program, environment):
    """Starts a program as the owner of a file. The program is passed as a descriptor,
    because this user may have no access to the build's folder."""
    user = {}
    if os.geteuid() == 0:
        user = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
    file = os.open(program, os.O_RDONLY)
    try:
        return subprocess.Popen(
            [os.path.basename(program)], executable=f"/proc/self/fd/{file}",
            pass_fds=[file], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user)
    finally:
        os.close(file)


def eventually(condition, timeout_s=30.0, step_s=0.05):
    """Waits until the condition is true, and returns its value; fails after the timeout.
    An error of the condition, such as a half-written file, counts as false."""
    end = time.monotonic() + timeout_s
    while True:
        try:
            result = condition()
            if result:
                return result
            assert time.monotonic() < end, "the condition did not become true in time"
        except (OSError, LookupError, TypeError, ValueError, http.client.HTTPException):
            if time.monotonic() >= end:
                raise
        time.sleep(step_s)


def totp(secret, at=None):
    """Returns the code of an authenticator app (RFC 6238), by default the current one."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    step = struct.pack(">Q", int((at or time.time()) // 30))
    mac = hmac.new(key, step, hashlib.sha1).digest()
    offset = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[offset:offset + 4])[0] & 0x7fffffff) % 10**6:06}"


def tool_call(tool, arguments):
    """Returns the message that calls a tool."""
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments}}


def owner_password(secret):
    """Derives the owner's password from the secret (common/secret/secret.h)."""
    extracted = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    key = hmac.new(extracted, b"kith database kith_owner\x01", hashlib.sha256).digest()
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The code of a problem document, which must be complete."""
        assert self.headers["Content-Type"] == "application/problem+json", self.headers
        document = self.json
        assert document["status"] == self.status, document
        assert document["type"].endswith("/docs/problems/" + document["code"]), document
        assert document["requestId"] == self.headers["X-Request-Id"], document
        assert document["title"] and document["instance"], document
        assert document.get("detail") != document["title"], document
        return document["code"]

    @property
    def faults(self):
        """Returns the faults of validation_failed as {(location, code)}."""
        assert self.code == "validation_failed", self.text
        return {(error.get("pointer") or error.get("parameter") or error.get("header"),
                 error["code"]) for error in self.json["errors"]}


class Kith:
    """A running instance. In values of settings, {run_dir} stands for its run folder.
    With from_nothing it creates its database itself, on the disk, as an operator's
    does."""

    def __init__(self, from_nothing=False, **settings):
        self.build = os.path.abspath(os.environ.get("KITH_BUILD", "build"))
        self.from_nothing = from_nothing or "KITH_DATABASE_URL" in settings
        self.home = tempfile.mkdtemp(prefix="kith-e2e-",
                                     dir="/tmp" if from_nothing else beginning.FOLDER)
        os.chmod(self.home, 0o755)
        self.run_dir = os.path.join(self.home, "run")
        self.port = free_port()
        self.base = f"http://localhost:{self.port}"
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("KITH_")}
        self.environment.update({"KITH_RUN_DIR": self.run_dir,
                                 "KITH_PORT": str(self.port), "KITH_RATE_LIMITS": "off"})
        self.environment.update({name: value.replace("{run_dir}", self.run_dir)
                                 for name, value in settings.items()})
        self.command = [os.path.join(self.build, "kithctl"), "run"]
        self.output = open(os.path.join(self.home, "output"), "w+b")
        self.process = None
        self.started = []
        self.violations = 0  # sandbox violations that a test provoked on purpose

    def start(self):
        """Starts the instance, for the first time or again, without waiting for it."""
        if not self.from_nothing and not os.path.lexists(self.run_dir):
            beginning.copy_to(self.run_dir)
        self.process = subprocess.Popen(
            self.command, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT,
            start_new_session=True)

    def stop(self):
        """Stops the instance and clears its output."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(STOP_TIMEOUT_S)
        self.output.seek(0)
        self.output.truncate()

    def __enter__(self):
        self.start()
        try:
            eventually(self.is_ready, READY_TIMEOUT_S)
        except BaseException:
            print(self.said())
            self.__exit__()
            raise
        return self

    def is_ready(self):
        assert self.process.poll() is None, "the instance ended:\n" + self.said()
        return re.search(r"^ready:", self.said(), re.M)

    def said(self):
        with open(self.output.name, errors="replace") as file:
            return file.read()

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        violations = self.said().count("was ended by its sandbox") + sum(
            process.returncode == -signal.SIGSYS for process in self.started)
        self.output.close()
        shutil.rmtree(self.home, ignore_errors=True)
        assert violations == self.violations, f"{violations} ended by their sandbox"

    def start_beside(self, program, **settings):
        """Starts another process of the instance, as the instance's user."""
        process = start_as(os.stat(self.run_dir), os.path.join(self.build, program),
                           self.environment_of(program.removeprefix("kith-"), **settings))
        self.started.append(process)
        return process

    def second_gateway(self, **settings):
        """Returns another kith-gateway on the same bus, with a port of its own."""
        return SecondGateway(self, settings)

    def environment_of(self, process, **more):
        """The environment of a further process, such as "content" or "gateway"."""
        return dict(self.environment, **more,
                    KITH_SECRET_FILE=os.path.join(self.run_dir, "keys", process))

    def pids(self, program):
        """The pids of a program, such as "kith-content", that belong to this instance.
        Probes of its supervisor are left out."""
        found = []
        mark = f"KITH_RUN_DIR={self.run_dir}\0".encode()
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{entry}/comm") as file:
                    name = file.read().strip()
                with open(f"/proc/{entry}/environ", "rb") as file:
                    ours = mark in file.read() + b"\0"
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    ours = ours and b"--alive" not in file.read()
            except OSError:
                continue
            if name == program[:15] and ours:
                found.append(int(entry))
        return found

    def postmaster(self):
        """Returns the pid of PostgreSQL's first process; None while there is none."""
        try:
            with open(f"{self.run_dir}/postgres/data/postmaster.pid",
                      encoding="utf-8") as file:
                return int(file.readline())
        except (OSError, ValueError):
            return None

    def http(self, method, path, body=None, token=None, headers=None, raw=None):
        """Sends one request on a new connection. `body` is sent as JSON, `raw`
        unchanged. The answer must be one that the contract states."""
        everything = dict(headers or {})
        if token:
            everything["Authorization"] = "Bearer " + token
        if body is not None:
            raw = json.dumps(body).encode()
            everything.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        everything.setdefault("Host", f"localhost:{self.port}")
        try:
            connection.request(method, path, body=raw, headers=everything)
            answer = Answer(connection.getresponse())
        finally:
            connection.close()
        stated.check(method, path, answer)
        return answer

    def call_tool(self, token, tool, arguments=None):
        """Calls a tool and returns its result, which may be an error."""
        answer = self.http("POST", "/mcp", tool_call(tool, arguments or {}), token,
                           {"Accept": "application/json, text/event-stream"})
        assert answer.status == 200, answer.text
        return answer.json["result"]

    def run(self, program, *words, **settings):
        """Runs a program of the build until it exits. A setting that is None is unset."""
        environment = {**self.environment, **settings}
        return subprocess.run(
            [os.path.join(self.build, program), *words], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=240, check=False,
            env={name: value for name, value in environment.items() if value is not None})

    def kithctl(self, *arguments):
        """Runs kithctl and returns its output, decoded if it is JSON."""
        done = self.run("kithctl", *arguments)
        assert done.returncode == 0, done.stderr
        try:
            return json.loads(done.stdout)
        except json.JSONDecodeError:
            return done.stdout

    def owner_url(self, database="kith"):
        """Returns the owner's URL of a database on the instance's server."""
        folder = os.path.join(os.path.realpath(self.run_dir), "postgres", "socket")
        with open(os.path.join(self.run_dir, "secret"), "rb") as file:
            password = owner_password(file.read())
        return f"postgresql://kith_owner:{password}@/{database}?host={folder}"

    def sql(self, text):
        """Runs statements as the owner of the database, and returns the rows of the last
        one as lines."""
        done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                               "-c", "SET search_path = kith; " + text, self.owner_url()],
                              check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout.strip()

    def log(self, program):
        """Returns the log of a process, such as "gateway" or "content"."""
        with open(f"{self.run_dir}/log/{program}.log", errors="replace") as file:
            return file.read()

    def log_with(self, *answers):
        """Returns the gateway's log once it contains the lines of these answers."""
        def look():
            log = self.log("gateway")
            return log if all(f'"{answer.headers["X-Request-Id"]}"' in log
                              for answer in answers) else None
        return eventually(look)

    def member(self, name, *options, scopes=None):
        """Creates a member and returns a token; active unless the options say
        otherwise."""
        address = f"{name.lower()}@example.org"
        self.kithctl("member", "create", "--email", address, "--name", name,
                     *(options or ["--active"]))
        return self.token(name, scopes)

    def token(self, name, scopes=None):
        more = ["--scopes", scopes] if scopes else []
        address = f"{name.lower()}@example.org"
        return self.kithctl("token", "create", "--email", address, *more)["token"]

    def sign_in(self, email, password, address):
        """Signs in from an address, which a trusted proxy of this machine names."""
        return self.http("POST", "/v1/auth/sign-in",
                         {"email": email, "password": password},
                         headers={"X-Forwarded-For": address})

    def publish(self, token, title="Looking for a carpenter", **more):
        """Creates a public ask and returns the answer."""
        body = {"kind": "other", "title": title, "body": "In detail.",
                "publishTo": {"public": True}, **more}
        answer = self.http("POST", "/v1/posts", body, token)
        assert answer.status == 200, answer.text
        return answer

    def mails_to(self, address):
        """Returns the mails to an address, oldest first."""
        found = []
        paths = glob.glob(os.path.join(self.run_dir, "mail", "*.eml"))
        for path in sorted(paths, key=os.path.getmtime):
            with open(path, "rb") as file:
                mail = email.message_from_binary_file(file, policy=email.policy.default)
            if address in str(mail["To"]):
                found.append(mail)
        return found

    def mailed_token(self, address, path):
        """Waits for a mail with a link to `path` and returns the token of the link."""
        def look():
            for mail in reversed(self.mails_to(address)):
                text = mail.get_body(("plain",)).get_content()
                link = re.search(re.escape(self.base + path) + r"\?token=([\w-]+)", text)
                if link:
                    return link.group(1)
            return None
        return eventually(look)


class At:
    """The instance as one of its gateways serves it."""

    def __init__(self, kith, port):
        self.kith, self.port = kith, port

    http = Kith.http
    call_tool = Kith.call_tool


class SecondGateway(At):
    def __init__(self, kith, settings):
        super().__init__(kith, free_port())
        self.settings = {"KITH_BASE_URL": kith.base, **settings}

    def start(self):
        return self.kith.start_beside("kith-gateway", KITH_PORT=str(self.port),
                                      **self.settings)

    def __enter__(self):
        self.process = self.start()
        try:
            eventually(self.is_ready)
        except BaseException:
            self.__exit__()
            raise
        return self

    def is_ready(self):
        return self.http("GET", "/health/ready").status == 200

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(15)


def run_tests(calls):
    """Runs (function, arguments) pairs, or those that the command line names, and returns
    how many passed, failed and were skipped."""
    words = sys.argv[1:]
    passed = failed = skipped = 0
    for function, arguments in calls:
        if words and not any(word in function.__name__ for word in words):
            continue
        try:
            function(*arguments)
            passed += 1
        except Skipped as why:
            skipped += 1
            print(f"skip {function.__name__}: {why}")
        except Exception:
            failed += 1
            print(f"FAIL {function.__name__}")
            traceback.print_exc(file=sys.stdout)
    return passed, failed, skipped


def finish(passed, failed=0, skipped=0):
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed or not passed + skipped else 0)


def main(name, **settings):
    """Starts an instance with settings (see Kith), runs the file's tests, and exits."""
    if name == "__main__":
        with Kith(**settings) as kith:
            counts = run_tests([(function, (kith,)) for function in TESTS])
        finish(*counts)
