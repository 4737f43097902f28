"""Sends every header that the gateway reads with hostile values. The gateway answers at
once with a success or a client error, and no service drops a call."""

import glob
import http.client
import json
import re
import time

import support
from support import test

ANSWERED_S = 5.0  # a dropped call is answered after ten seconds

# Each is malformed for at least one header.
VALUES = [b"", b" ", b",", b";", b'"', b'""', b'"a', b"*", b"W/", b'W/"a"', b"=",
          b"a=b;q=", b"q=0", b"%00", b"'", b"\\", b"<>", b"null", b"-1", b"0",
          b"99999999999999999999", b"{}", b"\t", b"Bearer", b"Bearer ", b"Bearer  x",
          b"Basic eDp5", b"://", b"http://", b"http://[", b"localhost:99999999",
          "ü".encode(), b"\xff\xfe", b"\xe2\x82", b"a" * 255, b"a" * 256, b"a" * 1024,
          b"a" * 1025, b"a" * 4000, b"," * 4000, b'"a",' * 900, "€".encode() * 1300,
          b"a/b;" * 900]

# http_battery.py tests the headers that the transport itself interprets.
TRANSPORT = {"Host", "Content-Length", "Transfer-Encoding"}


def read_headers():
    """Returns the headers that the gateway's sources read."""
    found = set()
    for path in glob.glob("gateway/*/*.c"):
        with open(path) as file:
            found |= set(re.findall(r'http_header\([^;]*?"([A-Za-z-]+)"', file.read(),
                                    re.S))
    return sorted(found - TRANSPORT)


def send(kith, method, path, headers, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=20)
    connection.putrequest(method, path, skip_host="Host" in headers,
                          skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.putheader("Content-Length", str(len(body or b"")))
    connection.endheaders(body)
    try:
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except http.client.RemoteDisconnected:
        assert headers.get("Cookie", b"").count(b",") > 1000, headers
        # the cookies exceed the transport's memory, and it closes the connection
        return 431
    finally:
        connection.close()


def requests(kith, token):
    """Returns one of each kind of request that reads headers."""
    ask = kith.publish(token).json["id"]
    post = json.dumps({"kind": "other", "title": "A title", "body": "In detail.",
                       "publishTo": {"public": True}}).encode()
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                       "params": {"name": "get_my_profile"}}).encode()
    return [("GET", "/v1/posts/" + ask, None),
            ("PATCH", "/v1/posts/" + ask, b'{"title": "Other"}'),
            ("POST", "/v1/posts", post),
            ("DELETE", "/v1/auth/sessions/ses_" + "0" * 26, None),
            ("OPTIONS", "/v1/posts", None), ("POST", "/v1/auth/sign-in", b"{}"),
            ("GET", "/health", None), ("GET", "/docs", None), ("GET", "/nowhere", None),
            ("POST", "/mcp", call), ("OPTIONS", "/mcp", None)]


@test
def answers_every_header_in_every_form_at_once(kith):
    token = kith.member("Ada")
    names = read_headers()
    assert {"If-Match", "Idempotency-Key", "User-Agent", "Accept", "Cookie"} <= (
        set(names)), names
    for method, path, body in requests(kith, token):
        plain = {"Authorization": "Bearer " + token, "Content-Type": "application/json",
                 "Accept": "application/json, text/event-stream"}
        for name in names:
            for value in VALUES:
                began = time.monotonic()
                status = send(kith, method, path, {**plain, name: value}, body)
                took_s = time.monotonic() - began
                said = (method, path, name, value[:40], len(value), status, took_s)
                assert 200 <= status < 500, said
                assert took_s < ANSWERED_S, said


@test
def refuses_a_change_whose_if_match_names_nothing(kith):
    token = kith.token("Ada")
    path = "/v1/posts/" + kith.publish(token).json["id"]
    for value in ["", " ", '""', "x" * 2000, "tag"]:
        answer = kith.http("PATCH", path, {"title": "Another"}, token,
                           {"If-Match": value})
        assert (answer.status, answer.code) == (412, "precondition_failed"), (
            value, answer.text)


@test
def names_the_header_of_a_key_out_of_bounds(kith):
    token = kith.token("Ada")
    for value, code in [("", "too_short"), ("k" * 256, "too_long"), ("a b", "pattern")]:
        answer = kith.http("POST", "/v1/posts", {}, token, {"Idempotency-Key": value})
        assert ("Idempotency-Key", code) in answer.faults, answer.text
        assert answer.json["errors"][0]["header"] == "Idempotency-Key"


support.main(__name__)
