"""Tests the return URL: a person whom an app sends signs up, confirms the mail, and
returns to the app's consent page."""

import html
import re
import urllib.parse

import oauth
import pages_stage
import support
from pages import PASSWORD, get, post
from support import test


CODES = []


def way_cookie(answer):
    """Returns the cookie with the return URL as a pair; None where none is set."""
    for line in answer.headers.get_all("Set-Cookie") or []:
        name, _, rest = line.partition("=")
        if name == "kith_way":
            for attribute in ("Path=/", "HttpOnly", "SameSite=Lax"):
                assert attribute in rest, line
            return f"kith_way={rest.split(';')[0]}"
    return None


def session_cookie(answer):
    found = [line.split(";")[0] for line in answer.headers.get_all("Set-Cookie") or []
             if line.startswith("kith_session=")]
    return found[0] if found else None


def next_in(page):
    """Returns the return URL in a page's form."""
    assert page.status == 200, page.text
    found = set(re.findall(r'name="next" value="([^"]*)"', page.text))
    assert len(found) <= 1, found
    return html.unescape(found.pop()) if found else None


def sent_by(app, **changes):
    """Returns a stranger's sign-in path, and the return URL that it names."""
    asked = app.authorize(**changes)
    assert asked.status == 303, asked.text
    away = asked.headers["Location"]
    assert away.startswith("/sign-in?next="), away
    return away, oauth.query_of(away)["next"]


def link_on(page, label):
    return html.unescape(re.search(rf'href="([^"]+)">{label}<', page.text).group(1))


def invite_code(kith):
    if not CODES:
        made = kith.http("POST", "/v1/admin/invites", {"maxUses": 100},
                         kith.member("Boss", "--active", "--admin"))
        assert made.status == 200, made.text
        CODES.append(made.json["code"])
    return CODES[0]


def signs_up(kith, name, path, **more):
    """Follows the sign-in page's link with an invite code, and returns the form's
    answer."""
    page = get(kith, link_on(get(kith, path), "Create an account"))
    fields = {"name": name, "email": f"{name.lower()}@example.org", "password": PASSWORD,
              "inviteCode": invite_code(kith), **more}
    way = next_in(page)
    answer = post(kith, "/sign-up", {**fields, **({"next": way} if way else {})})
    assert answer.status == 303, answer.text
    return answer


def confirms(kith, name, cookie=None):
    """Opens the link in the mail and presses the button."""
    address = f"{name.lower()}@example.org"
    support.eventually(lambda: kith.mails_to(address))
    link = support.eventually(lambda: pages_stage.link_in(kith, address, "/verify-email"))
    page = get(kith, link, cookie)
    token = re.search(r'name="token" value="([\w-]+)"', page.text).group(1)
    done = post(kith, "/verify-email", {"token": token}, cookie)
    assert done.status == 303, done.text
    return done


def signs_in(kith, name, path, cookie=None):
    page = get(kith, path, cookie)
    way = next_in(page)
    return post(kith, "/sign-in",
                {"email": f"{name.lower()}@example.org", "password": PASSWORD,
                 **({"next": way} if way else {})}, cookie)


def allows(kith, app, cookie, question):
    """Consents, and has the app redeem its code."""
    browser = oauth.Browser.__new__(oauth.Browser)
    browser.kith, browser.cookie = kith, cookie
    asked = browser.get(question).headers["Location"]
    code = oauth.query_of(browser.answer(asked))["code"]
    answer = app.redeem(code)
    assert answer.status == 200, answer.text
    assert oauth.list_tools(kith, answer.json["access_token"]).status == 200


@test
def somebody_who_signs_up_on_the_way_comes_back_to_the_app(kith):
    app = oauth.App(kith)
    path, question = sent_by(app)
    sent = signs_up(kith, "Grace", path)
    kept = way_cookie(sent)
    assert kept and "transaction" not in kept, kept
    assert "in this browser" in get(kith, sent.headers["Location"], kept).text
    done = confirms(kith, "Grace", kept)
    target = done.headers["Location"]
    page = get(kith, target, kept)
    assert target.startswith("/sign-in?") and "is confirmed" in page.text, target
    assert next_in(page) == question, page.text
    entered = signs_in(kith, "Grace", target, kept)
    assert entered.status == 303, entered.headers
    assert entered.headers["Location"] == question, entered.headers
    assert way_cookie(entered) == "kith_way=", "the return URL must be cleared after use"
    allows(kith, app, session_cookie(entered), question)


@test
def another_browser_confirms_the_address_without_the_app(kith):
    app = oauth.App(kith)
    path, question = sent_by(app)
    sent = signs_up(kith, "Henry", path)
    done = confirms(kith, "Henry")
    assert done.headers["Location"] == "/sign-in?done=account_verify_email", done.headers
    entered = signs_in(kith, "Henry", done.headers["Location"])
    assert (entered.status, entered.headers["Location"]) == (303, "/welcome")
    assert session_cookie(entered) and way_cookie(entered) is None
    # The first browser still shows the return URL and continues there.
    waiting = get(kith, sent.headers["Location"])
    again = link_on(waiting, "Back to sign-in")
    entered = signs_in(kith, "Henry", again, way_cookie(sent))
    assert entered.headers["Location"] == question
    allows(kith, app, session_cookie(entered), question)


@test
def whoever_waits_for_approval_is_told_so_instead(kith):
    app = oauth.App(kith)
    path, _ = sent_by(app)
    sent = signs_up(kith, "Olga", path, inviteCode="")
    done = confirms(kith, "Olga", way_cookie(sent))
    assert done.headers["Location"] == "/sign-in?done=account_verify_email", done.headers
    entered = signs_in(kith, "Olga", done.headers["Location"], way_cookie(sent))
    assert (entered.headers["Location"], way_cookie(entered)) == ("/", "kith_way=")
    assert "is waiting for approval" in get(kith, "/", session_cookie(entered)).text


@test
def another_mail_and_a_new_password_keep_the_way_too(kith):
    app = oauth.App(kith)
    path, question = sent_by(app)
    sent = signs_up(kith, "Irene", path)
    page = get(kith, sent.headers["Location"])
    again = post(kith, "/check-mail",
                 {"email": "irene@example.org", "next": next_in(page)})
    assert again.headers["Location"].startswith("/check-mail?done="), again.headers
    assert next_in(get(kith, again.headers["Location"])) == question
    assert next_in(get(kith,
                       confirms(kith, "Irene", way_cookie(again)).headers["Location"])) \
        == question
    forgot = get(kith, link_on(get(kith, path), "Forgot your password\\?"))
    asked = post(kith, "/forgot-password",
                 {"email": "irene@example.org", "next": next_in(forgot)})
    token = kith.mailed_token("irene@example.org", "/reset-password")
    reset = post(kith, "/reset-password", {"token": token, "password": PASSWORD + " two"},
                 way_cookie(asked))
    assert next_in(get(kith, reset.headers["Location"])) == question, reset.headers


@test
def a_request_is_checked_in_full_when_it_is_taken_up_again(kith):
    app = oauth.App(kith)
    good, evil = (f"/oauth/authorize?{urllib.parse.urlencode(app.request(**changes))}"
                  for changes in ({}, {"redirect_uri": "https://evil.example/"}))
    for name, path in (("Jules", good), ("Kathe", evil)):
        start = "/sign-in?next=" + urllib.parse.quote(path, safe="")
        kept = way_cookie(signs_up(kith, name, start))
        target = confirms(kith, name, kept).headers["Location"]
        entered = signs_in(kith, name, target, kept)
        assert entered.headers["Location"] == path, entered.headers
        if path is good:
            allows(kith, app, session_cookie(entered), path)
        else:
            asked = get(kith, path, session_cookie(entered))
            assert asked.status == 400 and "Location" not in asked.headers, asked.text


def invitation_for(kith, slug, email):
    """Invites an address, and returns the page that the mail links to."""
    owner = kith.member("Owner-" + slug, "--active", "--admin")
    made = kith.http("POST", "/v1/orgs", {"name": "Weavers", "slug": slug}, owner)
    assert made.status == 200, made.text
    made = kith.http("POST", f"/v1/orgs/{slug}/invitations", {"email": email}, owner)
    assert made.status == 200, made.text
    support.eventually(lambda: kith.mails_to(email))
    return support.eventually(lambda: pages_stage.link_in(kith, email, "/invitations/"))


@test
def somebody_who_was_invited_comes_back_to_the_invitation(kith):
    path = invitation_for(kith, "weavers", "nadia@example.org")
    sent = signs_up(kith, "Nadia", path)
    kept = way_cookie(sent)
    assert kept
    assert "in this browser" not in get(kith, sent.headers["Location"], kept).text
    target = confirms(kith, "Nadia", kept).headers["Location"]
    assert next_in(get(kith, target, kept)) == path, target
    entered = signs_in(kith, "Nadia", target, kept)
    assert entered.headers["Location"] == path and way_cookie(entered) == "kith_way="
    page = get(kith, path, session_cookie(entered))
    assert page.status == 200 and "invites you to join" in page.text
    assert "Decline" in page.text


@test
def the_cookie_leads_nowhere_but_to_an_app_or_an_invitation(kith):
    fields = {"name": "Lena", "email": "lena@example.org", "password": PASSWORD}
    for bad in ("//evil.example", "https://evil.example", "/\\evil.example", "/settings",
                "/", "/oauth/../settings", "/oauth/consent", "/oauth/token?x=1",
                "/oauth/consent/x?y", "/oauth/authorize/../../x?y", "//oauth/authorize?x",
                "/oauth/authorize?\t", "/oauth/authorize?\u00e9",
                "/oauth/authorize?" + "a" * 3000, "/invitations/",
                "/invitations/../settings", "/invitations/a/b", "/invitations/a?b",
                "/invitations/" + "a" * 3000):
        sent = post(kith, "/sign-up", {**fields, "next": bad})
        assert sent.status == 303 and way_cookie(sent) is None, bad
        assert sent.headers["Location"].startswith("/check-mail"), (bad, sent.headers)
    sent = post(kith, "/sign-up", {**fields, "next": "/oauth/consent?transaction=x"})
    value = way_cookie(sent).removeprefix("kith_way=")
    flipped = value[:-5] + ("A" if value[-5] != "A" else "B") + value[-4:]
    for number, forged in enumerate((
            flipped, value[:-1], value[1:], "", "/oauth/consent?transaction=x",
            "L29hdXRoL2NvbnNlbnQ_dHJhbnNhY3Rpb249eA", "https://evil.example", "%",
            "a" * 3000)):
        name = f"Mallory{number}"
        signs_up(kith, name, "/sign-in")
        done = confirms(kith, name, f"kith_way={forged}")
        assert done.headers["Location"] == "/sign-in?done=account_verify_email", forged


support.main(__name__, KITH_REGISTRATION="approval")
