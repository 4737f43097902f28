#!/usr/bin/env python3
"""Opens a thousand slow connections beside a healthy client of a server on HOST PORT.

A quarter each drips its headers, drips its body, does not read its answer, and stays
silent. The server must end each of them within --within seconds. Meanwhile the healthy
client must see no error, on new connections too. Its rate must come close to the rate of
a second client whose server is plain and has no slow connections. Comparing both at the
same time makes the result independent of the machine and its load. Latencies are printed,
and judged by tests/bench/slow.py. Connections to a loopback server come from several
addresses, so that limits per address do not end them.

Prints "N passed, N failed" and exits with 1 when a condition does not hold.
"""
import argparse
import multiprocessing
import resource
import select
import socket
import sys
import time
import typing

DRIP_S = 0.4
# the largest factor by which slow connections may lower the healthy client's rate
SLOWER_MAX = 10
FRESH_MIN = 2
NEW_EVERY = 5
PATIENCE_S = 15
KINDS = ("headers drip", "body drips", "answer is not read", "idle")


def opening(kind, big_path):
    """Returns the first bytes that a connection of a kind sends."""
    return {
        "headers drip": "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        "body drips": "POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Type: "
                      "application/json\r\n"
                      "Content-Length: 100000\r\n\r\n",
        "answer is not read": f"GET {big_path} HTTP/1.1\r\nHost: x\r\n\r\n" * 8,
        "idle": "",
    }[kind].encode()


class Slow:
    def __init__(self, options, number):
        self.kind = KINDS[number % len(KINDS)]
        self.socket = socket.socket()
        self.socket.settimeout(5)
        if self.kind == "answer is not read":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        if options.host.startswith("127."):
            self.socket.bind((f"127.0.0.{2 + number // len(KINDS) % 8}", 0))
        self.socket.connect((options.host, options.port))
        self.socket.sendall(opening(self.kind, options.big_path))
        self.opened_s = time.monotonic()
        self.closed_s = None

    def drip(self):
        if self.kind in ("headers drip", "body drips"):
            try:
                self.socket.send(b"a", socket.MSG_DONTWAIT)
            except OSError:
                pass  # closed: the poll reports when


class Asked(typing.NamedTuple):
    began_s: float
    ended_s: float
    fresh: bool


class Probe:
    """A healthy client: a request every 20 ms, each fifth on a new connection. It is a
    process of its own, so that it measures the server and not the load of this
    process."""

    def __init__(self, options, address):
        self.options = options
        self.address = address
        self.stopping = multiprocessing.Event()
        self.results = multiprocessing.Queue()
        self.process = multiprocessing.Process(target=self.run)
        self.process.start()

    def stop(self):
        self.stopping.set()
        self.asked, self.errors = self.results.get(timeout=2 * PATIENCE_S)
        self.process.join(10)

    def connect(self):
        client = socket.create_connection(self.address, PATIENCE_S)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def ask(self, client):
        client.sendall(f"GET {self.options.path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            more = client.recv(65536)
            if not more:
                raise OSError("closed before an answer")
            answer += more
        top, body = answer.split(b"\r\n\r\n", 1)
        if int(top.split()[1]) >= 500:
            raise OSError(top.split(b"\r\n")[0].decode())
        lengths = [line for line in top.lower().split(b"\r\n")
                   if line.startswith(b"content-length:")]
        left = (int(lengths[0].split(b":")[1]) if lengths else 0) - len(body)
        while left > 0:
            left -= len(client.recv(left)) or left

    def run(self):
        client, asked, errors = None, [], []
        while not self.stopping.wait(0.02):
            began_s = time.monotonic()
            try:
                fresh = client is None or len(asked) % NEW_EVERY == 0
                if fresh:
                    if client:
                        client.close()
                    client = self.connect()
                self.ask(client)
            except OSError as error:
                errors.append(str(error))
                client = None
            asked.append(Asked(began_s, time.monotonic(), fresh))
        if client:
            client.close()
        self.results.put((asked, errors))


class Plain:
    """A server that does nothing but answer, as a reference for the speed of the
    machine."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address = self.listener.getsockname()
        self.process = multiprocessing.Process(target=self.run, daemon=True)
        self.process.start()

    def run(self):
        while True:
            client, _ = self.listener.accept()
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # The only client closes a connection before it opens the next one.
            with client:
                while client.recv(65536):
                    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    def stop(self):
        self.process.terminate()
        self.process.join(10)


def watch(slow, within_s):
    """Drips, and notes when each connection ends, until all have ended or the time is
    over."""
    poll = select.poll()
    by_fd = {each.socket.fileno(): each for each in slow}
    for fd in by_fd:
        poll.register(fd, select.POLLRDHUP)
    end_s = time.monotonic() + within_s
    next_drip_s = 0
    while by_fd and time.monotonic() < end_s:
        for fd, _ in poll.poll(50):
            by_fd.pop(fd).closed_s = time.monotonic()
            poll.unregister(fd)
        if time.monotonic() >= next_drip_s:
            next_drip_s = time.monotonic() + DRIP_S
            for each in by_fd.values():
                each.drip()


def rate(asked):
    """Returns the answers per second, including the pauses between requests."""
    return len(asked) / (asked[-1].ended_s - asked[0].began_s) if asked else 0


def describe(asked):
    """Describes the median and the 99th percentile of some requests."""
    times_ms = sorted((each.ended_s - each.began_s) * 1000 for each in asked)
    if not times_ms:
        return "no requests"
    p50_ms, p99_ms = times_ms[len(times_ms) // 2], times_ms[len(times_ms) * 99 // 100]
    return f"{len(times_ms)} requests, p50 {p50_ms:.1f} ms, p99 {p99_ms:.1f} ms"


def check_healthy(probe, plain_probe, slow):
    """Yields the conditions on the healthy client as (sentence, whether it holds)."""
    def is_beside(asked):
        open_now = sum(each.opened_s < asked.began_s and
                       (each.closed_s is None or each.closed_s > asked.ended_s)
                       for each in slow)
        return open_now > len(slow) / 2

    plain = [each for each in plain_probe.asked if is_beside(each)]
    beside = [each for each in probe.asked if is_beside(each)]
    fresh = sum(each.fresh for each in beside)
    fresh_plain = sum(each.fresh for each in plain)
    print("by a plain server:", describe(plain))
    print("beside the slow connections:", describe(beside))
    yield f"the healthy client saw no error: {probe.errors[:3]}", not probe.errors
    yield (f"it was answered {rate(beside):.1f} times a second, {rate(plain):.1f} by a "
           "plain server", rate(beside) > rate(plain) / SLOWER_MAX > 0)
    yield (f"on {fresh} new connections, {fresh_plain} by a plain server",
           fresh >= min(FRESH_MIN, fresh_plain))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--within", type=float, default=40,
                        help="seconds until all slow connections are ended")
    parser.add_argument("--path", default="/health", help="path that the healthy client "
                                                          "requests")
    parser.add_argument("--big-path", default="/openapi.json")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    plain = Plain()
    probe = Probe(options, (options.host, options.port))
    plain_probe = Probe(options, plain.address)
    slow = [Slow(options, number) for number in range(options.connections)]
    watch(slow, options.within)
    time.sleep(0.2)
    probe.stop()
    plain_probe.stop()
    plain.stop()

    checks = list(check_healthy(probe, plain_probe, slow))
    for kind in KINDS:
        ended = [each.closed_s - each.opened_s for each in slow
                 if each.kind == kind and each.closed_s]
        total = sum(each.kind == kind for each in slow)
        checks.append((f"{kind}: {len(ended)} of {total} ended, the last after "
                       f"{max(ended, default=0):.1f} s", len(ended) == total))
    for sentence, holds in checks:
        print(("ok   " if holds else "FAIL ") + sentence)
    failed = sum(not holds for _, holds in checks)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
