"""Every tool with every combination of scopes is listed exactly when it may be called."""

import concurrent.futures
import http.client
import itertools
import json
import os
import re
import subprocess

import support
from support import test

SCOPES = ("profile", "network:read", "network:write", "offline_access", "admin")
INCLUDES = {"network:write": {"network:read"}, "admin": {"network:read", "network:write"}}


class Client:
    """A member's connection to the tool server."""

    def __init__(self, kith, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=20)
        self.headers = {"Authorization": "Bearer " + token,
                        "Content-Type": "application/json",
                        "Host": f"localhost:{kith.port}"}

    def ask(self, method, params=None):
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
        self.connection.request("POST", "/mcp", json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, json.loads(answer.read())

    def tools(self):
        return {tool["name"] for tool in self.ask("tools/list")[2]["result"]["tools"]}

    def call(self, tool):
        """Calls a tool without effect. Returns "called", "unknown", or the scopes that
        are missing."""
        status, headers, body = self.ask("tools/call", {
            "name": tool, "arguments": {"no_such_argument": True}})
        if status == 403:
            challenge = headers["WWW-Authenticate"]
            assert challenge.startswith('Bearer error="insufficient_scope"'), challenge
            assert tool in body["error"]["message"] and body["id"] == 1, body
            return set(re.search(r'scope="([^"]*)"', challenge)[1].split())
        assert status == 200, (tool, status, body)
        if "error" in body:
            assert body["error"]["message"] == f"Unknown tool: {tool}", body
            return "unknown"
        assert body["result"]["isError"], body
        assert "validation_failed" in body["result"]["content"][0]["text"], body
        return "called"


def page(kith):
    """Returns the rows of the docs page, as the tested build prints it."""
    said = subprocess.run([os.path.join(kith.build, "kith-gateway"),
                           "--print-tool-scopes"],
                          text=True, check=True, stdout=subprocess.PIPE).stdout
    rows = {}
    for line in said.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith("`"):
            enough = {scope for scope, cell in zip(SCOPES, cells[1:]) if cell == "yes"}
            rows[cells[0].strip("`")] = (enough, int(cells[6]), cells[7] == "yes")
    return rows


def subsets():
    for size in range(len(SCOPES) + 1):
        yield from itertools.combinations(SCOPES, size)


@test
def a_tool_is_listed_exactly_where_it_may_be_called(kith):
    rows = page(kith)
    kith.member("Root", "--active", "--admin")
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        tokens = dict(zip(subsets(), pool.map(
            lambda subset: kith.token("Root", scopes=",".join(("openid",) + subset)),
            subsets())))
    count = dict.fromkeys(rows, 0)
    for subset, token in tokens.items():
        client = Client(kith, token)
        listed = client.tools()
        assert listed <= set(rows), listed - set(rows)
        for tool, (enough, _, _) in rows.items():
            answer = client.call(tool)
            assert (answer == "called") == (tool in listed), (tool, subset, answer)
            if answer == "called":
                count[tool] += 1
                # No scope is needed, or the token has one of them.
                assert set(subset) & enough or len(enough) == len(SCOPES), (tool, subset)
            else:
                # The challenge names the missing scope together with the token's scopes.
                held = set(subset).union(*(INCLUDES.get(scope, set())
                                           for scope in subset))
                assert answer >= held - {"offline_access"}, (tool, subset, answer)
                assert answer & enough - set(subset), (tool, subset, answer)
    assert count == {tool: row[1] for tool, row in rows.items()}, count


@test
def tools_for_administrators_do_not_exist_for_others(kith):
    rows = page(kith)
    client = Client(kith, kith.member("Plain"))
    listed = client.tools()
    for tool, (_, _, for_admins) in rows.items():
        assert (tool in listed) == (not for_admins), tool
        assert client.call(tool) == ("unknown" if for_admins else "called"), tool


support.main(__name__)
