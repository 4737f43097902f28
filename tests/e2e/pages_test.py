"""Tests the pages in a browser, and attacks on them."""

import base64
import html
import json
import os
import re
import urllib.parse

import packages
import support
from pages import HOSTILE, PAGE, PASSWORD, field, get, post, signed_in
from support import test

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")


def lead_through(kith, tag, **settings):
    """Runs all tasks of people in a browser controlled by node."""
    browser = packages.chromium()
    packages.install(FOLDER, "--ignore-scripts")
    link = kith.kithctl("admin", "create", "--email", f"root-{tag}@example.org",
                        "--name", "Root")["link"]
    boss = kith.member(f"Boss-{tag}", "--active", "--admin")
    kith.http("POST", "/v1/orgs", {"slug": f"makers-{tag}", "name": HOSTILE}, boss)
    kith.http("POST", f"/v1/orgs/makers-{tag}/invitations",
              {"email": f"guest-{tag}@example.org"}, boss)
    kith.kithctl("member", "create", "--email", f"applicant-{tag}@example.org", "--name",
                 "Applicant", "--password", PASSWORD, "--active")
    for slug, who in ((f"first-{tag}", kith.token(f"Applicant-{tag}")),
                      (f"second-{tag}", kith.member(f"Other-{tag}"))):
        applied = kith.http("POST", "/v1/org-applications", {
            "slug": slug, "name": HOSTILE, "applicantRole": HOSTILE,
            "description": HOSTILE, "message": HOSTILE}, who)
        assert applied.status == 200, applied.text
    kith.sql("INSERT INTO outbox (id, topic, payload, status, attempts, last_error)"
             " VALUES"
             " (gen_random_uuid(), 'mail', '{\"template\": \"totp_on\", \"toAddress\":"
             " \"other@example.org\"}', 'failed', 10,"
             " 'The server was not there')")
    packages.node("account.mjs", FOLDER, KITH_URL=kith.base, KITH_CHROMIUM=browser,
                  KITH_ADMIN_LINK=link, KITH_MAILS=os.path.join(kith.run_dir, "mail"),
                  KITH_TAG=tag, **settings)


@test
def leads_people_through_everything_without_scripts_by_keyboard(kith):
    lead_through(kith, "keys", KITH_SCRIPTS="off", KITH_KEYBOARD="on")


@test
def leads_people_through_everything_with_scripts(kith):
    lead_through(kith, "mouse", KITH_SCRIPTS="on", KITH_KEYBOARD="off")


@test
def refuses_posts_that_another_site_starts(kith):
    cookie, csrf = signed_in(kith, "Target")
    name = {"name": "Changed", "csrf": csrf}
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"},
                    {"Origin": None},
                    {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}):
        assert post(kith, "/settings/name", name, cookie, **headers).status == 403, (
            headers)
        assert post(kith, "/sign-in",
                    {"email": "target@example.org", "password": PASSWORD},
                    **headers).status == 403, headers
    for token in ("", "x" * len(csrf), csrf[:-1]):
        stale = post(kith, "/settings/name", {**name, "csrf": token}, cookie)
        assert stale.status == 403 and 'value="Changed"' in stale.text, stale.text
    assert "Changed" not in get(kith, "/settings", cookie).text
    done = post(kith, "/settings/name", name, cookie)
    assert (done.status, done.headers["Location"]) == (303,
                                                       "/settings?done=account_update")
    _, other = signed_in(kith, "Neighbour")
    assert post(kith, "/settings/name", {**name, "csrf": other}, cookie).status == 403


@test
def is_framed_by_nobody_and_runs_nothing_but_its_own(kith):
    cookie, _ = signed_in(kith, "Framed", "--active", "--admin")
    for path in ("/", "/sign-in", "/settings", "/settings/tokens", "/admin",
                 "/admin/outbox"):
        page = get(kith, path, cookie)
        policy = page.headers["Content-Security-Policy"]
        assert page.status == 200 and "frame-ancestors 'none'" in policy, path
        assert "default-src 'none'" in policy and "unsafe" not in policy, policy
        assert page.headers["Cache-Control"] == "no-store", path
        assert " style=" not in page.text and "<style" not in page.text, path
        assert re.findall(r"<script[^>]*>", page.text) == [
            '<script src="/assets/kith.js" type="module">'], path
        assert not re.search(r"\son\w+=", page.text), path


@test
def shows_markup_that_members_wrote_as_text(kith):
    cookie, csrf = signed_in(kith, "Writer", "--active", "--admin")
    fields = {"csrf": csrf}
    post(kith, "/settings/name", {**fields, "name": HOSTILE}, cookie)
    post(kith, "/settings/tokens", {**fields, "name": HOSTILE, "scopes": ["profile"]},
         cookie)
    post(kith, "/admin/invites", {**fields, "note": HOSTILE}, cookie)
    own = kith.token("Writer")
    kith.http("POST", "/v1/orgs",
              {"slug": "written", "name": HOSTILE, "description": HOSTILE}, own)
    who = kith.kithctl("member", "create", "--email", "reported@example.org",
                       "--name", "Reported", "--active")["userId"]
    written = kith.publish(kith.token("Reported"), HOSTILE).json["id"]
    report = kith.http("POST", "/v1/reports", {
        "subjectType": "post", "subjectId": written, "reason": HOSTILE}, own)
    assert report.status == 200, report.text
    kith.http("POST", f"/v1/admin/members/{who}/suspend", {"reason": HOSTILE}, own)
    for path in ("/", "/settings", "/settings/tokens", "/settings/sessions", "/admin",
                 "/admin/members", "/admin/invites", "/admin/reports", "/admin/audit"):
        page = kith.http("GET", path,
                         headers={**PAGE, "Cookie": cookie, "User-Agent": HOSTILE})
        assert page.status == 200 and "<script>alert" not in page.text, path
        assert f'="{HOSTILE}' not in page.text, path
    assert "&lt;script&gt;" in get(kith, "/admin/reports", cookie).text


@test
def shows_markup_of_the_address_as_text(kith):
    cookie, _ = signed_in(kith, "Reflected", "--active", "--admin")
    hostile = urllib.parse.quote(HOSTILE)
    for path in ("/sign-in?next=/", "/sign-up?inviteCode=", "/verify-email?token=",
                 "/reset-password?token=", "/settings?done=", "/admin/members?q=",
                 "/admin/audit?actor=", "/invitations/", "/admin/members?status=",
                 "/settings/tokens?cursor=", "/nothing/"):
        for who in (cookie, None):
            page = get(kith, path + hostile, who)
            assert "<script>alert" not in page.text, path
            assert page.headers["Content-Security-Policy"].startswith(
                "default-src 'none'"), path


@test
def says_that_a_code_is_wrong_where_only_a_code_was_entered(kith):
    signed_in(kith, "Coded")
    who = {"email": "coded@example.org", "password": PASSWORD}
    session = kith.http("POST", "/v1/auth/sign-in", who).json["token"]
    begun = kith.http("POST", "/v1/auth/totp", {"password": PASSWORD}, session).json
    done = kith.http("POST", "/v1/auth/totp/confirm",
                     {"code": support.totp(begun["secret"])}, session)
    assert done.status == 200, done.text
    page = post(kith, "/sign-in", who)
    fields = {name: field(page, "/sign-in/code", name) for name in who}
    wrong = post(kith, "/sign-in/code", {**fields, "totp": "000 000 000"})
    assert wrong.status == 422 and "The code is wrong or was used" in wrong.text
    assert "password or code is wrong" not in wrong.text, wrong.text
    wrong = post(kith, "/sign-in", {**who, "password": "a wrong phrase, long enough"})
    assert "password or code is wrong" in wrong.text, wrong.text


@test
def requires_the_invite_code_where_sign_up_is_by_invitation_only(kith):
    code = r'<label for="[^"]*">Invite code( <span class="optional">)?.*?<input ([^>]*)>'
    with kith.second_gateway(KITH_REGISTRATION="invite_only") as invited:
        for where, needed in ((kith, False), (invited, True)):
            page = where.http("GET", "/sign-up", headers=PAGE).text
            optional, control = re.search(code, page, re.S).groups()
            assert (" required" in control, optional is None) == (needed, needed), page


@test
def leads_to_the_sign_in_page_and_back_but_to_no_other_site(kith):
    cookie, csrf = signed_in(kith, "Returner")
    away = get(kith, "/admin/members?status=pending&q=a%20b")
    assert away.status == 303
    assert away.headers["Location"] == \
        "/sign-in?next=%2Fadmin%2Fmembers%3Fstatus%3Dpending%26q%3Da%2520b"
    account = {"email": "returner@example.org", "password": PASSWORD}
    back = post(kith, "/sign-in", {**account, "next": "/settings/tokens?x=1"})
    assert back.headers["Location"] == "/settings/tokens?x=1"
    for bad in ("//evil.example", "https://evil.example", "/\\evil.example",
                "\\\\evil.example", "/\t/evil.example",
                "/a\r\nLocation: https://evil.example", "javascript:alert(1)", "evil",
                "/caf\u00e9", "/" + "a" * 5000, "///evil.example", "/\\/evil.example",
                "http:evil.example", "https:/evil.example", " //evil.example",
                "\t//evil.example", "@evil.example", ".evil.example",
                "?next=//evil.example", "//evil.example/%2f..", "data:text/html,x",
                "/\x7f", "\u2028//evil.example"):
        answer = post(kith, "/sign-in", {**account, "next": bad})
        assert (answer.status, answer.headers["Location"]) == (303, "/welcome"), bad
        page = get(kith, "/sign-in?next=" + urllib.parse.quote(bad))
        assert 'name="next"' not in page.text, bad
    cut = post(kith, "/sign-in", {**account, "next": "/\x00/evil.example"})
    assert cut.status == 400 and "Location" not in cut.headers
    over = post(kith, "/settings/name",
                {"name": "A", "csrf": csrf, "next": "//evil.example"}, cookie)
    assert over.headers["Location"].startswith("/settings?"), over.headers


@test
def answers_nothing_that_rest_would_refuse(kith):
    member, csrf = signed_in(kith, "Ordinary")
    pending, waiting = signed_in(kith, "Waiting", "--handle", "waiting")
    for path in ("/admin", "/admin/members", "/admin/invites", "/admin/reports",
                 "/admin/audit", "/admin/outbox"):
        refused = get(kith, path, member)
        assert refused.status == 403 and "administrator" in refused.text, path
        assert get(kith, path, pending).status == 403, path
        program = kith.http("GET", path, headers={"Cookie": member})
        assert program.code == "admin_required", path
    for path in ("/admin/members/x/approve", "/admin/invites"):
        assert post(kith, path, {"csrf": csrf}, member).status == 403
    assert get(kith, "/settings/tokens", pending).status == 200
    own = kith.token("Ordinary")
    bearer = kith.http("GET", "/settings", headers={"Authorization": "Bearer " + own})
    assert bearer.code == "unauthenticated", "pages accept the cookie only"
    assert kith.http("GET", "/settings", headers={
        "Cookie": "kith_session=" + own}).code == "unauthenticated"
    assert post(kith, "/sign-out", {"csrf": waiting}, pending).status == 303
    assert get(kith, "/settings", pending).status == 303


@test
def refuses_forms_that_are_none(kith):
    cookie, csrf = signed_in(kith, "Strict")
    fields = {"name": "A", "csrf": csrf}
    for more in ({"admin": "true"}, {"name": ["A", "B"]}, {"csrf": [csrf, csrf]},
                 {"": "x"}):
        assert post(kith, "/settings/name", {**fields, **more}, cookie).status == 400, (
            more)
    assert post(kith, "/settings/name", fields, cookie,
                Content_Type="text/plain").status == 415
    assert post(kith, "/settings/name", {**fields, "name": "a" * 140000},
                cookie).status == 413
    assert post(kith, "/settings/name", {**fields, "name": "a" * 81}, cookie).status == (
        422)
    assert kith.http("PUT", "/settings/name").code == "method_not_allowed"
    assert kith.http("POST", "/settings").code == "method_not_allowed"
    assert get(kith, "/settings/name", cookie).headers["Location"] == "/settings"


@test
def gives_assistants_an_address_that_works(kith):
    cookie, _ = signed_in(kith, "Assisted")
    page = get(kith, "/settings/assistants", cookie).text
    address = kith.base + "/mcp"
    assert f'<code class="copy" tabindex="0">{address}</code>' in page
    assert f"claude mcp add --transport http kith {address}</code>" in page
    code = re.search(r'href="vscode:mcp/install\?([^"]+)"', page).group(1)
    assert json.loads(urllib.parse.unquote(code)) == {
        "name": "kith", "type": "http", "url": address}
    cursor = re.search(r'href="(cursor://[^"]+)"', page).group(1)
    asked = urllib.parse.parse_qs(urllib.parse.urlsplit(html.unescape(cursor)).query)
    assert asked["name"] == ["kith"]
    assert json.loads(base64.b64decode(asked["config"][0], validate=True)) == (
        {"url": address})
    for name in ("Claude", "ChatGPT", "VS Code", "Cursor"):
        assert f"<h2>{name}</h2>" in page, name
    answer = kith.http("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"},
                       headers={"Accept": "application/json, text/event-stream"})
    assert answer.status == 401
    assert "resource_metadata" in answer.headers["WWW-Authenticate"]


@test
def shows_people_a_page_and_programs_a_document_where_nothing_is(kith):
    for path in ("/nothing", "/settings/nothing", "/admin/nothing/at/all", "/sign-in/"):
        person = get(kith, path)
        assert person.status == 404 and "There is no such page" in person.text, path
        assert kith.http("GET", path).code == "route_not_found", path
        program = kith.http("GET", path, headers={"Accept": "application/json"})
        assert program.code == "route_not_found", path
        assert kith.http("POST", path).code == "route_not_found", path
    assert get(kith, "/v1/nothing").code == "route_not_found", (
        "/v1 must answer with a problem document")
    cookie, _ = signed_in(kith, "Accepter")
    assert kith.http("GET", "/admin", headers={"Cookie": cookie}).code == "admin_required"
    assert kith.http("GET", "/settings").code == "unauthenticated"
    assert get(kith, "/settings").status == 303


@test
def leads_back_to_every_page_that_needs_a_session(kith):
    for path in ("/settings", "/settings/password", "/settings/two-factor",
                 "/settings/sessions", "/settings/notifications", "/settings/tokens",
                 "/settings/apps", "/settings/data", "/admin", "/admin/members",
                 "/admin/invites", "/admin/reports", "/admin/audit", "/admin/outbox",
                 "/sign-out"):
        away = get(kith, path)
        assert away.status == 303, path
        assert away.headers["Location"] == "/sign-in?next=" + urllib.parse.quote(
            path, safe="")
        form = get(kith, away.headers["Location"]).text
        assert f'name="next" value="{path}"' in form, path
        posted = post(kith, path, {})
        assert posted.status in (303, 405), (path, posted.status)


@test
def makes_one_of_a_form_that_is_sent_twice(kith):
    cookie, csrf = signed_in(kith, "Double")
    fields = {"csrf": csrf, "once": "abc", "name": "Twice", "scopes": ["profile"]}
    first = post(kith, "/settings/tokens", fields, cookie)
    again = post(kith, "/settings/tokens", fields, cookie)
    shown = re.findall(r"kith_pat_[\w-]+", first.text)
    assert first.status == 200 and shown == re.findall(r"kith_pat_[\w-]+", again.text)
    changed = post(kith, "/settings/tokens", {**fields, "name": "Thrice"}, cookie)
    assert changed.status == 200 and re.findall(r"kith_pat_[\w-]+", changed.text) != shown
    assert len(kith.http("GET", "/v1/auth/tokens",
                         headers={"Cookie": cookie}).json["items"]) == 2


support.main(__name__)
