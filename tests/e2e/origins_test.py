"""Tests CORS: what pages of other origins may read and send, and that cookies do not
count."""

import support
from support import test

PASSWORD = "a long enough phrase"
ORIGIN = {"Origin": "https://elsewhere.example"}
CROSS = {**ORIGIN, "Sec-Fetch-Site": "cross-site"}


def is_open(answer):
    exposed = answer.headers["Access-Control-Expose-Headers"] or ""
    assert "Access-Control-Allow-Credentials" not in answer.headers
    return (answer.headers["Access-Control-Allow-Origin"] == "*"
            and {"ETag", "Location", "Link", "Retry-After", "X-Request-Id"}
            <= set(exposed.split(", ")))


@test
def lets_any_page_read_what_it_may_read(kith):
    token = kith.member("Paula")
    for path, status in [("/v1/me", 200), ("/v1/posts", 200), ("/v1/nowhere", 404),
                         ("/v1/posts/post_1", 404), ("/openapi.json", 200),
                         ("/docs", 200),
                         ("/docs/problems/not_author", 200), ("/docs/nowhere", 404)]:
        answer = kith.http("GET", path, token=token, headers=CROSS)
        assert (answer.status, is_open(answer)) == (status, True), (path, answer.headers)
    refused = kith.http("GET", "/v1/me", headers=CROSS)
    assert (refused.status, is_open(refused)) == (401, True)
    assert not is_open(kith.http("GET", "/", headers=CROSS))


@test
def answers_preflights(kith):
    asked = {**ORIGIN, "Access-Control-Request-Method": "PATCH",
             "Access-Control-Request-Headers": "authorization,content-type,if-match"}
    for path, methods in [("/v1/posts/x", {"GET", "PATCH"}),
                          ("/v1/posts", {"GET", "POST"}),
                          ("/openapi.json", {"GET"}), ("/docs", {"GET"})]:
        answer = kith.http("OPTIONS", path, headers=asked)
        assert answer.status == 204 and is_open(answer), (path, answer.status)
        assert methods <= set(
            answer.headers["Access-Control-Allow-Methods"].split(", ")), path
        allowed = answer.headers["Access-Control-Allow-Headers"].lower().split(", ")
        assert {"authorization", "content-type", "idempotency-key", "if-match",
                "if-none-match"} <= set(allowed)
        assert int(answer.headers["Access-Control-Max-Age"]) > 0


@test
def answers_the_preflights_of_clients_wherever_they_look(kith):
    unknown = ["/.well-known/x", "/.well-known",
               "/.well-known/oauth-authorization-server/",
               "/.well-known/oauth-protected-resource/x", "/.well-known/x/y/z",
               "/mcp/.well-known/oauth-authorization-server"]
    known = ["/.well-known/oauth-protected-resource",
             "/.well-known/oauth-protected-resource/mcp",
             "/.well-known/oauth-protected-resource/v1",
             "/.well-known/oauth-authorization-server",
             "/.well-known/openid-configuration", "/mcp/.well-known/openid-configuration",
             "/oauth/register", "/oauth/token", "/oauth/revoke", "/oauth/jwks",
             "/oauth/userinfo"]
    wanted = "authorization,content-type,mcp-protocol-version,x-not-heard-of"
    asked = {**ORIGIN, "Access-Control-Request-Method": "GET"}
    for path in known + unknown:
        answer = kith.http("OPTIONS", path, headers={
            **asked, "Access-Control-Request-Headers": wanted})
        assert answer.status == 204, (path, answer.status, answer.headers)
        assert is_open(answer), (path, answer.status, answer.headers)
        assert answer.headers["Access-Control-Allow-Headers"] == wanted, path
        assert answer.headers["Access-Control-Max-Age"] == "600", path
        methods = answer.headers["Access-Control-Allow-Methods"].split(", ")
        assert set(methods) == {"GET", "POST", "DELETE", "OPTIONS"}, (path, methods)
        for odd in ({}, {"Access-Control-Request-Headers": "a;b"},
                    {"Access-Control-Request-Headers": "x" * 1001}):
            answer = kith.http("OPTIONS", path, headers={**asked, **odd})
            allowed = answer.headers["Access-Control-Allow-Headers"].split(", ")
            assert answer.status == 204 and {"Authorization",
                                             "MCP-Protocol-Version"} <= set(
                allowed), (path, odd)
        assert is_open(kith.http("DELETE", path, headers=CROSS)), path
    for path in unknown:
        for method in ("GET", "HEAD", "POST"):
            answer = kith.http(method, path, headers={**CROSS, "Accept": "text/html"})
            assert (answer.status, is_open(answer)) == (404, True), (method, path,
                                                                     answer.headers)
            assert answer.headers["Content-Type"] == "application/problem+json", (
                method, path)
    for path in ("/oauth/authorize", "/oauth/consent", "/mcp/x", "/x/.well-known/y"):
        for method in ("OPTIONS", "GET"):
            answer = kith.http(method, path, headers=asked)
            assert not any(name.startswith("Access-Control-")
                           for name in answer.headers), path


@test
def does_not_count_the_cookie_of_another_origins_page(kith):
    kith.kithctl("member", "create", "--email", "cora@example.org", "--name", "Cora",
                 "--password", PASSWORD, "--active")
    signed = kith.http("POST", "/v1/auth/sign-in", {
        "email": "cora@example.org", "password": PASSWORD, "as": "cookie"})
    cookie = {"Cookie": signed.headers["Set-Cookie"].split(";")[0]}
    for own in ({}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"},
                {"Origin": kith.base}):
        assert kith.http("GET", "/v1/me", headers={**cookie, **own}).status == 200, own
    for foreign in (CROSS, ORIGIN, {"Sec-Fetch-Site": "same-site"}, {"Origin": "null"}):
        answer = kith.http("GET", "/v1/me", headers={**cookie, **foreign})
        assert answer.code == "unauthenticated", foreign
        answer = kith.http("POST", "/v1/auth/sign-out", headers={**cookie, **foreign})
        assert answer.code == "cross_origin_refused", foreign


@test
def looks_at_no_credential_where_none_is_needed(kith):
    dead = {"Authorization": "Bearer kith_pat_" + "A" * 43}
    broken = {"Authorization": "Basic eDp5"}
    for headers in (dead, broken, {"Cookie": "kith_session=kith_ses_" + "A" * 43}):
        assert kith.http("GET", "/health", headers=headers).status == 200
        assert kith.http("GET", "/health/ready", headers=headers).status == 200
        answer = kith.http("POST", "/v1/auth/sign-in", headers=headers, body={
            "email": "nobody@example.org", "password": "wrong"})
        assert answer.code == "invalid_credentials", headers
    assert kith.http("GET", "/v1/me", headers=dead).code == "invalid_token"


@test
def carries_the_tag_of_the_get_on_writes(kith):
    token = kith.member("Tara")

    def check(write, read=None):
        read = read or write.headers["Location"].removeprefix(kith.base)
        assert write.status == 200, write.text
        assert write.headers["ETag"] == kith.http("GET", read,
                                                  token=token).headers["ETag"], read
        return read

    path = check(kith.publish(token))
    check(kith.http("PATCH", path, {"title": "Another title"}, token), path)
    check(kith.http("POST", path + "/close", token=token), path)
    entry = {"kind": "milestone", "title": "An entry"}
    entry_path = check(kith.http("POST", "/v1/progress", entry, token))
    check(kith.http("PATCH", entry_path, {"title": "Another entry"}, token), entry_path)
    check(kith.http("PATCH", "/v1/me", {"headline": "Carpenter"}, token), "/v1/me")
    tag = kith.http("PATCH", entry_path, {"title": "A third"}, token).headers["ETag"]
    assert kith.http("PATCH", entry_path, {"title": "A fourth"}, token,
                     {"If-Match": tag}).status == 200
    assert kith.http("PATCH", entry_path, {"title": "A fifth"}, token,
                     {"If-Match": tag}).code == "precondition_failed"


@test
def names_the_cure_of_a_refusal(kith):
    token = kith.member("Nora")
    answer = kith.http("POST", "/v1/orgs", {"slug": "nora", "name": "Nora"}, token)
    assert answer.code == "admin_required", answer.text
    assert "/v1/org-applications" in answer.json["nextStep"]
    assert answer.json["requires"] == {"role": ["admin"]}
    narrow = kith.token("Nora", "network:read")
    answer = kith.http("POST", "/v1/posts", {}, narrow)
    assert answer.json["requires"] == {"scope": ["network:write"]}
    assert answer.json["nextStep"] and "detail" not in answer.json
    kith.kithctl("member", "create", "--email", "pending@example.org", "--name",
                 "Pending")
    answer = kith.http("GET", "/v1/me", token=kith.token("Pending"))
    assert answer.code == "membership_pending" and "detail" not in answer.json
    assert "/v1/auth/session" in answer.json["nextStep"]
    other = kith.http("GET", "/v1/posts/evt_" + "0" * 26, token=token)
    assert other.code == "post_not_found" and "event's id" in other.json["detail"]


@test
def trims_names_and_titles(kith):
    token = kith.member("Trim")
    assert kith.publish(token, title="  Looking \u3000 ").json["title"] == "Looking"
    body = {"kind": "other", "title": " \t\u00a0 ", "body": "",
            "publishTo": {"public": True}}
    assert ("#/title", "too_short") in kith.http("POST", "/v1/posts", body, token).faults


@test
def reads_a_media_type_to_its_end(kith):
    token = kith.member("Media")
    body = b'{"kind":"other","title":"A title","body":"","publishTo":{"public":true}}'
    for kind in ("text/plain; application/json", "application/json, text/plain",
                 "application/json text/plain", "application/json; charset=latin1",
                 "application/jsonx"):
        for path in ("/v1/posts", "/mcp"):
            answer = kith.http("POST", path, raw=body, token=token, headers={
                "Content-Type": kind, "Accept": "application/json"})
            assert answer.status == 415, (path, kind)
    for kind in ("application/json;charset=utf-8", "application/json ; x=\"a;b\" ;"):
        answer = kith.http("POST", "/v1/posts", raw=body, token=token,
                           headers={"Content-Type": kind})
        assert answer.status == 200, kind


support.main(__name__)
