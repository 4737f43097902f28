"""Measures what a model reads: the lists of tools, a page of asks, and a week's digest.

Tokens are computed from characters. Definitions of tools have 4.1 characters for each
token of o200k, results have 3.3 (tests/unit/gateway/mcp/mcp_tools_test.c,
tests/agents/world.py). The digest is read once by the tool `briefing`, and once by the
lists that it replaces.

    python3 tests/bench/tokens.py --build build
"""

import argparse
import json
import os
import sys

import figures

sys.path[:0] = ["tests/e2e", "tests/agents"]
TOOL_CHARACTERS = 4.1
BODY = ("We restore old boats and look for somebody who has done it before. Two days a "
        "week, in the north, from May on. Write to me with your questions.")
DIGEST = [("list_posts", {}), ("list_progress", {}), ("list_events", {}),
          ("list_intros", {}), ("list_notifications", {})]


def characters(value):
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def tools(kith, token, path):
    """Returns the number of tools, and the tokens of what a model reads of them."""
    answer = kith.http("POST", path, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
                       token)
    listed = answer.json["result"]["tools"]
    size = sum(characters(tool[part]) for tool in listed
               for part in ("name", "description", "inputSchema"))
    return len(listed), size / TOOL_CHARACTERS


def result(kith, token, tool, arguments, tokens_of):
    called = kith.call_tool(token, tool, arguments)
    assert not called.get("isError"), called
    return sum(tokens_of(part["text"]) for part in called["content"])


def make_week(kith):
    """Makes 25 asks, 25 entries, 5 events and 5 introductions; returns the reader."""
    reader = kith.member("Reader")
    kith.http("POST", "/v1/me/onboarding", {"handle": "reader"}, reader)
    for turn in range(5):
        writer = kith.member(f"Writer{turn}")
        for number in range(5):
            title = f"Looking for carpenter number {turn}{number} in the north"
            kith.publish(writer, title, body=BODY, tags=["wood", "boats"])
            made = kith.http("POST", "/v1/progress", {
                "kind": "milestone", "title": f"Boat {turn}{number} is afloat",
                "note": BODY, "publishTo": {"public": True}}, writer)
            assert made.status == 200, made.text
        made = kith.http("POST", "/v1/events", {
            "title": f"Open day {turn}", "description": BODY,
            "startsAt": f"2099-05-0{turn + 1}T10:00:00Z",
            "endsAt": f"2099-05-0{turn + 1}T12:00:00Z", "timezone": "Europe/Berlin",
            "locationKind": "in_person", "location": "The barn", "publish": True,
            "scope": "public"}, writer)
        assert made.status == 200, made.text
        made = kith.http("POST", "/v1/intros", {
            "contextKind": "profile", "toHandle": "reader",
            "message": "May we talk about looms?"}, writer)
        assert made.status == 200, made.text
    return reader


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    os.environ["KITH_BUILD"] = parser.parse_args().build
    import support  # pylint: disable=import-outside-toplevel
    from world import tokens_of  # pylint: disable=import-outside-toplevel

    lines = []
    with support.Kith() as kith:
        reader = make_week(kith)
        for name, path in (("all", "/mcp"), ("everyday", "/mcp?tools=core"),
                           ("reading", "/mcp?tools=read")):
            count, tokens = tools(kith, reader, path)
            lines.append((f"list of {name} tools, {count}", "short", tokens))
        for column, more in (("short", {}), ("all fields", {"detail": "full"})):
            lines.append(("a page of 25 asks", column,
                          result(kith, reader, "list_posts", more, tokens_of)))
            lines.append(("a week's digest by 5 lists", column,
                          sum(result(kith, reader, tool, {**arguments, **more}, tokens_of)
                              for tool, arguments in DIGEST)))
        lines.append(("a week's digest by `briefing`", "short",
                      result(kith, reader, "briefing", {}, tokens_of)))
    for row, column, tokens in lines:
        print(f"{row:34}{column:12}{tokens:8,.0f}")
    figures.record("tokens", [(row, column, round(tokens), "tokens")
                              for row, column, tokens in lines])
    return 0


if __name__ == "__main__":
    sys.exit(main())
