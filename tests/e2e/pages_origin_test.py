"""Tests which requests may post forms: every combination of the origin headers
(docs/adr/0032). The forms of strangers are tested, because strangers have no session that
a token could use."""

import itertools

import support
from pages import FORM, PASSWORD, get, post, signed_in
from support import test

OWN = "own"
SITES = (None, "same-origin", "none", "same-site", "cross-site", "", "Same-Origin",
         "nonsense")
ORIGINS = (None, OWN, "null", "https://evil.example", "", "http://localhost.evil.example")
STRANGERS = {
    "/sign-in": {"email": "stranger@example.org", "password": PASSWORD},
    "/sign-in/code": {"email": "stranger@example.org", "password": "sealed:x",
                      "totp": "000000"},
    "/sign-up": {"email": "new@example.org", "password": PASSWORD, "name": "New"},
    "/check-mail": {"email": "new@example.org"},
    "/forgot-password": {"email": "new@example.org"},
    "/reset-password": {"token": "x", "password": PASSWORD},
    "/undo-two-factor": {"token": "x"},
    "/verify-email": {"token": "x"},
    "/unsubscribe/x/confirm": {},
}


def may(site, origin):
    """Returns the decision of the record."""
    return site in ("same-origin", "none") if site is not None else origin == OWN


def headers(kith, site, origin):
    return {"Sec_Fetch_Site": site, "Origin": kith.base if origin == OWN else origin}


@test
def takes_a_form_of_strangers_from_its_own_pages_alone(kith):
    signed_in(kith, "Stranger")
    for site, origin in itertools.product(SITES, ORIGINS):
        if "" in (site, origin):
            continue
        for path, fields in STRANGERS.items():
            answer = post(kith, path, fields, **headers(kith, site, origin))
            refused = answer.status == 403
            assert refused != may(site, origin), (path, site, origin, answer.status)
            assert not refused or "Set-Cookie" not in answer.headers, (path, site, origin)


@test
def takes_empty_headers_for_none_of_its_own(kith):
    signed_in(kith, "Empty")
    for site, origin in (("", kith.base), ("cross-site", ""), ("", "")):
        sent = {"Content-Type": FORM, "Accept": "text/html", "Sec-Fetch-Site": site,
                "Origin": origin}
        answer = kith.http("POST", "/sign-in", headers=sent,
                           raw=f"email=empty@example.org&password={PASSWORD}".encode())
        assert answer.status in (400, 403) and "Set-Cookie" not in answer.headers, sent


@test
def looks_at_the_origin_as_a_whole(kith):
    port = kith.base.rsplit(":", 1)[1]
    for origin in (f"https://localhost:{port}", "http://localhost",
                   f"http://localhost:{port}0", f"http://localhost:{port}/",
                   f"http://localhost:{port}.evil.example",
                   f"http://evil.example/http://localhost:{port}",
                   f"{kith.base} {kith.base}", f"{kith.base}, https://evil.example"):
        answer = post(kith, "/forgot-password", {"email": "a@example.org"}, Origin=origin)
        assert answer.status in (400, 403), origin


@test
def lets_no_page_of_another_origin_sign_anybody_in(kith):
    signed_in(kith, "Victim")
    account = {"email": "victim@example.org", "password": PASSWORD, "as": "cookie"}
    for sent in ({"Origin": "https://evil.example"}, {"Origin": "null"},
                 {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
                 {"Sec-Fetch-Site": "cross-site", "Origin": kith.base}):
        answer = kith.http("POST", "/v1/auth/sign-in", account, headers=sent)
        assert answer.code == "cross_origin_refused", sent
        assert "Set-Cookie" not in answer.headers, sent
        token = kith.http("POST", "/v1/auth/sign-in", {**account, "as": "token"},
                          headers=sent)
        assert token.status == 200 and "Set-Cookie" not in token.headers, sent
    for sent in ({}, {"Origin": kith.base}, {"Sec-Fetch-Site": "same-origin"}):
        answer = kith.http("POST", "/v1/auth/sign-in", account, headers=sent)
        assert answer.status == 200 and "Set-Cookie" in answer.headers, sent
    for media in ("text/plain", FORM):
        answer = kith.http("POST", "/v1/auth/sign-in", headers={"Content-Type": media},
                           raw=b'{"email": "victim@example.org", "as": "cookie"}')
        assert answer.status == 415, "a form of another site must not pass as JSON"


@test
def holds_the_forms_of_members_to_both(kith):
    cookie, csrf = signed_in(kith, "Both")
    for site, origin in itertools.product(SITES, ORIGINS):
        if "" in (site, origin):
            continue
        sent = headers(kith, site, origin)
        fields = {"name": "Renamed", "csrf": csrf}
        answer = post(kith, "/settings/name", fields, cookie, **sent)
        assert answer.status == (303 if may(site, origin) else 403), (site, origin)
        without = post(kith, "/settings/name", {"name": "Stolen"}, cookie, **sent)
        assert without.status == 403, (site, origin)
    assert "Stolen" not in get(kith, "/settings", cookie).text


@test
def keeps_the_origin_in_what_browsers_send(kith):
    cookie, _ = signed_in(kith, "Referrer")
    for path in ("/", "/sign-in", "/sign-up", "/forgot-password", "/reset-password",
                 "/settings"):
        policy = get(kith, path, cookie).headers["Referrer-Policy"]
        assert policy == "same-origin", (path, policy)


support.main(__name__)
