"""Tests records over HTTP: tags, changes, idempotency keys, and paging."""

import re

import support
from support import test


@test
def answers_304_while_a_record_stays_the_same(kith):
    token = kith.member("Frugal")
    created = kith.publish(token)
    path = "/v1/posts/" + created.json["id"]
    assert created.headers["Location"] == kith.base + path
    first = kith.http("GET", path, token=token)
    tag = first.headers["ETag"]
    assert re.fullmatch(r'"[\w-]+"', tag)
    for known in (tag, "W/" + tag, '"x", ' + tag, "*"):
        same = kith.http("GET", path, token=token, headers={"If-None-Match": known})
        assert (same.status, same.body) == (304, b""), known
        assert same.headers["ETag"] == tag
    kith.http("PATCH", path, {"title": "Another title"}, token)
    changed = kith.http("GET", path, token=token, headers={"If-None-Match": tag})
    assert changed.status == 200 and changed.headers["ETag"] != tag


@test
def guards_a_change_by_its_tag(kith):
    token = kith.member("Guarded")
    path = "/v1/posts/" + kith.publish(token).json["id"]
    tag = kith.http("GET", path, token=token).headers["ETag"]
    stale = kith.http("PATCH", path, {"title": "Never"}, token, {"If-Match": '"other"'})
    assert (stale.status, stale.code) == (412, "precondition_failed")
    fresh = kith.http("PATCH", path, {"title": "In time"}, token, {"If-Match": tag})
    assert fresh.json["title"] == "In time"
    late = kith.http("PATCH", path, {"title": "Too late"}, token, {"If-Match": tag})
    assert late.code == "precondition_failed"


@test
def patches_only_what_is_given(kith):
    token = kith.member("Patchy")
    path = "/v1/posts/" + kith.publish(token, expiresAt="2030-01-01T00:00:00Z").json["id"]
    patched = kith.http("PATCH", path, token=token, raw=b'{"expiresAt": null}',
                        headers={"Content-Type": "application/merge-patch+json"})
    assert patched.json["expiresAt"] is None
    assert patched.json["title"] == "Looking for a carpenter"
    assert kith.http("PATCH", path, {"title": None}, token).faults == (
        {("#/title", "type")})


@test
def repeats_a_keyed_request_without_repeating_its_effect(kith):
    token = kith.member("Insistent")
    body = {"kind": "idea", "title": "Once only", "body": "",
            "publishTo": {"public": True, "orgSlugs": []}}
    key = {"Idempotency-Key": "one-two-three"}
    first = kith.http("POST", "/v1/posts", body, token, key)
    second = kith.http("POST", "/v1/posts", body, token, key)
    assert first.json == second.json
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    # Object members have no order, in nested objects too.
    turned = dict(reversed(body.items()),
                  publishTo=dict(reversed(body["publishTo"].items())))
    third = kith.http("POST", "/v1/posts", turned, token, key)
    assert (third.status, third.json) == (200, first.json), third.text
    other = kith.http("POST", "/v1/posts", dict(body, title="Another"), token, key)
    assert (other.status, other.code) == (422, "idempotency_mismatch")
    for bad in ("", "x" * 256, "a b"):
        answer = kith.http("POST", "/v1/posts", body, token, {"Idempotency-Key": bad})
        assert {place for place, _ in answer.faults} == {"Idempotency-Key"}, answer.text
    mine = kith.http("GET", "/v1/posts?mine=true", token=token).json["items"]
    assert [item["title"] for item in mine] == ["Once only"]


@test
def pages_without_gap_or_repetition(kith):
    token = kith.member("Prolific")
    made = [kith.publish(token, f"Ask number {n}").json["id"] for n in range(7)]
    seen, cursor = [], ""
    for _ in range(10):
        page = kith.http("GET", f"/v1/posts?mine=true&limit=3{cursor}", token=token).json
        seen += [item["id"] for item in page["items"]]
        if page["nextCursor"] is None:
            break
        cursor = "&cursor=" + page["nextCursor"]
    assert seen == made[::-1]


@test
def links_bare_arrays_to_their_next_page(kith):
    admin = kith.member("Boss", "--active", "--admin")
    for number in range(8):
        kith.member(f"Listed-{number}")
    seen, path = [], "/v1/admin/members?limit=4&status=active"
    while path:
        answer = kith.http("GET", path, token=admin)
        assert isinstance(answer.json, list) and len(answer.json) <= 4
        seen += [member["id"] for member in answer.json]
        link = answer.headers["Link"]
        match = re.fullmatch(r'<(.*)>; rel="next"', link) if link else None
        path = match.group(1).removeprefix(kith.base) if match else None
        assert path is None or "status=active" in path
    assert len(seen) == len(set(seen)) > 8


support.main(__name__)
