#!/usr/bin/env python3
"""A thousand slow connections beside a healthy one, against a server on HOST PORT.

A quarter each drips its headers, drips its body, does not read its answer, and says nothing.
The server must end every one of them within --within seconds, while a healthy client sees no
error and a 99th percentile below --p99-ms. The connections come from several loopback
addresses where the server is on one, so that caps by address do not do the work.

Prints "N passed, N failed" and exits with 1 when one of these does not hold.
"""
import argparse
import multiprocessing
import resource
import select
import socket
import sys
import time

DRIP_S = 0.4
KINDS = ("headers drip", "body drips", "answer is not read", "idle")


def opening(kind, big_path):
    """What a connection of a kind sends at first."""
    return {
        "headers drip": "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        "body drips": "POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
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
                pass  # closed: the poll tells when


class Probe:
    """A healthy client: a request every 20 ms, each tenth on a new connection. A process of
    its own, so that it measures the server and not its thousand neighbours in here."""

    def __init__(self, options):
        self.options = options
        self.stopping = multiprocessing.Event()
        self.results = multiprocessing.Queue()
        self.process = multiprocessing.Process(target=self.run)
        self.process.start()

    def stop(self):
        self.stopping.set()
        self.times_ms, self.errors = self.results.get(timeout=10)
        self.process.join(10)

    def connect(self):
        client = socket.create_connection((self.options.host, self.options.port), 5)
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
        lengths = [line for line in top.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        left = (int(lengths[0].split(b":")[1]) if lengths else 0) - len(body)
        while left > 0:
            left -= len(client.recv(left)) or left

    def run(self):
        client, asked, times_ms, errors = None, 0, [], []
        while not self.stopping.wait(0.02):
            began_s = time.monotonic()
            try:
                if client is None or asked % 10 == 0:
                    if client:
                        client.close()
                    client = self.connect()
                self.ask(client)
            except OSError as error:
                errors.append(str(error))
                client = None
            asked += 1
            times_ms.append((time.monotonic() - began_s) * 1000)
        if client:
            client.close()
        self.results.put((times_ms, errors))


def watch(slow, within_s):
    """Drips, and notes when each connection ends, until all have or the time is over."""
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--within", type=float, default=40, help="seconds until all are ended")
    parser.add_argument("--p99-ms", type=float, default=100)
    parser.add_argument("--path", default="/health", help="what the healthy client asks for")
    parser.add_argument("--big-path", default="/openapi.json")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    probe = Probe(options)
    slow = [Slow(options, number) for number in range(options.connections)]
    watch(slow, options.within)
    time.sleep(0.2)
    probe.stop()

    times_ms = sorted(probe.times_ms)
    p99_ms = times_ms[len(times_ms) * 99 // 100]
    checks = [(f"the healthy client saw no error in {len(times_ms)} requests: "
               f"{probe.errors[:3]}", not probe.errors and len(times_ms) >= 20),
              (f"its 99th percentile is {p99_ms:.1f} ms", p99_ms <= options.p99_ms)]
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
