"""Tests the largest inputs and outputs that the contract allows."""

import time

import support

WIDE = "\U0001f600"


@support.test
def answers_a_long_if_match_at_once(kith):
    token = kith.member("Ada")
    post = kith.http("POST", "/v1/posts", token=token,
                     body={"kind": "idea", "title": "A title", "body": "A body."}).json
    began = time.monotonic()
    answer = kith.http("PATCH", "/v1/posts/" + post["id"], token=token,
                       body={"title": "Another title"},
                       headers={"If-Match": ", ".join('"%022d"' % i for i in range(100))})
    assert answer.status == 412 and answer.code == "precondition_failed", answer.text
    assert time.monotonic() - began < 3


@support.test
def lists_a_page_of_the_largest_asks(kith):
    token = kith.member("Grace")
    reader = kith.member("Joan")
    ask = {"kind": "hiring", "title": WIDE * 140, "body": WIDE * 4000,
           "tags": [WIDE * 29 + chr(ord("a") + i) for i in range(10)],
           "publishTo": {"public": True}}
    for _ in range(100):
        answer = kith.http("POST", "/v1/posts", token=token, body=ask)
        assert answer.status == 200, answer.text
    page = kith.http("GET", "/v1/posts?limit=100&kind=hiring", token=reader)
    assert page.status == 200, page.text
    assert len(page.json["items"]) == 100
    assert {item["body"] for item in page.json["items"]} == {ask["body"]}


@support.test
def bounds_the_answer_to_a_batch(kith):
    token = kith.token("Grace")
    call = {"jsonrpc": "2.0", "method": "tools/call",
            "params": {"name": "list_posts",
                       "arguments": {"limit": 100, "kind": "hiring", "detail": "full"}}}
    answer = kith.http("POST", "/mcp", token=token,
                       body=[dict(call, id=i) for i in range(50)],
                       headers={"Accept": "application/json, text/event-stream"})
    assert answer.status == 200, answer.text
    by_id = {one["id"]: one for one in answer.json}
    assert len(by_id) == 50
    assert len(by_id[0]["result"]["structuredContent"]["items"]) == 100
    assert [i for i, one in by_id.items() if "error" in one] == list(range(1, 50))
    assert len(answer.body) < 8 * 1024 * 1024


support.main(__name__)
