"""Tests the tool server with the SDK's clients from npm, and with raw HTTP."""

import os
import re
import subprocess
import sys

import packages
import support

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command, cwd, kith, **environment):
    """Runs a program that prints `N passed, N failed`; all must have passed."""
    done = subprocess.run(command, cwd=cwd, text=True, stdout=subprocess.PIPE,
                          timeout=200, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, KITH_URL=kith.base, **environment))
    counts = re.findall(r"^(\d+) passed, (\d+) failed$", done.stdout, re.M)
    assert done.returncode == 0 and counts, done.stdout[-6000:]
    passed, failed = counts[-1]
    assert int(passed) > 20 and int(failed) == 0, done.stdout[-6000:]


def tokens(kith, name):
    return {
        "KITH_TOKEN": kith.member(name),
        "KITH_READ_TOKEN": kith.token(name, scopes="network:read"),
        "KITH_PENDING_TOKEN": kith.member(name + "-pending", "--handle",
                                          "pending-" + name.lower()),
    }


@support.test
def answers_raw_requests_of_both_eras(kith):
    run([sys.executable, "mcp_raw.py"], HERE, kith, **tokens(kith, "Raw"))


@support.test
def serves_the_clients_from_npm(kith):
    folder = os.path.join(HERE, "mcp")
    packages.install(folder)
    run(["node", "run.mjs"], folder, kith, **tokens(kith, "Client"))


@support.test
def satisfies_the_inspector_in_both_eras(kith):
    folder = os.path.join(HERE, "inspector")
    packages.install(folder)
    token = kith.member("Inspector", "--active", "--admin")
    for era in ("legacy", "modern"):
        for options, expected in (
                (["tools/list", "--strict"], '"request_intro"'),
                (["resources/read", "--uri", "kith://me/profile"],
                 "inspector@example.org"),
                (["prompts/get", "--prompt-name", "weekly_digest"], "past seven days"),
                (["tools/call", "--tool-name", "get_health"], '"structuredContent"')):
            done = subprocess.run(
                ["node", "node_modules/.bin/mcp-inspector", "--cli", kith.base + "/mcp",
                 "--transport", "http", "--protocol-era", era,
                 "--header", "Authorization: Bearer " + token, "--method", *options],
                cwd=folder, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, timeout=60)
            assert done.returncode == 0, (era, options, done.stderr[-4000:])
            assert expected in done.stdout, (era, options, done.stdout[-4000:])


@support.test
def lets_an_assistant_read_what_a_member_posted(kith):
    author, reader = kith.member("Author"), kith.member("Reader")
    made = kith.http("POST", "/v1/posts", token=author, body={
        "kind": "idea", "title": "A loom that reads", "body": "Who weaves?",
        "publishTo": {"public": True}}).json
    call = {"jsonrpc": "2.0", "id": 7, "method": "tools/call",
            "params": {"name": "get_post", "arguments": {"id": made["id"]}}}
    answer = kith.http("POST", "/mcp", token=reader, body=call,
                       headers={"Accept": "application/json, text/event-stream"})
    read = kith.http("GET", f"/v1/posts/{made['id']}", token=reader).json
    assert answer.json["result"]["structuredContent"] == read, answer.text


support.main(__name__)
