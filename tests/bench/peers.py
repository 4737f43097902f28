"""Servers that are compared with an instance: the same endpoints and statements on its
database.

Each is built on first use. Its environment has the statements, a port, and the database
with the session settings of our own connections. Before measuring, each answer is
compared with the instance's answer.
"""

import http.client
import json
import os
import socket
import subprocess
import sys
import time

from instance import children, cpu_us_of, difference, stop

sys.path.insert(0, "tests/e2e")

from support import free_port  # noqa: E402

HERE = os.path.abspath("tests/bench/peer")
START_S = 20
# Parts that differ between servers: cursors are opaque.
OWN_WORDS = {"nextCursor": bool}
OWN_WORDS_OF_NEW = {"id": bool, "createdAt": bool, "updatedAt": bool}


def build_fastify(_):
    if not os.path.isdir(f"{HERE}/fastify/node_modules"):
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"],
                       cwd=f"{HERE}/fastify", check=True)
    return ["node", f"{HERE}/fastify/server.mjs"]


def build_go(build):
    program = os.path.abspath(f"{build}/peers/go")
    subprocess.run(["go", "build", "-o", program, "."], cwd=f"{HERE}/go", check=True)
    return [program]


def build_rust(build):
    target = os.path.abspath(f"{build}/peers/rust")
    subprocess.run(["cargo", "build", "--release", "--quiet", "--target-dir", target],
                   cwd=f"{HERE}/rust", check=True)
    return [f"{target}/release/kith-peer"]


# By name: the build function, and additions to the environment of every peer.
PEERS = {
    "fastify": (build_fastify, {"NODE_ENV": "production"}),
    "go": (build_go, {}),
    "rust": (build_rust, {}),
    "rust-shared": (build_rust, {"PEER_SHARED": "4"}),
}
NEEDED = {"fastify": "npm", "go": "go", "rust": "cargo", "rust-shared": "cargo"}


class Peer:
    def __init__(self, name, instance, texts, folder):
        self.name, self.instance, self.port = name, instance, free_port()
        path = os.path.join(folder, "sql.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(texts, file)
        build, settings = PEERS[name]
        self.command = build(instance.options.build)
        self.environment = dict(os.environ, PEER_PORT=str(self.port), PEER_SQL=path,
                                PEER_DATABASE_URL=instance.session_url, **settings)

    def __enter__(self):
        self.process = subprocess.Popen(self.command, env=self.environment)
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.05)
        stop(self.process)
        sys.exit(f"{self.name} did not start")

    def __exit__(self, *_):
        stop(self.process)

    def cpu_us(self, before=None):
        spent = difference(cpu_us_of([self.process.pid] + children(self.process.pid)),
                           before)
        return spent if before is None else {self.name: sum(spent.values())}

    def compare(self, operations):
        """Exits when an answer differs from the instance's."""
        for operation in operations:
            for number in range(len(self.instance.tokens)):
                ours = answer(self.instance, self.instance.port, operation, number)
                theirs = answer(self.instance, self.port, operation, number)
                if ours != theirs:
                    sys.exit(f"{self.name} answers {operation} with\n{theirs}\ninstead "
                             f"of\n{ours}")


def answer(instance, port, operation, number):
    """Returns a server's answer to one sample without the parts that differ."""
    method, path, body = instance.request(operation, number)
    headers = {"Authorization": f"Bearer {instance.tokens[number]}"}
    if body:
        headers["Content-Type"] = "application/json"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path, body or None, headers)
    reply = connection.getresponse()
    said = json.loads(reply.read())
    connection.close()
    words = dict(OWN_WORDS, **(OWN_WORDS_OF_NEW if method == "POST" else {}))
    return reply.status, {key: words[key](value) if key in words else value
                          for key, value in said.items()}
