"""Tests rate limits, unavailable services, metrics, and a graceful shutdown."""

import http.client
import os
import re
import signal
import socket
import time
import urllib.request

import support
from support import test

OPERATIONS_PORT = support.free_port()


@test
def limits_strangers_by_address(kith):
    statuses = [kith.http("GET", "/v1/me").status for _ in range(9)]
    assert statuses == [401] * 5 + [429] * 4, statuses
    answer = kith.http("GET", "/v1/me")
    assert answer.code == "rate_limited"
    assert 1 <= int(answer.headers["Retry-After"]) <= 12
    assert answer.headers["RateLimit-Policy"] == '"anonymous";q=5;w=60'
    assert re.fullmatch(r'"anonymous";r=0;t=\d+', answer.headers["RateLimit"])
    assert kith.http("GET", "/health").status == 200


def limited_as(answer, name, most):
    """Whether an answer is a 429 with the headers that every surface sends."""
    assert answer.status == 429, answer.text
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.headers["RateLimit-Policy"] == f'"{name}";q={most};w=60'
    return re.fullmatch(rf'"{name}";r=0;t=\d+', answer.headers["RateLimit"])


@test
def limits_invented_tokens_by_address(kith):
    """Invalid tokens count against the address, as anonymous requests do; a valid token
    does not, even from the same address."""
    member = kith.member("Neighbour")
    assert kith.http("GET", "/v1/me", token=member).status == 200
    for junk in ("junk", "kith_pat_" + "a" * 43):
        answers = [kith.http("GET", "/v1/me", token=junk) for _ in range(9)]
        assert {answer.status for answer in answers} <= {401, 429}
        assert limited_as(answers[-1], "anonymous", 5), answers[-1].headers
        assert answers[-1].code == "rate_limited"
    spread = [kith.http("GET", "/v1/me", token=f"kith_pat_{n:043}") for n in range(9)]
    assert all(limited_as(answer, "anonymous", 5) for answer in spread[-3:])
    for token in (member, kith.token("Neighbour")):
        answer = kith.http("GET", "/v1/me", token=token)
        assert answer.status == 200 and answer.headers["RateLimit"].startswith('"read";')


@test
def says_the_limit_on_pages_too(kith):
    for path, accept in (("/sign-in", "text/html"), ("/sign-in", "*/*"),
                         ("/docs", "text/html"), ("/oauth/authorize", "text/html")):
        for _ in range(6):
            answer = kith.http("GET", path, headers={"Accept": accept})
        assert limited_as(answer, "anonymous", 5), (path, answer.headers)
    for path, name in (("/oauth/jwks", "client"),
                       (f"/media/img_{'0' * 26}.webp", "open_read")):
        for _ in range(11):
            answer = kith.http("GET", path)
        assert limited_as(answer, name, 10), (path, answer.headers)


@test
def limits_members_by_themselves(kith):
    first, second = kith.member("Quick"), kith.member("Calm")
    statuses = [kith.http("GET", "/v1/me", token=first).status for _ in range(14)]
    assert statuses.count(429) >= 2 and statuses[:10] == [200] * 10, statuses
    calm = kith.http("GET", "/v1/me", token=second)
    assert calm.status == 200
    assert re.fullmatch(r'"read";r=\d;t=\d+', calm.headers["RateLimit"])
    write = kith.http("PATCH", "/v1/me", {"headline": "Fast"}, first)
    assert write.status == 200, "writes have their own bucket"


def mcp(kith, method, token=None, params=None):
    body = {"jsonrpc": "2.0", "id": "m", "method": method, "params": params or {}}
    return kith.http("POST", "/mcp", body, token, {"Accept": "application/json"})


@test
def limits_strangers_at_the_tool_server(kith):
    for token in (None, "x"):
        answers = [mcp(kith, "initialize", token) for _ in range(8)]
        assert {answer.status for answer in answers} <= {401, 429}
        last = answers[-1]
        assert last.status == 429, [answer.status for answer in answers]
        assert 1 <= int(last.headers["Retry-After"]) <= 12
        assert last.headers["RateLimit-Policy"] == '"anonymous";q=5;w=60'
        assert last.json["error"]["code"] == -32600, last.text


@test
def limits_messages_to_the_tool_server_by_member(kith):
    """All messages share a bucket, except tool calls, which have their own."""
    token, other = kith.member("Chatty"), kith.member("Silent")
    first = mcp(kith, "tools/list", token)
    assert first.status == 200
    assert re.fullmatch(r'"message";r=11;t=\d+', first.headers["RateLimit"]), (
        first.headers)
    batch = [{"jsonrpc": "2.0", "id": id, "method": "ping"} for id in range(3)]
    assert kith.http("POST", "/mcp", batch, token).status == 200
    statuses = [kith.http("POST", "/mcp", token=token, raw=b"{",
                          headers={"Content-Type": "application/json"}).status,
                kith.http("GET", "/mcp", token=token).status,
                kith.http("POST", "/mcp", {"jsonrpc": "2.0", "method": "a"},
                          token).status, mcp(kith, "server/discover", token).status]
    assert statuses == [400, 405, 202, 200], statuses
    answers = [mcp(kith, method, token) for method in ("ping", "nope", "tools/list") * 4]
    last = answers[-1]
    assert last.status == 429, [answer.status for answer in answers]
    assert 1 <= int(last.headers["Retry-After"]) <= 5
    assert last.headers["RateLimit-Policy"] == '"message";q=12;w=60'
    assert re.fullmatch(r'"message";r=0;t=\d+', last.headers["RateLimit"])
    assert last.json["id"] == "m" and last.json["error"]["code"] == -32600, last.text
    assert kith.http("GET", "/mcp", token=token).status == 429
    call = mcp(kith, "tools/call", token, {"name": "get_health"})
    assert call.status == 200, call.text
    assert call.headers["RateLimit"].startswith('"tool";r=3;'), call.text
    assert mcp(kith, "tools/list", other).status == 200


@test
def limits_tool_calls_that_fail_as_well(kith):
    token = kith.member("Guesser")
    answers = [mcp(kith, "tools/call", token, {"name": "nope"}) for _ in range(6)]
    assert [answer.status for answer in answers] == [200] * 4 + [429] * 2
    assert answers[-1].headers["RateLimit-Policy"] == '"tool";q=4;w=60'
    assert mcp(kith, "ping", token).status == 200


@test
def is_degraded_while_messages_are_late(kith):
    kith.sql(
        """INSERT INTO outbox (id, topic, payload, lease, leased_until, next_attempt_at)
        VALUES ('00000000-0000-7000-8000-00000000aaaa', 'mail', '{"template": "totp_on"}',
        gen_random_uuid(), now() + interval '1 hour', now() - interval '16 minutes')""")
    try:
        support.eventually(lambda: kith.http("GET", "/health/ready").status == 503, 15)
        # Each loop of the gateway checks this by itself, once a second.
        support.eventually(lambda: kith.http("GET", "/health").json["status"] ==
                           "degraded")
        assert kith.http("GET", "/health").json["db"] == "up"
    finally:
        kith.sql("DELETE FROM outbox WHERE id = '00000000-0000-7000-8000-00000000aaaa'")
    support.eventually(lambda: kith.http("GET", "/health/ready").status == 200, 15)


@test
def says_that_a_service_is_away_and_when_to_come_again(kith):
    token = kith.member("Patient")
    content = kith.pids("kith-content")
    assert len(content) == 1
    os.kill(content[0], signal.SIGSTOP)
    try:
        support.eventually(lambda: kith.http("GET", "/health/ready").status == 503, 15)
        # Each loop detects the failure by itself, and any loop may answer.
        support.eventually(lambda: kith.http("GET", "/health").json["status"] ==
                           "degraded")

        def refused():
            answer = kith.http("GET", "/v1/posts", token=token)
            return (answer.code == "service_unavailable"
                    and int(answer.headers["Retry-After"]) >= 1)
        support.eventually(refused, 25)
        assert kith.http("GET", "/v1/me", token=token).status == 200
    finally:
        os.kill(content[0], signal.SIGCONT)
    support.eventually(lambda: kith.http("GET", "/health/ready").status == 200, 15)
    support.eventually(lambda: kith.http("GET", "/v1/posts", token=token).status == 200)


@test
def survives_clients_that_leave_before_the_answer(kith):
    token = kith.member("Leaver")
    request = (f"GET /v1/posts HTTP/1.1\r\nHost: localhost\r\n"
               f"Authorization: Bearer {token}\r\n\r\n").encode()
    for round in range(200):
        with socket.create_connection(("127.0.0.1", kith.port)) as client:
            client.sendall(request)
            if round % 2:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                  b"\1\0\0\0\0\0\0\0")
    assert kith.http("GET", "/health").status == 200
    assert len(kith.pids("kith-gateway")) == 1


@test
def counts_what_it_answers(kith):
    def scrape(path):
        address = f"http://127.0.0.1:{OPERATIONS_PORT}{path}"
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.read().decode()

    kith.http("GET", "/health")
    text = scrape("/metrics")
    assert "(null)" not in text, text
    assert re.search(r'^kith_requests_total\{op="health_get",status="2xx"\} [1-9]', text,
                     re.M)
    assert 'kith_request_seconds_bucket{op="health_get",le="+Inf"}' in text
    of_service = scrape("/metrics/identity")
    assert re.search(
        r'^kith_calls_total\{replica="ipc://[^"]+identity.ipc",service="identity",'
                     r'op="credential_resolve"\} [1-9]',
                     of_service, re.M), of_service
    support.eventually(lambda: kith.http("GET", "/metrics").status == 404, 60, 1)


@test
def finishes_what_it_has_begun_before_it_stops(kith):
    """Must be the last test: the supervisor starts another gateway afterwards."""
    gateway = kith.pids("kith-gateway")[0]
    connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=20)
    connection.putrequest("POST", "/v1/auth/sign-in")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", "2")
    connection.endheaders()
    # until the head is read; otherwise the connection is not served at all
    time.sleep(0.2)
    os.kill(gateway, signal.SIGTERM)
    support.eventually(lambda: '"event":"draining"' in kith.log("gateway"))
    connection.send(b"{}")
    answer = connection.getresponse()
    assert answer.status in (422, 429), answer.status
    connection.close()
    support.eventually(lambda: gateway not in kith.pids("kith-gateway"), 12)


support.main(__name__, KITH_RATE_LIMITS="on", KITH_ANONYMOUS_PER_MINUTE="5",
             KITH_READS_PER_MINUTE="10", KITH_WRITES_PER_MINUTE="10",
             KITH_TOOL_CALLS_PER_MINUTE="4", KITH_TOOL_MESSAGES_PER_MINUTE="12",
             KITH_OPERATIONS_PORT=str(OPERATIONS_PORT), KITH_LOOPS="2")
