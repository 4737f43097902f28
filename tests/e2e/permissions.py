"""Shared parts of the permission tests: a psql session, and operations over REST and as
tools.

An operation is (REST method, path, tool or None, arguments). Arguments named in the path
are filled in there; a GET sends the others as its query. {…} are names of the test's
world. A fifth item gives a body that differs from the tool's arguments.
"""

import json
import os
import subprocess

import beginning
import cluster
import support

HERE = os.path.dirname(os.path.abspath(__file__))


class Sql:
    """A psql process that is kept for many statements."""

    def __init__(self, url):
        self.process = subprocess.Popen(
            ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", url], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.ask("SET search_path = kith;")

    def ask(self, statements):
        self.process.stdin.write(statements + "\n\\echo done\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            if line == "done\n":
                return "".join(lines).strip()
            lines.append(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


def wire_id(prefix, value):
    alphabet, number, symbols = "0123456789abcdefghjkmnpqrstvwxyz", value.int, ""
    for _ in range(26):
        symbols, number = alphabet[number % 32] + symbols, number // 32
    return f"{prefix}_{symbols}"


def filled(values, names):
    return {key: value.format(**names) if isinstance(value, str) else value
            for key, value in values.items()}


def by_rest(kith, operation, names, token):
    """Returns (code or None, answer)."""
    method, path, _, values, *rest = operation
    values = filled(values, names)
    given = [key for key in values if "{" + key + "}" in path]
    path = path.format(**{key: values[key] for key in given})
    more = {key: value for key, value in values.items() if key not in given}
    if rest:
        more = filled(rest[0], names)
    if method in ("GET", "DELETE"):
        query = "&".join(f"{key}={value}" for key, value in more.items())
        answer = kith.http(method, path + ("?" + query if query else ""), token=token)
    else:
        answer = kith.http(method, path, more, token)
    if answer.status == 204:
        return None, None
    return (None, answer.json) if answer.status == 200 else (answer.code, answer.json)


def by_tool(kith, operation, names, token):
    _, _, tool, values, *_ = operation
    call = support.tool_call(tool, filled(values, names))
    answer = kith.http("POST", "/mcp", call, token).json
    if "error" in answer:
        # Tools for administrators are unknown to other members.
        assert answer["error"]["code"] == -32602, answer
        return "admin_required", None
    result = answer["result"]
    if not result.get("isError"):
        return None, result.get("structuredContent")
    assert "structuredContent" not in result, result
    problem = "".join(part["text"] for part in result["content"])
    problem = problem[problem.index('{"'):]
    return json.loads(problem)["code"], None


SURFACES = {"REST": by_rest, "tool": by_tool}


def surfaces(operation):
    return [(name, ask) for name, ask in SURFACES.items()
            if operation[2 if name == "tool" else 0] is not None]


def rows(table, callers):
    """Yields (operation, state, a letter for each caller) of a table."""
    for line in table.strip().splitlines():
        operation, state, letters = (part.strip() for part in line.split("|"))
        assert len(letters) == len(callers), line
        yield operation, state, letters


def judge(cell, code, expected, changed):
    """Yields the failures of a cell: another code, or a refusal that changed a row."""
    if code != expected:
        yield f"{cell}: {code}, not {expected}"
    if code is not None and changed:
        yield f"{cell}: refused, and yet done"


def main(run):
    """Calls `run` with the URL of a temporary cluster, prints what failed, and exits."""
    with cluster.folder("kith-table-", beginning.FOLDER) as home:
        with cluster.running(home) as url:
            done, wrong = run(url)
    print("\n".join(wrong))
    support.finish(done, len(wrong))
