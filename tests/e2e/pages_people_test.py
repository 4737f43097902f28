"""Tests the pages of members as a browser without scripts uses them."""

import html
import re

import images
import support
from pages import HOSTILE, field, get, post, signed_in, upload
from support import test

HTML_BYTES_MAX = 30000
IMAGE_BYTES_MAX = 150000


def profile(kith, name, **fields):
    """Fills in the profile of a member by REST."""
    made = kith.http("POST", "/v1/me/onboarding", {"handle": name.lower(), **fields},
                     kith.token(name.lower()))
    assert made.status == 200, made.text


@test
def a_member_fills_in_and_edits_a_profile(kith):
    cookie, csrf = signed_in(kith, "Ada")
    empty = get(kith, "/members", cookie)
    assert "Nobody has filled in a profile yet" in empty.text, empty.text
    assert 'href="/me"' in empty.text
    page = get(kith, "/me", cookie)
    assert "Other members cannot find you yet" in page.text
    fields = {"csrf": csrf, "handle": "ada", "headline": HOSTILE, "roles": "founder",
              "lookingFor": ["cofounder", "ideas"], "skills": "Rust,  fine wool ,,",
              "links": "My blog https://ada.example/a?b=1&c=2",
              "visibility": "members_only"}
    done = post(kith, "/me/begin", fields, cookie)
    assert done.status == 303, done.text
    page = get(kith, done.headers["Location"], cookie)
    assert "Other members can find you now" in page.text
    assert 'value="Rust, fine wool"' in page.text and "<script>alert" not in page.text
    wrong = post(kith, "/me/edit", {**fields, "handle": "A!", "skills": "x" * 41,
                                    "links": "Blog nowhere"}, cookie)
    assert wrong.status == 422 and wrong.text.count('class="fault"') == 3, wrong.text
    assert "Blog nowhere</textarea>" in wrong.text
    assert "Links: Blog must be an absolute http or https URL." in wrong.text
    assert "Skills: number 1 must have 1 to 40 characters." in wrong.text
    done = post(kith, "/me/edit", {
        "csrf": csrf, "handle": "ada-l", "headline": "Looms", "roles": "",
        "lookingFor": "", "skills": "", "links": "", "bio": "I weave.\n\nA lot.",
        "affiliation": "Harbour", "visibility": "public"}, cookie)
    assert done.status == 303, done.text
    own = get(kith, "/members/ada-l", cookie)
    assert own.status == 200 and 'href="/me"' in own.text and "I weave." in own.text
    assert "fine wool" not in own.text and "ada.example" not in own.text
    assert "Ask for an introduction" not in own.text and "Report" not in own.text
    taken, taken_csrf = signed_in(kith, "Other")
    again = post(kith, "/me/begin", {"csrf": taken_csrf, "handle": "ada-l"}, taken)
    assert again.status in (409, 422) and "taken" in again.text, again.text
    done = post(kith, "/me/begin", {"csrf": taken_csrf, "handle": ""}, taken)
    assert done.status == 303 and get(kith, "/members/other", taken).status == 200


@test
def a_search_is_saved_and_deleted(kith):
    cookie, csrf = signed_in(kith, "Seeker")
    assert "Save this search" not in get(kith, "/members", cookie).text
    assert "You have saved no search" in get(kith, "/saved-searches", cookie).text
    page = get(kith, "/members?q=loom&roles=founder&skills=%22wool%22", cookie).text
    form = re.search(r'<form method="post" action="/saved-searches/add".*?</form>', page,
                     re.S).group(0)
    fields = {name: html.unescape(value) for name, value in re.findall(
        r'name="(\w+)" value="([^"]*)"', form)}
    assert fields.pop("once")
    assert fields == {"csrf": csrf, "list": "members", "q": "loom", "role": "founder",
                      "skill": '"wool"'}, fields
    saved = post(kith, "/saved-searches/add", fields, cookie)
    assert saved.status == 303, saved.text
    page = get(kith, saved.headers["Location"], cookie).text
    assert "The search is saved." in page and "Role: <bdi>Founder</bdi>" in page, page
    path = html.unescape(re.search(r'href="(/members\?[^"]*)"', page).group(1))
    assert path == "/members?q=loom&roles=founder&skills=%22wool%22", path
    for list_name, query in (("posts", "kind=hiring"), ("events", "org=nowhere")):
        page = get(kith, f"/{list_name}?{query}", cookie)
        assert page.status == 404 or "Save this search" in page.text, list_name
    for number in range(9):
        done = post(kith, "/saved-searches/add",
                    {"csrf": csrf, "list": "members", "q": f"w{number}"}, cookie)
        assert done.status == 303, done.text
    over = post(kith, "/saved-searches/add", {"csrf": csrf, "list": "events"}, cookie)
    assert over.status == 422 and "at most 10 saved searches" in over.text, over.text
    page = get(kith, "/saved-searches", cookie).text
    delete = re.search(r'action="(/saved-searches/srch_\w+/delete)"', page).group(1)
    done = post(kith, delete, {"csrf": csrf}, cookie)
    page = get(kith, done.headers["Location"], cookie).text
    assert "The saved search is deleted." in page and page.count("srch_") == 9, page


@test
def the_pictures_of_a_full_list_have_150_kb(kith):
    """Noise is what can be compressed least."""
    cookie, _ = signed_in(kith, "Browser")
    token = kith.token("browser")
    for number in range(26):
        answer = kith.http("PUT", "/v1/me/avatar", raw=images.noise(128, 128),
                           token=token, headers={"Content-Type": "image/png"})
        assert answer.status == 200, answer.text
        kith.sql(
            "WITH m AS (INSERT INTO members (id, email, name, status,"
            f" email_verified_at, image) SELECT new_id(), 'noisy{number}@example.org',"
            " 'Noisy', 'active', now(), image"
            " FROM members WHERE email = 'browser@example.org' RETURNING id)"
            " INSERT INTO profiles (member_id, handle, onboarded_at)"
            f" SELECT id, 'noisy-{number}', now() FROM m")
    page = get(kith, "/members", cookie)
    paths = set(re.findall(r'<img[^>]* src="(/media/[^"]+)"', page.text))
    assert len(paths) == 25, paths
    size = sum(len(kith.http("GET", path).body) for path in paths)
    assert size <= IMAGE_BYTES_MAX, size


@test
def a_picture_is_set_and_removed(kith):
    cookie, csrf = signed_in(kith, "Painter")
    page = get(kith, "/me", cookie)
    fields = {"csrf": csrf, "once": field(page, "/me/avatar", "once")}
    done = upload(kith, "/me/avatar", cookie, fields, images.png(64, 64))
    assert done.status == 303, done.text
    page = get(kith, done.headers["Location"], cookie)
    assert "Your picture is changed." in page.text
    image = re.search(r'<img class="avatar large" src="(/media/img_\w+\.webp)"',
                      page.text)
    assert image and kith.http("GET", image.group(1)).status == 200
    wrong = post(kith, "/me/avatar/from-url", {"csrf": csrf, "url": "nowhere"}, cookie)
    assert wrong.status == 422 and 'class="fault"' in wrong.text, wrong.text
    # The instance has no social account to copy from.
    assert "/me/avatar/from-social" not in page.text
    unlinked = post(kith, "/me/avatar/from-social", {"csrf": csrf}, cookie)
    assert unlinked.status in (404, 409) and 'role="alert"' in unlinked.text, (
        unlinked.status, unlinked.text)
    done = post(kith, "/me/avatar/remove", {"csrf": csrf}, cookie)
    assert done.status == 303 and "<img" not in get(kith, "/me", cookie).text


@test
def people_are_found_by_what_they_write(kith):
    cookie, _ = signed_in(kith, "Finder", "--admin")
    token = kith.token("finder", "admin")
    kith.http("POST", "/v1/orgs", {"slug": "lab", "name": "Harbour Lab"}, token)
    profile(kith, "Finder")
    for name, fields in (
            ("Rosa", {"roles": ["founder"], "skills": ["Rust"], "lookingFor": ["team"],
                      "affiliation": "North School", "headline": "Builds boats"}),
            ("Igor", {"roles": ["investor"], "bio": "I sail boats."})):
        signed_in(kith, name)
        profile(kith, name, **fields)
    everybody = get(kith, "/members", cookie).text
    assert "Rosa" in everybody and "Igor" in everybody and "Matches" not in everybody
    for query, name, reason in (
            ("roles=founder&lookingFor=&q=", "rosa", "Founder"),
            ("q=sai", "igor", "words in bio"),
            ("q=boats+north", "rosa", "words in headline, affiliation"),
            ("skills=rust&roles=", "rosa", "<bdi>Rust</bdi>"),
            ("lookingFor=team", "rosa", "looks for: A team"),
            ("affiliation=school", "rosa", "at <bdi>North School</bdi>")):
        page = get(kith, f"/members?{query}", cookie)
        assert page.status == 200, page.text
        found = re.findall(r'class="name"><a href="/members/([\w-]+)"', page.text)
        assert found[0] == name, (query, found)
        assert f"Matches: {reason}</p>" in page.text, (query, page.text)
        assert 'class="chip" href="/members' in page.text
    lab = get(kith, "/members?org=lab", cookie)
    assert re.findall(r'class="name"><a href="/members/([\w-]+)"', lab.text) == ["finder"]
    none = get(kith, "/members?q=zzzzz&roles=founder", cookie)
    assert "Nobody matches all of this" in none.text and "Remove all" in none.text


@test
def a_profile_shows_everything_and_takes_requests(kith):
    cookie, csrf = signed_in(kith, "Weaver", "--admin")
    reader, reader_csrf = signed_in(kith, "Reader")
    token, reader_token = kith.token("weaver", "admin"), kith.token("reader")
    kith.http("POST", "/v1/orgs", {"slug": "mill", "name": "Harbour Mill",
                                   "joinPolicy": "open"}, token)
    assert kith.http("POST", "/v1/orgs/mill/join", {}, reader_token).status == 200
    profile(kith, "Weaver", roles=["founder"], skills=["C++"], affiliation="Wool & Co",
            links={"Shop": "https://wool.example"})
    profile(kith, "Reader")
    kith.publish(kith.token("weaver"), "Looms for rent")
    entry = kith.http("POST", "/v1/progress", {
        "kind": "milestone", "title": "First loom sold", "publishTo": {"public": True}},
                      kith.token("weaver"))
    assert entry.status in (200, 201), entry.text
    project = kith.http("POST", "/v1/projects", {"name": "Loomworks"},
                        kith.token("weaver"))
    assert project.status in (200, 201), project.text
    page = get(kith, "/members/weaver", reader)
    for part in ('href="/members?roles=founder"', 'href="/members?skills=C%2B%2B"',
                 'href="/members?affiliation=Wool%20%26%20Co"', 'href="/orgs/mill"',
                 'href="https://wool.example"', "Looms for rent", "First loom sold",
                 "Loomworks", f"/progress/{entry.json['id']}",
                 f"/projects/{project.json['id']}"):
        assert part in page.text, (part, page.text)
    assert re.search(r"<title>Weaver \u00b7 People \u00b7 Kith</title>", page.text)
    fields = {"csrf": reader_csrf, "message": "I weave, too.",
              "toHandle": field(page, "/members/weaver/intro", "toHandle")}
    missing = post(kith, "/members/weaver/intro", {**fields, "message": ""}, reader)
    assert missing.status == 422 and "Message is required" in missing.text
    sent = post(kith, "/members/weaver/intro", fields, reader)
    assert sent.status == 303, sent.text
    assert "Your request is sent" in get(kith, sent.headers["Location"], reader).text
    waiting = get(kith, "/members/weaver", reader).text
    assert "You asked for an introduction" in waiting, waiting
    intro = re.search(r'href="(/intros/intro_\w+)"', waiting).group(1)
    assert 'action="/members/weaver/intro"' not in waiting, waiting
    other = get(kith, "/members/reader", cookie).text
    assert "This member asked for an introduction" in other and intro in other, other
    assert "mailto:" not in other
    again = post(kith, "/members/weaver/intro", fields, reader)
    assert again.status == 409 and 'role="alert"' in again.text, again.text
    accepted = post(kith, f"{intro}/accept", {"csrf": csrf}, cookie)
    assert accepted.status == 303, accepted.text
    for name, who in (("weaver", reader), ("reader", cookie)):
        other = get(kith, f"/members/{name}", who).text
        assert f"mailto:{name}@" in other, other
    again = post(kith, "/members/reader/intro", {
        "csrf": csrf, "message": "Another matter.", "toHandle": "reader"}, cookie)
    assert again.status == 303, again.text
    for name, who in (("weaver", reader), ("reader", cookie)):
        other = get(kith, f"/members/{name}", who).text
        assert f"mailto:{name}@" in other and "Waiting for an" not in other, other
    told = post(kith, "/members/weaver/report", {
        "csrf": reader_csrf, "reason": "Spam",
        "subjectId": field(page, "/members/weaver/report", "subjectId")}, reader)
    assert told.status == 303, told.text
    assert "The administrators will look at it" in get(
        kith, told.headers["Location"], reader).text
    reports = kith.http("GET", "/v1/admin/reports", token=token).json["items"]
    assert [report["subjectType"] for report in reports] == ["member"]
    nobody = get(kith, "/members/nobody", reader)
    assert nobody.status == 404 and 'href="/members"' in nobody.text, nobody.text
    assert csrf and cookie


@test
def strangers_read_public_profiles_only(kith):
    cookie, csrf = signed_in(kith, "Open")
    signed_in(kith, "Closed")
    done = upload(kith, "/me/avatar", cookie, {"csrf": csrf}, images.png(64, 64))
    assert done.status == 303, done.text
    profile(kith, "Open", headline='Looms & "wool"', visibility="public",
            roles=["founder"], bio="A bio.")
    profile(kith, "Closed")
    kith.publish(kith.token("open"), "Looms for rent")
    page = get(kith, "/members/open")
    assert page.status == 200 and "A bio." in page.text and "Founder" in page.text
    for part in ('<meta property="og:title" content="Open">',
                 '<meta property="og:type" content="profile">',
                 'og:description" content="Looms &amp; &quot;wool&quot;">',
                 f'<meta property="og:url" content="{kith.base}/members/open">',
                 f'<meta property="og:image" content="{kith.base}/media/img_',
                 'href="/sign-up"', 'href="/sign-in?next=%2Fmembers%2Fopen"'):
        assert part in page.text, (part, page.text)
    assert "noindex" not in page.text and "Looms for rent" not in page.text
    assert "<form" not in page.text and "open@example.org" not in page.text
    for path in ("/members/closed", "/members/nobody", "/members", "/me"):
        refused = get(kith, path)
        assert refused.status == 303, (path, refused.text)
        assert refused.headers["Location"].startswith("/sign-in?next=%2Fme"), path
    for path in ("/members/closed", "/members", "/me"):
        assert 'name="robots" content="noindex"' in get(kith, path, cookie).text, path
    answer = kith.http("GET", "/v1/public/members/open")
    assert answer.status == 200 and answer.json["headline"] == 'Looms & "wool"'
    assert "visibility" not in answer.json
    assert kith.http("GET", "/v1/public/members/closed").status == 404


@test
def pages_stay_small(kith):
    cookie, _ = signed_in(kith, "Small")
    kith.sql("INSERT INTO members (id, email, name, status, email_verified_at) SELECT"
             " gen_random_uuid(), 'm' || n || '@example.org', 'Member ' || n, 'active',"
             " now() FROM generate_series(1, 30) n")
    kith.sql("INSERT INTO profiles (member_id, handle, headline, bio, roles, looking_for,"
             " skills, affiliation, location, onboarded_at) SELECT id, 'm-' ||"
             " row_number() OVER (), repeat('word ', 24), repeat('text ', 400),"
             " '{founder,operator,investor}', '{cofounder,team,ideas}', '{Rust,C}',"
             " repeat('a', 120), repeat('b', 80), now() FROM members"
             " WHERE email LIKE 'm%@example.org'")
    page = get(kith, "/members?q=word+text+rust&roles=founder&skills=rust", cookie)
    assert page.status == 200 and page.text.count('class="why"') == 25, page.text
    assert "Show more" in page.text and len(page.body) < HTML_BYTES_MAX, len(page.body)


support.main(__name__)
