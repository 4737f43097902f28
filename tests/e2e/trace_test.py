"""A client's trace appears in the log of every process that worked on its request."""

import json
import os

import support
from support import test

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e47%02x-00f067aa0ba902b7-01"


def lines(kith, program, answer, event):
    """Returns the lines of a program's log about a request."""
    request = answer.headers["X-Request-Id"]

    def look():
        found = [json.loads(line) for line in kith.log(program).splitlines()
                 if f'"{request}"' in line and line.endswith("}")]
        return [line for line in found if line["event"] == event]
    return support.eventually(look)


def expect(kith, answer, service, trace):
    for program, event in (("gateway", "request"), (service, "call")):
        for line in lines(kith, program, answer, event):
            assert line.get("traceparent") == trace, line


def call(kith, token, headers=None, meta=None):
    params = {"name": "list_posts", "arguments": {}}
    if meta is not None:
        params["_meta"] = meta
    answer = kith.http("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                                        "params": params}, token, headers)
    assert answer.status == 200 and "isError" not in answer.json["result"], answer.text
    return answer


@test
def a_trace_stands_in_every_line(kith):
    token = kith.member("Tracer")
    answer = kith.http("GET", "/v1/posts", token=token,
                       headers={"traceparent": TRACE % 1})
    expect(kith, answer, "content", TRACE % 1)
    # The token's member was looked up by identity on the way.
    assert lines(kith, "identity", answer, "call")[0]["traceparent"] == TRACE % 1
    made = kith.http("POST", "/v1/posts",
                     {"kind": "other", "title": "Traced", "body": "x"}, token,
                     {"Traceparent": TRACE % 2})
    assert made.status == 200, made.text
    expect(kith, made, "content", TRACE % 2)
    missing = kith.http("GET", "/v1/nothing", headers={"traceparent": TRACE % 3})
    assert lines(kith, "gateway", missing, "request")[0]["traceparent"] == TRACE % 3


@test
def every_process_says_whose_call_it_was(kith):
    """Each line is JSON and has the request's id and trace, in the gateway and in all
    services."""
    token = kith.member("Everywhere")
    routes = {"identity": "/v1/me", "orgs": "/v1/orgs", "content": "/v1/posts",
              "projects": "/v1/projects", "events": "/v1/events",
              "notifications": "/v1/me/notifications",
              "media": f"/media/img_{26 * '0'}.webp"}
    programs = {program[5:] for program in os.listdir(kith.build)
                if program.startswith("kith-")}
    assert set(routes) == programs - {"gateway", "decoder"}, programs
    for number, (service, path) in enumerate(routes.items(), 16):
        answer = kith.http("GET", path, token=token,
                           headers={"traceparent": TRACE % number})
        assert answer.status in (200, 404), answer.text
        expect(kith, answer, service, TRACE % number)
    for program in [*routes, "gateway"]:
        for line in kith.log(program).splitlines():
            entry = json.loads(line)
            assert entry["process"] == program and entry["at"].endswith("Z"), line
            assert entry["event"], line
            assert entry["level"] in ("debug", "info", "warn", "error"), line


@test
def a_tool_call_brings_its_own(kith):
    token = kith.member("Caller")
    expect(kith, call(kith, token, {"traceparent": TRACE % 4}), "content", TRACE % 4)
    expect(kith, call(kith, token, meta={"traceparent": TRACE % 5}), "content", TRACE % 5)
    both = call(kith, token, {"traceparent": TRACE % 6}, {"traceparent": TRACE % 7})
    expect(kith, both, "content", TRACE % 7)


@test
def what_is_no_trace_is_passed_over(kith):
    token = kith.member("Careless")
    for value in ("x", TRACE % 8 + "-more", (TRACE % 8).upper(), "ff" + (TRACE % 8)[2:],
                  "00-" + "0" * 32 + "-00f067aa0ba902b7-01", '","level":"error'):
        expect(kith,
               kith.http("GET", "/v1/posts", token=token, headers={"traceparent": value}),
               "content", None)
        expect(kith, call(kith, token, meta={"traceparent": value}), "content", None)
    for value in (7, None, {}, ["x"]):
        expect(kith, call(kith, token, meta={"traceparent": value}), "content", None)
    both = call(kith, token, {"traceparent": TRACE % 9}, {"traceparent": "x"})
    expect(kith, both, "content", TRACE % 9)
    later = kith.http("GET", "/v1/posts", token=token,
                      headers={"traceparent": "01" + (TRACE % 10)[2:]
                               + "-of-a-later-version"})
    expect(kith, later, "content", "01" + (TRACE % 10)[2:])


support.main(__name__)
