"""Tests resources, prompts, completions and connector search, in both eras."""

import json

from mcp_client import (BASE, READ_TOKEN, PENDING_TOKEN, send, message, modern, legacy,
                        equal, test)


def both(method, params=None):
    return legacy(method, params), modern(method, params)


def call(name, arguments, **more):
    return send(message("tools/call", {"name": name, "arguments": arguments}), **more)


def own_handle():
    return send(method="GET", path="/v1/me").json["profile"]["handle"]


def onboard(handle):
    done = send({"handle": handle}, path="/v1/me/onboarding")
    equal(done.status, 200)


def read(uri):
    """Returns a resource's record, which must be the same in both eras."""
    texts = []
    for answer in both("resources/read", {"uri": uri}):
        equal(answer.status, 200)
        content, = answer.result["contents"]
        equal((content["uri"], content["mimeType"]), (uri, "application/json"))
        texts.append(content["text"])
    equal(texts[0], texts[1])
    return json.loads(texts[0])


@test
def lists_resources_and_templates():
    for answer in both("resources/list"):
        equal([one["uri"] for one in answer.result["resources"]],
              ["kith://me/profile", "kith://me/notifications"])
    for answer in both("resources/templates/list"):
        templates = [one["uriTemplate"] for one in answer.result["resourceTemplates"]]
        for template in ("kith://people/{handle}", "kith://orgs/{slug}",
                         "kith://posts/{id}"):
            assert template in templates, templates
        for one in answer.result["resourceTemplates"]:
            assert one["name"] and one["title"] and one["description"], one
    equal(modern("resources/list").result["cacheScope"], "private")


@test
def reads_what_rest_answers():
    onboard("raw-reader")
    equal(read("kith://me/profile"), send(method="GET", path="/v1/me").json)
    equal(read("kith://me/notifications"),
          send(method="GET", path="/v1/me/notifications").json)
    equal(read("kith://people/raw-reader"),
          send(method="GET", path="/v1/members/raw-reader").json)
    made = call("create_post",
                {"kind": "other", "title": "Read me", "body": "As a resource."})
    ask = made.result["structuredContent"]["id"]
    equal(read(f"kith://posts/{ask}"), send(method="GET", path=f"/v1/posts/{ask}").json)
    result = modern("resources/read", {"uri": "kith://me/profile"}).result
    equal((result["ttlMs"], result["cacheScope"]), (0, "private"))


@test
def says_which_resource_there_is_not():
    for uri in ("kith://posts/post_00000000000000000000000000", "kith://posts/nonsense",
                "kith://nothing", "kith://people/nobody-at-all", "file:///etc/passwd"):
        old, new = both("resources/read", {"uri": uri})
        for answer, code in ((old, -32002), (new, -32602)):
            equal(answer.status, 200)
            equal(answer.code, code)
            equal(answer.json["error"]["data"], {"uri": uri})
    for params in ({}, {"uri": 7}):
        equal(legacy("resources/read", params).code, -32602)


@test
def confirms_a_uri_by_its_header():
    wrong = modern("resources/read", {"uri": "kith://me/profile"},
                   headers={"Mcp-Name": "kith://me/notifications"})
    equal((wrong.status, wrong.code), (400, -32020))
    absent = modern("resources/read", {"uri": "kith://me/profile"}, drop=["Mcp-Name"])
    equal((absent.status, absent.code), (400, -32020))


@test
def reads_nothing_that_the_token_may_not():
    if PENDING_TOKEN:
        answer = send(message("resources/read", {"uri": "kith://me/profile"}),
                      token=PENDING_TOKEN)
        equal((answer.status, answer.code), (200, -32600))
        assert "awaiting approval" in answer.json["error"]["message"], answer.text
    if READ_TOKEN:
        equal(send(message("resources/read", {"uri": "kith://me/profile"}),
                   token=READ_TOKEN).status, 200)


@test
def offers_prompts_with_their_arguments():
    for answer in both("prompts/list"):
        prompts = {one["name"]: one for one in answer.result["prompts"]}
        equal(list(prompts),
              ["introduce_me", "draft_ask", "find_cofounder", "weekly_digest"])
        equal([(one["name"], one["required"])
               for one in prompts["introduce_me"]["arguments"]],
              [("handle", True), ("reason", False)])
    for answer in both("prompts/get", {"name": "introduce_me",
                                       "arguments": {"handle": "ada-lovelace"}}):
        said, = answer.result["messages"]
        assert "ada-lovelace" in said["content"]["text"], said
    for answer in both("prompts/get", {"name": "introduce_me"}):
        equal((answer.status, answer.code), (200, -32602))


def complete(ref, name, value):
    found = []
    for answer in both("completion/complete",
                       {"ref": ref, "argument": {"name": name, "value": value}}):
        equal(answer.status, 200)
        found.append(answer.result["completion"]["values"])
    equal(found[0], found[1])
    return found[0]


@test
def completes_handles_and_slugs():
    onboard("raw-reader")
    prompt = {"type": "ref/prompt", "name": "introduce_me"}
    template = {"type": "ref/resource", "uri": "kith://people/{handle}"}
    equal(complete(prompt, "handle", "raw-rea"), ["raw-reader"])
    equal(complete(template, "handle", "raw-rea"), ["raw-reader"])
    equal(complete(prompt, "handle", "nobody-has-this"), [])
    equal(complete(prompt, "reason", "raw"), [])
    orgs = {"type": "ref/resource", "uri": "kith://orgs/{slug}"}
    equal(complete(orgs, "slug", "no-such-org"), [])


@test
def searches_and_fetches_in_the_shapes_of_connectors():
    onboard("raw-reader")
    made = call("create_post", {"kind": "other", "title": "A zymurgist wanted",
                                "body": "Brew\u200bing.", "publishTo": {"public": True}})
    ask = made.result["structuredContent"]["id"]
    for answer in both("tools/call",
                       {"name": "search", "arguments": {"query": "zymurg"}}):
        found = answer.result["structuredContent"]
        equal(json.loads(answer.result["content"][0]["text"]), found)
        equal(found,
              {"results": [{"id": f"kith://posts/{ask}", "title": "A zymurgist wanted",
                            "url": f"{BASE}/posts/{ask}"}]})
    for id in (f"kith://posts/{ask}", ask):
        for answer in both("tools/call", {"name": "fetch", "arguments": {"id": id}}):
            found = answer.result["structuredContent"]
            equal(json.loads(answer.result["content"][0]["text"]), found)
            equal(sorted(found), ["id", "metadata", "text", "title", "url"])
            equal((found["id"], found["title"], found["url"], found["metadata"]),
                  (f"kith://posts/{ask}", "A zymurgist wanted", f"{BASE}/posts/{ask}",
                   {"type": "Post"}))
            equal(json.loads(found["text"])["body"], "Brewing.")
    person = call("search",
                  {"query": "raw reader"}).result["structuredContent"]["results"]
    equal(person[0]["id"], "kith://people/raw-reader")


@test
def says_what_is_wrong_with_a_search():
    for arguments, code in (({"query": ""}, "validation_failed"),
                            ({}, "validation_failed"),
                            ({"query": "x", "limit": 1}, "validation_failed")):
        result = call("search", arguments).result
        assert result["isError"] and code in result["content"][0]["text"], result
    for id, code in (("kith://posts/nonsense", "post_not_found"),
                     ("usr_x", "validation_failed"),
                     ("https://example.org", "validation_failed"),
                     ("", "validation_failed"),
                     ("kith://orgs/nothing-here", "org_not_found")):
        result = call("fetch", {"id": id}).result
        assert result["isError"] and code in result["content"][0]["text"], result
        assert "structuredContent" not in result
