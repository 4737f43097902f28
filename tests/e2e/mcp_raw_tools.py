"""Tests tool calls in both eras."""

import json

from mcp_client import (READ_TOKEN, PENDING_TOKEN, METADATA, send,
                        message, modern, legacy, equal, test)


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


def replays(name, arguments):
    """Returns the result of a call, and whether it was marked as a replay."""
    result = legacy("tools/call", {"name": name, "arguments": arguments}).result
    return result["structuredContent"], (result.get("_meta") or {}).get("replayed", False)


@test
def gives_the_first_result_again_only_of_tools_that_are_not_idempotent():
    ask = {"kind": "other", "title": "Sent twice by hand", "body": "In detail.",
           "publishTo": {"public": True, "orgSlugs": []}}
    turned = dict(reversed(ask.items()),
                  publishTo=dict(reversed(ask["publishTo"].items())))
    first, fresh = replays("create_post", ask)
    again, repeated = replays("create_post", ask)
    equal((fresh, repeated), (False, True))
    equal(again, first)
    # Models write object members in any order.
    equal(replays("create_post", turned), (first, True))
    edit = {"id": first["id"], "title": "Edited by hand"}
    equal(replays("update_post", edit)[1], False)
    replays("update_post", {**edit, "title": "Edited meanwhile"})
    last, repeated = replays("update_post", edit)
    equal((last["title"], repeated), ("Edited by hand", False))
    equal(replays("close_post", {"id": first["id"]})[1], False)
    equal(replays("close_post", {"id": first["id"]})[1], False)


@test
def takes_no_cursor_for_the_list_of_tools():
    for answer in (legacy("tools/list", {"cursor": "x"}),
                   modern("tools/list", {"cursor": "x"})):
        equal(answer.status, 200)
        equal(answer.code, -32602)


@test
def has_no_null_in_what_it_lists():
    text = legacy("tools/list").text.replace(" ", "")
    assert ":null" not in text and "$ref" not in text
    assert len(text) / 4 < 24_000


def challenges_for_a_missing_scope():
    params = {"name": "close_post",
              "arguments": {"id": "post_00000000000000000000000000"}}
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
    result = send(message("tools/call", {"name": "list_posts"}),
                  token=PENDING_TOKEN).result
    equal(result["isError"], True)
    document = result["content"][0]["text"].split("\n")[1]
    equal(json.loads(document)["code"], "membership_pending")
    health = send(message("tools/call", {"name": "get_health"}),
                  token=PENDING_TOKEN).result
    assert "isError" not in health


if READ_TOKEN:
    test(challenges_for_a_missing_scope)
if PENDING_TOKEN:
    test(tells_a_pending_member_to_wait)
