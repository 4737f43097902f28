"""The REST surface of a whole instance, from sign-up to the feed."""

import json
import re
import time

import support
from support import test

PASSWORD = "a long enough phrase"


def post(kith, token, title="Looking for a carpenter", **more):
    body = {"kind": "other", "title": title, "body": "In detail.",
            "publishTo": {"public": True}, **more}
    answer = kith.http("POST", "/v1/posts", body, token)
    assert answer.status == 200, answer.text
    return answer


@test
def carries_a_stranger_from_sign_up_to_the_feed(kith):
    admin = kith.member("Root", "--active", "--admin")
    address = "stranger@example.org"
    signed = kith.http("POST", "/v1/auth/sign-up",
                       {"email": address, "password": PASSWORD, "name": "Stranger"})
    assert (signed.status, signed.json) == (202, {"status": "verification_sent"})
    early = kith.http("POST", "/v1/auth/sign-in", {"email": address, "password": PASSWORD})
    assert (early.status, early.code) == (403, "email_not_verified")

    token = kith.mailed_token(address, "/verify-email")
    page = kith.http("GET", "/verify-email?token=" + token)
    assert page.status == 200 and token in page.text
    verified = kith.http("POST", "/v1/auth/verify-email", {"token": token})
    assert verified.json["membershipStatus"] == "pending", verified.text
    again = kith.http("POST", "/v1/auth/verify-email", {"token": token})
    assert again.code == "token_not_found"

    session = kith.http("POST", "/v1/auth/sign-in",
                        {"email": address, "password": PASSWORD}).json["token"]
    assert kith.http("GET", "/v1/me", token=session).code == "membership_pending"
    state = kith.http("GET", "/v1/auth/session", token=session)
    assert state.json["account"]["membershipStatus"] == "pending"
    user = state.json["account"]["id"]
    approved = kith.http("POST", f"/v1/admin/members/{user}/approve", token=admin)
    assert approved.json["membershipStatus"] == "active"
    time.sleep(1.1)  # every loop of the gateway may believe the old state for a second
    assert kith.http("GET", "/v1/me", token=session).status == 200

    onboarded = kith.http("POST", "/v1/me/onboarding",
                          {"handle": "stranger", "headline": "No longer one"}, session)
    assert onboarded.json["profile"]["handle"] == "stranger"
    ask = post(kith, session, "Hello from a stranger").json
    feed = kith.http("GET", "/v1/posts", token=kith.member("Reader")).json
    assert ask["id"] in [item["id"] for item in feed["items"]]

    assert kith.http("POST", "/v1/auth/sign-out", token=session).status == 204
    time.sleep(1.1)
    assert kith.http("GET", "/v1/me", token=session).code == "invalid_token"


@test
def says_that_it_is_healthy(kith):
    health = kith.http("GET", "/health")
    assert health.status == 200 and health.json["status"] == "ok", health.text
    assert health.json["db"] == "up"
    assert kith.http("GET", "/health/ready").status == 200


@test
def challenges_a_stranger(kith):
    answer = kith.http("GET", "/v1/me")
    assert (answer.status, answer.code) == (401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    for credential in ("Bearer nonsense", "Basic dTpw", "Bearer kith_pat_" + "A" * 43):
        answer = kith.http("GET", "/v1/me", headers={"Authorization": credential})
        assert (answer.status, answer.code) == (401, "invalid_token")
    public = kith.http("POST", "/v1/auth/sign-in", {}, "nonsense")
    assert public.code == "invalid_token"


@test
def judges_in_the_order_of_the_contract(kith):
    pending = kith.member("Waiting", "--handle", "waiting")
    reader = kith.member("Careful", scopes="network:read")
    broken = {"headers": {"Content-Type": "application/json"}, "raw": b"{"}
    assert kith.http("POST", "/v1/nothing", **broken).code == "route_not_found"
    assert kith.http("POST", "/v1/posts", **broken).code == "unauthenticated"
    assert kith.http("POST", "/v1/posts", token=pending, **broken).code == "membership_pending"
    scoped = kith.http("POST", "/v1/posts", token=reader, **broken)
    assert scoped.code == "insufficient_scope"
    assert scoped.json["requires"] == {"scope": ["network:write"]}
    assert 'scope="network:write"' in scoped.headers["WWW-Authenticate"]
    writer = kith.token("Careful")
    assert kith.http("POST", "/v1/posts", token=writer, **broken).code == "malformed_request"
    assert kith.http("POST", "/v1/posts", {}, writer).code == "validation_failed"
    assert kith.http("GET", "/v1/admin/members", token=writer).code == "admin_required"


@test
def says_a_large_body_in_its_turn(kith):
    large = b'{"title": "' + b"x" * (200 * 1024) + b'"}'
    kind = {"Content-Type": "application/json"}
    assert kith.http("POST", "/v1/posts", raw=large, headers=kind).code == "unauthenticated"
    token = kith.member("Verbose")
    answer = kith.http("POST", "/v1/posts", token=token, raw=large, headers=kind)
    assert (answer.status, answer.code) == (413, "payload_too_large")


@test
def reads_json_in_utf8_only(kith):
    token = kith.member("Typist")
    body = json.dumps({"kind": "idea", "title": "A title", "body": ""}).encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded",
                 "application/json; charset=latin1", "application/merge-patch+json"):
        answer = kith.http("POST", "/v1/posts", token=token, raw=body,
                           headers={"Content-Type": kind})
        assert answer.code == "unsupported_media_type", kind
    refused = (b'{"a":1,"a":2}', b'{"a":"\\u0000"}', b'{"a":"\xff"}', b"[" * 17 + b"]" * 17,
               b"{} {}", b"{,}")
    for raw in refused:
        answer = kith.http("POST", "/v1/posts", token=token, raw=raw,
                           headers={"Content-Type": "application/json"})
        assert answer.code == "malformed_request", raw
    listed = kith.http("POST", "/v1/posts", token=token, raw=b"[]",
                       headers={"Content-Type": "application/json"})
    assert listed.faults == {("#", "type")}


@test
def lists_every_fault_of_a_body(kith):
    token = kith.member("Hasty")
    answer = kith.http("POST", "/v1/posts",
                       {"kind": "nothing", "title": "ab", "tags": [1], "extra": True}, token)
    assert answer.status == 422
    assert {("#/kind", "enum"), ("#/title", "too_short"), ("#/body", "required"),
            ("#/extra", "unknown_field")} <= answer.faults, answer.text
    assert kith.http("POST", "/v1/posts", raw=b"", token=token).faults >= {
        ("#/title", "required")}


@test
def lists_every_fault_of_a_query(kith):
    token = kith.member("Curious")
    answer = kith.http("GET", "/v1/posts?limt=1&limit=0&mine=yes", token=token)
    assert answer.faults == {("limt", "unknown_field"), ("limit", "too_small"),
                             ("mine", "type")}, answer.text
    twice = kith.http("GET", "/v1/posts?limit=1&limit=2", token=token)
    assert twice.faults == {("limit", "too_many")}
    assert kith.http("GET", "/v1/posts?cursor=abc", token=token).code == "invalid_cursor"


@test
def refuses_what_the_path_gives_already(kith):
    token = kith.member("Twofold")
    ask = post(kith, token).json["id"]
    answer = kith.http("PATCH", f"/v1/posts/{ask}", {"id": ask, "title": "ab"}, token)
    assert answer.faults == {("#/id", "unknown_field"), ("#/title", "too_short")}
    answer = kith.http("PATCH", f"/v1/posts/{ask}?title=abc", {}, token)
    assert answer.faults == {("title", "unknown_field")}
    answer = kith.http("GET", f"/v1/posts/{ask}", token=token, raw=b"{}")
    assert answer.code == "malformed_request"


@test
def calls_a_malformed_id_not_found(kith):
    token = kith.member("Wanderer")
    for name in ("nonsense", "post_1", "usr_01m7ytxtvhea9rx3mg1zd8fr7f", "%20"):
        answer = kith.http("GET", "/v1/posts/" + name, token=token)
        assert (answer.status, answer.code) == (404, "post_not_found"), name
    other = kith.http("GET", "/v1/posts/usr_01m7ytxtvhea9rx3mg1zd8fr7f", token=token)
    assert "id" in other.json["detail"]


@test
def knows_one_form_of_each_path(kith):
    for path, code in (("/v1/posts/", "route_not_found"), ("/v1//posts", "malformed_request"),
                       ("/v1/%2e%2e/posts", "malformed_request"),
                       ("/v1/posts%2fx", "malformed_request"),
                       ("/V1/posts", "route_not_found"), ("/v1", "route_not_found")):
        assert kith.http("GET", path).code == code, path


@test
def tells_which_methods_a_route_takes(kith):
    answer = kith.http("DELETE", "/v1/posts")
    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD, POST, OPTIONS"
    options = kith.http("OPTIONS", "/v1/posts")
    assert (options.status, options.body) == (204, b"")
    assert options.headers["Allow"] == "GET, HEAD, POST, OPTIONS"
    head = kith.http("HEAD", "/health")
    assert (head.status, head.body) == (200, b"")
    assert int(head.headers["Content-Length"]) > 0


@test
def answers_only_those_who_take_json(kith):
    token = kith.member("Picky")
    answer = kith.http("GET", "/v1/me", token=token, headers={"Accept": "text/html"})
    assert (answer.status, answer.code) == (406, "not_acceptable")
    for accept in ("application/json", "*/*", "text/html, */*;q=0.1"):
        assert kith.http("GET", "/v1/me", token=token, headers={"Accept": accept}).status == 200


@test
def keeps_a_well_formed_request_id(kith):
    answer = kith.http("GET", "/health", headers={"X-Request-Id": "abc.DEF_1-2"})
    assert answer.headers["X-Request-Id"] == "abc.DEF_1-2"
    for odd in ("a b", "x" * 65, "a/b", "é".encode().decode("latin1")):
        answer = kith.http("GET", "/health", headers={"X-Request-Id": odd})
        assert re.fullmatch(r"req_[0-9a-z]{26}", answer.headers["X-Request-Id"])


@test
def answers_304_while_a_record_stays_the_same(kith):
    token = kith.member("Frugal")
    created = post(kith, token)
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
    path = "/v1/posts/" + post(kith, token).json["id"]
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
    path = "/v1/posts/" + post(kith, token, expiresAt="2030-01-01T00:00:00Z").json["id"]
    patched = kith.http("PATCH", path, token=token, raw=b'{"expiresAt": null}',
                        headers={"Content-Type": "application/merge-patch+json"})
    assert patched.json["expiresAt"] is None
    assert patched.json["title"] == "Looking for a carpenter"
    assert kith.http("PATCH", path, {"title": None}, token).faults == {("#/title", "type")}


@test
def repeats_a_keyed_request_without_repeating_its_effect(kith):
    token = kith.member("Insistent")
    body = {"kind": "idea", "title": "Once only", "body": "", "publishTo": {"public": True}}
    key = {"Idempotency-Key": "one-two-three"}
    first = kith.http("POST", "/v1/posts", body, token, key)
    second = kith.http("POST", "/v1/posts", body, token, key)
    assert first.json == second.json
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
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
    made = [post(kith, token, f"Ask number {n}").json["id"] for n in range(7)]
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


def signed_in(kith, name):
    """The cookie of a browser that signed in."""
    kith.kithctl("member", "create", "--email", f"{name.lower()}@example.org", "--name", name,
                 "--password", PASSWORD, "--active")
    answer = kith.http("POST", "/v1/auth/sign-in", {
        "email": f"{name.lower()}@example.org", "password": PASSWORD, "as": "cookie"})
    assert answer.status == 200 and answer.json["token"] is None, answer.text
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
    assert cookie.startswith("kith_session=kith_ses_")
    return cookie.split(";")[0]


@test
def keeps_a_browser_session_in_a_cookie(kith):
    cookie = signed_in(kith, "Browser")
    assert kith.http("GET", "/v1/me", headers={"Cookie": cookie}).status == 200
    own = {"Cookie": cookie, "Sec-Fetch-Site": "same-origin"}
    out = kith.http("POST", "/v1/auth/sign-out", headers=own)
    assert out.status == 204 and "Max-Age=0" in out.headers["Set-Cookie"]
    time.sleep(1.1)
    assert kith.http("GET", "/v1/me", headers={"Cookie": cookie}).code == "invalid_token"
    again = kith.http("POST", "/v1/auth/sign-in", {
        "email": "browser@example.org", "password": PASSWORD}, headers={"Cookie": cookie})
    assert again.status == 200, "a dead cookie must not keep its owner out"


@test
def refuses_a_change_that_another_site_starts(kith):
    cookie = signed_in(kith, "Target")
    body = {"kind": "idea", "title": "Not mine", "body": ""}
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
                    {"Origin": "https://evil.example"}, {"Origin": "null"}, {}):
        answer = kith.http("POST", "/v1/posts", body, headers={"Cookie": cookie, **headers})
        assert (answer.status, answer.code) == (403, "cross_origin_refused"), headers
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": kith.base}):
        answer = kith.http("POST", "/v1/posts", body, headers={"Cookie": cookie, **headers})
        assert answer.status == 200, answer.text


@test
def describes_itself_in_openapi(kith):
    document = kith.http("GET", "/openapi.json").json
    assert document["openapi"] == "3.1.0" and document["x-feature-level"] >= 1

    def resolve(node):
        if isinstance(node, dict):
            if "$ref" in node:
                target = document
                for part in node["$ref"].removeprefix("#/").split("/"):
                    target = target[part]
            for value in node.values():
                resolve(value)
        elif isinstance(node, list):
            for value in node:
                resolve(value)

    resolve(document)
    names = set()
    for path, item in document["paths"].items():
        for method, operation in item.items():
            names.add(operation["operationId"])
            answer = kith.http(method.upper(), path.replace("{id}", "x"))
            assert answer.status not in (404, 405) or answer.code != "route_not_found", path
            assert str(answer.status) in operation["responses"], (method, path, answer.status)
            if answer.status >= 400 and path != "/health/ready":
                schema = operation["responses"][str(answer.status)]["content"]
                codes = schema["application/problem+json"]["schema"]["allOf"][1]
                assert answer.code in codes["properties"]["code"]["enum"]
    assert {"post_list", "me_get", "account_sign_up"} <= names


@test
def answers_with_exactly_the_declared_fields(kith):
    document = kith.http("GET", "/openapi.json").json
    token = kith.member("Exact")
    declared = document["components"]["schemas"]["Post"]
    answer = post(kith, token).json
    assert list(answer) == list(declared["properties"]) == declared["required"]
    account = document["components"]["schemas"]["Account"]
    assert list(kith.http("GET", "/v1/me", token=token).json) == account["required"]


@test
def serves_pages_that_carry_no_foreign_markup(kith):
    hostile = "/verify-email?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
    page = kith.http("GET", hostile)
    assert page.status == 200 and "<script>alert" not in page.text
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["Cache-Control"] == "no-store"
    for path in ("/", "/docs", "/docs/problems", "/docs/problems/post_closed",
                 "/docs/changelog", "/reset-password?token=x"):
        page = kith.http("GET", path)
        assert page.status == 200 and page.text.startswith("<!doctype html>"), path
        for asset in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text):
            assert kith.http("GET", asset).status == 200, asset
        for link in set(re.findall(r'href="(/[^"#]*)"', page.text)):
            assert kith.http("GET", link).status == 200, (path, link)


@test
def says_in_its_own_form_that_a_page_is_missing(kith):
    person = kith.http("GET", "/nothing", headers={"Accept": "text/html"})
    assert person.status == 404 and person.text.startswith("<!doctype html>")
    assert kith.http("GET", "/nothing").code == "route_not_found"
    assert kith.http("GET", "/docs/problems/nothing").status == 404
    known = kith.http("GET", "/.well-known/x", headers={"Accept": "text/html"})
    assert known.code == "route_not_found"
    assert kith.http("POST", "/docs").code == "method_not_allowed"


@test
def leads_clients_from_the_challenge_to_the_resource(kith):
    for path in ("/.well-known/oauth-protected-resource",
                 "/.well-known/oauth-protected-resource/mcp"):
        answer = kith.http("GET", path)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.json["resource"] == kith.base + "/mcp"


@test
def writes_no_secret_into_its_log(kith):
    token = kith.member("Discreet")
    kith.http("GET", "/v1/posts?author=very-secret-filter", token=token)
    kith.http("GET", "/verify-email?token=secret-of-a-mail")
    kith.http("POST", "/v1/auth/sign-in", {"email": "discreet@example.org",
                                           "password": "wrong password here"})
    time.sleep(0.2)
    with open(kith.run_dir + "/log/gateway.log", errors="replace") as file:
        log = file.read()
    for secret in (token, "very-secret-filter", "secret-of-a-mail", "wrong password here"):
        assert secret not in log
    lines = [json.loads(line) for line in log.splitlines() if '"request"' in line]
    assert any(line.get("path") == "/v1/posts" and line.get("status") == 200 for line in lines)


support.main(__name__)
