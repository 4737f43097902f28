"""Carries out docs/adding-a-resource.md on a copy of the tree, then tests and calls the
resource."""

import glob
import os
import re
import shutil
import subprocess
import sys

import pages
import support

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import guide_steps  # noqa: E402

ID = re.compile(r"post_\w+")


def check_the_contract(home, build):
    """Builds everything, and runs the tests of the resource and the contract tests."""
    tests = [path.removesuffix(".c") for path in
             glob.glob("tests/contract/*_test.c", root_dir=home) +
             glob.glob("tests/handlers/content/bookmark/*_test.c", root_dir=home)]
    guide_steps.make(home, build, "programs", *(f"{build}/{test}" for test in tests))
    done = subprocess.run(
        [sys.executable, "tests/run.py", "--build", build, "contract",
         "content/bookmark"], cwd=home, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=300)
    assert done.returncode == 0, done.stdout[-6000:]
    passed = re.search(r"^\d\d+ passed, 0 failed, 0 skipped$", done.stdout, re.M)
    assert passed is not None, done.stdout


def call_tool(kith, token, name, **arguments):
    result = kith.call_tool(token, name, arguments)
    assert not result.get("isError"), result
    return result.get("structuredContent")


def call_the_api(kith):
    author, reader = kith.member("Author"), kith.member("Reader")
    created = kith.http("POST", "/v1/posts", token=author, body={
        "kind": "idea", "title": "Kept", "body": "", "publishTo": {"public": True}})
    assert created.status == 200 and created.json["bookmarked"] is False, created.text
    path = f"/v1/posts/{created.json['id']}"
    for _ in range(2):
        answer = kith.http("PUT", path + "/bookmark", token=reader)
        assert (answer.status, answer.body) == (204, b""), answer.text
    assert kith.http("GET", path, token=reader).json["bookmarked"] is True
    assert kith.http("GET", path, token=author).json["bookmarked"] is False
    listed = kith.http("GET", "/v1/me/bookmarks", token=reader).json
    assert [post["title"] for post in listed["items"]] == ["Kept"], listed
    feed = kith.http("GET", "/v1/posts", token=reader).json
    assert feed["items"][0]["bookmarked"] is True, feed
    exported = kith.http("GET", "/v1/auth/export", token=reader).json["bookmarks"]
    assert [row["postId"] for row in exported] == [created.json["id"]], exported
    for _ in range(2):
        assert kith.http("DELETE", path + "/bookmark", token=reader).status == 204
    assert kith.http("GET", "/v1/me/bookmarks", token=reader).json["items"] == []
    call_tool(kith, reader, "bookmark_post", id=created.json["id"])
    assert len(call_tool(kith, reader, "list_bookmarks")["items"]) == 1
    call_tool(kith, reader, "remove_bookmark", id=created.json["id"])
    assert call_tool(kith, reader, "list_bookmarks")["items"] == []
    return path


def use_the_page(kith, path):
    cookie, csrf = pages.signed_in(kith, "Browser")
    assert "no bookmarks yet" in pages.get(kith, "/bookmarks", cookie).text
    answer = kith.http("PUT", path + "/bookmark", token=kith.token("Browser"))
    assert answer.status == 204, answer.text
    text = pages.get(kith, "/bookmarks", cookie).text
    assert ">Kept</a>" in text, text
    action = f"/bookmarks/{ID.search(text).group()}/remove"
    done = pages.post(kith, action, {"csrf": csrf}, cookie)
    assert done.status == 303, done.text
    assert done.headers["Location"].startswith("/bookmarks"), done.headers["Location"]
    assert "no bookmarks yet" in pages.get(kith, "/bookmarks", cookie).text


def main():
    home, build = guide_steps.copy_of_the_tree()
    passed = 0
    try:
        guide_steps.carry_out(guide_steps.RESOURCE, home)
        check_the_contract(home, build)
        passed += 1
        os.environ["KITH_BUILD"] = os.path.join(home, build)
        with support.Kith() as kith:
            path = call_the_api(kith)
            passed += 1
            use_the_page(kith, path)
            passed += 1
    finally:
        shutil.rmtree(home, ignore_errors=True)
    support.finish(passed)


if __name__ == "__main__":
    main()
