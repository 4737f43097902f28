"""Tests the life of progress entries over REST and as tools."""

from datetime import datetime, timedelta, timezone

import support
from support import test

ENTRY = {"kind": "customer", "title": "The first customer", "publishTo": {"public": True}}


@test
def an_entry_lives_from_its_creation_to_its_end(kith):
    author, reader = kith.member("Ada"), kith.member("Grace")
    made = kith.http("POST", "/v1/progress", ENTRY, author)
    assert made.status == 200, made.text
    path = "/v1/progress/" + made.json["id"]
    assert made.headers["Location"].endswith(path)
    assert made.json["canEdit"] and made.json["socialPostUrl"] is None

    read = kith.http("GET", path, token=reader)
    assert read.json == {**made.json, "canEdit": False}
    assert kith.http("GET", path, token=reader,
                     headers={"If-None-Match": read.headers["ETag"]}).status == 304
    for query in ("", "?feed=true", "?author=ada", "?kind=customer"):
        page = kith.http("GET", "/v1/progress" + query, token=reader).json
        assert page == {"items": [read.json], "nextCursor": None}, (query, page)
    assert kith.http("GET", "/v1/progress?mine=true", token=reader).json["items"] == []

    assert kith.http("PATCH", path, {"title": "Mine"}, reader).code == "not_author"
    tag = kith.http("GET", path, token=author).headers["ETag"]
    changed = kith.http("PATCH", path, {"note": "It stays."}, author, {"If-Match": tag})
    assert changed.json["note"] == "It stays."
    late = kith.http("DELETE", path, token=author, headers={"If-Match": tag})
    assert (late.status, late.code) == (412, "precondition_failed")
    gone = kith.http("DELETE", path, token=author)
    assert (gone.status, gone.body) == (204, b"")
    assert kith.http("GET", path, token=author).code == "progress_not_found"


@test
def what_cannot_be_is_told_with_its_place(kith):
    token = kith.token("Ada")
    shared = kith.http("POST", "/v1/progress", {**ENTRY, "social": True}, token)
    assert (shared.status, shared.code) == (409, "social_share_unavailable")
    assert kith.http("GET", "/v1/progress?mine=true", token=token).json["items"] == []
    strange = kith.http("POST", "/v1/progress", {**ENTRY, "projectId": "proj_1"}, token)
    assert strange.faults == {("#/projectId", "not_allowed")}
    other = kith.http("GET", "/v1/progress?mine=true&author=grace", token=token)
    assert other.faults == {("author", "conflict")}
    assert kith.http("GET", "/v1/progress?project=evt_1", token=token).code == \
        "project_not_found"
    assert kith.http("GET", "/v1/orgs/nowhere/posts", token=token).code == "org_not_found"


@test
def the_tools_do_the_same(kith):
    token = kith.token("Ada")
    made = kith.call_tool(token, "create_progress", ENTRY)["structuredContent"]
    same = {"id": made["id"]}
    assert kith.call_tool(token, "get_progress", same)["structuredContent"] == made
    listed = kith.call_tool(token, "list_progress", {"mine": True, "detail": "full"})[
        "structuredContent"]
    assert listed == {"items": [made], "nextCursor": None}
    changed = kith.call_tool(token, "update_progress", {**same, "kind": "learning"})
    assert changed["structuredContent"]["kind"] == "learning"
    assert not kith.call_tool(token, "delete_progress", same).get("isError")
    refused = kith.call_tool(token, "get_progress", same)
    assert refused["isError"] and "structuredContent" not in refused


@test
def an_ask_expires_by_itself(kith):
    token = kith.token("Ada")
    soon = (datetime.now(timezone.utc) + timedelta(seconds=2)).isoformat()
    made = kith.http("POST", "/v1/posts",
                     {"kind": "idea", "title": "Soon gone", "body": "",
                      "expiresAt": soon}, token).json
    path = "/v1/posts/" + made["id"]
    expired = support.eventually(
        lambda: kith.http("GET", path, token=token).json["expired"])
    assert expired
    assert kith.http("GET", "/v1/posts", token=token).json["items"] == []
    assert kith.http("GET", path, token=token).json["updatedAt"] == made["updatedAt"]


support.main(__name__)
