"""Carries out docs/adding-an-operation.md on a copy of the tree, then tests and calls the
operation."""

import os
import re
import shutil
import subprocess
import sys

import support

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import guide_steps  # noqa: E402


def main():
    home, build = guide_steps.copy_of_the_tree()
    passed = 0
    try:
        guide_steps.carry_out(guide_steps.OPERATION, home)
        guide_steps.make(home, build, "programs",
                         f"{build}/tests/handlers/content/post/post_count_test")
        done = subprocess.run([sys.executable, "tests/run.py", "--build", build,
                               "post_count"], cwd=home, text=True, stdout=subprocess.PIPE,
                              timeout=200)
        assert re.search(r"^1 passed, 0 failed, 0 skipped$", done.stdout, re.M), (
            done.stdout)
        passed += 1
        os.environ["KITH_BUILD"] = os.path.join(home, build)
        with support.Kith() as kith:
            token = kith.member("Adder")
            kith.http("POST", "/v1/posts", token=token, body={
                "kind": "idea", "title": "Counted", "body": ""})
            answer = kith.http("GET", "/v1/me/ask-counts", token=token)
            assert (answer.status, answer.json) == (200, {"open": 1, "closed": 0}), (
                answer.text)
            tool = kith.call_tool(token, "get_my_ask_counts")
            assert tool["structuredContent"] == answer.json, tool
            assert "/v1/me/ask-counts" in kith.http("GET", "/openapi.json").json["paths"]
            passed += 1
    finally:
        shutil.rmtree(home, ignore_errors=True)
    support.finish(passed)


if __name__ == "__main__":
    main()
