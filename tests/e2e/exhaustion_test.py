"""Attacks on descriptors and memory by clients that only open connections.

Each test has its own instance. Its clients use many loopback addresses, because one
address may hold few connections.
"""

import contextlib
import os
import re
import resource
import selectors
import socket
import subprocess
import sys
import threading
import time

import images
import support
from crowd import connect
from support import test

CROWD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "crowd.py")
MIB = 1 << 20

HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


def log_of(kith, process):
    with open(os.path.join(kith.run_dir, "log", f"{process}.log")) as file:
        return file.read()


def memory_of(kith, what):
    """Returns the gateway's current memory (VmRSS) or its peak (VmHWM), in bytes."""
    with open(f"/proc/{kith.pids('kith-gateway')[0]}/status") as file:
        return int(re.search(rf"^{what}:\s+(\d+) kB", file.read(), re.M).group(1)) * 1024


class Crowd:
    """Connections of one kind, held by as many processes as their descriptors require."""

    def __init__(self, kith, kind, count, request=None, first=0):
        each = 800
        more = [request] if request else []
        self.members = [subprocess.Popen(
            [sys.executable, CROWD, str(kith.port), kind, str(min(each, count - at)),
             str(first + at), *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
            for at in range(0, count, each)]

    def __enter__(self):
        self.open = sum(int(member.stdout.readline().split()[1])
                        for member in self.members)
        return self

    def __exit__(self, *_):
        for member in self.members:
            member.stdin.close()
            member.wait(20)


def is_answered(kith, timeout_s=10):
    with contextlib.suppress(OSError), \
            socket.create_connection(("127.0.0.1", kith.port),
                                     timeout=timeout_s) as client:
        client.settimeout(timeout_s)
        client.sendall(HEALTH)
        return client.recv(64).startswith(b"HTTP/1.1 200 ")
    return False


def is_answered_on(client):
    with contextlib.suppress(OSError):
        client.sendall(HEALTH)
        return client.recv(4096).startswith(b"HTTP/1.1 200 ")
    return False


def descriptors_of(kith):
    return len(os.listdir(f"/proc/{kith.pids('kith-gateway')[0]}/fd"))


def close_all(connections):
    for connection in connections:
        connection.close()


@test
def accepts_again_after_more_connections_than_descriptors():
    with_limit = support.Kith(KITH_LOOPS="2")
    with_limit.command = ["sh", "-c", 'ulimit -Sn 128; ulimit -Hn 256; exec "$@"', "sh",
                          *with_limit.command]
    with with_limit as kith:
        assert re.search(r'"connections_lowered".*"descriptors":256',
                         log_of(kith, "gateway"))
        for _ in range(4):
            connections = [connect(kith.port, number) for number in range(600)]
            support.eventually(lambda: descriptors_of(kith) > 100, 5)
            close_all(connections)
            support.eventually(lambda: is_answered(kith), 3)
        assert kith.http("GET", "/health/ready").status == 200, (
            "the bus has no descriptors")


HEAD = b"GET / HTTP/1.1\r\nHost: local"
BODY = (b"POST /v1/auth/sign-in HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{")


class HalfOpen(threading.Thread):
    """Unfinished requests from some networks, each of which is dialed again when it is
    closed."""

    def __init__(self, port, networks, count, sent):
        super().__init__(daemon=True)
        self.port, self.networks, self.count, self.sent = port, networks, count, sent
        self.over, self.dialed = threading.Event(), 0

    def dial(self, selector, number):
        client = socket.socket()
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
        network, host = 1 + number % self.networks, 1 + number // self.networks % 250
        client.bind((f"127.{network // 250}.{network % 250}.{host}", 0))
        client.connect_ex(("127.0.0.1", self.port))
        selector.register(client, selectors.EVENT_WRITE, number)
        self.dialed += 1

    def run(self):
        selector = selectors.DefaultSelector()
        for number in range(self.count):
            self.dial(selector, number)
        while not self.over.is_set():
            for key, events in selector.select(0.1):
                try:
                    if events & selectors.EVENT_WRITE:
                        key.fileobj.send(self.sent)
                        selector.modify(key.fileobj, selectors.EVENT_READ, key.data)
                        continue
                    if key.fileobj.recv(4096):
                        continue
                except OSError:
                    pass
                selector.unregister(key.fileobj)
                key.fileobj.close()
                self.dial(selector, key.data)
        for key in list(selector.get_map().values()):
            key.fileobj.close()


def answers_others_beside(networks, count, sent=HEAD):
    with_limit = support.Kith(KITH_LOOPS="2")
    with_limit.command = ["sh", "-c", 'ulimit -n 1024; exec "$@"', "sh",
                          *with_limit.command]
    with with_limit as kith:
        attack = HalfOpen(kith.port, networks, count, sent)
        kept = [connect(kith.port, number, network=77) for number in range(5)]
        assert all(is_answered_on(client) for client in kept)
        attack.start()
        support.eventually(lambda: attack.dialed > count + 200, 20)
        answered = sum(is_answered(kith, 5) for _ in range(200))
        if networks < 8:  # a crowd displaces no connection of another network
            assert all(is_answered_on(client) for client in kept)
        attack.over.set()
        attack.join(10)
        close_all(kept)
        assert answered >= 198, f"{answered} of 200 requests were answered"


@test
def answers_others_while_a_few_networks_hold_every_place():
    answers_others_beside(4, 1800)


@test
def answers_others_while_many_networks_hold_every_place():
    """No network has more connections than another one."""
    answers_others_beside(500, 1000)


@test
def answers_others_while_one_network_holds_every_place_with_bodies():
    answers_others_beside(1, 1500, BODY)


@test
def does_not_begin_with_too_few_descriptors():
    with support.Kith() as kith:
        file = os.path.join(kith.build, "kith-gateway")
        done = subprocess.run(["sh", "-c", 'ulimit -n 80; exec "$0"', file], timeout=20,
                              env=kith.environment_of("gateway", KITH_LOOPS="1",
                                                      KITH_PORT=str(support.free_port())),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 1, done.stdout
        assert '"too_few_descriptors"' in done.stdout, done.stdout


@test
def holds_few_answers_that_their_member_does_not_read():
    with support.Kith() as kith:
        token = kith.member("Reader")
        for _ in range(100):
            kith.publish(token, body="\U0001f6a7" * 4000)
        page = len(kith.http("GET", "/v1/posts?limit=100", token=token).body)
        assert page > 800_000, page
        start = memory_of(kith, "VmRSS")
        request = (f"GET /v1/posts?limit=100 HTTP/1.1\r\nHost: localhost\r\n"
                   f"Authorization: Bearer {token}\r\n\r\n")
        with Crowd(kith, "unread", 250, request) as crowd:
            assert crowd.open > 200, crowd.open
            refused = support.eventually(lambda: unread_is_refused(kith, token), 60)
            assert refused.headers["Retry-After"] == "1"
            other = kith.member("Other")
            assert kith.http("GET", "/v1/posts?limit=100", token=other).status == 200
            assert kith.http("PATCH", "/v1/me", {"headline": "Busy"}, token).status == 200
        most = memory_of(kith, "VmHWM") - start
        assert most < 40 * MIB, f"{most / MIB:.0f} MiB for unread answers"
        support.eventually(lambda: memory_of(kith, "VmRSS") < start + 6 * MIB)
        assert kith.http("GET", "/v1/posts?limit=100", token=token).status == 200


def unread_is_refused(kith, token):
    answer = kith.http("GET", "/v1/posts?limit=100", token=token)
    return answer if (answer.status == 503
                      and answer.code == "service_unavailable") else None


@test
def holds_few_bodies_of_strangers_that_never_end():
    with support.Kith() as kith:
        start = memory_of(kith, "VmRSS")
        for _ in range(3):  # several crowds come and go between two sweeps of the gateway
            with Crowd(kith, "bodies", 2000):
                assert is_answered(kith)
                answer = kith.http("POST", "/v1/auth/sign-in", {"email": "a@example.org"})
                assert answer.status == 422, answer.text
            most = memory_of(kith, "VmHWM")
            assert most < 80 * MIB, f"{most / MIB:.0f} MiB for unfinished bodies"
            support.eventually(lambda: memory_of(kith, "VmRSS") < start + 8 * MIB)


@test
def takes_uploads_beside_bodies_of_strangers_that_never_end():
    picture = images.noise(200, 200)
    with support.Kith() as kith:
        token = kith.member("Ada")
        with Crowd(kith, "bodies", 1500):
            for _ in range(3):
                began = time.monotonic()
                answer = kith.http("PUT", "/v1/me/avatar", token=token, raw=picture,
                                   headers={"Content-Type": "image/png"})
                assert answer.status == 200, answer.text
                assert time.monotonic() - began < 2


@test
def answers_others_beside_members_who_read_nothing():
    """Four members hold two thirds of the memory for answers."""
    with support.Kith() as kith:
        members = [kith.member(name) for name in ("Ada", "Bob", "Cyd", "Dan", "Eve")]
        for number in range(100):
            kith.publish(members[number % 5], body="\U0001f6a7" * 4000)
        with contextlib.ExitStack() as stack:
            for number, token in enumerate(members[:4]):
                request = (f"GET /v1/posts?limit=100 HTTP/1.1\r\nHost: localhost\r\n"
                           f"Authorization: Bearer {token}\r\n\r\n")
                stack.enter_context(Crowd(kith, "unread", 40, request, 40 * number))
            # 160 large pages at once may exceed the limit on calls for a moment.
            support.eventually(lambda: kith.http("GET", "/v1/posts?limit=100",
                                                 token=members[4]).status == 200)
            for _ in range(20):
                for path in ("/v1/me", "/v1/posts?limit=100"):
                    answer = kith.http("GET", path, token=members[4])
                    assert answer.status == 200, (path, answer.text)


class Repeated(threading.Thread):
    """Dials again and again, and keeps the latest connections open."""

    def __init__(self, dial, kept, pause_s):
        super().__init__(daemon=True)
        self.dial, self.kept, self.pause_s = dial, kept, pause_s
        self.over = threading.Event()

    def run(self):
        clients, number = [], 0
        while not self.over.wait(self.pause_s):
            with contextlib.suppress(OSError):
                clients.append(self.dial(number))
            number += 1
            if len(clients) > self.kept:
                clients.pop(0).close()
        close_all(clients)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.join(20)


def slowly(kith, head, body=b"", seconds=2.5):
    """Sends a body in pieces, or reads an answer so; returns the answer."""
    with connect(kith.port, 1, network=77) as client:
        client.sendall(head)
        for at in range(20 if body else 0):
            client.sendall(body[at * len(body) // 20:(at + 1) * len(body) // 20])
            time.sleep(seconds / 20)
        received = b""
        while data := client.recv(20_000):
            received += data
            time.sleep(len(data) / 400_000)
        return received


def upload_head(token, framing):
    return (f"PUT /v1/me/avatar HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            f"{token}\r\nContent-Type: image/png\r\n{framing}\r\n\r\n").encode()


@test
def cuts_no_upload_beside_one_member_with_bodies_in_chunks():
    picture = images.noise(300, 300)
    chunk = b"10000\r\n" + b"\x89" * 65536 + b"\r\n"
    with support.Kith() as kith:
        victim, other = kith.member("Ada"), kith.member("Mallory")

        def dial(number):
            client = connect(kith.port, number)
            client.settimeout(2)
            client.sendall(upload_head(other, "Transfer-Encoding: chunked"))
            for _ in range(127):
                client.sendall(chunk)
            return client

        head = upload_head(victim, f"Content-Length: {len(picture)}\r\n"
                                   "Connection: close")
        with Repeated(dial, 3, 0.3):
            time.sleep(2)
            for _ in range(2):
                answer = slowly(kith, head, picture)
                assert answer.startswith(b"HTTP/1.1 200 "), answer[:300]


@test
def cuts_no_slow_upload_beside_members_who_renew_large_ones():
    """Four members hold 32 of 42 MiB for uploads, and two more need 13."""
    picture = images.noise(1480, 1480)
    with support.Kith(KITH_REQUEST_MEMORY_MIB="96") as kith, \
            contextlib.ExitStack() as stack:
        slow, quick, *others = [kith.member(f"Sender{number}") for number in range(6)]

        def holder(token):
            def dial(number):
                client = connect(kith.port, number)
                client.sendall(upload_head(token, "Content-Length: 8388608") + b"\x89")
                return client
            return dial

        def send_slowly():
            for _ in range(2):
                answers.append(slowly(kith, upload_head(slow, framing), picture, 6))

        framing, answers = f"Content-Length: {len(picture)}\r\nConnection: close", []
        for token in others:
            stack.enter_context(Repeated(holder(token), 1, 3))
        time.sleep(8)
        sender = threading.Thread(target=send_slowly)
        sender.start()
        while sender.is_alive():
            begun = time.monotonic()
            answer = slowly(kith, upload_head(quick, framing), picture, 0)
            assert answer.startswith(b"HTTP/1.1 200 "), answer[:300]
            assert time.monotonic() - begun < 12
            time.sleep(0.5)
        assert [answer[:13] for answer in answers] == [b"HTTP/1.1 200 "] * 2, answers


@test
def cuts_no_download_beside_unread_images_of_strangers():
    with support.Kith() as kith:
        token = kith.member("Ada")
        answer = kith.http("PUT", "/v1/me/avatar", token=token,
                           raw=images.noise(600, 600),
                           headers={"Content-Type": "image/png"})
        image = re.search(r"/media/img_[a-z0-9]+\.webp", answer.text)[0]
        size = len(kith.http("GET", image).body)
        for _ in range(100):
            kith.publish(token, body="\U0001f6a7" * 4000)
        request = f"GET {image} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()

        def dial(number):
            client = connect(kith.port, number, 4096)
            client.sendall(request)
            return client

        head = ("GET /v1/posts?limit=100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                f"Bearer {token}\r\nConnection: close\r\n\r\n").encode()
        with Repeated(dial, 26 * MIB // size, 0.005):
            time.sleep(3)
            page = slowly(kith, head)
            assert page.startswith(b"HTTP/1.1 200 ") and len(page) > 800_000, len(page)
            assert page.endswith(b"}"), page[-100:]


@test
def reads_no_body_before_it_knows_whose_it_is():
    """The gateway requests no byte of the body: the client gets no 100 Continue."""
    head = ("POST /v1/{} HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            "application/json\r\n"
            "Content-Length: {}\r\nExpect: 100-continue\r\n{}\r\n")
    with support.Kith() as kith:
        token = f"Authorization: Bearer {kith.member('Ada')}\r\n"
        for route, size, more, line in (
                ("auth/sign-in", 16384, "", "100 Continue"),
                ("auth/sign-in", 16385, "", "413 "),
                ("posts", 100, "", "401 "),
                ("posts", 100, "Authorization: Bearer x\r\n", "401 "),
                ("posts", 100_000, token, "100 Continue"),
                ("posts", 200_000, token, "413 "),
                ("nothing", 100, token, "404 ")):
            with socket.create_connection(("127.0.0.1", kith.port), timeout=10) as client:
                client.sendall(head.format(route, size, more).encode())
                said = client.recv(4096).decode()
                assert said.startswith("HTTP/1.1 " + line), (route, size, said)


@test
def keeps_the_idle_connections_of_a_crowd_in_little_memory():
    """Of 10,000 connections that had an answer each, 4,096 are kept."""
    with support.Kith(KITH_IDLE_TIMEOUT_MS="120000") as kith:
        start = memory_of(kith, "VmRSS")
        others = [connect(kith.port, number, network=77) for number in range(200)]
        assert all(is_answered_on(client) for client in others)
        with Crowd(kith, "idle", 10_000):
            assert is_answered(kith)
            assert all(is_answered_on(client) for client in others)
            support.eventually(lambda: 4096 <= descriptors_of(kith) < 4400, 10)
            cost, most = (memory_of(kith, of) - start for of in ("VmRSS", "VmHWM"))
            assert cost <= 112 * MIB, f"{cost / MIB:.0f} MiB for idle connections"
            assert most <= 160 * MIB, f"{most / MIB:.0f} MiB before others end"
        support.eventually(lambda: memory_of(kith, "VmRSS") < start + 24 * MIB)
        close_all(others)


@test
def answers_on_with_all_caps_reached_at_once():
    with support.Kith(KITH_IDLE_TIMEOUT_MS="120000") as kith:
        token = kith.member("Reader")
        for _ in range(100):
            kith.publish(token, body="\U0001f6a7" * 4000)
        request = (f"GET /v1/posts?limit=100 HTTP/1.1\r\nHost: localhost\r\n"
                   f"Authorization: Bearer {token}\r\n\r\n")
        with Crowd(kith, "idle", 4000), Crowd(kith, "unread", 500, request), \
                Crowd(kith, "bodies", 3500), Crowd(kith, "heads", 4000):
            for _ in range(20):
                assert is_answered(kith), "a healthy client got no answer"
        most = memory_of(kith, "VmHWM")
        assert most < 256 * MIB, f"{most / MIB:.0f} MiB with all caps reached"
        assert len(kith.pids("kith-gateway")) == 1


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    support.finish(*support.run_tests([(function, ()) for function in support.TESTS]))
