"""Tests a member's own account over HTTP: passwords, addresses, credentials, the second
factor and deletion. A credential that ends on one gateway ends on all gateways within a
second."""

import json
import time

import pages
import support
from support import test, totp

PASSWORD = "a long enough phrase"
OTHER = "another rather long one"
EFFECTIVE_S = 1.1  # a gateway may use a cached credential for one second


def address(name):
    return f"{name.lower()}@example.org"


def sign_in(kith, email, password=PASSWORD, **more):
    return kith.http("POST", "/v1/auth/sign-in",
                     {"email": email, "password": password, **more})


def session_of(kith, name, *options):
    """A session of a new member who knows PASSWORD."""
    kith.kithctl("member", "create", "--email", address(name), "--name", name,
                 "--password", PASSWORD, *(options or ["--active"]))
    return sign_in(kith, address(name)).json["token"]


def told(kith, email, subject):
    support.eventually(
        lambda: subject in [str(m["Subject"]) for m in kith.mails_to(email)])


def ends_everywhere(kith, second, token, act):
    """Both gateways accept the token; after `act` both refuse it within a second and stay
    so."""
    assert kith.http("GET", "/v1/auth/session", token=token).status == 200
    assert second.http("GET", "/v1/auth/session", token=token).status == 200
    answer = act()
    acknowledged = time.monotonic()
    assert answer.status == 204, answer.text
    while time.monotonic() < acknowledged + EFFECTIVE_S + 1:
        began = time.monotonic()
        for answer in (kith.http("GET", "/v1/auth/session", token=token),
                       second.http("GET", "/v1/auth/session", token=token)):
            if began >= acknowledged + EFFECTIVE_S:
                assert answer.code == "invalid_token", answer.text
        time.sleep(0.05)


def dead_link(kith, path, token):
    """The page of a used link says so, has no form for it, and offers another way. It
    answers an unknown link alike."""
    shown = [kith.http("GET", f"{path}?token={sent}")
             for sent in (token, "x" * 43, "x" * 500)]
    for page in shown:
        assert page.status == 200 and "does not work any more" in page.text, page.text
        assert 'name="token"' not in page.text and "/forgot-password" in page.text
    assert shown[0].text.replace(token, "") == shown[1].text.replace("x" * 43, "")


@test
def a_new_password_comes_by_mail(kith):
    session = session_of(kith, "Forgetful")
    unknown = kith.http("POST", "/v1/auth/password/forgot",
                        {"email": "nobody@example.org"})
    known = kith.http("POST", "/v1/auth/password/forgot", {"email": address("Forgetful")})
    assert (known.status, known.text) == (unknown.status, unknown.text) == (
        202, '{"status":"reset_sent"}')
    token = kith.mailed_token(address("Forgetful"), "/reset-password")
    assert kith.http("GET", "/reset-password?token=" + token).status == 200
    wish = {"token": token, "password": OTHER}
    assert kith.http("POST", "/v1/auth/password/reset", wish).status == 204
    dead_link(kith, "/reset-password", token)
    assert kith.http("POST", "/v1/auth/password/reset", wish).code == "token_not_found"
    assert sign_in(kith, address("Forgetful")).code == "invalid_credentials"
    assert sign_in(kith, address("Forgetful"), OTHER).status == 200
    time.sleep(EFFECTIVE_S)
    assert kith.http("GET", "/v1/auth/session", token=session).code == "invalid_token"
    assert not kith.mails_to("nobody@example.org")


@test
def a_mail_that_cannot_be_written_comes_later(kith):
    session_of(kith, "Patience")
    kith.sql("ALTER TABLE mail_tokens RENAME TO hidden")
    try:
        wish = {"email": address("Patience")}
        before = kith.log("identity").count('"task":"mail_request"')
        assert kith.http("POST", "/v1/auth/password/forgot", wish).status == 202
        support.eventually(  # the first attempt was made
            lambda: kith.log("identity").count('"task":"mail_request"') > before)
        assert not kith.mails_to(address("Patience"))
    finally:
        kith.sql("ALTER TABLE hidden RENAME TO mail_tokens")
    assert kith.mailed_token(address("Patience"), "/reset-password")


@test
def a_changed_password_ends_other_sessions_and_tokens(kith):
    mine = session_of(kith, "Changer")
    other = sign_in(kith, address("Changer")).json["token"]
    token, spared = kith.token("Changer"), kith.token("Changer")
    wish = {"current": "wrong", "new": OTHER}
    assert kith.http("POST", "/v1/auth/password/change", wish, mine).code == (
        "invalid_credentials")
    wish["current"] = PASSWORD
    assert kith.http("POST", "/v1/auth/password/change", wish, mine).status == 204
    time.sleep(EFFECTIVE_S)
    assert kith.http("GET", "/v1/me", token=mine).status == 200
    assert kith.http("GET", "/v1/me", token=other).code == "invalid_token"
    assert sign_in(kith, address("Changer"), OTHER).status == 200
    told(kith, address("Changer"), "Your password was changed")
    assert kith.http("GET", "/v1/me", token=token).code == "invalid_token"
    assert kith.http("GET", "/v1/me", token=spared).code == "invalid_token"
    spared = kith.token("Changer")
    wish = {"current": OTHER, "new": PASSWORD, "revokeAccess": False}
    assert kith.http("POST", "/v1/auth/password/change", wish, mine).status == 204
    time.sleep(EFFECTIVE_S)
    assert kith.http("GET", "/v1/me", token=spared).status == 200


@test
def the_owner_gets_back_in_after_a_thief_set_up_a_second_factor(kith):
    thief = session_of(kith, "Robbed")
    begun = kith.http("POST", "/v1/auth/totp", {"password": PASSWORD}, thief).json
    assert kith.http("POST", "/v1/auth/totp/confirm", {
        "code": totp(begun["secret"])}, thief).status == 200
    undo = kith.mailed_token(address("Robbed"), "/undo-two-factor")
    kith.http("POST", "/v1/auth/password/forgot", {"email": address("Robbed")})
    token = kith.mailed_token(address("Robbed"), "/reset-password")
    assert kith.http("POST", "/v1/auth/password/reset",
                     {"token": token, "password": OTHER}).status == 204
    assert sign_in(kith, address("Robbed"), OTHER).code == "totp_required"
    for _ in range(2):  # mail scanners open the page, which changes nothing
        page = kith.http("GET", "/undo-two-factor?token=" + undo)
        assert page.status == 200 and undo in page.text, page.text
    assert sign_in(kith, address("Robbed"), OTHER).code == "totp_required"
    done = pages.post(kith, "/undo-two-factor", {"token": undo})
    assert done.status == 303, done.text
    assert done.headers["Location"].startswith("/forgot-password?done="), done.headers
    assert sign_in(kith, address("Robbed"), OTHER).status == 200
    dead_link(kith, "/undo-two-factor", undo)
    again = pages.post(kith, "/undo-two-factor", {"token": undo})
    assert again.status in (404, 422), again.status
    assert kith.http("POST", "/v1/auth/totp/undo", {"token": undo}).code == (
        "token_not_found")
    told(kith, address("Robbed"), "The second factor was removed")


@test
def members_hear_of_new_places_and_of_wrong_codes(kith):
    def enter(agent, host, **more):
        return kith.http("POST", "/v1/auth/sign-in", {
            "email": address("Watched"), "password": PASSWORD, **more},
            headers={"User-Agent": agent, "X-Forwarded-For": host})
    session = session_of(kith, "Watched")
    kith.sql("UPDATE known_addresses SET address = '192.0.2.1/32' WHERE member_id ="
             f" (SELECT id FROM members WHERE email = '{address('Watched')}')")
    assert enter("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0", "127.0.0.1").status == 200
    told(kith, address("Watched"), "A new sign-in to your account")
    begun = kith.http("POST", "/v1/auth/totp", {"password": PASSWORD}, session).json
    kith.http("POST", "/v1/auth/totp/confirm", {"code": totp(begun["secret"])}, session)
    assert enter("curl/8", "127.0.0.1", totp="000 000 000").code == "invalid_credentials"
    told(kith, address("Watched"), "Someone entered your password and a wrong code")


@test
def mails_about_an_account_do_not_contain_its_name(kith):
    """An app may change the name, and mail servers refuse some texts."""
    token, to = session_of(kith, "Renamed"), address("Renamed")
    answer = kith.http("PATCH", "/v1/auth/account", {"name": "Zebra *C4JD*"}, token)
    assert answer.status == 200, answer.text
    answer = kith.http("POST", "/v1/auth/tokens",
                       {"name": "x", "scopes": ["network:read"]}, token)
    assert answer.status == 200, answer.text
    kith.http("POST", "/v1/auth/password/forgot", {"email": to})
    answer = kith.http("POST", "/v1/auth/email/change",
                       {"email": "re@example.org", "password": PASSWORD}, token)
    assert answer.status == 202, answer.text
    answer = kith.http("POST", "/v1/auth/password/change",
                       {"current": PASSWORD, "new": OTHER}, token)
    assert answer.status == 204, answer.text
    for subject in ("A program can act for you", "Choose a new password",
                    "Your password was changed"):
        told(kith, to, subject)
    support.eventually(lambda: len(kith.mails_to("re@example.org")) == 1)
    for mail in kith.mails_to(to) + kith.mails_to("re@example.org"):
        assert "Zebra" not in str(mail["To"]), mail["To"]
        for kind in ("plain", "html"):
            text = mail.get_body((kind,)).get_content()
            assert "Hello," in text and "Zebra" not in text, text


@test
def the_page_revokes_access_unless_its_box_is_unticked(kith):
    cookie, csrf = pages.signed_in(kith, "Ticker")
    page = pages.get(kith, "/settings/password", cookie)
    assert 'name="revokeAccess" value="true"' in page.text and " checked>" in page.text
    token = kith.token("Ticker")
    wish = {"csrf": csrf, "current": pages.PASSWORD, "new": OTHER}
    assert pages.post(kith, "/settings/password", wish, cookie).status == 303
    time.sleep(EFFECTIVE_S)
    assert kith.http("GET", "/v1/me", token=token).status == 200
    cookie, csrf = pages.sign_in(kith, address("Ticker"), OTHER)
    wish = {"csrf": csrf, "current": OTHER, "new": PASSWORD, "revokeAccess": "true"}
    assert pages.post(kith, "/settings/password", wish, cookie).status == 303
    time.sleep(EFFECTIVE_S)
    assert kith.http("GET", "/v1/me", token=token).code == "invalid_token"


@test
def a_new_password_ends_every_copy_of_the_browsers_cookie(kith):
    cookie, csrf = pages.signed_in(kith, "Copied")
    wish = {"csrf": csrf, "current": pages.PASSWORD, "new": OTHER}
    changed = pages.post(kith, "/settings/password", wish, cookie)
    assert changed.headers["Location"].startswith("/sign-in"), changed.headers
    assert "Max-Age=0" in changed.headers["Set-Cookie"], changed.headers
    time.sleep(EFFECTIVE_S)
    assert pages.get(kith, "/settings", cookie).status == 303
    pages.sign_in(kith, address("Copied"), OTHER)


@test
def a_new_address_takes_effect_when_it_is_verified(kith):
    session = session_of(kith, "Mover")
    wish = {"email": "moved@example.org", "password": PASSWORD}
    asked = kith.http("POST", "/v1/auth/email/change", wish, session)
    assert (asked.status, asked.json) == (202, {"status": "verification_sent"})
    assert kith.http("GET", "/v1/me", token=session).json["email"] == address("Mover")
    told(kith, address("Mover"), "Your e-mail address is about to change")
    token = kith.mailed_token("moved@example.org", "/verify-email")
    page = kith.http("GET", "/verify-email?token=" + token).text
    assert "<strong>moved@example.org</strong> becomes the address of the account" \
        " <strong><bdi>Mover</bdi></strong>" in page, page
    changed = kith.http("POST", "/v1/auth/verify-email", {"token": token})
    assert changed.json["email"] == "moved@example.org", changed.text
    dead_link(kith, "/verify-email", token)
    assert sign_in(kith, "moved@example.org").status == 200
    assert sign_in(kith, address("Mover")).code == "invalid_credentials"
    told(kith, address("Mover"), "Your e-mail address was changed")
    session = session_of(kith, "Envious")
    taken = kith.http("POST", "/v1/auth/email/change", wish, session)
    assert (taken.status, taken.json) == (asked.status, asked.json)
    told(kith, "moved@example.org", "Another account requested your e-mail address")


@test
def the_second_factor_is_asked_for_and_used_up(kith):
    session = session_of(kith, "Careful")
    proof = {"password": PASSWORD}
    assert kith.http("POST", "/v1/auth/totp", {"password": OTHER}, session).code == (
        "invalid_credentials")
    begun = kith.http("POST", "/v1/auth/totp", proof, session).json
    assert begun["otpauthUri"].startswith(
        "otpauth://totp/Kith:careful%40example.org?secret=")
    confirmed = kith.http("POST", "/v1/auth/totp/confirm",
                          {"code": totp(begun["secret"], time.time() - 30)}, session)
    codes = confirmed.json["recoveryCodes"]
    assert len(set(codes)) == 10
    asked = sign_in(kith, address("Careful"))
    assert (asked.status, asked.code) == (401, "totp_required")
    assert sign_in(kith, address("Careful"), OTHER).code == "invalid_credentials"
    code = totp(begun["secret"], time.time() + 30)
    assert sign_in(kith, address("Careful"), totp=code).status == 200
    assert sign_in(kith, address("Careful"), totp=code).code == "invalid_credentials"
    assert sign_in(kith, address("Careful"), totp=codes[0]).status == 200
    assert sign_in(kith, address("Careful"), totp=codes[0]).code == "invalid_credentials"
    remove = dict(proof, code=codes[0])
    assert kith.http("DELETE", "/v1/auth/totp", proof, session).faults == (
        {("#/code", "required")})
    assert kith.http("DELETE", "/v1/auth/totp", remove, session).code == (
        "invalid_credentials")
    remove = dict(proof, code=codes[1])
    assert kith.http("DELETE", "/v1/auth/totp", remove, session).status == 204
    assert sign_in(kith, address("Careful")).status == 200
    told(kith, address("Careful"), "A second factor was set up")
    told(kith, address("Careful"), "The second factor was removed")


@test
def the_operator_removes_a_second_factor_that_is_lost(kith):
    session = session_of(kith, "Loser")
    begun = kith.http("POST", "/v1/auth/totp", {"password": PASSWORD}, session).json
    kith.http("POST", "/v1/auth/totp/confirm", {"code": totp(begun["secret"])}, session)
    assert sign_in(kith, address("Loser")).code == "totp_required"
    assert kith.kithctl("member", "totp-reset", "--email", address("Loser"))["removed"]
    assert sign_in(kith, address("Loser")).status == 200
    told(kith, address("Loser"), "The second factor was removed")
    assert not kith.kithctl("member", "totp-reset", "--email",
                            address("Loser"))["removed"]


@test
def sessions_are_listed_and_ended(kith):
    mine = session_of(kith, "Roamer")
    for _ in range(3):
        sign_in(kith, address("Roamer"))
    first = kith.http("GET", "/v1/auth/sessions?limit=3", token=mine).json
    rest = kith.http("GET", f"/v1/auth/sessions?cursor={first['nextCursor']}&limit=3",
                     token=mine).json
    items = first["items"] + rest["items"]
    assert len(items) == 4 and rest["nextCursor"] is None
    assert [item["current"] for item in items].count(True) == 1
    other = next(item for item in items if not item["current"])
    assert set(other) == {"id", "createdAt", "lastUsedAt", "expiresAt", "userAgent",
                          "address", "current"}
    path = "/v1/auth/sessions/" + other["id"]
    assert kith.http("DELETE", path, token=mine).status == 204
    assert kith.http("DELETE", path, token=mine).code == "session_not_found"
    assert kith.http("DELETE", "/v1/auth/sessions", token=mine).status == 204
    left = kith.http("GET", "/v1/auth/sessions", token=mine).json["items"]
    assert [item["current"] for item in left] == [True]


@test
def tokens_do_what_their_scopes_say_and_no_more(kith):
    session = session_of(kith, "Maker")
    wish = {"name": "reader", "scopes": ["network:read"], "expiresInDays": 1}
    made = kith.http("POST", "/v1/auth/tokens", wish, session)
    assert made.status == 200, made.text
    token = made.json["token"]
    assert kith.http("GET", "/v1/me", token=token).status == 200
    assert kith.http("POST", "/v1/posts", {}, token).code == "insufficient_scope"
    assert kith.http("POST", "/v1/auth/tokens", wish, token).code == "insufficient_scope"
    assert kith.http("DELETE", "/v1/auth/sessions", token=token).code == (
        "insufficient_scope")
    writer = kith.token("Maker", "network:write")
    for method, path in (("POST", "tokens"), ("POST", "totp"), ("POST", "totp/confirm"),
                         ("DELETE", "totp")):
        # Authorization is checked before the body.
        for body in ("{", "{}", json.dumps(wish)):
            refused = kith.http(method, "/v1/auth/" + path, token=writer, raw=body)
            assert (refused.status, refused.code) == (403, "insufficient_scope"), path
            assert refused.json["detail"] == (
                "this needs a session: sign in with the password")
            assert refused.json["requires"] == {"credential": ["session"]}
            assert "scope=" not in refused.headers["WWW-Authenticate"]
    assert kith.http("POST", "/v1/auth/tokens", {**wish, "scopes": ["admin"]},
                     session).faults \
        == {("#/scopes", "not_allowed")}
    listed = kith.http("GET", "/v1/auth/tokens", token=session)
    assert token not in listed.text
    assert "reader" in [item["name"] for item in listed.json["items"]]
    assert kith.http("GET", "/v1/auth/apps", token=session).json == {
        "items": [], "nextCursor": None}
    assert kith.http("DELETE", "/v1/auth/apps/cli_none", token=session).code == (
        "app_not_found")
    again = {"Idempotency-Key": "once"}
    one = kith.http("POST", "/v1/auth/tokens", wish, session, headers=again)
    two = kith.http("POST", "/v1/auth/tokens", wish, session, headers=again)
    assert one.json == two.json and two.headers["Idempotency-Replayed"] == "true"


def credentials_table():
    """Parses the table of operations in docs/credentials.md, which also has others:
    {"GET /v1/auth/session": {"session": True, …}}."""
    with open("docs/credentials.md") as file:
        lines = [[cell.strip(" `") for cell in line.split("|")[1:-1]]
                 for line in file if line.startswith("| ")]
    head = next(row for row in lines if row[0] == "operation")
    return {row[0]: dict(zip(head[1:], (cell == "yes" for cell in row[1:])))
            for row in lines if " /v1/" in row[0]}


@test
def credentials_reach_what_the_documentation_says(kith):
    """Calls each operation with each kind of credential. The input is invalid or names no
    record, so that no call has an effect."""
    table = credentials_table()
    paths = kith.http("GET", "/openapi.json").json["paths"]
    assert set(table) == {f"{method.upper()} {path}" for path, methods in paths.items()
                          for method in methods if path.startswith("/v1/auth/")}
    # The account stays pending: the membership guard does not apply here.
    kith.kithctl("member", "create", "--email", address("Tester"), "--name", "Tester",
                 "--password", PASSWORD)
    make = {"none": lambda: None,
            "session": lambda: sign_in(kith, address("Tester")).json["token"],
            **{scope: lambda scope=scope: kith.token("Tester", scope)
               for scope in ("openid", "profile", "network:read", "network:write")}}
    for operation, allowed in table.items():
        method, path = operation.replace("{id}", "x").replace("{clientId}", "x").split()
        for kind in allowed:
            body = {} if method == "POST" or "account" in path else None
            answer = kith.http(method, path, body, make[kind]())
            refused = answer.status in (401, 403) and answer.code in (
                "unauthenticated", "insufficient_scope")
            assert refused != allowed[kind], (operation, kind, answer.status, answer.text)
            assert answer.status != 403 or answer.code == "insufficient_scope", (
                answer.text)


@test
def what_ends_on_one_gateway_ends_on_all(kith):
    mine = session_of(kith, "Everywhere")
    with kith.second_gateway() as second:
        other = sign_in(kith, address("Everywhere")).json["token"]
        ends_everywhere(kith, second, other,
                        lambda: kith.http("POST", "/v1/auth/sign-out", token=other))
        made = kith.http("POST", "/v1/auth/tokens",
                         {"name": "a", "scopes": ["network:read"]}, mine).json
        ends_everywhere(kith, second, made["token"], lambda: kith.http(
            "DELETE", "/v1/auth/tokens/" + made["id"], token=mine))
        other = sign_in(kith, address("Everywhere")).json["token"]
        ends_everywhere(kith, second, other,
                        lambda: second.http("DELETE", "/v1/auth/sessions", token=mine))
        ends_everywhere(kith, second, mine, lambda: kith.http(
            "DELETE", "/v1/auth/account", {"password": PASSWORD}, mine))


@test
def a_deleted_account_is_gone_and_its_export_was_whole(kith):
    session = session_of(kith, "Leaver")
    kith.http("POST", "/v1/me/onboarding", {"handle": "leaver", "headline": "Soon gone"},
              session)
    ask = kith.http("POST", "/v1/posts", {
        "kind": "other", "title": "Before I go", "body": "Words.",
        "publishTo": {"public": True}}, session).json
    export = kith.http("GET", "/v1/auth/export", token=session).json
    assert export["account"]["profile"]["headline"] == "Soon gone"
    assert [post["id"] for post in export["posts"]] == [ask["id"]]
    assert export["credentials"][0]["kind"] == "session"
    assert session not in json.dumps(export)
    account = "/v1/auth/account"
    assert kith.http("DELETE", account, {}, session).faults == (
        {("#/password", "required")})
    assert kith.http("DELETE", account, {"password": OTHER}, session).code == (
        "invalid_credentials")
    assert kith.http("DELETE", account, {"password": PASSWORD}, session).status == 204
    time.sleep(EFFECTIVE_S)
    assert kith.http("GET", "/v1/auth/session", token=session).code == "invalid_token"
    assert sign_in(kith, address("Leaver")).code == "invalid_credentials"
    reader = kith.member("Reader")
    assert kith.http("GET", "/v1/posts/" + ask["id"], token=reader).code == (
        "post_not_found")
    session_of(kith, "Leaver")  # the address can be used again


@test
def the_last_administrator_stays(kith):
    first = session_of(kith, "First", "--admin")
    answer = kith.http("DELETE", "/v1/auth/account", {"password": PASSWORD}, first)
    assert (answer.status, answer.code) == (409, "last_admin")
    session_of(kith, "Second", "--admin")
    answer = kith.http("DELETE", "/v1/auth/account", {"password": PASSWORD}, first)
    assert answer.status == 204, answer.text


@test
def pending_members_manage_their_account_too(kith):
    session = session_of(kith, "Waiting", "--handle", "waiting")
    assert kith.http("GET", "/v1/me", token=session).code == "membership_pending"
    for path in ("sessions", "tokens", "apps", "export"):
        assert kith.http("GET", "/v1/auth/" + path, token=session).status == 200, path
    assert kith.http("DELETE", "/v1/auth/account", {"password": PASSWORD},
                     session).status == 204


@test
def strangers_may_do_none_of_it(kith):
    for method, path in (("POST", "password/change"), ("POST", "email/change"),
                         ("GET", "sessions"), ("DELETE", "sessions"), ("GET", "tokens"),
                         ("POST", "tokens"), ("GET", "apps"), ("POST", "totp"),
                         ("POST", "totp/confirm"), ("DELETE", "totp"), ("GET", "export"),
                         ("DELETE", "account")):
        answer = kith.http(method, "/v1/auth/" + path)
        assert answer.code == "unauthenticated", (path, answer.text)


@test
def a_browser_of_another_site_may_not_end_an_account(kith):
    session_of(kith, "Cookie")
    signed = sign_in(kith, address("Cookie"), **{"as": "cookie"})
    cookie = {"Cookie": signed.headers["Set-Cookie"].split(";")[0]}
    for path, body in (("account", {"password": PASSWORD}), ("sessions", None),
                       ("totp", None)):
        answer = kith.http("DELETE", "/v1/auth/" + path, body,
                           headers={**cookie, "Sec-Fetch-Site": "cross-site"})
        assert answer.code == "cross_origin_refused", path
    answer = kith.http("DELETE", "/v1/auth/sessions",
                       headers={**cookie, "Sec-Fetch-Site": "same-origin"})
    assert answer.status == 204, answer.text


support.main(__name__)
