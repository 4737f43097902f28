"""Tests the front page and the welcome of new members, without scripts and in a
browser."""

import re

import images
import pages_stage as stage
import support
from pages import HOSTILE, PASSWORD, get, post, signed_in, upload
from pages_browser import look, scene
from support import test

HTML_BYTES_MAX = 30000


def onboarded(kith, name, **profile):
    """Returns the cookie and the form token of a new member with a profile."""
    cookie, csrf = signed_in(kith, name)
    made = kith.http("POST", "/v1/me/onboarding", {"handle": name.lower(), **profile},
                     kith.token(name.lower()))
    assert made.status == 200, made.text
    return cookie, csrf


def ask(kith, name, title, **more):
    made = kith.http("POST", "/v1/posts", {
        "kind": "other", "title": title, "body": "Please.",
        "publishTo": {"public": True}, **more}, kith.token(name.lower()))
    assert made.status in (200, 201), made.text
    return made.json["id"]


@test
def signing_in_without_a_profile_leads_to_the_welcome(kith):
    def signs_in(name, **more):
        done = post(kith, "/sign-in", {"email": f"{name}@example.org",
                                       "password": PASSWORD, **more})
        assert done.status == 303, done.text
        return done.headers["Location"], done.headers["Set-Cookie"].split(";")[0]

    kith.kithctl("member", "create", "--email", "fresh@example.org", "--name", "Fresh",
                 "--password", PASSWORD)
    assert signs_in("fresh")[0] == "/", "the member is not approved yet"
    kith.sql("UPDATE members SET status = 'active' WHERE email = 'fresh@example.org'")
    assert signs_in("fresh", next="/posts?kind=idea")[0] == "/posts?kind=idea"
    path, cookie = signs_in("fresh")
    assert path == "/welcome"
    page = get(kith, path, cookie)
    assert page.status == 200 and '<a href="/">Later</a>' in page.text, page.text
    assert get(kith, "/", cookie).status == 200
    kith.http("POST", "/v1/me/onboarding", {"handle": "fresh"}, kith.token("fresh"))
    assert signs_in("fresh")[0] == "/"


@test
def a_new_member_fills_in_a_profile_and_sees_where_to_go(kith):
    onboarded(kith, "Earlier", headline="Repairs looms")
    ask(kith, "Earlier", "Who knows weaving?", tags=["Weaving"])
    kith.kithctl("member", "create", "--email", "boss@example.org", "--name", "Boss",
                 "--admin")
    boss = kith.token("boss", "admin")
    for slug, policy in (("open-house", "open"), ("guild", "request")):
        made = kith.http("POST", "/v1/orgs", {
            "slug": slug, "name": slug.title(), "joinPolicy": policy}, boss)
        assert made.status in (200, 201), made.text
    cookie, csrf = signed_in(kith, "Novice")
    home = get(kith, "/", cookie).text
    assert "Other members cannot find you yet" in home and 'href="/welcome"' in home
    assert home.count('class="button"') == 1, "one primary action"
    page = get(kith, "/welcome", cookie)
    assert page.status == 200 and 'value="novice"' in page.text, page.text
    taken = post(kith, "/welcome", {"csrf": csrf, "handle": "earlier"}, cookie)
    assert taken.status == 409 and "taken" in taken.text, taken.text
    wrong = post(kith, "/welcome", {"csrf": csrf, "handle": "A b", "headline": "x" * 121},
                 cookie)
    assert wrong.status == 422 and wrong.text.count('class="fault"') == 2, wrong.text
    saved = post(kith, "/welcome", {
        "csrf": csrf, "handle": "newest", "headline": HOSTILE,
        "roles": ["founder", "operator"], "lookingFor": "team",
        "skills": "weaving,  Rust"}, cookie)
    assert saved.status == 303 and saved.headers["Location"].startswith("/welcome/next")
    page = get(kith, saved.headers["Location"], cookie)
    assert "Other members can find you now" in page.text
    assert "you know Weaving" in page.text and 'href="/members/earlier"' in page.text
    assert "Repairs looms" in page.text and 'href="/members/newest"' not in page.text
    joined = post(kith, "/welcome/orgs/open-house/join", {"csrf": csrf}, cookie)
    assert joined.status == 303, joined.text
    asked = post(kith, "/welcome/orgs/guild/request", {"csrf": csrf}, cookie)
    assert asked.status == 303, asked.text
    data = images.png(64, 64)
    once = re.search(r'action="/welcome/picture".*?name="once" value="([^"]*)"',
                     page.text, re.S).group(1)
    done = upload(kith, "/welcome/picture", cookie, {"csrf": csrf, "once": once}, data)
    assert done.status == 303, done.text
    page = get(kith, "/welcome/next", cookie)
    assert re.search(r'<img[^>]*src="/media/img_', page.text), page.text
    home = get(kith, "/", cookie).text
    assert "cannot find you" not in home and "New ask" in home
    assert "Asks you may help with" in home and "Who knows weaving?" in home
    profile = kith.http("GET", "/v1/me", token=kith.token("novice")).json
    assert profile["profile"]["skills"] == ["weaving", "Rust"]


@test
def home_shows_what_waits_for_the_member(kith):
    cookie, _ = onboarded(kith, "Holder")
    kith.kithctl("member", "create", "--email", "root@example.org", "--name", "Root",
                 "--admin")
    root = kith.token("root", "admin")
    made = kith.http("POST", "/v1/orgs", {"slug": "lab", "name": "Lab"}, root)
    assert made.status in (200, 201), made.text
    kith.sql("INSERT INTO org_members (org_id, member_id, role)"
             " SELECT o.id, m.id, 'admin'"
             " FROM orgs o, members m WHERE o.slug = 'lab' AND m.name = 'Holder'")
    onboarded(kith, "Asker")
    onboarded(kith, "Other")
    for name in ("asker", "other"):
        made = kith.http("POST", "/v1/intros", {
            "contextKind": "profile", "toHandle": "holder", "message": "Hello"},
            kith.token(name))
        assert made.status in (200, 201), made.text
    assert kith.http("POST", "/v1/orgs/lab/join", {}, kith.token("asker")).status == 200
    expiring = ask(kith, "Holder", "Closes soon")
    kith.sql("UPDATE posts SET expires_at = now() + interval '2 days'"
             " WHERE title = 'Closes soon'")
    page = get(kith, "/", cookie).text
    assert "Waiting for you" in page
    assert "<bdi>Other</bdi> and 1 more would like an introduction" in page
    assert 'href="/intros"' in page and "<bdi>Asker</bdi> asks to join" in page
    assert 'href="/orgs/lab/requests"' in page and 'href="/orgs/lab"' in page
    assert "Your asks that expire soon" in page and f'href="/posts/{expiring}"' in page
    invited, csrf = onboarded(kith, "Invited")
    sent = kith.http("POST", "/v1/orgs/lab/invitations",
                     {"email": "invited@example.org", "role": "member"}, root)
    assert sent.status in (200, 201), sent.text
    page = get(kith, "/", invited).text
    accept = re.search(r'action="(/invited/[^"]+/accept)"', page).group(1)
    assert post(kith, accept, {"csrf": csrf}, invited).status == 303
    page = get(kith, "/", invited).text
    assert "Waiting for you" not in page


@test
def home_marks_what_is_new_since_the_last_visit(kith):
    onboarded(kith, "Writer")
    cookie, _ = onboarded(kith, "Visitor")
    page = get(kith, "/", cookie).text
    assert "What is new" in page and "Since your last visit" not in page
    ask(kith, "Writer", "Seen before")
    ask(kith, "Writer", "Not seen yet")
    kith.sql("UPDATE posts SET created_at = now() - interval '3 days'"
             " WHERE title = 'Seen before'")
    kith.sql("UPDATE visits SET seen_at = now() - interval '2 days', previous_at = NULL"
             " WHERE member_id = (SELECT id FROM members WHERE name = 'Visitor')")
    support.eventually(
        lambda: "Since your last visit" in get(kith, "/", cookie).text, 20)
    page = get(kith, "/", cookie).text
    assert re.search(r"Since your last visit, <time[^>]*>2 days ago", page), page
    assert page.index("Not seen yet") < page.index("Your last visit</li>") < page.index(
        "Seen before")
    assert 'href="/members/writer"' in page
    session = kith.http("GET", "/v1/auth/session", headers={"Cookie": cookie}).json
    assert session["lastVisitAt"]
    for number in range(20):
        ask(kith, "Writer", f"Ask number {number}")
    page = get(kith, "/", cookie)
    assert len(page.body) <= HTML_BYTES_MAX
    more = re.search(r'href="(/\?[^"]*cursor=[^"]+)"', page.text).group(1)
    older = get(kith, more.replace("&amp;", "&"), cookie)
    assert older.status == 200 and "Seen before" in older.text


@test
def an_event_of_an_organization_has_the_picture_of_the_organization(kith):
    host = kith.member("Anchor", "--admin")
    for path, body in (("/v1/orgs", {"slug": "zeppelins", "name": "Zeppelins"}),
                       ("/v1/events", {
                           "title": "Airships", "orgSlug": "zeppelins", "publish": True,
                           "startsAt": "2031-05-01T12:00:00Z", "scope": "public",
                           "endsAt": "2031-05-01T14:00:00Z", "timezone": "UTC"})):
        made = kith.http("POST", path, body, host)
        assert made.status in (200, 201), made.text
    cookie, _ = onboarded(kith, "Pilot")
    row = r'%s<div class="what"><p class="name"><a href="/events/\w+"[^>]*>Airships'
    page = get(kith, "/", cookie).text
    assert re.search(row % r'<span class="avatar"[^>]*>Z</span>', page), page
    logo = kith.http("PUT", "/v1/orgs/zeppelins/logo", token=host, raw=images.png(64, 64),
                     headers={"Content-Type": "image/png"})
    assert logo.status == 200, logo.text
    page = get(kith, "/", cookie).text
    assert re.search(row % r'<img class="avatar" src="/media/[^>]*>', page), page


@test
def the_next_event_is_one_that_takes_place(kith):
    cookie, _ = onboarded(kith, "Organizer")
    token = kith.token("organizer")
    events = []
    for title, month in (("Draft", 1), ("Called off", 2), ("Dinner", 3), ("Later", 4)):
        made = kith.http("POST", "/v1/events", {
            "title": title, "publish": title != "Draft", "timezone": "UTC",
            "startsAt": f"2031-0{month}-01T12:00:00Z",
            "endsAt": f"2031-0{month}-01T14:00:00Z", "scope": "public"}, token)
        assert made.status in (200, 201), made.text
        events.append(made.json["id"])
    cancelled = kith.http("POST", f"/v1/events/{events[1]}/cancel", {}, token)
    assert cancelled.status == 200, cancelled.text
    page = get(kith, "/", cookie).text
    card = page[page.index("Your next event"):].split("</p>")[0]
    assert f'href="/events/{events[2]}"' in card, card


@test
def the_author_of_an_ask_sees_people_who_may_help(kith):
    cookie, _ = onboarded(kith, "Owner")
    onboarded(kith, "Weaverly", skills=["Weaving"], headline="At the loom")
    number = ask(kith, "Owner", "A weaver, please", tags=["weaving"])
    page = get(kith, f"/posts/{number}", cookie).text
    assert "People who may help" in page and "knows weaving" in page
    assert 'href="/members/weaverly"' in page and "At the loom" in page
    reader, _ = signed_in(kith, "Passer")
    assert "People who may help" not in get(kith, f"/posts/{number}", reader).text
    refused = kith.http("GET", f"/v1/posts/{number}/helpers", token=kith.token("passer"))
    assert refused.status == 403 and refused.code == "not_author"


def furnish(kith):
    """Fills an instance, and returns the cookies of an administrator, a member and a
    newcomer."""
    cookies = stage.furnish(kith)
    member, admin = stage.token_of(kith, stage.MEMBER), stage.token_of(kith, stage.ADMIN)
    stage.called(kith, "POST", "/v1/me/onboarding", {
        "handle": "wilhelmina", "skills": ["Rust", "Weaving"], "roles": ["investor"],
        "lookingFor": ["cofounder"], "headline": "Weaves, and invests in looms"}, member)
    stage.called(kith, "POST", "/v1/me/onboarding", {
        "handle": "maya", "headline": "Runs the harbour"}, admin)
    for kind, title in (("cofounder_wanted", "A cofounder for a mill in Leeds"),
                        ("seeking_investors", "We raise 400,000 for a second factory"),
                        ("other", "Who repairs a Jacquard loom?")):
        kith.http("POST", "/v1/posts", {
            "kind": kind, "title": title, "publishTo": {"public": True},
            "tags": ["weaving"],
            "body": "We have run the mill for four years and have 40 customers. " * 8},
            admin)
    kith.http("POST", "/v1/progress", {
        "kind": "milestone", "title": "The first hundred metres of cloth",
        "publishTo": {"public": True}}, admin)
    event = kith.http("POST", "/v1/events", {
        "title": "Looms and lunch", "startsAt": "2031-05-01T12:00:00Z",
        "endsAt": "2031-05-01T14:00:00Z", "timezone": "Europe/London",
        "locationKind": "in_person", "location": "Harbour Lab, Aberdeen",
        "scope": "public"}, admin)
    assert event.status in (200, 201), event.text
    event = event.json["id"]
    assert kith.http("POST", f"/v1/events/{event}/publish", {}, admin).status == 200
    going = kith.http("POST", f"/v1/events/{event}/rsvp", {"status": "going"}, member)
    assert going.status == 200, going.text
    kith.sql("UPDATE posts SET expires_at = now() + interval '2 days' WHERE id = ("
             "SELECT p.id FROM posts p JOIN members m ON m.id = p.author_id"
             f" WHERE m.email = '{stage.MEMBER}' ORDER BY p.id LIMIT 1)")
    kith.sql("INSERT INTO visits (member_id, seen_at, previous_at) SELECT id, now(),"
             " now() - interval '3 days' FROM members ON CONFLICT (member_id) DO UPDATE"
             " SET previous_at = excluded.previous_at")
    kith.sql("UPDATE posts SET created_at = now() - interval '4 days'"
             " WHERE title = 'A cofounder for a mill in Leeds'")
    kith.http("POST", "/v1/intros", {"contextKind": "profile", "toHandle": "wilhelmina",
                                     "message": "I would like to talk."}, admin)
    return cookies


@test
def looks_finished_in_every_state(kith):
    cookies = furnish(kith)
    look(kith, cookies, [
        scene("/", name="landing"),
        scene("/", "member", name="home"), scene("/", "admin", name="home-admin"),
        scene("/", "newcomer", name="home-new"),
        scene("/welcome", "newcomer", name="welcome"),
        scene("/welcome", "newcomer", name="welcome-wrong", click="main button",
              fill=[["[name=handle]", "A b"]], says="correct the marked fields"),
        scene("/welcome/next", "member", name="welcome-next"),
        scene("/settings/assistants", "member", name="assistants"),
        scene(stage.own_ask(kith), "member", name="ask-helpers"),
    ])


support.main(__name__)
