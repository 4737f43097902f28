"""Requests of a malicious client cause no server error and bypass no check."""

import json

from mcp_client import (MODERN, META, READ_TOKEN, claim, send, message, modern, legacy,
                        equal, test)

INVISIBLE = "\u200b\u200d\u202e\u2066\ufeff\U000e0041\u00ad"


def call(name, arguments, **more):
    return send(message("tools/call", {"name": name, "arguments": arguments}), **more)


def expect_refused(answer):
    """Requires an error or an error result that is not an internal error."""
    assert answer.status < 500, (answer.status, answer.text[:500])
    if answer.status == 200:
        body = answer.json
        if "error" in body:
            assert body["error"]["code"] != -32603, body
        else:
            assert body["result"].get("isError"), answer.text[:500]
            assert "internal_error" not in answer.text


@test
def takes_no_huge_arguments():
    huge = "x" * 100_000
    for name, argument in (("search", "query"), ("fetch", "id"), ("get_post", "id"),
                           ("get_member", "handle"), ("get_org", "slug"),
                           ("search_members", "q"), ("list_posts", "cursor")):
        expect_refused(call(name, {argument: huge}))
    for method, params in (("resources/read", {"uri": "kith://posts/" + huge}),
                           ("prompts/get", {"name": "find_cofounder",
                                            "arguments": {"skills": huge}}),
                           ("prompts/get", {"name": huge}), (huge, {})):
        expect_refused(legacy(method, params))
    ref = {"type": "ref/prompt", "name": "introduce_me"}
    typed = legacy("completion/complete", {"ref": ref, "argument": {"name": "handle",
                                                                   "value": huge}})
    equal(typed.result["completion"]["values"], [])
    expect_refused(
        send(message("tools/call", {"name": "search", "arguments": {"query": "x"},
                                    "more": "x" * 200_000})))
    many = {f"argument_{i}": i for i in range(5000)}
    answer = call("search", many)
    expect_refused(answer)
    assert len(answer.text) < 2_000_000, len(answer.text)


@test
def takes_no_deep_or_doubled_json():
    deep = "[" * 40 + "]" * 40
    for body in (
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search",'
                 '"arguments":{"query":' + deep + '}}}',
                 '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
                 '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\\u0000"}}',
                 '{"jsonrpc":"2.0","id":1e999,"method":"ping"}',
                 '{"jsonrpc":"2.0","id":1,"method":"ping"} {}', "[" * 100_000,
        '"' + "x" * 100):
        answer = send(body.encode())
        equal(answer.status, 400)
        assert answer.code in (-32700, -32600), answer.text[:300]


@test
def finds_nothing_by_the_syntax_of_a_query():
    for query in ("a & b | !c", "'; DROP TABLE posts; --", "\\", ":*", "'a':*", "%", "_",
                  "<->", "(((((", "\u0130\u0307 \u1e9e", "\ufdfa" * 100, INVISIBLE,
                  "a\tb\nc", "0" * 120, "\U0001f469\u200d\U0001f4bb",
                  "x" * 119 + "\u0301"):
        answer = call("search", {"query": query})
        equal(answer.status, 200)
        if not answer.result.get("isError"):
            assert isinstance(answer.result["structuredContent"]["results"], list), query
        else:
            assert "validation_failed" in answer.text, answer.text


@test
def reaches_nothing_beside_its_resources():
    for uri in ("kith://posts/../me/profile", "kith://posts/..%2f..%2fme",
                "kith://people/me", "kith:///me/profile", "kith://me/profile#x",
                "kith://me/profile\n", "KITH://ME/PROFILE", "kith://me\\profile",
                "kith://admin/members", "kith://people/" + INVISIBLE,
                "test://static-text", "http://127.0.0.1:8080/",
                "kith://posts/usr_00000000000000000000000000"):
        for answer in (legacy("resources/read", {"uri": uri}),
                       call("fetch", {"id": uri})):
            expect_refused(answer)
    for name in ("test_simple_text", "test_sampling", "get_health ", "GET_HEALTH",
                 "../get_health", "constructor", "__proto__", "network_search",
                 "post_get", ""):
        equal(legacy("tools/call", {"name": name}).code, -32602)
    for method in ("logging/setLevel", "resources/subscribe", "sampling/createMessage",
                   "elicitation/create", "tasks/list"):
        equal(legacy(method, {"uri": "test://x", "level": "debug"}).code, -32601)


@test
def mixes_no_eras():
    meta = claim()
    body = {"uri": "kith://me/profile", "_meta": meta}
    for headers in ({}, {"MCP-Protocol-Version": "2025-11-25"},
                    {"MCP-Protocol-Version": MODERN, "Mcp-Method": "prompts/get",
                     "Mcp-Name": "kith://me/profile"},
                    {"MCP-Protocol-Version": MODERN, "Mcp-Method": "resources/read",
                     "Mcp-Name": "=?base64?!!!?="},
                    {"MCP-Protocol-Version": MODERN, "Mcp-Method": "resources/read",
                     "Mcp-Name": "kith://me/profile, kith://me/profile"}):
        answer = send(message("resources/read", body), headers=headers)
        equal((answer.status, answer.code), (400, -32020))
    for version in (7, None, {}, "", "9999-99-99", "2026-07-28 "):
        odd = dict(meta)
        odd[META + "protocolVersion"] = version
        answer = modern("prompts/list", meta=odd)
        equal(answer.status, 400)
    # A modern client must not use the names of the legacy era.
    for method in ("initialize", "ping"):
        equal(modern(method, {"protocolVersion": "2025-11-25"}).status, 404)


@test
def shows_nothing_invisible_of_what_members_wrote():
    text = f"vis{INVISIBLE}ible ign\u2060ore\u2028this"
    # a title and a tag may not contain these
    line = "".join(one for one in text if one not in "\u202e\u2066\u2028")
    made = call("create_post", {"kind": "other", "title": "Hidden " + line, "body": text,
                                "tags": [line]}).result["structuredContent"]
    own = "kith://posts/" + made["id"]
    for answer in (call("get_post", {"id": made["id"]}),
                   call("list_posts", {"mine": True}), call("fetch", {"id": own}),
                   legacy("resources/read", {"uri": own}),
                   call("search", {"query": "Hidden"})):
        for hidden in INVISIBLE + "\u2060\u2028":
            assert hidden not in json.dumps(answer.json, ensure_ascii=False), (
                hidden, answer.text)
            assert hidden.encode("unicode_escape").decode() not in answer.text


@test
def a_reader_writes_nothing_however_it_asks():
    if not READ_TOKEN:
        return
    for name in ("create_post", "request_intro", "respond_to_intro", "update_my_profile",
                 "mark_notifications_read"):
        answer = call(name, {}, token=READ_TOKEN)
        equal(answer.status, 403)
        assert 'scope="network:read network:write"' in answer.headers["WWW-Authenticate"]
    batch = [message("tools/call", {"name": "get_health", "arguments": {}}, 1),
             message("tools/call", {"name": "create_post", "arguments": {}}, 2),
             message("resources/read", {"uri": "kith://me/profile"}, 3)]
    refused = send(batch, token=READ_TOKEN)
    equal(refused.status, 403)
    allowed = send([batch[0], batch[2]], token=READ_TOKEN)
    equal([one["id"] for one in allowed.json], [1, 3])
    # A batch does not bypass the limit on the size of a batch.
    equal(send([batch[2]] * 51).status, 400)
