"""Tests the pages of projects, affiliations and progress entries."""

import re

import images
import support
from pages import HOSTILE, field, get, post, signed_in, upload
from support import test

HTML_BYTES_MAX = 30000


def member(kith, name):
    """Returns the cookie, the form token and the bearer token of a member with a
    handle."""
    cookie, csrf = signed_in(kith, name)
    token = kith.token(name.lower())
    made = kith.http("POST", "/v1/me/onboarding", {"handle": name.lower()}, token)
    assert made.status == 200, made.text
    return cookie, csrf, token


def path_of(answer):
    """Returns the path of the page that a form leads to."""
    assert answer.status == 303, answer.text
    return re.sub(r"\?.*", "", answer.headers["Location"])


def project(kith, who, **more):
    cookie, csrf = who[:2]
    path = path_of(post(kith, "/projects/new", {
        "csrf": csrf, "name": "Night Loom", "summary": "Looms that run at night.",
        "description": "", "stage": "building", "visibility": "network", **more}, cookie))
    assert re.fullmatch(r"/projects/proj_\w+", path), path
    return path


def org(kith, owner, slug, name):
    """Creates a public organization with this owner."""
    kith.sql("INSERT INTO orgs (id, slug, name, visibility, member_count)"
             f" VALUES (gen_random_uuid(), '{slug}', '{name}', 'public', 1)")
    kith.sql("INSERT INTO org_members (org_id, member_id, role)"
             " SELECT o.id, m.id, 'owner' FROM orgs o, members m"
             f" WHERE o.slug = '{slug}' AND m.email = '{owner}@example.org'")


@test
def a_lead_creates_edits_archives_and_deletes_a_project(kith):
    lead, other = member(kith, "Leading"), member(kith, "Visiting")
    cookie, csrf, _ = lead
    assert "You are on no project yet" in get(kith, "/projects", cookie).text
    wrong = post(kith, "/projects/new", {"csrf": csrf, "name": "x", "summary": ""},
                 cookie)
    assert wrong.status == 422 and wrong.text.count('class="fault"') == 1, wrong.text
    path = project(kith, lead, name=HOSTILE, description="A loom.\n\nTwo looms.")
    page = get(kith, path, cookie)
    assert page.status == 200 and "<script>alert" not in page.text
    assert re.search(r"<title>[^<]*script&gt; \u00b7 Projects \u00b7 Kith</title>",
                     page.text), page.text
    assert '<li aria-current="step">Building' in page.text
    assert page.text.count('class="button"') == 1, "one primary action"
    assert path in get(kith, "/projects", cookie).text
    saved = post(kith, f"{path}/edit", {
        "csrf": csrf, "name": "Day Loom", "summary": "", "description": "",
        "stage": "launched", "visibility": "private"}, cookie)
    assert path_of(saved) == path
    page = get(kith, path, cookie)
    assert "Day Loom" in page.text and "Two looms" not in page.text
    assert get(kith, path, other[0]).status == 404, "it is private"
    assert path_of(post(kith, f"{path}/archive", {"csrf": csrf}, cookie)) == path
    assert path not in get(kith, "/projects", cookie).text
    assert path in get(kith, "/projects?status=archived", cookie).text
    page = get(kith, path, cookie)
    assert "is archived" in page.text and "Add a person" not in page.text
    edit = get(kith, f"{path}/edit", cookie)
    assert "/restore" in edit.text and 'name="summary"' not in edit.text
    late = post(kith, f"{path}/members/new", {"csrf": csrf, "handle": "visiting"}, cookie)
    assert late.status == 409 and "archived" in late.text, late.text
    assert path_of(post(kith, f"{path}/restore", {"csrf": csrf}, cookie)) == path
    assert path_of(post(kith, f"{path}/delete", {"csrf": csrf}, cookie)) == "/projects"
    assert get(kith, path, cookie).status == 404


@test
def a_lead_manages_the_people(kith):
    lead, mate = member(kith, "Captain"), member(kith, "Sailor")
    cookie, csrf, _ = lead
    path = project(kith, lead)
    found = get(kith, f"{path}/members/new?q=sail", cookie).text
    assert f'{path}/members/new?handle=sailor"' in found, found
    assert "No active member" in get(kith, f"{path}/members/new?q=zzzz", cookie).text
    add = get(kith, f"{path}/members/new?handle=sailor", cookie)
    assert re.search(r'name="handle"[^>]*value="sailor"', add.text), add.text
    unknown = post(kith, f"{path}/members/new", {"csrf": csrf, "handle": "nobody-here",
                                                 "role": "member", "title": ""}, cookie)
    assert unknown.status == 404 and 'value="nobody-here"' in unknown.text, unknown.text
    added = post(kith, f"{path}/members/new", {
        "csrf": csrf, "handle": "sailor", "role": "member", "title": "Mechanic"}, cookie)
    assert path_of(added) == path
    page = get(kith, path, cookie)
    assert 'href="/members/sailor"' in page.text and "Mechanic" in page.text
    person = re.search(rf'href="({path}/members/usr_\w+)">Change<span class="unseen"> '
                       "Sailor", page.text).group(1)
    theirs = get(kith, path, mate[0])
    assert "Change<" not in theirs.text and "Leave the project" in theirs.text
    assert "Only the leads" in get(kith, person, mate[0]).text
    refused = post(kith, f"{person}/remove", {"csrf": lead[1]}, mate[0])
    assert refused.status == 403, refused.text
    form = get(kith, person, cookie)
    assert re.search(r'name="title"[^>]*value="Mechanic"', form.text), form.text
    raised = post(kith, person, {"csrf": csrf, "handle": field(form, person, "handle"),
                                 "role": "lead", "title": "Chief"}, cookie)
    assert path_of(raised) == path and "Chief" in get(kith, path, cookie).text
    assert path_of(post(kith, f"{path}/leave", {"csrf": csrf}, cookie)) == "/projects"
    last = post(kith, f"{path}/leave", {"csrf": mate[1]}, mate[0])
    assert last.status == 409 and "last lead" in last.text.lower(), last.text
    assert path_of(post(kith, f"{path}/members/new", {
        "csrf": mate[1], "handle": "captain", "role": "member", "title": ""},
        mate[0])) == path
    page = get(kith, path, mate[0])
    person = re.search(rf'href="({path}/members/usr_\w+)">Change<span class="unseen"> '
                       "Captain", page.text).group(1)
    assert path_of(post(kith, f"{person}/remove", {"csrf": mate[1]}, mate[0])) == path
    assert "captain" not in get(kith, path, mate[0]).text
    assert "not on the roster" in get(kith, person, mate[0]).text


def the_organization_does_not_learn_the_address(kith, owner):
    """Checks how managers see an invitation that followed the team of a project."""
    cookie, csrf, token = owner
    page = get(kith, "/orgs/weavers/invitations", cookie).text
    listed = kith.http("GET", "/v1/orgs/weavers/invitations", token=token)
    tool = kith.call_tool(token, "list_org_invitations", {"slug": "weavers"})
    for text in (page, listed.text, str(tool)):
        assert "asking@" not in text.lower(), text
    assert "/members/asking" in page and "/again" not in page, page
    one = listed.json["items"][0]
    assert (one["email"], one["memberName"], one["memberHandle"]) == (
        "", "Asking", "asking"), one
    revoked = post(kith, f"/orgs/weavers/invitations/{one['id']}/revoke",
                   {"csrf": csrf}, cookie)
    assert path_of(revoked) == "/orgs/weavers/invitations"
    # A manager who gives an address does not learn whether it has an account.
    given = kith.http("POST", "/v1/orgs/weavers/invitations",
                      {"email": "asking@example.org"}, token)
    assert given.json["email"] == "asking@example.org", given.text
    assert given.json["memberName"] is None and given.json["memberHandle"] is None


@test
def a_lead_asks_and_an_organization_accepts(kith):
    lead, owner = member(kith, "Asking"), member(kith, "Owner")
    other = member(kith, "Reading")
    org(kith, "owner", "weavers", "Weavers Guild")
    cookie, csrf, _ = lead
    path = project(kith, lead)
    form = get(kith, f"{path}/affiliations/new", cookie)
    assert '<option value="weavers">Weavers Guild' in form.text, form.text
    asked = post(kith, f"{path}/affiliations/new", {
        "csrf": csrf, "org": "weavers", "kind": "program", "message": "Please.",
        "project": field(form, f"{path}/affiliations/new", "project")}, cookie)
    affiliation = path_of(asked)
    assert re.fullmatch(r"/project-affiliations/aff_\w+", affiliation), affiliation
    again = post(kith, f"{path}/affiliations/new", {
        "csrf": csrf, "org": "weavers", "kind": "program", "message": "",
        "project": path.split("/")[2]}, cookie)
    assert again.status == 409 and "<form" in again.text, again.text
    page = get(kith, affiliation, cookie)
    assert f'href="{path}"' in page.text and 'href="/orgs/weavers"' in page.text
    assert "Only the leads of" in page.text and "/cancel" in page.text
    assert "/accept" not in page.text and f"{affiliation}/details" not in page.text
    termed = post(kith, f"{affiliation}/terms", {
        "csrf": csrf, "terms": "Two percent."}, cookie)
    assert path_of(termed) == affiliation
    assert "Waiting for an answer" in get(kith, path, cookie).text
    assert "Two percent" not in get(kith, affiliation, other[0]).text
    page = get(kith, affiliation, owner[0])
    assert "Two percent" in page.text and "/accept" in page.text, page.text
    assert 'href="/members/asking"' in page.text, "who joins is a link"
    took = post(kith, f"{affiliation}/accept",
                {"csrf": owner[1], "inviteTeam": "false"}, owner[0])
    assert path_of(took) == affiliation
    changed = post(kith, f"{affiliation}/details", {
        "csrf": owner[1], "kind": "investor", "cohort": "Winter 2027"}, owner[0])
    assert path_of(changed) == affiliation
    public = get(kith, path, other[0]).text
    assert "Winter 2027" in public and affiliation in public
    team = post(kith, f"{affiliation}/invite-team", {"csrf": owner[1]}, owner[0])
    assert team.status == 200 and "Invited: <bdi>asking</bdi>" in team.text, team.text
    the_organization_does_not_learn_the_address(kith, owner)
    emptied = post(kith, f"{affiliation}/terms", {"csrf": csrf, "terms": ""}, cookie)
    assert path_of(emptied) == affiliation
    assert "Two percent" not in get(kith, affiliation, cookie).text
    ended = post(kith, f"{affiliation}/end", {"csrf": csrf}, cookie)
    assert path_of(ended) == affiliation
    assert "/orgs/weavers" not in get(kith, path, other[0]).text
    assert "Ended" in get(kith, f"{path}/affiliations", cookie).text


@test
def an_organization_invites_and_a_request_is_cancelled(kith):
    lead, owner = member(kith, "Invited"), member(kith, "Inviting")
    org(kith, "inviting", "harbour", "Harbour Lab")
    path = project(kith, lead)
    assert f'href="{path}/invite"' in get(kith, path, owner[0]).text
    assert f'href="{path}/invite"' not in get(kith, path, lead[0]).text
    assert "Only owners and admins" in get(kith, f"{path}/invite", lead[0]).text

    def invite():
        form = get(kith, f"{path}/invite", owner[0])
        return path_of(post(kith, f"{path}/invite", {
            "csrf": owner[1], "org": "harbour", "kind": "community", "message": "Come.",
            "project": field(form, f"{path}/invite", "project")}, owner[0]))

    first = invite()
    page = get(kith, first, owner[0])
    assert "/cancel" in page.text and "/accept" not in page.text
    assert path_of(post(kith, f"{first}/cancel", {"csrf": owner[1]}, owner[0])) == first
    assert "Cancelled" in get(kith, first, lead[0]).text
    second = invite()
    page = get(kith, second, lead[0])
    assert "/accept" in page.text and "inviteTeam" not in page.text
    assert path_of(post(kith, f"{second}/accept", {"csrf": lead[1]}, lead[0])) == second
    assert "Harbour Lab" in get(kith, path, lead[0]).text


@test
def a_search_finds_projects_of_others(kith):
    lead, other = member(kith, "Maker"), member(kith, "Seeker")
    path = project(kith, lead, name="Quiet Spindle")
    assert path not in get(kith, "/projects", other[0]).text
    found = get(kith, "/projects?q=spindle", other[0])
    assert path in found.text and 'class="chip" href="/projects"' in found.text
    assert path in get(kith, "/projects?member=maker", other[0]).text
    assert "No project that you can read" in get(kith, "/projects?q=zzz", other[0]).text
    reported = post(kith, f"{path}/report", {
        "csrf": other[1], "reason": "Spam.", "subjectId": field(
            get(kith, path, other[0]), f"{path}/report", "subjectId")}, other[0])
    assert path_of(reported) == path


def publish(kith, who, **more):
    cookie, csrf = who[:2]
    fields = {"csrf": csrf, "kind": "customer", "title": "A first customer",
              "note": "They paid.", "occurredAt": "2026-03-04", **more}
    path = path_of(post(kith, "/progress/new", fields, cookie))
    assert re.fullmatch(r"/progress/prog_\w+", path), path
    return path


@test
def an_author_publishes_edits_and_deletes_an_entry(kith):
    author, reader = member(kith, "Reporter"), member(kith, "Follower")
    cookie, csrf, _ = author
    assert "no progress entry here yet" in get(kith, "/progress", cookie).text
    path = project(kith, author)
    form = get(kith, f"/progress/new?projectId={path.split('/')[2]}", cookie)
    assert re.search(r'<option value="proj_\w+" selected>Night Loom', form.text)
    assert re.search(r'name="publishTo.public"[^>]* checked', form.text), form.text
    alone = publish(kith, author)
    shown = get(kith, alone, cookie).text
    assert "Saved. Only you can see it: " in shown and f'"{alone}/audience">c' in shown
    wrong = post(kith, "/progress/new", {"csrf": csrf, "kind": "customer", "title": "x",
                                         "occurredAt": "2999-01-01"}, cookie)
    assert wrong.status == 422 and 'class="fault"' in wrong.text, wrong.text
    entry = publish(kith, author, projectId=path.split("/")[2], title=HOSTILE)
    page = get(kith, entry, cookie)
    assert "<script>alert" not in page.text and "4 March 2026<" in page.text
    assert f'href="{path}"' in page.text and "the people of the project" in page.text
    assert "Only you can see it" not in page.text, page.text
    shown = get(kith, path, cookie).text
    assert 'class="timeline"' in shown and entry in shown
    earlier = publish(kith, author, projectId=path.split("/")[2],
                      occurredAt="2025-12-31")
    shown = get(kith, path, cookie).text
    assert shown.index(entry) < shown.index(earlier), "the latest day is first"
    assert get(kith, entry, reader[0]).status == 404
    assert entry in get(kith, "/progress?mine=true", cookie).text
    assert f'{path}"' in get(kith, f"/progress?project={path.split('/')[2]}", cookie).text
    opened = post(kith, f"{entry}/audience", {"csrf": csrf, "publishTo.public": "true"},
                  cookie)
    assert path_of(opened) == entry
    page = get(kith, entry, reader[0])
    assert page.status == 200 and "/edit" not in page.text and "/report" in page.text
    assert re.search(r'name="publishTo.public" value="true"[^>]* checked',
                     get(kith, f"{entry}/audience", cookie).text)
    closed = post(kith, f"{entry}/audience", {"csrf": csrf}, cookie)
    assert path_of(closed) == entry and get(kith, entry, reader[0]).status == 404
    saved = post(kith, f"{entry}/edit", {
        "csrf": csrf, "kind": "learning", "title": "A lesson", "note": "",
        "occurredAt": "2026-03-05"}, cookie)
    assert path_of(saved) == entry
    page = get(kith, entry, cookie)
    assert "A lesson" in page.text and "5 March 2026<" in page.text
    assert path_of(post(kith, f"{entry}/delete", {"csrf": csrf}, cookie)) == "/progress"
    assert get(kith, entry, cookie).status == 404


@test
def an_entry_has_a_photo_and_says_when_it_cannot_be_shared(kith):
    cookie, csrf, _ = who = member(kith, "Shooter")
    entry = publish(kith, who)
    fields = {"csrf": csrf,
              "once": field(get(kith, entry, cookie), f"{entry}/photo", "once")}
    done = upload(kith, f"{entry}/photo", cookie, fields, images.png(64, 64))
    assert path_of(done) == entry
    assert 'class="photo"' in get(kith, entry, cookie).text
    empty = upload(kith, f"{entry}/photo", cookie, fields, b"")
    assert empty.status == 422 and "is required" in empty.text, empty.text
    assert path_of(post(kith, f"{entry}/photo/remove", {"csrf": csrf}, cookie)) == entry
    assert 'class="photo"' not in get(kith, entry, cookie).text
    shared = post(kith, f"{entry}/share", {"csrf": csrf}, cookie)
    assert shared.status == 409 and "<h1" in shared.text, shared.text


@test
def pages_stay_small(kith):
    cookie, _, token = who = member(kith, "Small")
    path = project(kith, who, description="y" * 4000)
    for i in range(15):
        name = f"Crew{i:02}"
        kith.kithctl("member", "create", "--email", f"{name}@example.org", "--name",
                     f"{name} with a rather long name", "--handle", name.lower(),
                     "--active")
        kith.sql("UPDATE profiles SET onboarded_at = now()")
        added = kith.http("POST", f"/v1{path}/members", {
            "handle": name.lower(), "title": "Mechanic of the night shift"}, token)
        assert added.status == 200, added.text
        publish(kith, who, projectId=path.split("/")[2], note="n" * 2000,
                title=f"Entry {i} " + "x" * 120)
        project(kith, who, name=f"Project {i}", summary="s" * 280)
    page = get(kith, path, cookie)
    assert "All 16 people" in page.text and "All progress" in page.text
    for one in (path, "/projects", "/progress", f"{path}/members"):
        page = get(kith, one, cookie)
        assert page.status == 200 and len(page.body) < HTML_BYTES_MAX, (
            one, len(page.body))


support.main(__name__)
