"""Attacks on descriptors and memory: who has nothing but connections cannot end the service.

Each test has an instance of its own, and its clients take many addresses of the loopback
network, as a single one may hold few connections.
"""

import contextlib
import os
import re
import socket
import subprocess
import sys
import traceback

import support
from support import test

HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


def connect(port, number):
    """A connection from one of 250 addresses."""
    return socket.create_connection(("127.0.0.1", port), timeout=5,
                                    source_address=(f"127.0.1.{number % 250 + 1}", 0))


def log_of(kith, process):
    with open(os.path.join(kith.run_dir, "log", f"{process}.log")) as file:
        return file.read()


def is_answered(kith, timeout_s=3):
    with contextlib.suppress(OSError), \
            socket.create_connection(("127.0.0.1", kith.port), timeout=timeout_s) as client:
        client.settimeout(timeout_s)
        client.sendall(HEALTH)
        return client.recv(64).startswith(b"HTTP/1.1 200 ")
    return False


def close_all(connections):
    for connection in connections:
        connection.close()


@test
def hears_again_after_more_connections_than_it_has_descriptors():
    with_limit = support.Kith(KITH_LOOPS="2")
    with_limit.command = ["sh", "-c", 'ulimit -Sn 128; ulimit -Hn 256; exec "$@"', "sh",
                          *with_limit.command]
    with with_limit as kith:
        assert re.search(r'"connections_lowered".*"descriptors":256', log_of(kith, "gateway"))
        for _ in range(4):
            connections = [connect(kith.port, number) for number in range(600)]
            assert len(os.listdir(f"/proc/{kith.pids('kith-gateway')[0]}/fd")) > 100
            close_all(connections)
            support.eventually(lambda: is_answered(kith), 3)
        assert kith.http("GET", "/health/ready").status == 200, "the bus has what it needs"


@test
def does_not_begin_with_too_few_descriptors():
    with support.Kith() as kith:
        file = os.path.join(kith.build, "kith-gateway")
        done = subprocess.run(["sh", "-c", 'ulimit -n 80; exec "$0"', file], timeout=20,
                              env=kith.environment_of("gateway", KITH_LOOPS="1",
                                                      KITH_PORT=str(support.free_port())),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 1 and '"too_few_descriptors"' in done.stdout, done.stdout


def main():
    words, passed, failed = sys.argv[1:], 0, 0
    for function in support.TESTS:
        if words and not any(word in function.__name__ for word in words):
            continue
        try:
            function()
            passed += 1
        except Exception:
            failed += 1
            print(f"FAIL {function.__name__}")
            traceback.print_exc(file=sys.stdout)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
