"""Calls tools with the arguments that real clients send, and up to the write limit."""

import json

import support
from support import test

ASK = {"kind": "other", "title": "A table", "body": "Of oak."}


def done(kith, token, tool, arguments):
    result = kith.call_tool(token, tool, arguments)
    assert not result.get("isError"), result
    return result["structuredContent"]


def refused(kith, token, tool, arguments):
    """Returns the sentence of a refusal and the facts after it."""
    result = kith.call_tool(token, tool, arguments)
    assert result.get("isError"), result
    sentence, facts = result["content"][0]["text"].split("\n")
    return sentence, json.loads(facts)


@test
def takes_null_and_empty_for_an_argument_that_is_left_out(kith):
    token = kith.member("Strict")
    made = done(kith, token, "create_post", {
        **ASK, "tags": "[\"wood\", \"oak\"]", "expiresAt": "",
        "publishTo": "{\"public\": \"true\", \"orgSlugs\": null}"})
    assert made["tags"] == ["wood", "oak"] and made["targets"]["public"], made
    for nothing in (None, ""):
        found = done(kith, token, "list_posts", {
            "author": nothing, "kind": nothing, "cursor": nothing, "limit": nothing,
            "mine": "true"})
        assert [post["title"] for post in found["items"]] == ["A table"], found
        assert done(kith, token, "list_projects", {"org": nothing})["items"] == []


@test
def names_the_arguments_that_exist_when_one_is_unknown(kith):
    token = kith.member("Injected")
    sentence, facts = refused(kith, token, "get_post", {"id": "x", "toolCallId": "1"})
    assert "toolCallId is not known here" in sentence, sentence
    assert sentence.endswith("get_post takes id (required)."), sentence
    assert facts["code"] == "validation_failed" and "status" not in facts, facts
    sentence, _ = refused(kith, token, "get_health", {"toolCallId": "1"})
    assert sentence.endswith("get_health takes no arguments."), sentence


@test
def counts_writes_by_tools_and_by_rest_together(kith):
    token = kith.member("Busy")
    for turn in range(3):
        answer = kith.http("POST", "/v1/posts", {**ASK, "title": f"By REST, {turn}"},
                           token)
        assert answer.status == 200, answer.text
    for turn in range(3):
        done(kith, token, "create_post", {**ASK, "title": f"By tool, {turn}"})
    sentence, facts = refused(kith, token, "create_post", {**ASK, "title": "Too much"})
    assert facts["code"] == "rate_limited", facts
    assert "nothing was done. Wait 10 seconds and call again." in sentence, sentence
    answer = kith.http("POST", "/v1/posts", ASK, token)
    assert answer.status == 429, answer.text
    assert len(done(kith, token, "list_posts", {"mine": True})["items"]) == 6


support.main(__name__, KITH_WRITES_PER_MINUTE="6", KITH_RATE_LIMITS="on")
