"""Tests both eras of the protocol: handshakes, batches, and required members of
requests."""

from mcp_client import (BASE, MODERN, LEGACY, META, send,
                        message, claim, modern, legacy, equal, test)


CAPABILITIES = {"tools": {}, "resources": {}, "prompts": {}, "completions": {}}


@test
def shakes_hands_with_every_legacy_revision():
    for version in LEGACY + ["2024-11-05", "2024-10-07", "1999-01-01", MODERN]:
        params = {"protocolVersion": version, "capabilities": {},
                  "clientInfo": {"name": "t"}}
        answer = send(message("initialize", params), headers={"Mcp-Method": "initialize"})
        equal(answer.status, 200)
        known = version if version in LEGACY else "2025-11-25"
        equal(answer.result["protocolVersion"], known)
        equal(answer.result["capabilities"], CAPABILITIES)
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
    for method in ("nope", "resources/subscribe", "tasks/list", "logging/setLevel",
                   "server/discover", "subscriptions/listen"):
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


@test
def introduces_itself():
    answer = modern("server/discover")
    equal(answer.status, 200)
    result = answer.result
    equal(result["resultType"], "complete")
    equal(result["supportedVersions"], [MODERN] + LEGACY)
    equal(result["capabilities"], CAPABILITIES)
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
    for method in ("nope", "initialize", "ping", "logging/setLevel",
                   "resources/subscribe", "resources/unsubscribe",
                   "subscriptions/listen"):
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
    equal(modern("tools/list",
                 meta=claim(clientInfo={"name": "t", "version": "1"})).status, 200)


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
        equal(answer.json["error"]["data"],
              {"supported": [MODERN] + LEGACY, "requested": version})
