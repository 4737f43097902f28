"""Carries out docs/adding-an-operation.md on a copy of the tree: builds it, tests it, calls it."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import support

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import adding_an_operation  # noqa: E402


def copy_of_the_tree():
    home = tempfile.mkdtemp(prefix="kith-copy-", dir="/tmp")
    os.chmod(home, 0o755)
    names = subprocess.run(["git", "ls-files"], text=True, stdout=subprocess.PIPE, check=True)
    for name in names.stdout.split("\n"):
        if name and os.path.exists(name):
            os.makedirs(os.path.join(home, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(name, os.path.join(home, name))
    # What is built already need not be built again, as long as its folder keeps its name.
    build = os.path.basename(os.environ.get("KITH_BUILD", "build"))
    shutil.copytree(os.environ.get("KITH_BUILD", "build"), os.path.join(home, build),
                    symlinks=True, ignore=shutil.ignore_patterns("tidy"))
    return home, build


def carry_out(home):
    for kind, name, place, text in adding_an_operation.steps():
        path = os.path.join(home, name)
        before = ""
        if kind != "create":
            with open(path, encoding="utf-8") as file:
                before = file.read()
        if kind == "edit":
            lines = before.splitlines(keepends=True)
            [at] = [n for n, line in enumerate(lines) if place in line]
            # The last name of a list has nothing to continue to.
            if not lines[at].rstrip().endswith("\\"):
                lines[at] = lines[at].rstrip() + " \\\n"
                text = text.rstrip().rstrip("\\").rstrip() + "\n"
            lines.insert(at + 1, text)
            before, text = "".join(lines), ""
        with open(path, "w", encoding="utf-8") as file:
            file.write(before + text)


def make(home, *targets):
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    done = subprocess.run(["make", "-j2", *targets], cwd=home, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def main():
    home, build = copy_of_the_tree()
    passed = 0
    try:
        carry_out(home)
        name, sanitize = re.match(r"(.*?)(?:-(address\S*))?$", build).groups()
        flags = [f"BUILD={name}"]
        if sanitize:
            flags.append(f"SANITIZE={sanitize.replace('-', ',')}")
        make(home, *flags, "programs", f"{build}/tests/handlers/content/post/post_count_test")
        done = subprocess.run([sys.executable, "tests/run.py", "--build", build, "post_count"],
                              cwd=home, text=True, stdout=subprocess.PIPE, timeout=200)
        assert re.search(r"^1 passed, 0 failed, 0 skipped$", done.stdout, re.M), done.stdout
        passed += 1
        os.environ["KITH_BUILD"] = os.path.join(home, build)
        with support.Kith() as kith:
            token = kith.member("Adder")
            kith.http("POST", "/v1/posts", token=token, body={
                "kind": "idea", "title": "Counted", "body": ""})
            answer = kith.http("GET", "/v1/me/ask-counts", token=token)
            assert (answer.status, answer.json) == (200, {"open": 1, "closed": 0}), answer.text
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                    "params": {"name": "get_my_ask_counts", "arguments": {}}}
            tool = kith.http("POST", "/mcp", token=token, body=call).json
            assert tool["result"]["structuredContent"] == answer.json, tool
            assert "/v1/me/ask-counts" in kith.http("GET", "/openapi.json").json["paths"]
            passed += 1
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(f"{passed} passed, 0 failed")


if __name__ == "__main__":
    sys.exit(main())
