"""A name server loses the first query of every look-up, as those of containers do when a
container starts or stops. The database is still reached in time. A process that already
has a connection opens more even when the name server is down."""

import collections
import os
import socket
import struct
import subprocess
import tempfile
import threading
import time

import support
from sandbox_network_test import Server
from threads import all_at_once

BUILD = os.path.abspath(os.environ.get("KITH_BUILD", "build"))
NAME_SERVER = "127.0.0.77"
NAME = "database.kith.test"
A, IN, ANSWER = 1, 1, 0x8180


class NameServer(threading.Thread):
    """Answers every name with 127.0.0.1 from the second query on (RFC 1035, 4.1)."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((NAME_SERVER, 53))
        self.seen, self.lost, self.dead = set(), 0, False

    def run(self):
        while True:
            message, client = self.socket.recvfrom(4096)
            end = message.index(b"\0", 12) + 5
            question = message[12:end]
            kind = struct.unpack("!H", question[-4:-2])[0]
            if self.dead:
                continue
            if (message[:2], question) not in self.seen:
                self.seen.add((message[:2], question))
                self.lost += 1
                continue
            answers = b""
            if kind == A:
                answers = (b"\xc0\x0c" + struct.pack("!HHIH", A, IN, 0, 4)
                           + bytes([127, 0, 0, 1]))
            head = message[:2] + struct.pack("!HHHHH", ANSWER, 1, bool(answers), 0, 0)
            self.socket.sendto(head + question + answers, client)


def asks_here(folder, *command):
    """Wraps a command in a mount namespace whose name server is this one."""
    resolv = os.path.join(folder, "resolv.conf")
    with open(resolv, "w") as file:
        file.write(f"nameserver {NAME_SERVER}\n")
    return ["unshare", "--mount", "sh", "-c",
            f"mount --bind {resolv} /etc/resolv.conf && exec \"$@\"", "sh", *command]


def url(server, database):
    return f"postgresql://postgres@{NAME}:{server.port}/{database}?sslmode=require"


def check_connects(server, names, folder, **environment):
    """Uses kithctl, which has the same connection timeout as the services."""
    begun, lost = time.monotonic(), names.lost
    done = subprocess.run(
        asks_here(folder, f"{BUILD}/kithctl", "migrate"),
        env=dict(os.environ, KITH_RUN_DIR=folder,
                 KITH_SECRET_FILE=os.path.join(folder, "secret"),
                 KITH_DATABASE_URL=url(server, "names"), **environment),
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    assert names.lost > lost, "nothing was asked"
    return done, time.monotonic() - begun


def check_opens_more(server, names, folder):
    """Each service has one connection, and opens more when requests come at once."""
    kith = support.Kith(KITH_DATABASE_URL=url(server, "kith"))
    kith.command = asks_here(folder, *kith.command)
    with kith:
        # kithctl creates the member and runs outside of the namespace.
        kith.environment["KITH_DATABASE_URL"] = url(server, "kith").replace(
            NAME, "127.0.0.1")
        token = kith.member("Ada")
        kith.publish(token)
        names.dead = True
        before = connections(server)
        statuses = []

        def publish():
            body = {"kind": "idea", "title": "A loom", "body": "Who weaves?",
                    "publishTo": {"public": True}}
            statuses.append(kith.http("POST", "/v1/posts", body, token).status)

        while connections(server) == before and len(statuses) < 2000:
            all_at_once([publish] * 16)
        assert set(statuses) == {200}, collections.Counter(statuses)
        assert connections(server) > before
        names.dead = False


def connections(server):
    done = subprocess.run(
        ["psql", "-XAtq", "-h", "127.0.0.1", "-p", str(server.port), "-U", "postgres",
         "-d", "kith", "-c",
         "SELECT count(*) FROM pg_stat_activity WHERE usename LIKE '%content'"],
        check=True, text=True, stdout=subprocess.PIPE)
    return int(done.stdout)


def main():
    if os.geteuid() != 0:
        print("skip: only root may answer at port 53\n0 passed, 0 failed, 1 skipped")
        return 0
    names = NameServer()
    names.start()
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        with open(os.open(folder + "/secret", os.O_CREAT | os.O_WRONLY, 0o600),
                  "wb") as file:
            file.write(os.urandom(32))
        subprocess.run(["psql", "-qh", "127.0.0.1", "-p", str(server.port), "-U",
                        "postgres", "-c", "CREATE DATABASE names"], check=True)
        done, _ = check_connects(server, names, folder)
        assert done.returncode == 0, done.stdout
        # A timeout in the operator's URL takes precedence, even one that is too long.
        done, seconds = check_connects(server, names, folder, RES_OPTIONS="timeout:5")
        assert seconds > 4.9, (seconds, done.stdout)
        check_opens_more(server, names, folder)
    support.finish(2)


if __name__ == "__main__":
    main()
