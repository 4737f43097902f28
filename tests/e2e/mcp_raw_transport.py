"""Tests the tool server's HTTP layer: credentials, origins, media types, bodies."""

import json

from mcp_client import BASE, TOKEN, METADATA, MODERN, send, message, equal, test


@test
def challenges_whoever_brings_no_token():
    for method in ("POST", "GET", "DELETE", "HEAD", "PUT"):
        answer = send(message("ping") if method in ("POST", "PUT") else None, method,
                      token=None)
        equal(answer.status, 401)
        challenge = answer.headers["WWW-Authenticate"]
        assert challenge.startswith("Bearer "), challenge
        assert f'resource_metadata="{METADATA}"' in challenge, challenge
        assert 'scope="network:read network:write"' in challenge, challenge
        assert "error=" not in challenge, challenge
        equal(answer.headers["Access-Control-Allow-Origin"], "*")
        assert "WWW-Authenticate" in answer.headers["Access-Control-Expose-Headers"]


@test
def says_that_a_token_is_not_valid():
    for token in ("x", "kith_pat_" + "A" * 43, "kith_ses_" + "A" * 43):
        answer = send(message("ping"), token=token)
        equal(answer.status, 401)
        challenge = answer.headers["WWW-Authenticate"]
        assert 'error="invalid_token"' in challenge, challenge
        assert f'resource_metadata="{METADATA}"' in challenge, challenge
        assert 'scope="network:read network:write"' in challenge, challenge


@test
def takes_no_token_from_query_or_cookie():
    query = send(message("ping"), token=None, path="/mcp?access_token=" + TOKEN)
    equal(query.status, 401)
    cookie = send(message("ping"), token=None,
                  headers={"Cookie": "kith_session=" + TOKEN})
    equal(cookie.status, 401)


@test
def takes_the_scheme_in_any_case():
    answer = send(message("ping"), token=None,
                  headers={"Authorization": "bearer " + TOKEN})
    equal(answer.status, 200)


@test
def allows_posts_only():
    for method in ("GET", "DELETE", "HEAD", "PUT", "PATCH"):
        answer = send(method=method)
        equal(answer.status, 405)
        equal(answer.headers["Allow"], "POST, OPTIONS")


@test
def answers_a_preflight_before_asking_for_a_token():
    asked = {
        "Origin": BASE,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers":
            "authorization,content-type,mcp-protocol-version",
    }
    for path in ("/mcp", "/mcp/"):
        answer = send(method="OPTIONS", token=None, path=path, headers=asked)
        equal(answer.status, 204)
        equal(answer.text, "")
        equal(answer.headers["Access-Control-Allow-Origin"], "*")
        assert "POST" in answer.headers["Access-Control-Allow-Methods"]
        equal(
            answer.headers["Access-Control-Allow-Headers"],
            asked["Access-Control-Request-Headers"]
        )
        equal(answer.headers["Access-Control-Max-Age"], "600")
        assert "Access-Control-Allow-Credentials" not in answer.headers
    plain = send(method="OPTIONS", token=None)
    for name in ("Authorization", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"):
        assert name in plain.headers["Access-Control-Allow-Headers"], name


@test
def turns_strange_origins_and_hosts_away():
    for origin in ("null", "http://evil.example.com", "file://", "x",
                   "chrome-extension://a"):
        equal(send(message("ping"), headers={"Origin": origin}).status, 403)
    equal(send(message("ping"), headers={"Origin": "null"}, token=None).status, 403)
    equal(send(message("ping"), headers={"Host": "evil.example.com"}).status, 403)
    evil = {"Host": "evil.example.com", "Origin": "http://evil.example.com"}
    equal(send(message("ping"), headers=evil).status, 403)
    equal(send(method="OPTIONS", token=None, headers=evil).status, 403)


@test
def takes_its_own_origin_and_loopback_ones():
    for origin in (BASE, "http://127.0.0.1:6274", "http://localhost:1",
                   "http://[::1]:8080"):
        equal(send(message("ping"), headers={"Origin": origin}).status, 200)
    equal(send(message("ping"), headers={"Host": "127.0.0.1:1234"}).status, 200)


@test
def wants_json_and_gives_json():
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp"):
        equal(send(message("ping"), headers={"Content-Type": kind}).status, 415)
    equal(send(message("ping"), drop=["Content-Type"]).status, 415)
    charset = {"Content-Type": "application/json; charset=utf-8"}
    equal(send(message("ping"), headers=charset).status, 200)
    for accept in ("application/json", "*/*", "application/*", "application/json;q=0.5"):
        answer = send(message("ping"), headers={"Accept": accept})
        equal(answer.status, 200)
        equal(answer.headers["Content-Type"].split(";")[0], "application/json")
    equal(send(message("ping"), drop=["Accept"]).status, 200)
    for accept in ("text/html", "application/json;q=0"):
        equal(send(message("ping"), headers={"Accept": accept}).status, 406)


@test
def gives_an_event_stream_to_whom_takes_nothing_else():
    answer = send(message("ping"), headers={"Accept": "text/event-stream"})
    equal(answer.status, 200)
    equal(answer.headers["Content-Type"], "text/event-stream")
    first, data = answer.text.rstrip("\n").split("\n")
    equal(first, "event: message")
    equal(json.loads(data.removeprefix("data: ")),
          {"jsonrpc": "2.0", "id": 1, "result": {}})


@test
def refuses_bodies_that_are_too_large():
    large = (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"'
             + b"x" * 140_000 + b'"}}')
    try:
        answer = send(large)
    except ConnectionError:
        answer = send(large, headers={"Expect": "100-continue"})
    equal(answer.status, 413)


@test
def refuses_what_is_not_json_without_an_id():
    for body in (b"", b"{", b"nonsense", b'{"a":1,"a":2}', b'"\xff"',
                 b"[" * 40 + b"]" * 40):
        answer = send(body)
        equal(answer.status, 400)
        equal(answer.code, -32700)
        assert "id" not in answer.json


@test
def refuses_what_is_not_json_rpc_without_an_id():
    bodies = [
        {},
        5,
        "ping",
        {"jsonrpc": "1.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": None, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1.5, "method": "ping"},
        {"jsonrpc": "2.0", "id": {}, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1, "method": 5},
        {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []},
        [],
    ]
    for body in bodies:
        answer = send(body)
        equal(answer.status, 400)
        equal(answer.code, -32600)
        assert "id" not in answer.json


@test
def echoes_ids_as_they_are():
    for id in (0, -1, 2**53, "", "a\"b\\\u00e9", "x" * 300):
        equal(send(message("ping", id=id)).json["id"], id)


@test
def accepts_notifications_and_responses_silently():
    bodies = [
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled",
         "params": {"requestId": 1}}, {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "x"}},
    ]
    for body in bodies:
        for headers in ({}, {"MCP-Protocol-Version": MODERN}):
            answer = send(body, headers=headers)
            equal(answer.status, 202)
            equal(answer.text, "")


@test
def serves_both_spellings_of_its_path():
    for path in ("/mcp", "/mcp/"):
        equal(send(message("ping"), path=path).status, 200)
    equal(send(message("ping"), path="/mcp/x").status, 404)


@test
def ignores_sessions_and_starts_none():
    answer = send(message("ping"), headers={"Mcp-Session-Id": "unknown"})
    equal(answer.status, 200)
    assert "Mcp-Session-Id" not in answer.headers
    equal(answer.headers["Cache-Control"], "no-store")
    assert answer.headers["X-Request-Id"]
