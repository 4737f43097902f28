"""Tests the settings pages for notifications and connected apps."""

import re

import oauth
import pages_stage as stage
import support
from pages import HOSTILE, get, post, signed_in
from support import eventually, test

NOTIFICATIONS = "/settings/notifications"


def boxes(page):
    """Returns the kinds on the page, and whether each is ticked."""
    found = re.findall(r'<input type="checkbox" id="[^"]*" name="kinds\.(\w+)\.email" '
                       r'value="true"( checked)?>', page.text)
    return {kind: bool(ticked) for kind, ticked in found}


def digest(page):
    return re.search(r'<option value="(\w+)" selected>', page.text).group(1)


@test
def mails_what_is_ticked_and_nothing_else(kith):
    cookie, csrf = signed_in(kith, "Chooser")
    token = kith.token("Chooser")
    page = get(kith, NOTIFICATIONS, cookie)
    shown = boxes(page)
    kinds = kith.http("GET", "/v1/me/notification-preferences", token=token).json["kinds"]
    missing = set(kinds) - set(shown)
    assert missing == {"member_pending", "org_application_received"}, missing
    assert shown == {kind: kinds[kind]["email"] for kind in shown}
    assert digest(page) == "off" and "approval" not in page.text
    for kind in shown:
        assert f'for="notification_preferences_set-kinds.{kind}.email"' in page.text, kind
    done = post(kith, NOTIFICATIONS, {
        "csrf": csrf, "digest": "weekly", "kinds.org_joined.email": "true",
        "kinds.event_reminder.email": "true"}, cookie)
    assert done.headers["Location"].startswith(NOTIFICATIONS + "?done="), done.text
    after = get(kith, done.headers["Location"], cookie)
    assert "Your choice is saved." in after.text and digest(after) == "weekly"
    wanted = {kind: kind in ("org_joined", "event_reminder") for kind in shown}
    assert boxes(after) == wanted
    rest = kith.http("GET", "/v1/me/notification-preferences", token=token).json
    assert {kind: rest["kinds"][kind]["email"] for kind in shown} == wanted
    assert rest["digest"] == "weekly"
    assert rest["kinds"]["member_pending"]["email"], (
        "a kind that was not on the page must not change")


@test
def offers_administrators_what_reaches_them_alone(kith):
    cookie, csrf = signed_in(kith, "Overseer", "--admin")
    assert {"member_pending", "org_application_received"} <= set(boxes(
        get(kith, NOTIFICATIONS, cookie)))
    post(kith, NOTIFICATIONS, {"csrf": csrf, "digest": "off"}, cookie)
    assert not any(boxes(get(kith, NOTIFICATIONS, cookie)).values())


@test
def refuses_kinds_and_values_that_are_none(kith):
    cookie, csrf = signed_in(kith, "Prober")
    for name in ("kinds", "kinds.nothing.email", "kinds.org_joined",
                 "kinds.org_joined.email.x", "kinds.org_joined.email[]", "inbox"):
        assert post(kith, NOTIFICATIONS, {"csrf": csrf, name: "true"}, cookie).status == (
            400), name
    wrong = post(kith, NOTIFICATIONS, {"csrf": csrf, "kinds.org_joined.email": HOSTILE},
                 cookie)
    assert wrong.status == 422 and "<script>alert" not in wrong.text, wrong.text
    assert 'class="fault"' in wrong.text
    inbox = post(kith, NOTIFICATIONS, {"csrf": csrf, "kinds.org_joined.inbox": "false"},
                 cookie)
    assert inbox.status == 422, inbox.text
    assert "Every notification is in the inbox" in inbox.text, inbox.text
    other = post(kith, NOTIFICATIONS, {"csrf": csrf, "digest": "hourly"}, cookie)
    assert other.status == 422
    assert 'id="notification_preferences_set-digest-fault"' in other.text


@test
def leads_from_the_end_of_a_mail_to_the_choice_of_mails(kith):
    owner = kith.member("Owner")
    boss = kith.member("Boss", "--admin")
    kith.http("POST", "/v1/orgs",
              {"slug": "joined", "name": "Joined", "joinPolicy": "request"}, boss)
    asked = kith.http("POST", "/v1/orgs/joined/join", {"message": "Please"}, owner)
    assert asked.status == 200, asked.text
    mail = eventually(lambda: next(
        (one for one in kith.mails_to("boss@example.org") if one["List-Unsubscribe"]),
        None))
    path = re.search(r"<([^>]*/unsubscribe/[^>]*)>", mail["List-Unsubscribe"]).group(1)
    path = path.removeprefix(kith.base)
    before = get(kith, path)
    assert before.status == 200 and f'href="{NOTIFICATIONS}"' in before.text, before.text
    after = post(kith, path + "/confirm", {})
    assert after.status == 200, after.text
    assert "no more e-mails of this kind" in after.text, after.text
    chosen = kith.http("GET", "/v1/me/notification-preferences", token=boss).json["kinds"]
    assert not chosen["join_request_received"]["email"]
    assert get(kith, NOTIFICATIONS).headers["Location"] == \
        "/sign-in?next=%2Fsettings%2Fnotifications"
    # A link from before a rotation of the secret is refused like an incomplete one.
    for token in ("A" * 120, path.removeprefix("/unsubscribe/")[:-4]):
        dead = post(kith, f"/unsubscribe/{token}/confirm", {})
        assert dead.status == 404 and "This link does not work." in dead.text, dead.text
        assert "from an old e-mail, or it is incomplete" in dead.text, dead.text
        assert f'href="{NOTIFICATIONS}"' in dead.text, dead.text
        assert "Stop these e-mails" not in dead.text, dead.text


@test
def shows_apps_and_disconnects_them(kith):
    browser = oauth.Browser(kith, "Connector")
    own, other = oauth.App(kith, client_name="Loom"), oauth.App(
        kith, "https://weaver.example/done", client_name=HOSTILE)
    tokens = own.connect(browser, ["network:read", "offline_access"])
    kept = other.connect(browser, ["network:read", "network:write"])
    assert oauth.list_tools(kith, tokens["access_token"]).status == 200
    page = get(kith, "/settings/apps", browser.cookie)
    assert "<strong>Loom</strong>" in page.text and "at weaver.example" in page.text
    assert "<script>alert" not in page.text and "&lt;script&gt;" in page.text
    assert "Act for you" in page.text and "Stay connected" in page.text
    assert "Last used" in page.text and "Never used" in page.text
    csrf = re.search(r'name="csrf" value="([\w-]+)"', page.text).group(1)
    fields = {"csrf": csrf, "clientId": own.id}
    assert f'name="clientId" value="{own.id}"' in page.text
    assert post(kith, "/settings/apps/disconnect", {"clientId": own.id},
                browser.cookie).status == 403
    done = post(kith, "/settings/apps/disconnect", fields, browser.cookie)
    assert done.headers["Location"].startswith("/settings/apps?done="), done.text
    eventually(lambda: oauth.list_tools(kith, tokens["access_token"]).status == 401)
    assert own.refresh(tokens["refresh_token"]).status == 400
    assert oauth.list_tools(kith, kept["access_token"]).status == 200
    after = get(kith, done.headers["Location"], browser.cookie)
    assert "The app is disconnected." in after.text
    assert "<strong>Loom</strong>" not in after.text
    again = post(kith, "/settings/apps/disconnect", fields, browser.cookie)
    assert again.status in (303, 404), again.text


@test
def disconnects_no_app_of_another_member(kith):
    browser, app = oauth.Browser(kith, "Holder"), oauth.App(kith, client_name="Held")
    tokens = app.connect(browser, ["network:read"])
    cookie, csrf = signed_in(kith, "Meddler")
    post(kith, "/settings/apps/disconnect", {"csrf": csrf, "clientId": app.id}, cookie)
    assert oauth.list_tools(kith, tokens["access_token"]).status == 200
    assert "<strong>Held</strong>" in get(kith, "/settings/apps", browser.cookie).text
    assert "not connected an app yet" in get(kith, "/settings/apps", cookie).text


@test
def shows_administrators_what_an_applicant_wrote(kith):
    cookie, _ = signed_in(kith, "Reader", "--admin")
    asked = kith.http("POST", "/v1/auth/sign-up", {
        "email": "applicant@harbour.example", "password": stage.PASSWORD,
        "name": "Applicant", "application": HOSTILE + " I weave."})
    assert asked.status == 202, asked.text
    token = kith.mailed_token("applicant@harbour.example", "/verify-email")
    kith.http("POST", "/v1/auth/verify-email", {"token": token})
    page = get(kith, "/admin", cookie)
    assert "I weave." in page.text and "<script>alert" not in page.text
    path = "/v1/admin/members?status=pending"
    assert kith.http("GET", path, token=kith.token("Reader", "network:read")).status == (
        403)
    listed = kith.http("GET", path, token=kith.token("Reader", "admin")).json
    assert [one["application"] for one in listed] == [HOSTILE + " I weave."]


@test
def offers_the_scope_admin_to_administrators_alone(kith):
    for name, options, offered in (("Chief", ["--active", "--admin"], True),
                                   ("Plain", ["--active"], False),
                                   ("Pending", ["--handle", "pending"], False)):
        page = oauth.Browser(kith, name, *options).get("/settings/tokens")
        assert page.status == 200 and 'value="network:write"' in page.text, name
        assert ('value="admin"' in page.text) == offered, name


support.main(__name__)
