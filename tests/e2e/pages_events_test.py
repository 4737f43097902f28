"""Tests the pages of events as a browser without scripts uses them."""

import datetime
import re

import images
import support
from pages import HOSTILE, field, get, post, signed_in, upload
from support import test

DAY = datetime.timedelta(days=1)


def local(days):
    """Returns a time of a form, this many days from now."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return (now + days * DAY).strftime("%Y-%m-%dT18:00")


def draft(kith, cookie, csrf, **more):
    fields = {"csrf": csrf, "title": "Looms and lunch", "startsAt": local(7),
              "endsAt": local(7)[:-5] + "21:00", "timezone": "Europe/Berlin",
              "location": "Roof garden", "description": "Bring wool.", **more}
    made = post(kith, "/events/new", fields, cookie)
    assert made.status == 303, made.text
    path = re.sub(r"\?.*", "", made.headers["Location"])
    assert re.fullmatch(r"/events/evt_\w+", path), path
    return path


def publish(kith, cookie, csrf, **more):
    path = draft(kith, cookie, csrf, **more)
    assert post(kith, f"{path}/publish", {"csrf": csrf}, cookie).status == 303
    return path


def go(kith, path, who, word="go"):
    done = post(kith, f"{path}/{word}", {"csrf": who[1]}, who[0])
    assert done.status == 303, done.text
    return get(kith, path, who[0]).text


@test
def a_host_creates_publishes_edits_and_cancels_an_event(kith):
    cookie, csrf = signed_in(kith, "Host")
    reader, _ = signed_in(kith, "Reader")
    assert "No event is planned here" in get(kith, "/events", cookie).text
    path = draft(kith, cookie, csrf, title=HOSTILE, capacity="20")
    page = get(kith, path, cookie).text
    assert "The event is a draft" in page and "<script>alert" not in page
    assert page.count("Publish the event") == 1 and ", 18:00</time>" in page
    assert "0 of 20 places" in page and 'id="zone">Europe/Berlin<' in page
    assert get(kith, path, reader).status == 404
    assert post(kith, f"{path}/publish", {"csrf": csrf}, cookie).status == 303
    assert "I am going" in get(kith, path, reader).text
    assert re.search(r"<title>[^<]*script&gt; \u00b7 Events \u00b7 Kith</title>",
                     get(kith, path, cookie).text)
    edit = get(kith, f"{path}/edit", cookie).text
    assert f'value="{local(7)}"' in edit and 'value="Europe/Berlin"' in edit
    assert "Visible to" not in edit, "an event of a member is for every member"
    saved = post(kith, f"{path}/edit", {
        "csrf": csrf, "title": "Looms", "startsAt": local(8),
        "endsAt": local(8)[:-5] + "19:30", "timezone": "Asia/Kathmandu", "capacity": "",
        "location": "", "joinUrl": "https://join.example/1", "locationKind": "virtual",
        "description": ""}, cookie)
    assert saved.status == 303, saved.text
    page = get(kith, path, cookie).text
    assert "Asia/Kathmandu" in page and ", 19:30</time>" in page and "Online" in page
    assert "places" not in page and "https://join.example/1" in page
    assert "join.example" not in get(kith, path, reader).text
    assert "cannot be" not in get(kith, f"{path}/edit", reader).text
    assert "Only those who manage" in get(kith, f"{path}/edit", reader).text
    assert "stays cancelled" in page
    assert post(kith, f"{path}/cancel", {"csrf": csrf}, cookie).status == 303
    page = get(kith, path, cookie).text
    assert "The event is cancelled" in page and "/cancel" not in page
    assert "Duplicate the event" in get(kith, f"{path}/edit", cookie).text


@test
def faults_stand_beside_their_fields(kith):
    cookie, csrf = signed_in(kith, "Faulty", "--admin")
    kith.http("POST", "/v1/orgs", {"slug": "mill", "name": "The Mill"},
              kith.token("faulty", "admin"))
    wrong = post(kith, "/events/new", {
        "csrf": csrf, "title": "x", "startsAt": local(7), "endsAt": local(6),
        "timezone": "Mars/Base", "capacity": "0"}, cookie)
    assert wrong.status == 422, wrong.text
    for name in ("title", "timezone", "capacity"):
        assert f'id="event_create-{name}-fault"' in wrong.text, (name, wrong.text)
    assert f'value="{local(7)}"' in wrong.text, "a typed time stays"
    path = draft(kith, cookie, csrf)
    wrong = post(kith, f"{path}/edit", {"csrf": csrf, "title": "x", "location": "Loft"},
                 cookie)
    assert 'id="event_update-title-fault"' in wrong.text, wrong.text
    assert 'value="Loft"' in wrong.text, "a typed place stays"
    wrong = post(kith, "/events/new", {
        "csrf": csrf, "title": "Looms", "startsAt": local(7), "endsAt": local(6),
        "timezone": "Europe/Berlin"}, cookie)
    assert 'id="event_create-endsAt-fault"' in wrong.text, wrong.text
    nowhere = post(kith, "/events/new", {
        "csrf": csrf, "title": "Looms", "startsAt": local(6), "endsAt": local(7),
        "timezone": ""}, cookie)
    assert nowhere.status == 422, "times without a zone mean nothing"
    scoped = post(kith, "/events/new", {
        "csrf": csrf, "title": "Looms", "startsAt": local(6), "endsAt": local(7),
        "timezone": "UTC", "scope": "org_members"}, cookie)
    assert 'id="event_create-scope-fault"' in scoped.text, scoped.text


@test
def a_full_event_offers_its_waiting_list(kith):
    host = signed_in(kith, "Keeper")
    first, second, third = (signed_in(kith, name) for name in ("One", "Two", "Three"))
    path = publish(kith, *host, capacity="1")
    assert "You are going" in go(kith, path, first)
    page = get(kith, path, second[0]).text
    assert "Join the waiting list (nobody before you)" in page
    assert "number 1 of 1" in go(kith, path, second)
    assert "Join the waiting list (1 before you)" in get(kith, path, third[0]).text
    assert "number 2 of 2" in go(kith, path, third)
    waits = get(kith, f"{path}/guests?status=waitlist", host[0]).text
    assert waits.index("Number 1 on") < waits.index("Number 2 on"), waits
    assert waits.index(">Two<") < waits.index(">Three<"), waits
    assert "Waiting list (2)" in waits and "Going (1)" in waits
    assert ">One<" in get(kith, f"{path}/guests", third[0]).text
    assert "Cancelled" not in get(kith, f"{path}/guests", third[0]).text
    full = get(kith, path, first[0]).text
    assert "goes to the first member on the waiting list" in full
    assert "I am going" not in go(kith, path, first, "stay")
    assert "You are going" in get(kith, path, second[0]).text
    assert "number 1 of 1" in get(kith, path, third[0]).text
    assert "Leave the waiting list" in get(kith, path, third[0]).text
    assert "(nobody before you)" in go(kith, path, third, "stay")
    cancelled = get(kith, f"{path}/guests?status=cancelled", host[0]).text
    assert ">One<" in cancelled and ">Three<" in cancelled


@test
def lists_show_what_comes_what_is_over_and_ones_own(kith):
    cookie, csrf = signed_in(kith, "Lister", "--admin")
    other = signed_in(kith, "Other")
    token = kith.token("lister", "admin")
    kith.http("POST", "/v1/orgs", {"slug": "lab", "name": "Harbour Lab"}, token)
    late = publish(kith, cookie, csrf, title="A late one", startsAt=local(9),
                   endsAt=local(10))
    publish(kith, cookie, csrf, title="A soon one", orgSlug="lab", scope="org_members")
    over = publish(kith, *other, title="An old one")
    kith.sql("UPDATE events SET starts_at = now() - interval '2 days',"
             " ends_at = now() - interval '1 day', ended = true"
             " WHERE title = 'An old one'")
    coming = get(kith, "/events", cookie).text
    assert coming.index("A soon one") < coming.index("A late one")
    assert "An old one" not in coming and 'href="/orgs/lab"' in coming
    past = get(kith, "/events?when=past", cookie).text
    assert "An old one" in past and "A late one" not in past
    assert "The event is over" in get(kith, over, cookie).text
    lab = get(kith, "/events?when=&org=lab", cookie).text
    assert "A soon one" in lab and "A late one" not in lab
    assert re.search(r'class="chip" href="/events', lab), lab
    assert "A late one" not in get(kith, "/events?mine=true", other[0]).text
    go(kith, late, other)
    mine = get(kith, "/events?mine=true", other[0]).text
    assert "A late one" in mine and "You are going" in mine
    assert "An old one" in get(kith, "/events?mine=true&when=past", other[0]).text
    page = get(kith, "/events/new?org=lab", cookie).text
    assert '<option value="lab" selected>Harbour Lab</option>' in page, page
    assert "Harbour Lab" not in get(kith, "/events/new", other[0]).text


@test
def an_event_is_duplicated_at_the_same_hour(kith):
    cookie, csrf = signed_in(kith, "Repeater")
    path = publish(kith, cookie, csrf, capacity="7")
    page = get(kith, f"{path}/copy", cookie).text
    assert f'value="{local(14)}"' in page, page
    made = post(kith, f"{path}/copy", {"csrf": csrf, "startsAt": local(21),
                                       "timezone": "Europe/Berlin"}, cookie)
    assert made.status == 303, made.text
    copy = re.sub(r"\?.*", "", made.headers["Location"])
    page = get(kith, copy, cookie).text
    assert copy != path and "The event is a draft" in page and "0 of 7 places" in page
    assert ", 18:00</time>" in page and ", 21:00</time>" in page
    other = signed_in(kith, "Copycat")
    assert "Only those who manage" in get(kith, f"{path}/copy", other[0]).text
    refused = post(kith, f"{path}/copy", {"csrf": other[1], "startsAt": local(21),
                                          "timezone": "UTC"}, other[0])
    assert refused.status == 403, refused.text


@test
def a_cover_is_uploaded_and_removed(kith):
    cookie, csrf = signed_in(kith, "Painter")
    path = draft(kith, cookie, csrf)
    page = get(kith, path, cookie)
    done = upload(kith, f"{path}/cover", cookie, {
        "csrf": csrf, "once": field(page, f"{path}/cover", "once")}, images.png(64, 64))
    assert done.status == 303, done.text
    page = get(kith, path, cookie).text
    assert re.search(r'<img class="photo" src="(/media/img_\w+\.webp)"', page), page
    gone = post(kith, f"{path}/cover/remove", {"csrf": csrf}, cookie)
    assert gone.status == 303 and 'class="photo"' not in get(kith, path, cookie).text


@test
def strangers_read_the_event_of_a_public_host(kith):
    cookie, csrf = signed_in(kith, "Open")
    token = kith.token("open")
    kith.http("POST", "/v1/me/onboarding", {"handle": "open"}, token)
    path = publish(kith, cookie, csrf)
    hidden = get(kith, path)
    assert hidden.status == 303 and "/sign-in" in hidden.headers["Location"]
    assert kith.http("GET", f"/v1/public{path}").code == "event_not_found"
    kith.http("PATCH", "/v1/me", {"visibility": "public"}, token)
    page = get(kith, path)
    assert page.status == 200 and 'property="og:title" content="Looms and lunch"' in (
        page.text)
    assert "Sign up" in page.text and "I am going" not in page.text
    assert "Roof garden" not in page.text, "only members know where a member lives"
    assert "Who is going" not in page.text and 'name="csrf"' not in page.text
    assert 'content="noindex"' not in page.text
    assert 'content="noindex"' in get(kith, f"{path}/edit", cookie).text
    refused = post(kith, f"{path}/go", {"csrf": "x"})
    assert refused.status in (303, 401, 403), refused.status
    member = signed_in(kith, "Visitor")
    assert "Roof garden" in get(kith, path, member[0]).text


@test
def a_calendar_has_a_private_address(kith):
    cookie, csrf = signed_in(kith, "Planner")
    page = get(kith, "/events/calendar", cookie).text
    first = re.search(r'class="copy">([^<]+)<', page).group(1)
    assert "/calendar/kith_cal_" in first
    made = post(kith, "/events/calendar/rotate", {"csrf": csrf}, cookie)
    assert made.status == 303, made.text
    assert first not in get(kith, "/events/calendar", cookie).text


@test
def an_event_can_be_reported(kith):
    host, reader = signed_in(kith, "Suspect"), signed_in(kith, "Guard")
    path = publish(kith, *host)
    page = get(kith, path, reader[0])
    sent = post(kith, f"{path}/report", {
        "csrf": reader[1], "reason": "Spam",
        "subjectId": field(page, f"{path}/report", "subjectId")}, reader[0])
    assert sent.status == 303, sent.text
    assert "/report" not in get(kith, path, host[0]).text


@test
def pages_of_events_stay_small(kith):
    cookie, csrf = signed_in(kith, "Small")
    for i in range(25):
        publish(kith, cookie, csrf, title=f"Event number {i} " + "x" * 100,
                location="y" * 200)
    page = get(kith, "/events", cookie)
    assert page.text.count("<li>") == 25 and len(page.body) < 30000, len(page.body)


support.main(__name__)
