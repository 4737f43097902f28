"""Tests the pages of organizations as a browser without scripts uses them."""

import re

import images
import support
from pages import HOSTILE, PASSWORD, field, get, post, signed_in, upload
from support import test

HTML_BYTES_MAX = 30000


def started(kith, owner, slug):
    """Creates an organization, and returns its path, and cookie and
    token of its owner."""
    cookie, csrf = signed_in(kith, owner, "--admin")
    made = post(kith, "/orgs/new/create", {
        "csrf": csrf, "name": "Harbour Lab", "slug": slug, "kind": "club",
        "description": "Looms.", "location": "Leith"}, cookie)
    assert made.status == 303 and made.headers["Location"] == f"/orgs/{slug}", made.text
    return f"/orgs/{slug}", cookie, csrf


def done(answer, path):
    """Checks that a form was accepted and leads to this path."""
    assert answer.status == 303, answer.text
    assert answer.headers["Location"].split("?")[0] == path, answer.headers["Location"]
    return answer.headers["Location"]


def saved(kith, slug, cookie, csrf, **fields):
    """Saves the settings of an organization with these changes."""
    return post(kith, f"/orgs/{slug}/settings/save", {
        "csrf": csrf, "name": "Harbour Lab", "newSlug": slug, "kind": "club",
        "description": "Looms.", "location": "Leith", "website": "",
        "visibility": "public", "joinPolicy": "request", **fields}, cookie)


@test
def the_owner_of_a_new_organization_sees_what_to_do_first(kith):
    path, cookie, _ = started(kith, "Starter", "starters")
    page = get(kith, path, cookie).text
    for link in (path + "/invitations", path + "/appearance", "/posts/new?org=starters"):
        assert f'href="{link}"' in page, (link, page)
    other, _ = signed_in(kith, "Second")
    kith.http("PATCH", "/v1/orgs/starters", {"joinPolicy": "open"}, kith.token("Starter"))
    joined = kith.http("POST", "/v1/orgs/starters/join", {}, kith.token("Second"))
    assert joined.status < 300, joined.text
    for one in (cookie, other):
        assert "First steps" not in get(kith, path, one).text


@test
def a_member_applies_for_an_organization_and_follows_the_application(kith):
    cookie, csrf = signed_in(kith, "Clara")
    signed_in(kith, "Root", "--admin")
    admin = kith.token("Root", "admin")
    assert "You are in no organization yet" in get(kith, "/orgs", cookie).text
    assert 'href="/orgs/new"' in get(kith, "/orgs?scope=listed", cookie).text
    form = {"csrf": csrf, "name": "North Sea", "slug": "new", "kind": "club",
            "applicantRole": "Organizer", "description": HOSTILE, "website": "x"}
    wrong = post(kith, "/orgs/new/apply", form, cookie)
    assert wrong.status == 422 and wrong.text.count('class="fault"') == 1, wrong.text
    wrong = post(kith, "/orgs/new/apply", {**form, "website": ""}, cookie)
    assert wrong.status == 422 and "reserved" in wrong.text, wrong.text
    form = {**form, "website": "", "slug": "north-sea"}
    path = done(post(kith, "/orgs/new/apply", form, cookie), "/orgs/new")
    page = get(kith, path, cookie).text
    assert "waiting for a decision" in page and "<script>alert" not in page
    assert "Your application is waiting for a decision" in page and (
        'name="slug"' not in page), page
    assert "is waiting for a decision" in get(kith, "/orgs", cookie).text
    again = post(kith, "/orgs/new/apply", {**form, "slug": "other"}, cookie)
    assert again.status == 409, again.text
    listed = kith.http("GET", "/v1/admin/org-applications", token=admin).json
    kith.http("POST", f"/v1/admin/org-applications/{listed[0]['id']}/decline",
              {"reason": "Too broad"}, admin)
    page = get(kith, "/orgs/new", cookie).text
    assert "Too broad" in page and 'value="north-sea"' in page, page
    done(post(kith, "/orgs/new/apply", form, cookie), "/orgs/new")
    listed = kith.http("GET", "/v1/admin/org-applications?status=pending",
                       token=admin).json
    kith.http("POST", f"/v1/admin/org-applications/{listed[0]['id']}/approve",
              token=admin)
    assert 'href="/orgs/north-sea"' in get(kith, "/orgs/new", cookie).text
    assert "Owner" in get(kith, "/orgs", cookie).text


@test
def members_join_ask_withdraw_and_leave(kith):
    org, cookie, csrf = started(kith, "Petra", "petra-lab")
    other, other_csrf = signed_in(kith, "NinaPetra")
    assert f'href="{org}"' in get(kith, "/orgs?scope=listed", other).text
    page = get(kith, org, other).text
    assert "Ask to join" in page and f"{org}/members" not in page
    form = {"csrf": other_csrf, "message": "I weave."}
    path = done(post(kith, f"{org}/ask", form, other), org)
    page = get(kith, path, other).text
    assert "Your request is sent" in page and "You have asked to join" in page, page
    done(post(kith, f"{org}/withdraw", {"csrf": other_csrf}, other), org)
    done(post(kith, f"{org}/ask", form, other), org)
    assert "Members ask to join" in get(kith, org, cookie).text
    page = get(kith, f"{org}/requests", cookie)
    assert "I weave." in page.text, page.text
    path = re.search(rf'action="({org}/requests/jreq_\w+/approve)"', page.text).group(1)
    done(post(kith, path, {"csrf": csrf}, cookie), f"{org}/requests")
    assert "No join requests" in get(kith, f"{org}/requests", cookie).text
    assert "NinaPetra" in get(kith, f"{org}/requests?status=approved", cookie).text
    page = get(kith, org, other).text
    assert f"{org}/progress" in page and f"{org}/requests" not in page
    refused = get(kith, f"{org}/requests", other)
    assert refused.status == 403 and 'href="/orgs"' in refused.text
    assert "Only owners and admins" in get(kith, f"{org}/settings", other).text
    path = done(post(kith, f"{org}/leave", {"csrf": other_csrf}, other), "/orgs")
    assert "You have left" in get(kith, path, other).text
    last = post(kith, f"{org}/leave", {"csrf": csrf}, cookie)
    assert last.status == 409 and 'class="notice bad"' in last.text, last.text
    saved(kith, "petra-lab", cookie, csrf, joinPolicy="open")
    done(post(kith, f"{org}/join", {"csrf": other_csrf}, other), org)
    assert "Leave the organization" in get(kith, org, other).text


@test
def many_addresses_are_pasted_at_once(kith):
    org, cookie, csrf = started(kith, "Quinn", "quinn-lab")
    path = f"{org}/invitations/send"
    form = {"csrf": csrf, "role": "member", "expiresInDays": "14", "emails":
            "a@example.org, Ada Lovelace <b@example.org>;c@example.org d@example.org\r\n"
            "\r\nQUINN@example.org\r\n"}
    sent = post(kith, path, form, cookie)
    assert sent.status == 200 and "Invitations are sent to" in sent.text, sent.text
    assert "Members already: <bdi>QUINN@example.org</bdi>" in sent.text
    for name in "abcd":
        support.eventually(lambda to=f"{name}@example.org": kith.mails_to(to))
        assert f"{name}@example.org" in sent.text
    wrong = post(kith, path, {**form, "emails": "e@example.org\nnobody,<x>"}, cookie)
    assert wrong.status == 422 and "nobody,&lt;x&gt;" in wrong.text, wrong.text
    assert "<bdi>nobody</bdi>, <bdi>x</bdi>" in wrong.text, wrong.text
    assert "E-mail addresses: number 2 must be an e-mail address" in wrong.text
    listed = get(kith, f"{org}/invitations", cookie).text
    assert "e@example.org</bdi>" not in listed and ">in 13 days<" in listed, listed
    empty = post(kith, path, {**form, "emails": " ,\n"}, cookie)
    assert empty.status == 422, empty.text
    page = get(kith, f"{org}/invitations", cookie)
    revoke = re.search(rf'action="({org}/invitations/oinv_\w+/revoke)"', page.text)
    done(post(kith, revoke.group(1), {"csrf": csrf}, cookie), f"{org}/invitations")
    page = get(kith, f"{org}/invitations", cookie)
    assert "Revoked" in page.text and page.text.count("/revoke") == 3, page.text
    again = re.search(rf'action="({org}/invitations/oinv_\w+/again)"', page.text)
    done(post(kith, again.group(1), {
        "csrf": csrf, "email": field(page, again.group(1), "email"),
        "role": field(page, again.group(1), "role")}, cookie), f"{org}/invitations")


@test
def roles_are_changed_and_members_removed(kith):
    org, cookie, csrf = started(kith, "Rosa", "rosa-lab")
    saved(kith, "rosa-lab", cookie, csrf, joinPolicy="open")
    other, other_csrf = signed_in(kith, "NinaRosa")
    post(kith, f"{org}/join", {"csrf": other_csrf}, other)
    page = get(kith, f"{org}/members", cookie)
    ids = set(re.findall(r"/members/(usr_\w+)/role", page.text))
    removable = set(re.findall(r"/members/(usr_\w+)/remove", page.text))
    assert len(ids) == 2 and len(removable) == 1, page.text
    nina, owner = removable.pop(), (ids - removable).pop()
    assert len(re.findall(r'id="org_member_set_role-role-', page.text)) == 2
    plain = get(kith, f"{org}/members", other).text
    assert "Rosa" in plain and "/role" not in plain
    path = f"{org}/members/{nina}/role"
    refused = post(kith, f"{org}/members/{owner}/role",
                   {"csrf": other_csrf, "role": "member"}, other)
    assert refused.status == 403, refused.text
    done(post(kith, path, {"csrf": csrf, "role": "admin"}, cookie), f"{org}/members")
    by_admin = get(kith, f"{org}/members", other).text
    assert 'value="owner"' not in by_admin and by_admin.count("/role") == 1, by_admin
    wrong = post(kith, path, {"csrf": csrf, "role": "king"}, cookie)
    assert wrong.status == 422 and '<details class="fold" open>' in wrong.text
    assert f'action="{path}"' in wrong.text and wrong.text.count('class="fault"') == 1
    gone = post(kith, f"{org}/members/{nina}/remove", {"csrf": csrf}, cookie)
    done(gone, f"{org}/members")
    assert "NinaRosa" not in get(kith, f"{org}/members", cookie).text


@test
def settings_and_appearance_are_changed(kith):
    org, cookie, csrf = started(kith, "Sara", "sara-lab")
    wrong = saved(kith, "sara-lab", cookie, csrf, name="x", website="y")
    assert wrong.status == 422 and wrong.text.count('class="fault"') == 2, wrong.text
    path = done(saved(kith, "sara-lab", cookie, csrf, newSlug="moved", name=HOSTILE,
                      joinPolicy="invite_only"), "/orgs/moved/settings")
    page = get(kith, path, cookie)
    assert "The changes are saved" in page.text and "<script>alert" not in page.text
    assert get(kith, org, cookie).status == 200
    done(post(kith, "/orgs/moved/appearance/accent", {"csrf": csrf, "accent": "#aa3300"},
              cookie), "/orgs/moved/appearance")
    assert 'fill="#aa3300"' in get(kith, "/orgs/moved", cookie).text.lower()
    for kind, mark in (("logo", 'class="avatar large" src="/media/'),
                       ("cover", 'class="cover" src="/media/')):
        path = f"/orgs/moved/appearance/{kind}"
        assert mark not in get(kith, "/orgs/moved", cookie).text
        sent = upload(kith, path, cookie, {"csrf": csrf}, images.png(640, 320))
        done(sent, "/orgs/moved/appearance")
        assert mark in get(kith, "/orgs/moved", cookie).text
        done(post(kith, f"{path}/remove", {"csrf": csrf}, cookie),
             "/orgs/moved/appearance")
        assert mark not in get(kith, "/orgs/moved", cookie).text


@test
def tabs_show_what_is_published_to_it(kith):
    org, cookie, csrf = started(kith, "Tess", "tess-lab")
    token = kith.token("Tess", "admin")
    body = {"title": "Looms for rent", "body": "x" * 2000, "kind": "idea",
            "publishTo": {"orgSlugs": ["tess-lab"]}}
    for tab, empty in (("asks", "Nobody has published an ask"),
                       ("events", "No event is planned"),
                       ("projects", "No project is affiliated"),
                       ("progress", "Nobody has shared progress")):
        assert empty in get(kith, f"{org}/{tab}", cookie).text, tab
    for i in range(26):
        assert kith.http("POST", "/v1/posts", {**body, "title": f"Ask {i}"},
                         token).status < 300
    kith.http("POST", "/v1/progress", {
        "kind": "milestone", "title": "First cloth", "publishTo": body["publishTo"]},
        token)
    made = kith.http("POST", "/v1/orgs/tess-lab/events", {
        "title": "Spring fair", "startsAt": "2031-05-01T10:00:00Z", "publish": True,
        "endsAt": "2031-05-01T12:00:00Z", "location": "Leith"}, token)
    assert made.status < 300, made.text
    about = get(kith, org, cookie)
    assert "Spring fair" in about.text and "Ask 25" in about.text
    assert re.search(r"<title>Harbour Lab \u00b7 Organizations \u00b7 Kith<", about.text)
    asks = get(kith, f"{org}/asks", cookie)
    assert asks.text.count("<li>") == 25 and len(asks.body) < HTML_BYTES_MAX
    more = re.search(rf'href="({org}/asks\?cursor=[^"]+)"', asks.text).group(1)
    assert "Ask 0<" in get(kith, more, cookie).text
    assert "<title>Asks \u00b7 Harbour Lab \u00b7" in asks.text
    assert "Spring fair" in get(kith, f"{org}/events", cookie).text
    assert "is over yet" in get(kith, f"{org}/events?when=past", cookie).text
    assert "First cloth" in get(kith, f"{org}/progress", cookie).text
    assert get(kith, "/orgs/nothing/asks", cookie).status == 404


@test
def an_owner_invites_a_project_and_reads_its_affiliations(kith):
    org, cookie, csrf = started(kith, "Ursula", "ursula-lab")
    signed_in(kith, "Lead")
    lead = kith.token("Lead")
    made = kith.http("POST", "/v1/projects", {"name": "Difference Engine",
                                              "visibility": "network"}, lead)
    assert made.status < 300, made.text
    assert "No project is affiliated" in get(kith, f"{org}/affiliations", cookie).text
    found = get(kith, f"{org}/affiliations/new?q=difference", cookie)
    path = f"{org}/affiliations/new/{made.json['id']}"
    form = {"csrf": csrf, "org": field(found, path, "org"), "kind": "program",
            "message": "Join our spring cohort."}
    done(post(kith, path, form, cookie), f"{org}/affiliations")
    page = get(kith, f"{org}/affiliations", cookie).text
    assert "Difference Engine" in page and "Waiting for an answer" in page, page
    again = post(kith, path, form, cookie)
    assert again.status == 409 and "<h1" in again.text, again.text


@test
def strangers_read_public_organizations(kith):
    org, cookie, csrf = started(kith, "Vera", "vera-lab")
    page = get(kith, org)
    assert page.status == 200 and "Harbour Lab" in page.text and "Looms." in page.text
    assert '<meta property="og:title" content="Harbour Lab">' in page.text, page.text
    assert "noindex" not in page.text and "/sign-up?next=%2Forgs%2Fvera-lab" in page.text
    assert "Vera" not in page.text and 'method="post"' not in page.text
    asks = get(kith, f"{org}/asks")
    assert asks.status == 303 and "/sign-in?next=" in asks.headers["Location"]
    saved(kith, "vera-lab", cookie, csrf, visibility="unlisted")
    hidden, nothing = get(kith, org), get(kith, "/orgs/not")
    assert "Harbour" not in hidden.text and "noindex" in hidden.text
    assert hidden.text.replace("vera-lab", "not") == nothing.text
    kith.kithctl("member", "create", "--email", "wait@example.org", "--name", "Wait",
                 "--password", PASSWORD)
    waiting = post(kith, "/sign-in", {
        "email": "wait@example.org", "password": PASSWORD}).headers["Set-Cookie"]
    assert "Only members can read" in get(kith, org, waiting.split(";")[0]).text


support.main(__name__)
