"""Tests limits on anonymous pages, unknown paths and log lines, and HSTS on an https
address."""

import os
import re
import socket
import threading
import time

import support
from sessions import Held
from support import test

LIMIT = 20


def statuses(kith, method, path, count=LIMIT + 5, **headers):
    return [kith.http(method, path, headers=headers).status for _ in range(count)]


def logged(kith):
    with open(os.path.join(kith.run_dir, "log", "gateway.log"), errors="replace") as file:
        return file.read()


def refill(kith):
    """Waits until the bucket of the address has a token again."""
    support.eventually(lambda: kith.http("GET", "/docs").status != 429, 30, 0.5)


@test
def limits_pages_and_unknown_paths_by_address(kith):
    for method, path in [("GET", "/"), ("GET", "/docs"), ("GET", "/openapi.json"),
                         ("GET", "/nowhere"), ("GET", "/v1/nowhere"),
                         ("DELETE", "/v1/posts"),
                         ("GET", "/v1/posts/"), ("GET", "/v1/%2e/x"), ("POST", "/docs")]:
        refill(kith)
        heard = statuses(kith, method, path)
        assert 429 in heard, (method, path, heard)
        assert heard.index(429) <= LIMIT, (method, path, heard)
    answer = kith.http("GET", "/nowhere")
    if answer.status == 429:
        assert answer.code == "rate_limited" and int(answer.headers["Retry-After"]) > 0


@test
def serves_stylesheets_to_an_address_without_requests_left(kith):
    refill(kith)
    assert 429 in statuses(kith, "GET", "/docs")
    assert set(statuses(kith, "GET", "/assets/kith.css", 3 * LIMIT)) == {200}


@test
def never_limits_health(kith):
    assert set(statuses(kith, "GET", "/health", 60)) == {200}
    assert set(statuses(kith, "GET", "/health/ready", 60)) == {200}


@test
def lets_a_page_ask_ahead_as_often_as_its_member_may_read(kith):
    assert set(statuses(kith, "OPTIONS", "/v1/posts/x", 60)) == {204}


@test
def writes_few_lines_about_who_is_over_the_limit(kith):
    statuses(kith, "GET", "/nowhere")
    before = len(logged(kith))
    for _ in range(300):
        kith.http("GET", "/nowhere")
    lines = logged(kith)[before:].count('"problem":"rate_limited"')
    assert lines < 150, lines
    support.eventually(lambda: statuses(kith, "GET", "/nowhere", 20)
                       and '"left_out"' in logged(kith)[before:])


def flood(kith, path, count):
    """Requests a path many times on one connection, without waiting for the answers."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", kith.port)) as client:
        reader = client.makefile("rb")
        for _ in range(count // 10):
            client.sendall(request * 10)
            for _ in range(10):
                assert reader.readline().startswith(b"HTTP/1.1 200")
                size = 0
                while (line := reader.readline()) != b"\r\n":
                    name, _, value = line.decode().partition(":")
                    size = int(value) if name.lower() == "content-length" else size
                reader.read(size)


@test
def bounds_the_lines_about_one_caller(kith):
    began, before = time.monotonic(), len(logged(kith))
    flood(kith, "/health", 3000)
    seconds = time.monotonic() - began

    def lines():
        return [line for line in logged(kith)[before:].splitlines()
                if '"/health"' in line]

    assert len(lines()) <= 100 * (seconds + 2), (len(lines()), seconds)

    def counted():
        """The next line of the address has the count, be it that of a probe."""
        kith.http("GET", "/health/ready")
        left_out = sum(int(number) for number in re.findall(r'"left_out":"(\d+)"',
                                                            logged(kith)[before:]))
        return left_out + len(lines()) >= 3000
    support.eventually(counted, step_s=0.3)


@test
def refuses_overload_before_it_authenticates(kith):
    """While the database is blocked, the maximum number of reads is pending."""
    tokens = [kith.member(f"Reader{number}") for number in range(12)]
    made_up = "kith_pat_" + "A" * 43
    support.eventually(
        lambda: kith.http("GET", "/v1/posts", token=made_up).code ==
        "invalid_token", 30, 0.5)
    answers, over = [], threading.Event()

    def read(token):
        while not over.is_set():
            answers.append(kith.http("GET", "/v1/posts", token=token))
            over.wait(0 if answers[-1].status == 200 else 0.1)

    def turned_away():
        answer = kith.http("GET", "/v1/posts", token=made_up)
        return answer if answer.code == "service_unavailable" else None

    readers = [threading.Thread(target=read, args=(token,)) for token in tokens * 7]
    try:
        with Held(kith, "LOCK TABLE posts; SELECT 'held'"):
            for thread in readers:
                thread.start()
            answer = support.eventually(turned_away)
            elsewhere = kith.http("GET", "/v1/progress", token=made_up)
    finally:
        over.set()
        for thread in readers:
            thread.join()
    assert answer.headers["Retry-After"] == "1"
    assert elsewhere.code in ("invalid_token", "rate_limited"), (
        "another operation is not full")
    assert {answer.status for answer in answers} <= {200, 503}
    assert kith.http("GET", "/v1/posts", token=tokens[0]).status == 200


@test
def caps_the_target_in_the_log(kith):
    path = "/" + "/".join(["abcdefgh"] * 800)

    def found():
        with socket.create_connection(("127.0.0.1", kith.port)) as client:
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert re.match(rb"HTTP/1.1 (404|429)", client.recv(64))
        return re.findall(r'"path":"(/abcdefgh/[^"]*)"', logged(kith))

    found = support.eventually(found)
    assert len(found[0]) <= 256 and found[0].endswith("..."), found[0]


@test
def tells_browsers_to_stay_on_https_where_it_is_https(kith):
    assert "Strict-Transport-Security" not in kith.http("GET", "/health").headers
    with kith.second_gateway(KITH_BASE_URL="https://kith.example") as secure:
        for path in ("/health", "/v1/me", "/nowhere"):
            told = secure.http("GET", path).headers["Strict-Transport-Security"]
            assert told == "max-age=31536000", path


support.main(__name__, KITH_LOOPS="1", KITH_RATE_LIMITS="on",
             KITH_ANONYMOUS_PER_MINUTE=str(LIMIT))
