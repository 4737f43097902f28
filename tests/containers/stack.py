"""Runs the stack of compose/compose.yaml in containers, without an image registry.

podman and runc run them, and `docker compose` (built from its Go module, compose/tools)
reads the file. Images that cannot be pulled are built from Debian packages under the same
names (tests/containers/images). Slow build results are kept in KITH_E2E_CACHE, outside of
the tree.
"""

import contextlib
import fcntl
import json
import os
import re
import resource
import shutil
import socket
import ssl
import subprocess
import threading
import time
import http.client

import go_tools
from go_tools import CACHE, ROOT

PROJECT = "kith-e2e"
NEEDED = ("podman", "buildah", "runc", "debootstrap", "netavark", "go")
PATHS = "/usr/lib/podman:/usr/sbin:/sbin"
IMAGES = {"docker.io/library/postgres:15-bookworm": ("postgres",
                                                     "tests/containers/images/postgres"),
          "docker.io/library/caddy:2": ("caddy", "tests/containers/images/caddy"),
          "docker.io/axllent/mailpit:v1.21": ("mail", "."),
          "docker.io/versity/versitygw:v1.8.0": ("store", os.path.join(CACHE, "store"))}
OWN = ("kith", "kith-media", "kith-backup")
BASE = "docker.io/library/debian:bookworm-slim"
CONTAINERS_CONF = """[containers]
default_ulimits=["nofile=1024:4096","nproc=4096:4096"]
[engine]
runtime="runc"
events_logger="file"
"""


def missing():
    """Returns why this machine cannot run containers, or None."""
    if os.geteuid() != 0:
        return "only root may run these containers"
    path = os.environ["PATH"] + ":" + PATHS
    lacking = [name for name in NEEDED if not shutil.which(name, path=path)]
    if lacking:
        return "these programs are missing: " + ", ".join(lacking)
    done = subprocess.run(["podman", "info"], env=environment(), capture_output=True,
                          text=True)
    return None if done.returncode == 0 else "podman does not run: " + done.stderr.strip()


def environment(**more):
    os.makedirs(CACHE, exist_ok=True)
    conf = os.path.join(CACHE, "containers.conf")
    with open(conf, "w") as file:
        file.write(CONTAINERS_CONF)
    return dict(os.environ, CONTAINERS_CONF=conf, DISABLE_HC_SYSTEMD="true", **more)


def run(*command, check=True, timeout=1800, **more):
    done = subprocess.run(command, env=environment(), cwd=ROOT, text=True,
                          timeout=timeout, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          **more)
    assert not check or done.returncode == 0, \
        " ".join(command) + "\n" + (done.stdout + done.stderr)[-4000:]
    return done.stdout


def make_base():
    """Builds the base image of all others, once."""
    if run("podman", "images", "-q", BASE).strip():
        return
    root = os.path.join(CACHE, "root")
    if not os.path.exists(os.path.join(root, "etc", "debian_version")):
        run("debootstrap", "--variant=minbase", "bookworm", root)
    run("sh", "-c", f"tar -C '{root}' -c . | podman import -q - {BASE}")


def build(tag, file, folder, *options):
    run("buildah", "bud", "--isolation", "chroot", "--layers", "--network", "host",
        *options, "-t", tag, "-f", file, folder)


def make_images():
    ccache = os.path.join(CACHE, "ccache")
    os.makedirs(ccache, exist_ok=True)
    make_base()
    go_tools.build("store", "github.com/versity/versitygw/cmd/versitygw",
                   "store/versitygw")
    for target in OWN:
        build(f"localhost/{target}:latest", "compose/Dockerfile", ".", "--target", target,
              "-v", f"{ccache}:/root/.cache/ccache", "--build-arg", "TOOLS=ccache",
              "--build-arg", "VIEWER=", "--build-arg", f"JOBS={os.cpu_count()}")
    for tag, (name, folder) in IMAGES.items():
        build(tag, f"tests/containers/images/{name}/Dockerfile", folder)


def sizes():
    """Returns the MB of each of our images."""
    found = {}
    for name in OWN:
        found[name] = int(run("podman", "image", "inspect", "--format", "{{.Size}}",
                              f"localhost/{name}:latest")) / 1e6
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def limits_of_host():
    """Writes a compose file with this machine's own limits. podman requests higher ones
    by default, which a machine that is a container itself cannot grant."""
    with open(os.path.join(ROOT, "compose", "compose.yaml")) as file:
        services = re.findall(r"^  (\w+):$", file.read().split("\nservices:\n")[1].split(
            "\nnetworks:\n")[0], re.M)
    limits = {}
    for name, which, most in (("nofile", resource.RLIMIT_NOFILE, 4096),
                              ("nproc", resource.RLIMIT_NPROC, 4096)):
        hard = resource.getrlimit(which)[1]
        hard = most if hard == resource.RLIM_INFINITY else min(hard, most)
        limits[name] = {"soft": min(hard, 1024), "hard": hard}
    path = os.path.join(CACHE, "limits.json")
    with open(path, "w") as file:
        json.dump({"services": {name: {"ulimits": limits} for name in services}}, file)
    return path


def drop_leftovers():
    """Removes the networks of a killed run: stale addresses and packet filter rules. Does
    nothing while podman runs other containers."""
    if run("podman", "ps", "-aq").strip():
        return
    for table in ("filter", "nat"):
        rules = run("iptables", "-t", table, "-S", check=False).splitlines()
        ours = [rule.split() for rule in rules if "NETAVARK" in rule]
        for rule in ours:
            if rule[0] == "-A":
                run("iptables", "-t", table, "-D", *rule[1:], check=False)
        for rule in ours:
            if rule[0] == "-N":
                run("iptables", "-t", table, "-X", rule[1], check=False)
    with contextlib.suppress(FileNotFoundError):
        os.unlink("/run/containers/networks/ipam.db")


class Stack:
    """The running stack, of which a machine has one at a time. A thread runs the health
    checks, because podman leaves them to systemd, which is absent here."""

    def __init__(self, *profiles, **settings):
        os.makedirs(CACHE, exist_ok=True)
        self.lock = open(os.path.join(CACHE, "lock"), "w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.https, self.http_port = free_port(), free_port()
        self.profiles = [f"--profile={name}" for name in profiles]
        self.settings = dict(settings, KITH_HTTPS_PORT=str(self.https),
                             KITH_HTTP_PORT=str(self.http_port),
                             KITH_PORT_SUFFIX=f":{self.https}", DOCKER_BUILDKIT="0")
        self.program = go_tools.build("compose", "github.com/docker/compose/v2/cmd",
                                      "docker-compose")
        self.limits = limits_of_host()
        self.socket = os.path.join(CACHE, "podman.sock")
        self.ending = threading.Event()

    def __enter__(self):
        self.service = subprocess.Popen(
            ["podman", "system", "service", "--time=0", "unix://" + self.socket],
            env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            if os.path.exists(self.socket):
                break
            time.sleep(0.1)
        self.compose("down", "-v", "-t", "2", check=False)
        drop_leftovers()
        self.checks = threading.Thread(target=self.check_health, daemon=True)
        self.checks.start()
        return self

    def __exit__(self, *_):
        try:
            self.compose("down", "-v", "-t", "15")
        finally:
            self.ending.set()
            self.checks.join()
            self.service.terminate()
            self.service.wait()
            self.lock.close()

    def check_health(self):
        while not self.ending.wait(1):
            for name in self.containers():
                if not self.ending.is_set():
                    run("podman", "healthcheck", "run", name, check=False)

    def compose(self, *arguments, check=True, timeout=600, more=()):
        done = subprocess.run(
            [self.program, "-p", PROJECT, "-f", "compose/compose.yaml", "-f", self.limits,
             *more, *self.profiles, *arguments],
            env=environment(DOCKER_HOST="unix://" + self.socket, **self.settings),
            cwd=ROOT, text=True, stdin=subprocess.DEVNULL, timeout=timeout,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert not check or done.returncode == 0, \
            " ".join(arguments) + "\n" + (done.stdout + done.stderr)[-4000:]
        return done.stdout

    def containers(self, service=None, ended=False):
        """Returns the names of running containers, of all services or one; `ended` adds
        stopped ones."""
        wanted = f"{PROJECT}-{service}-" if service else f"{PROJECT}-"
        which = ["--all"] if ended else []
        names = run("podman", "ps", *which, "--format", "{{.Names}}", check=False).split()
        return sorted(name for name in names if name.startswith(wanted))

    def log(self, container):
        done = subprocess.run(["podman", "logs", container], env=environment(), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.stdout

    def inspect(self, container):
        return json.loads(run("podman", "inspect", container))[0]

    def await_health(self, container):
        """Waits until the container is healthy, and until the others have noticed."""
        service = container.removeprefix(PROJECT + "-").rsplit("-", 1)[0]
        end = time.monotonic() + 30
        while subprocess.run(["podman", "exec", container, f"kith-{service}", "--health"],
                             env=environment(), stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL).returncode != 0:
            assert time.monotonic() < end, container
            time.sleep(0.2)
        time.sleep(4)

    def kithctl(self, *arguments):
        out = self.compose("run", "--rm", "-T", "--no-deps", "migrate", *arguments)
        return json.loads(out.strip().splitlines()[-1])

    def connect(self, timeout=20):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # trusts Caddy's own authority
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("localhost", self.https, timeout=timeout,
                                                 context=context)
        return connection

    def http(self, method, path, body=None, token=None, connection=None, headers=()):
        """Returns status and JSON (or text) of one request through the front; bytes are
        sent as is."""
        everything = dict(headers)
        if token:
            everything["Authorization"] = "Bearer " + token
        if body is not None and not isinstance(body, bytes):
            everything["Content-Type"] = "application/json"
            body = json.dumps(body)
        own = connection or self.connect()
        try:
            own.request(method, path, body=body, headers=everything)
            answer = own.getresponse()
            text = answer.read().decode(errors="replace")
        finally:
            if connection is None:
                own.close()
        try:
            return answer.status, json.loads(text)
        except json.JSONDecodeError:
            return answer.status, text


class Load:
    """Repeats reads through the front without retries, and keeps the failures."""

    def __init__(self, stack, path, token, threads=6, pause_s=0.02):
        self.stack, self.path, self.token, self.pause_s = stack, path, token, pause_s
        self.sent, self.failed = 0, []
        self.ending = threading.Event()
        self.threads = [threading.Thread(target=self.work) for _ in range(threads)]

    def work(self):
        connection = self.stack.connect()
        while not self.ending.wait(self.pause_s):
            try:
                status, answer = self.stack.http("GET", self.path, token=self.token,
                                                 connection=connection)
            except (OSError, http.client.HTTPException) as error:
                status, answer = 0, repr(error)
                connection.close()
                connection = self.stack.connect()
            self.sent += 1
            if status != 200:
                self.failed.append((round(time.monotonic(), 2), status,
                                    str(answer)[:200]))
        connection.close()

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        for thread in self.threads:
            thread.join()
