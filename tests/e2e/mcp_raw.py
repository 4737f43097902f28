#!/usr/bin/env python3
"""The tool server over plain HTTP: statuses, headers and error bodies of both eras.

KITH_URL is the base URL of a running instance, KITH_TOKEN a personal access token of an
active member with network:read and network:write. With KITH_READ_TOKEN, a token of an active
member without network:write, the challenge for a missing scope is tested too; with
KITH_PENDING_TOKEN, a token of a member that awaits approval, so is what that member sees.
Prints "N passed, N failed" and exits with 1 when a test failed.
"""
import http.client
import json
import os
import sys
import traceback
import urllib.parse

BASE = os.environ["KITH_URL"].rstrip("/")
TOKEN = os.environ["KITH_TOKEN"]
READ_TOKEN = os.environ.get("KITH_READ_TOKEN")
PENDING_TOKEN = os.environ.get("KITH_PENDING_TOKEN")
ADDRESS = urllib.parse.urlsplit(BASE)
METADATA = BASE + "/.well-known/oauth-protected-resource/mcp"
MODERN = "2026-07-28"
LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26"]
META = "io.modelcontextprotocol/"
TESTS = []


def test(function):
    TESTS.append(function)
    return function


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()

    @property
    def json(self):
        assert '"id":null' not in self.text.replace(" ", ""), self.text
        return json.loads(self.text)

    @property
    def result(self):
        body = self.json
        assert "result" in body, self.text
        return body["result"]

    @property
    def code(self):
        return self.json["error"]["code"]


def send(body=None, method="POST", token=TOKEN, path="/mcp", headers=None, drop=()):
    """One request on a connection of its own; `drop` names default headers to leave out."""
    everything = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    if token:
        everything["Authorization"] = "Bearer " + token
    everything.update(headers or {})
    for name in drop:
        everything.pop(name, None)
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    kind = http.client.HTTPSConnection if ADDRESS.scheme == "https" else http.client.HTTPConnection
    connection = kind(ADDRESS.hostname, ADDRESS.port, timeout=15)
    try:
        connection.request(method, path, body=body, headers=everything)
        return Answer(connection.getresponse())
    finally:
        connection.close()


def message(method, params=None, id=1):
    out = {"jsonrpc": "2.0", "id": id, "method": method}
    if params is not None:
        out["params"] = params
    return out


def claim(version=MODERN, **more):
    meta = {META + "protocolVersion": version, META + "clientCapabilities": {}}
    meta.update({META + key: value for key, value in more.items()})
    return meta


def modern(method, params=None, id=1, headers=None, drop=(), meta=None):
    """A well-formed request of the modern era, with changes."""
    params = dict(params or {})
    params["_meta"] = claim() if meta is None else meta
    sent = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
    if "name" in params:
        sent["Mcp-Name"] = params["name"]
    sent.update(headers or {})
    return send(message(method, params, id), headers=sent, drop=drop)


def legacy(method, params=None, id=1, version="2025-11-25"):
    headers = {"MCP-Protocol-Version": version} if version else {}
    return send(message(method, params, id), headers=headers)


def equal(got, wanted):
    assert got == wanted, f"{got!r}, not {wanted!r}"


# ---- transport ---------------------------------------------------------------------------


@test
def challenges_whoever_brings_no_token():
    for method in ("POST", "GET", "DELETE", "HEAD", "PUT"):
        answer = send(message("ping") if method in ("POST", "PUT") else None, method, token=None)
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
    cookie = send(message("ping"), token=None, headers={"Cookie": "kith_session=" + TOKEN})
    equal(cookie.status, 401)


@test
def takes_the_scheme_in_any_case():
    answer = send(message("ping"), token=None, headers={"Authorization": "bearer " + TOKEN})
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
        "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version",
    }
    for path in ("/mcp", "/mcp/"):
        answer = send(method="OPTIONS", token=None, path=path, headers=asked)
        equal(answer.status, 204)
        equal(answer.text, "")
        equal(answer.headers["Access-Control-Allow-Origin"], "*")
        assert "POST" in answer.headers["Access-Control-Allow-Methods"]
        equal(
            answer.headers["Access-Control-Allow-Headers"], asked["Access-Control-Request-Headers"]
        )
        equal(answer.headers["Access-Control-Max-Age"], "600")
        assert "Access-Control-Allow-Credentials" not in answer.headers
    plain = send(method="OPTIONS", token=None)
    for name in ("Authorization", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"):
        assert name in plain.headers["Access-Control-Allow-Headers"], name


@test
def turns_strange_origins_and_hosts_away():
    for origin in ("null", "http://evil.example.com", "file://", "x", "chrome-extension://a"):
        equal(send(message("ping"), headers={"Origin": origin}).status, 403)
    equal(send(message("ping"), headers={"Origin": "null"}, token=None).status, 403)
    equal(send(message("ping"), headers={"Host": "evil.example.com"}).status, 403)
    evil = {"Host": "evil.example.com", "Origin": "http://evil.example.com"}
    equal(send(message("ping"), headers=evil).status, 403)
    equal(send(method="OPTIONS", token=None, headers=evil).status, 403)


@test
def takes_its_own_origin_and_loopback_ones():
    for origin in (BASE, "http://127.0.0.1:6274", "http://localhost:1", "http://[::1]:8080"):
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
    equal(json.loads(data.removeprefix("data: ")), {"jsonrpc": "2.0", "id": 1, "result": {}})


@test
def refuses_bodies_that_are_too_large():
    large = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"' + b"x" * 140_000 + b'"}}'
    try:
        answer = send(large)
    except ConnectionError:
        answer = send(large, headers={"Expect": "100-continue"})
    equal(answer.status, 413)


@test
def refuses_what_is_not_json_without_an_id():
    for body in (b"", b"{", b"nonsense", b'{"a":1,"a":2}', b'"\xff"', b"[" * 40 + b"]" * 40):
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
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
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


# ---- the legacy era ----------------------------------------------------------------------


@test
def shakes_hands_with_every_legacy_revision():
    for version in LEGACY + ["2024-11-05", "2024-10-07", "1999-01-01", MODERN]:
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t"}}
        answer = send(message("initialize", params), headers={"Mcp-Method": "initialize"})
        equal(answer.status, 200)
        known = version if version in LEGACY else "2025-11-25"
        equal(answer.result["protocolVersion"], known)
        equal(answer.result["capabilities"], {"tools": {}})
        equal(answer.result["serverInfo"]["name"], "kith")
        assert "resultType" not in answer.result
        assert len(answer.result["instructions"].encode()) <= 2048


@test
def keeps_modern_members_out_of_legacy_results():
    equal(legacy("ping").result, {})
    equal(list(legacy("tools/list").result), ["tools"])
    equal(sorted(legacy("tools/call", {"name": "get_health"}).result),
          ["content", "structuredContent"])


@test
def says_method_not_found_in_band():
    for method in ("nope", "resources/list", "prompts/list", "logging/setLevel",
                   "completion/complete", "server/discover", "subscriptions/listen"):
        answer = legacy(method, {})
        equal(answer.status, 200)
        equal(answer.code, -32601)
        equal(answer.json["id"], 1)


@test
def refuses_versions_it_does_not_know():
    answer = legacy("tools/list", version="1999-01-01")
    equal(answer.status, 400)
    equal(answer.code, -32022)
    equal(answer.json["error"]["data"]["supported"], [MODERN] + LEGACY)
    equal(answer.json["error"]["data"]["requested"], "1999-01-01")
    equal(legacy("tools/list", version="\xff").json["error"]["code"], -32602)
    equal(legacy("tools/list", version=" 2025-06-18 ").status, 200)
    equal(legacy("tools/list", version=None).status, 200)


@test
def refuses_a_handshake_under_a_modern_header():
    answer = legacy("initialize", {"protocolVersion": MODERN}, version=MODERN)
    equal(answer.status, 400)
    equal(answer.code, -32020)


@test
def answers_a_batch_as_an_array():
    batch = [
        message("ping", id="a"),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        message("tools/call", {"name": "get_health"}, id="b"),
        message("nope", id="c"),
        message("initialize", {"protocolVersion": "2025-03-26"}, id="d"),
        {"bad": True},
    ]
    for headers in ({}, {"MCP-Protocol-Version": "2025-03-26"}):
        answer = send(batch, headers=headers)
        equal(answer.status, 200)
        equal([entry.get("id") for entry in answer.json], ["a", "b", "c", "d", None])
        equal(answer.json[0]["result"], {})
        equal(answer.json[1]["result"]["structuredContent"]["status"], "ok")
        equal(answer.json[2]["error"]["code"], -32601)
        equal(answer.json[3]["error"]["code"], -32600)
        assert "id" not in answer.json[4]


@test
def bounds_batches():
    equal(send([message("ping")] * 50).status, 200)
    equal(send([message("ping")] * 51).status, 400)
    for version in ("2025-06-18", "2025-11-25", MODERN):
        answer = send([message("ping")], headers={"MCP-Protocol-Version": version})
        equal(answer.status, 400)
        equal(answer.code, -32600)
    equal(send([message("ping", {"_meta": claim()})]).status, 400)
    quiet = send([{"jsonrpc": "2.0", "method": "notifications/initialized"}])
    equal(quiet.status, 202)


# ---- the modern era ----------------------------------------------------------------------


@test
def introduces_itself():
    answer = modern("server/discover")
    equal(answer.status, 200)
    result = answer.result
    equal(result["resultType"], "complete")
    equal(result["supportedVersions"], [MODERN] + LEGACY)
    equal(result["capabilities"], {"tools": {}})
    equal(result["cacheScope"], "public")
    assert isinstance(result["ttlMs"], int)
    server = result["_meta"][META + "serverInfo"]
    equal((server["name"], server["title"], server["websiteUrl"]), ("kith", "Kith", BASE))


@test
def marks_modern_results():
    result = modern("tools/list").result
    equal(result["resultType"], "complete")
    equal(result["cacheScope"], "private")
    assert isinstance(result["ttlMs"], int)
    equal(result["_meta"][META + "serverInfo"]["name"], "kith")
    call = modern("tools/call", {"name": "get_health", "arguments": {}}).result
    equal(call["resultType"], "complete")
    assert "ttlMs" not in call


@test
def says_method_not_found_with_404():
    for method in ("nope", "initialize", "ping", "logging/setLevel", "resources/subscribe",
                   "resources/list", "prompts/list", "completion/complete"):
        answer = modern(method)
        equal(answer.status, 404)
        equal(answer.code, -32601)
        equal(answer.json["id"], 1)


@test
def names_what_the_envelope_lacks():
    for missing in ("protocolVersion", "clientCapabilities"):
        meta = claim()
        del meta[META + missing]
        answer = modern("tools/list", meta=meta)
        equal(answer.status, 400)
        equal(answer.code, -32602)
        assert missing in answer.json["error"]["message"], answer.text
        equal(answer.json["id"], 1)
    answer = legacy("tools/list", version=MODERN)
    equal(answer.status, 400)
    equal(answer.code, -32602)
    equal(modern("tools/list", meta=claim(clientInfo={"name": "t", "version": "1"})).status, 200)


@test
def wants_headers_that_mirror_the_body():
    call = {"name": "get_health", "arguments": {}}
    wrong = [
        modern("tools/list", headers={"MCP-Protocol-Version": "2025-11-25"}),
        modern("tools/list", drop=["MCP-Protocol-Version"]),
        modern("tools/list", headers={"Mcp-Method": "tools/call"}),
        modern("tools/list", headers={"Mcp-Method": "TOOLS/LIST"}),
        modern("tools/list", drop=["Mcp-Method"]),
        modern("tools/call", call, headers={"Mcp-Name": "other"}),
        modern("tools/call", call, headers={"Mcp-Name": "=?base64?!?="}),
        modern("tools/call", call, drop=["Mcp-Name"]),
    ]
    for answer in wrong:
        equal(answer.status, 400)
        equal(answer.code, -32020)
        equal(answer.json["id"], 1)
    right = [
        modern("tools/list", headers={"Mcp-Method": "  tools/list\t"}),
        modern("tools/call", call, headers={"Mcp-Name": "=?base64?Z2V0X2hlYWx0aA==?="}),
        modern("tools/call", call, headers={"mcp-name": "get_health"}, drop=["Mcp-Name"]),
    ]
    for answer in right:
        equal(answer.status, 200)


@test
def says_which_versions_it_serves():
    for version in ("2027-01-01", "1999-01-01"):
        answer = modern(
            "tools/list", meta=claim(version), headers={"MCP-Protocol-Version": version}
        )
        equal(answer.status, 400)
        equal(answer.code, -32022)
        equal(answer.json["error"]["data"], {"supported": [MODERN] + LEGACY, "requested": version})


# ---- tools -------------------------------------------------------------------------------


def call_both(name, arguments=None):
    params = {"name": name}
    if arguments is not None:
        params["arguments"] = arguments
    return legacy("tools/call", params), modern("tools/call", params)


@test
def refuses_unknown_tools_in_band():
    for answer in call_both("no_such_tool", {}):
        equal(answer.status, 200)
        equal(answer.code, -32602)
        equal(answer.json["error"]["message"], "Unknown tool: no_such_tool")


@test
def repeats_long_names_in_whole_characters():
    name = "x" + "\u00e9" * 80
    equal(legacy("tools/call", {"name": name}).code, -32602)
    equal(legacy(name).code, -32601)


@test
def refuses_calls_that_are_no_calls():
    for params in ({}, {"name": 5}, {"name": "get_health", "arguments": []},
                   {"name": "get_health", "arguments": None}):
        answer = legacy("tools/call", params)
        equal(answer.status, 200)
        equal(answer.code, -32602)


@test
def answers_data_and_the_same_as_text():
    for answer in call_both("get_my_profile"):
        equal(answer.status, 200)
        result = answer.result
        assert "isError" not in result
        equal(json.loads(result["content"][0]["text"]), result["structuredContent"])
        rest = send(method="GET", path="/v1/me")
        equal(result["structuredContent"], rest.json)


@test
def answers_problems_as_results():
    for answer in call_both("get_post", {"id": "nonsense"}):
        equal(answer.status, 200)
        result = answer.result
        equal(result["isError"], True)
        assert "structuredContent" not in result
        sentence, document = result["content"][0]["text"].split("\n")
        assert sentence.endswith("."), sentence
        equal(json.loads(document)["code"], "post_not_found")


@test
def takes_no_cursor_for_the_list_of_tools():
    for answer in (legacy("tools/list", {"cursor": "x"}), modern("tools/list", {"cursor": "x"})):
        equal(answer.status, 200)
        equal(answer.code, -32602)


@test
def has_no_null_in_what_it_lists():
    text = legacy("tools/list").text.replace(" ", "")
    assert ":null" not in text and "$ref" not in text
    assert len(text) / 4 < 12_000


def challenges_for_a_missing_scope():
    params = {"name": "close_post", "arguments": {"id": "post_00000000000000000000000000"}}
    answer = send(message("tools/call", params, id="s"), token=READ_TOKEN)
    equal(answer.status, 403)
    challenge = answer.headers["WWW-Authenticate"]
    assert challenge.startswith("Bearer "), challenge
    assert 'error="insufficient_scope"' in challenge, challenge
    assert 'scope="network:read network:write"' in challenge, challenge
    assert f'resource_metadata="{METADATA}"' in challenge, challenge
    equal(answer.json["id"], "s")
    listed = send(message("tools/list"), token=READ_TOKEN).result["tools"]
    assert "close_post" not in [tool["name"] for tool in listed]
    assert "get_post" in [tool["name"] for tool in listed]
    batch = [message("ping", id=1), message("tools/call", params, id=2)]
    equal(send(batch, token=READ_TOKEN).status, 403)


def tells_a_pending_member_to_wait():
    result = send(message("tools/call", {"name": "list_posts"}), token=PENDING_TOKEN).result
    equal(result["isError"], True)
    document = result["content"][0]["text"].split("\n")[1]
    equal(json.loads(document)["code"], "membership_pending")
    health = send(message("tools/call", {"name": "get_health"}), token=PENDING_TOKEN).result
    assert "isError" not in health


if READ_TOKEN:
    test(challenges_for_a_missing_scope)
if PENDING_TOKEN:
    test(tells_a_pending_member_to_wait)


def main():
    failed = 0
    for run in TESTS:
        try:
            run()
            print("ok  ", run.__name__)
        except Exception:
            failed += 1
            print("FAIL", run.__name__)
            traceback.print_exc(limit=3, file=sys.stdout)
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
