"""Tests the page of what apps, tokens and browsers did, and its undo buttons."""

import json
import re

import oauth
import support
from pages import get, post, signed_in
from support import test

PAGE = "/settings/activity"


def undo_paths(page):
    return re.findall(rf'action="{PAGE}(/v1/[^"]+)"', page.text)


def undo(kith, path, cookie, csrf):
    done = post(kith, PAGE + path, {"csrf": csrf}, cookie)
    assert done.status == 303, done.text
    return get(kith, done.headers["Location"], cookie)


def call(kith, token, method, path, body=None):
    answer = kith.http(method, path, body, token)
    assert answer.status < 300, answer.text
    return answer.json if answer.text else None


@test
def undoes_each_kind_of_write(kith):
    boss, mate = kith.member("Boss", "--admin"), kith.member("Mate")
    cookie, csrf = signed_in(kith, "Weaver")
    token = kith.token("Weaver")
    call(kith, boss, "POST", "/v1/orgs",
         {"slug": "looms", "name": "Looms", "joinPolicy": "open"})
    call(kith, boss, "POST", "/v1/orgs",
         {"slug": "mills", "name": "Mills", "joinPolicy": "request"})
    call(kith, mate, "POST", "/v1/me/onboarding", {"handle": "mate"})
    ask = call(kith, token, "POST", "/v1/posts",
               {"kind": "idea", "title": "An ask", "body": "",
                "publishTo": {"public": True}})
    call(kith, token, "POST", "/v1/progress",
         {"kind": "milestone", "title": "An entry", "publishTo": {"public": True}})
    call(kith, token, "POST", "/v1/intros", {
        "contextKind": "profile", "toHandle": "mate",
        "message": "Shall we talk about looms?"})
    call(kith, token, "POST", "/v1/orgs/looms/join", {})
    call(kith, token, "POST", "/v1/orgs/mills/join", {"message": "Please"})
    call(kith, token, "POST", "/v1/projects", {"name": "A project"})
    event = call(kith, boss, "POST", "/v1/events", {
        "title": "A meeting", "startsAt": "2099-01-01T10:00:00Z",
        "endsAt": "2099-01-01T11:00:00Z", "timezone": "UTC", "locationKind": "in_person",
        "location": "Here", "publish": True})
    call(kith, token, "POST", f"/v1/events/{event['id']}/rsvp", {"status": "going"})
    own = call(kith, token, "POST", "/v1/events", {
        "title": "Mine", "startsAt": "2099-01-01T10:00:00Z",
        "endsAt": "2099-01-01T11:00:00Z", "timezone": "UTC", "locationKind": "in_person",
        "location": "Here", "publish": True})
    page = get(kith, PAGE, cookie)
    assert page.status == 200, page.text
    assert re.search(rf'href="/posts/{ask["id"]}"[^>]*>An ask<', page.text), page.text
    assert 'href="/orgs/looms"' in page.text, page.text
    paths = undo_paths(page)
    assert len(paths) == 7, paths
    for path in paths:
        shown = undo(kith, path, cookie, csrf)
    assert f'href="/posts/{ask["id"]}"' not in shown.text, "the record may be gone"
    assert undo_paths(shown) == [] and shown.text.count(">Undone<") == 7, shown.text
    assert shown.text.count(">An entry<") == 2, "the deletion has no name"
    assert call(kith, token, "GET", f"/v1/posts/{ask['id']}")["status"] == "closed"
    # A cancelled event tells its guests: its own page asks first.
    assert f'href="/events/{own["id"]}">Cancel the event<' in shown.text, shown.text
    call(kith, token, "POST", f"/v1/events/{own['id']}/cancel")
    assert get(kith, PAGE, cookie).text.count(">Undone<") == 8
    sent = call(kith, token, "GET", "/v1/intros?direction=sent")["items"]
    assert sent[0]["status"] == "expired", sent
    assert call(kith, token, "GET", "/v1/progress?mine=true")["items"] == []
    assert call(kith, token, "GET", "/v1/orgs/looms")["role"] is None


@test
def does_not_offer_to_withdraw_what_was_answered(kith):
    cookie, _ = signed_in(kith, "Asker")
    token, other = kith.token("Asker"), kith.member("Other")
    call(kith, other, "POST", "/v1/me/onboarding", {"handle": "other"})
    intro = call(kith, token, "POST", "/v1/intros", {
        "contextKind": "profile", "toHandle": "other", "message": "Shall we talk?"})
    assert len(undo_paths(get(kith, PAGE, cookie))) == 1
    call(kith, other, "POST", f"/v1/intros/{intro['id']}/accept")
    page = get(kith, PAGE, cookie)
    assert undo_paths(page) == [] and ">Other<" in page.text, page.text


@test
def revokes_an_invitation_and_withdraws_an_audience(kith):
    cookie, csrf = signed_in(kith, "Owner", "--admin")
    token = kith.token("Owner")
    call(kith, token, "POST", "/v1/orgs",
         {"slug": "dyers", "name": "Dyers", "joinPolicy": "open"})
    call(kith, token, "POST", "/v1/orgs/dyers/invitations",
         {"email": "guest@example.org"})
    entry = call(kith, token, "POST", "/v1/progress",
                 {"kind": "milestone", "title": "Mine"})
    call(kith, token, "PUT", f"/v1/progress/{entry['id']}/audience",
         {"publishTo": {"public": True}})
    paths = undo_paths(get(kith, PAGE, cookie))
    for path in paths:
        if "/audience" in path or "/invitations/" in path:
            undo(kith, path, cookie, csrf)
    invitation = call(kith, token, "GET", "/v1/orgs/dyers/invitations")["items"][0]
    assert invitation["status"] == "revoked", invitation
    shown = call(kith, token, "GET", f"/v1/progress/{entry['id']}")
    assert not shown["targets"]["public"], shown


@test
def marks_only_the_answer_to_an_event_that_was_taken_back(kith):
    boss = kith.member("Host")
    cookie, _ = signed_in(kith, "Guest")
    token = kith.token("Guest")
    event = call(kith, boss, "POST", "/v1/events", {
        "title": "A fair", "startsAt": "2099-01-01T10:00:00Z",
        "endsAt": "2099-01-01T11:00:00Z", "timezone": "UTC", "locationKind": "in_person",
        "location": "Here", "publish": True})
    states = []
    for status in ("going", "going", "cancelled", "going"):
        call(kith, token, "POST", f"/v1/events/{event['id']}/rsvp", {"status": status})
        states.append([item["undo"] and item["undo"]["done"] for item in
                       call(kith, token, "GET", "/v1/me/activity")["items"]])
    assert states == [[False], [False, None], [None, True, None],
                      [False, None, True, None]], states
    page = get(kith, PAGE, cookie).text
    assert len(undo_paths(get(kith, PAGE, cookie))) == 1, page
    assert page.count(">Undone<") == 1, page


@test
def is_for_active_members_like_the_rest_of_me(kith):
    kith.kithctl("member", "create", "--email", "idle@example.org", "--name", "Idle")
    token = kith.token("Idle")
    for path in ("activity", "approvals", "briefing", "waiting", "news",
                 "saved-searches"):
        answer = kith.http("GET", f"/v1/me/{path}", token=token)
        assert answer.code == "membership_pending", (path, answer.text)


@test
def shows_a_refused_undo_and_the_clients(kith):
    cookie, csrf = signed_in(kith, "Twice")
    token = kith.token("Twice")
    ask = call(kith, token, "POST", "/v1/posts",
               {"kind": "idea", "title": "An ask", "body": ""})
    path = undo_paths(get(kith, PAGE, cookie))[0]
    assert path == f"/v1/posts/{ask['id']}/close", path
    stranger, stranger_csrf = signed_in(kith, "Stranger")
    other = post(kith, PAGE + path, {"csrf": stranger_csrf}, stranger)
    assert other.status == 404, other.text
    assert post(kith, PAGE + path, {"csrf": ""}, cookie).status == 403
    assert call(kith, token, "GET", f"/v1/posts/{ask['id']}")["status"] == "open"
    page = get(kith, PAGE, cookie)
    client = re.search(r'href="/settings/activity\?client=(pat_\w+)"', page.text).group(1)
    assert "An ask" in get(kith, f"{PAGE}?client={client}", cookie).text
    assert "nothing here yet" in get(kith, f"{PAGE}?client=browser", cookie).text
    assert "An ask" not in get(kith, PAGE, stranger).text
    undo(kith, path, cookie, csrf)
    assert "Undone" in get(kith, PAGE, cookie).text


@test
def names_the_app_in_the_list_and_in_the_logs(kith):
    browser, app = oauth.Browser(kith, "Connector"), oauth.App(kith, client_name="Loom")
    tokens = app.connect(browser, ["network:read", "network:write"])
    answer = oauth.call_tool(kith, tokens["access_token"], "create_post", {
        "kind": "idea", "title": "By an app", "body": ""})
    assert answer.status == 200 and "By an app" in answer.text, answer.text
    shown = get(kith, PAGE, browser.cookie).text
    assert "By an app" in shown and f"client={app.id}" in shown and "Loom" in shown
    apps = get(kith, "/settings/apps", browser.cookie).text
    assert f'href="/settings/activity?client={app.id}"' in apps, apps
    lines = [json.loads(line) for line in kith.log("gateway").splitlines()
             if '"post_create"' in line]
    assert lines and lines[-1]["client_id"] == app.id, lines


support.main(__name__)
