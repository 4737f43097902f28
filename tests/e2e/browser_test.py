"""Tests how browsers are served: the session cookie, cross-site requests, and pages."""

import gzip
import re
import time

import support
from support import test

PASSWORD = "a long enough phrase"


def signed_in(kith, name):
    """Returns the cookie of a browser that signed in."""
    kith.kithctl("member", "create", "--email", f"{name.lower()}@example.org", "--name",
                 name, "--password", PASSWORD, "--active")
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
    assert again.status == 200, "an expired cookie must not prevent a sign-in"


@test
def refuses_a_change_that_another_site_starts(kith):
    cookie = signed_in(kith, "Target")
    body = {"kind": "idea", "title": "Not mine", "body": ""}
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
                    {"Origin": "https://evil.example"}, {"Origin": "null"}, {}):
        answer = kith.http("POST", "/v1/posts", body,
                           headers={"Cookie": cookie, **headers})
        assert (answer.status, answer.code) == (403, "cross_origin_refused"), headers
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": kith.base}):
        answer = kith.http("POST", "/v1/posts", body,
                           headers={"Cookie": cookie, **headers})
        assert answer.status == 200, answer.text


@test
def serves_pages_that_carry_no_foreign_markup(kith):
    hostile = "/verify-email?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
    page = kith.http("GET", hostile)
    assert page.status == 200 and "<script>alert" not in page.text
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert page.headers["Cache-Control"] == "no-store"
    for path in ("/", "/docs", "/docs/posts", "/docs/problems",
                 "/docs/problems/post_closed", "/docs/changelog",
                 "/reset-password?token=x"):
        page = kith.http("GET", path)
        assert page.status == 200 and page.text.startswith("<!doctype html>"), path
        for asset in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text):
            assert kith.http("GET", asset).status == 200, asset
        for link in set(re.findall(r'href="(/[^"#]*)"', page.text)):
            assert kith.http("GET", link).status == 200, (path, link)


@test
def cuts_pages_off_from_other_windows_but_not_apps_from_consent(kith):
    """A window that an app opens for consent goes from page to page, and back to it. With
    Cross-Origin-Opener-Policy on any of them, the app would lose its window for good."""
    cookie = signed_in(kith, "Opener")
    client = kith.kithctl("client", "create", "--name", "Pop", "--redirect-uris",
                          "https://app.example/back")["clientId"]
    authorize = ("/oauth/authorize?response_type=code&client_id=" + client
                 + "&redirect_uri=https%3A%2F%2Fapp.example%2Fback&scope=profile&state=s"
                 "&code_challenge_method=S256&code_challenge=" + "a" * 43)
    stranger = kith.http("GET", authorize, headers={"Accept": "text/html"})
    member = kith.http("GET", authorize, headers={"Cookie": cookie})
    assert stranger.status in (302, 303) and member.status in (302, 303), stranger.text
    consent = member.headers["Location"].removeprefix(kith.base)
    asked = kith.http("GET", consent, headers={"Cookie": cookie})
    assert asked.status == 200 and "Pop" in asked.text, asked.text
    sign_in = kith.http("GET", stranger.headers["Location"].removeprefix(kith.base))
    wrong = kith.http("GET", "/oauth/authorize?client_id=none",
                      headers={"Accept": "text/html"})
    for answer in (stranger, member, asked, sign_in, wrong, kith.http("GET", "/sign-up")):
        assert "Cross-Origin-Opener-Policy" not in answer.headers, dict(answer.headers)
    shown = [kith.http("GET", path, headers={"Cookie": cookie})
             for path in ("/", "/docs", "/docs/problems/timeout")]
    for answer in shown:
        assert answer.status == 200, answer.text
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin", answer.text
    for answer in (*shown, asked, kith.http("GET", "/sign-up")):
        assert "camera=()" in answer.headers["Permissions-Policy"], dict(answer.headers)


@test
def sends_documents_small_and_only_once(kith):
    for path in ("/openapi.json", "/docs", "/docs/posts", "/assets/kith.css"):
        plain = kith.http("GET", path)
        small = kith.http("GET", path, headers={"Accept-Encoding": "br, gzip"})
        assert "Content-Encoding" not in plain.headers and plain.status == 200, path
        assert small.headers["Content-Encoding"] == "gzip", path
        assert len(small.body) < len(plain.body) / 2
        assert gzip.decompress(small.body) == plain.body
        for answer in (plain, small):
            tag = answer.headers["ETag"]
            assert answer.headers["Vary"] == "Accept-Encoding"
            again = kith.http("GET", path, headers={"If-None-Match": f'"x", {tag}',
                                                    "Accept-Encoding": "gzip" * (
                                                        answer is small)})
            assert (again.status, again.body) == (304, b""), path
        assert plain.headers["ETag"] != small.headers["ETag"], (
            "different bytes need different strong tags")
        refused = kith.http("GET", path, headers={"Accept-Encoding": "gzip;q=0"})
        assert "Content-Encoding" not in refused.headers


@test
def says_in_its_own_form_that_a_page_is_missing(kith):
    person = kith.http("GET", "/nothing", headers={"Accept": "text/html"})
    assert person.status == 404 and person.text.startswith("<!doctype html>")
    assert kith.http("GET", "/nothing").code == "route_not_found"
    assert kith.http("GET", "/docs/problems/nothing").status == 404
    known = kith.http("GET", "/.well-known/x", headers={"Accept": "text/html"})
    assert known.code == "route_not_found"
    assert kith.http("POST", "/docs").code == "method_not_allowed"


support.main(__name__)
