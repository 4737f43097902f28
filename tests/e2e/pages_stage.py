"""Fills an instance with several weeks of data, for tests that look at pages: long and
short names, connected apps, pending decisions, and failed mails."""

import re
import urllib.parse

import oauth
import support

PASSWORD = "a phrase that is long enough"
FORM = "application/x-www-form-urlencoded"
ADMIN = "maya@harbour.example"
MEMBER = "wilhelmina.van.der.oudermeulen-fitzpatrick@department-of-applied-looms.example"
HANDLE = "wilhelmina-van-der-oudermeulen"
NEWCOMER = "new@harbour.example"
LONG_NAME = "Wilhelmina Alexandrina van der Oudermeulen-Fitzpatrick"
AGENTS = (
    "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, "
    "like "
    "Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    "a-nightly-import-with-a-name-that-never-ends/2.4.1-rc.3+build.20261122",
)
APPS = (
    ("Claude", "https://claude.ai/api/mcp/auth_callback",
     ["network:read", "network:write"]),
    ("Visual Studio Code", "http://127.0.0.1/callback", ["network:read"]),
    ("The Quarterly Newsletter Assembler of the Department of Applied Looms and Weaving",
     "https://newsletter.department-of-applied-looms.example/oauth/finished",
     ["network:read"]),
)
FAILURES = (
    ("verify_email", "550 5.1.1 The address does not exist"),
    ("org_invitation", "The server mail.harbour.example did not answer within 30 "
                       "seconds"),
    ("totp_on", "451 4.7.1 Greylisted, please try again in 5 minutes; see "
     "https://mail.department-of-applied-looms.example/why?id=0198f3d2-7c41-7f0a-9c55-2f6f4f0f8e11"),
)


def cookie_of(kith, address, agent=AGENTS[0]):
    """Returns the cookie of a browser in which this member signs in."""
    def sign_in():
        answer = kith.http("POST", "/sign-in", headers={
            "Content-Type": FORM, "Origin": kith.base, "Accept": "text/html",
            "User-Agent": agent},
            raw=urllib.parse.urlencode({"email": address, "password": PASSWORD}).encode())
        return answer if answer.status == 303 else None
    # A busy machine may not hash a password in time.
    answer = support.eventually(sign_in, 60)
    return answer.headers["Set-Cookie"].split(";")[0]


def token_of(kith, address, scopes="network:write"):
    return kith.kithctl("token", "create", "--email", address, "--name", "Stage",
                        "--scopes", scopes)["token"]


def called(kith, method, path, body, token):
    answer = kith.http(method, path, body, token)
    assert answer.status in (200, 204), (path, answer.text)
    return answer.json if answer.body else None


def people(kith):
    """Creates the approved members, and returns tokens of the first two."""
    for address, name, *options in (
            (ADMIN, "Maya Lindqvist", "--admin"), (MEMBER, LONG_NAME, "--active"),
            (NEWCOMER, "Newcomer", "--active")):
        kith.kithctl("member", "create", "--email", address, "--name", name,
                     "--password", PASSWORD, *options)
    for name in ("Tomás Okafor", "李小龙", "O", "Ama Serwaa Boateng"):
        kith.kithctl("member", "create", "--active", "--name", name,
                     "--email", f"member-{len(name)}@harbour.example")
    return token_of(kith, ADMIN, "admin"), token_of(kith, MEMBER)


def waiting(kith):
    """Creates pending sign-ups, with and without an application text."""
    for address, name, words in (
            ("priya@northwind.example", "Priya Raghunathan",
             "I run a small studio for industrial knitting in Leeds and look for a "
             "co-founder who "
             "knows machines.\n\nTomás told me about this place."),
            ("x" * 40 + "@a-domain-that-is-rather-long-as-well.example",
             "J. Featherstonehaugh", ""), ("lee@harbour.example", "Lee", "<b>Hello</b>")):
        sign_up = {"email": address, "password": PASSWORD, "name": name,
                   "application": words}
        support.eventually(
            lambda body=sign_up: kith.http("POST", "/v1/auth/sign-up", body).status ==
            202, 60)
        token = kith.mailed_token(address, "/verify-email")
        verified = kith.http("POST", "/v1/auth/verify-email", {"token": token})
        assert verified.status in (200, 204), verified.text


def organizations(kith, admin, member):
    """Creates two organizations with an invitation each, and three applications."""
    for slug, name in (("harbour-lab", "Harbour Lab"), (
            "applied-looms", "The Department of Applied Looms, Weaving and Industrial "
                             "Knitting")):
        called(kith, "POST", "/v1/orgs", {"slug": slug, "name": name, "kind": "club"},
               admin)
        called(kith, "POST", f"/v1/orgs/{slug}/invitations",
               {"email": MEMBER, "role": "admin"}, admin)
    for slug, name, who in (
            ("north-sea-founders", "North Sea Founders", member),
            ("a-slug-of-the-forty-characters-that-fit", "Forty", admin),
            ("tiny", "Tiny", token_of(kith, NEWCOMER))):
        called(kith, "POST", "/v1/org-applications", {
            "slug": slug, "name": name, "kind": "community", "location": "Aberdeen",
            "applicantRole": "Organizer",
            "website": "https://north-sea-founders.example/about/us",
            "description": "Founders around the North Sea who meet every month, online "
                           "and in "
            "Aberdeen, Esbjerg and Bremerhaven.",
            "message": "We have 140 people on a mailing list and would like a better "
                       "home."}, who)


def guild(kith, admin, newcomer):
    """Creates an organization with a join request, invitations, an event, an ask and
    progress."""
    called(kith, "POST", "/v1/orgs", {
        "slug": "weavers-guild", "name": "Weavers\u2019 Guild", "kind": "community",
        "location": "Aberdeen", "website": "https://guild.harbour.example",
        "description": "Weavers, dyers and people who build looms. We meet on the first "
                       "Tuesday of each month, show what we make, and lend each other "
                       "machines.\n\nGuests are welcome."}, admin)
    called(kith, "POST", "/v1/orgs/weavers-guild/join", {
        "message": "I weave since 2019 and would like to borrow a warping mill."},
        newcomer)
    called(kith, "POST", "/v1/orgs/weavers-guild/invitations/batch", {
        "emails": ["ines@harbour.example", MEMBER], "role": "admin"}, admin)
    for title, day in (("Open workshop", "05"), ("Dyeing with madder", "19")):
        called(kith, "POST", "/v1/orgs/weavers-guild/events", {
            "title": title, "startsAt": f"2031-05-{day}T17:00:00Z",
            "endsAt": f"2031-05-{day}T20:00:00Z", "timezone": "Europe/London",
            "location": "Old Mill, Aberdeen", "publish": True}, admin)
    audience = {"orgSlugs": ["weavers-guild"]}
    called(kith, "POST", "/v1/posts", {
        "kind": "other", "title": "Who lends me a table loom for two weeks?",
        "body": "I would like to try it before I buy one.", "tags": ["looms"],
        "publishTo": audience}, admin)
    called(kith, "POST", "/v1/progress", {
        "kind": "milestone", "title": "The first hundred metres of cloth",
        "note": "All on the restored loom.", "publishTo": audience}, admin)


def oversight(kith, admin, member):
    """Creates open and resolved reports, and a suspended member."""
    for title, reason in (
            ("Looking for somebody who can repair a Jacquard loom",
             "This is an advertisement "
             "that I have now seen four times, under a different title each time."),
            ("Looms, cheap", "Spam"), ("Looms, very cheap", "Wrong place")):
        asked = kith.publish(member, title).json["id"]
        called(kith, "POST", "/v1/reports", {"subjectType": "post", "subjectId": asked,
                                             "reason": reason}, admin)
    reports = called(kith, "GET", "/v1/admin/reports", None, admin)["items"]
    called(kith, "POST", f"/v1/admin/reports/{reports[0]['id']}/resolve", None, admin)
    who = next(one for one in called(kith, "GET", "/v1/admin/members", None, admin)
               if one["name"] == "O")
    called(kith, "POST", f"/v1/admin/members/{who['id']}/suspend",
           {"reason": "Sent the same advertisement to forty members."}, admin)
    for note, uses in (("Spring meetup in Aberdeen", 20), ("", 1)):
        called(kith, "POST", "/v1/admin/invites", {"note": note, "maxUses": uses,
                                                   "expiresInDays": 30}, admin)


def introductions(kith, admin, member):
    """Creates requests for introductions in every direction, and a join request."""
    newcomer = token_of(kith, NEWCOMER)
    called(kith, "POST", "/v1/me/onboarding", {"handle": "newcomer"}, newcomer)
    for token, handle, message in (
            (newcomer, HANDLE, "I restore looms in Bremerhaven.\n\nTomás says "
             "that you know where to find a mechanic. Shall we talk?"),
            (admin, HANDLE, "Would you speak at the spring meetup?"),
            (member, "newcomer", "Would you like to see the department? " * 12)):
        called(kith, "POST", "/v1/intros", {"contextKind": "profile",
                                            "toHandle": handle, "message": message},
               token)
    accepted = called(kith, "GET", "/v1/intros", None, member)["items"][0]["id"]
    called(kith, "POST", f"/v1/intros/{accepted}/accept", {}, member)
    called(kith, "PATCH", "/v1/orgs/harbour-lab", {"joinPolicy": "request"}, admin)
    called(kith, "POST", "/v1/orgs/harbour-lab/join",
           {"message": "I live next door and bring a loom."}, newcomer)
    support.eventually(lambda: len(called(
        kith, "GET", "/v1/me/notifications", None, member)["items"]) >= 2 or None, 30)


def profiles(kith, admin, member):
    """Fills in a long public profile, a short one and a usual one."""
    for token, fields in (
            (member, {"handle": HANDLE, "roles": [
                "founder", "investor", "business_owner"], "visibility": "public",
                      "lookingFor": ["cofounder", "talent", "advice"],
                      "headline": "I build looms that weave what a computer draws, and "
                                  "look for somebody who sells them",
                      "skills": ["Jacquard looms", "Rust", "Industrial knitting",
                                 "Bookkeeping", "Dutch", "C++", "Grant applications"],
                      "bio": "I ran a weaving mill in Leiden for eleven years.\n\nNow I "
                             "build machines for small studios: a loom for a room, not "
                             "for a hall. The first six are sold.",
                      "affiliation": "The Department of Applied Looms, Weaving and "
                                     "Industrial Knitting", "location": "Aberdeen",
                      "program": "North Sea Founders, spring 2026",
                      "links": {"Shop": "https://looms.example/shop", "Source":
                                "https://git.example/wilhelmina/" + "loom-" * 20}}),
            (admin, {"handle": "maya", "headline": "Keeps the harbour running",
                     "roles": ["operator"], "lookingFor": ["ideas"],
                     "affiliation": "Harbour Lab", "location": "Esbjerg"}),
            (token_of(kith, "member-1@harbour.example"), {"handle": "o-o-o"}),
            (token_of(kith, "member-3@harbour.example"), {
                "handle": "xiaolong", "headline": "功夫 and compilers",
                "roles": ["idea_person"], "skills": ["Rust"]})):
        called(kith, "POST", "/v1/me/onboarding", fields, token)


def outbox(kith):
    """Adds a day of mails, of which three have failed permanently."""
    kith.sql("INSERT INTO outbox (id, topic, payload, status, sent_at, attempts)"
             " SELECT gen_random_uuid(), 'mail', '{\"template\": \"digest\", "
             "\"toAddress\": \"a@b.example\"}', 'sent', now() - h * interval '1 hour', 1"
             " FROM generate_series(0, 23) h, generate_series(1, 4 + (h * 7 % 11) * 3)")
    for template, why in FAILURES:
        kith.sql("INSERT INTO outbox (id, topic, payload, status, attempts, last_error, "
                 "failed_at)"
                 f" VALUES (gen_random_uuid(), 'mail', '{{\"template\": \"{template}\","
                 " \"toAddress\": \"lee@harbour.example\"}', "
                 "'failed', 10,"
                 f" '{why}', now() - interval '3 hours')")


class Connector(oauth.Browser):
    def __init__(self, kith, cookie):  # pylint: disable=super-init-not-called
        self.kith, self.cookie = kith, cookie


def apps(kith, cookie):
    """Connects apps with different scopes to the member, and returns their tokens."""
    tokens = []
    for name, redirect, scopes in APPS:
        app = oauth.App(kith, redirect, client_name=name)
        granted = [*scopes, "offline_access"]
        tokens.append(app.connect(Connector(kith, cookie), granted)["access_token"])
    assert oauth.list_tools(kith, tokens[0]).status == 200
    return tokens


def furnish(kith):
    """Creates everything, and returns the cookies of the administrator and of the
    member."""
    admin, member = people(kith)
    waiting(kith)
    organizations(kith, admin, member)
    profiles(kith, admin, member)
    guild(kith, admin, token_of(kith, NEWCOMER))
    oversight(kith, admin, member)
    introductions(kith, admin, member)
    outbox(kith)
    for agent in AGENTS[1:]:
        cookie_of(kith, MEMBER, agent)
    cookies = {"admin": cookie_of(kith, ADMIN), "member": cookie_of(kith, MEMBER),
               "newcomer": cookie_of(kith, NEWCOMER)}
    apps(kith, cookies["member"])
    return cookies


def own_ask(kith):
    """Returns the path of the member's first ask."""
    found = called(kith, "GET", "/v1/posts?mine=true", None, token_of(kith, MEMBER))
    return f"/posts/{found['items'][-1]['id']}"


def own_intro(kith):
    """Returns the path of a request that waits for the member's answer."""
    found = called(kith, "GET", "/v1/intros?status=pending", None,
                   token_of(kith, MEMBER))
    return f"/intros/{found['items'][0]['id']}"


def own_approval(kith):
    """Has a token of the member ask before an outward act, and returns the path of the
    request."""
    token = kith.kithctl("token", "create", "--email", MEMBER, "--name", "Weekly digest",
                         "--scopes", "network:write")["token"]
    kith.sql("UPDATE credentials SET approval = 'each' WHERE name = 'Weekly digest'")
    made = kith.http("POST", "/v1/posts", {
        "kind": "other", "title": "What did you weave this week?", "body": "Write to me.",
        "publishTo": {"public": True}}, token)
    assert made.status == 202, made.text
    return f"/approvals/{made.json['id']}"


def events(kith):
    """Creates events in several states, and returns their paths by name."""
    host, guest = token_of(kith, MEMBER), token_of(kith, NEWCOMER)
    paths = {}
    for name, title, more in (
            ("full", "Looms and lunch", {"capacity": 1, "location": "Roof garden"}),
            ("draft", "An evening about the repair of Jacquard looms, with soup, for "
             "everybody who has one or would like to have one", {"publish": False}),
            ("open", "李小龙", {"locationKind": "virtual",
                             "joinUrl": "https://join.harbour.example/1"})):
        made = called(kith, "POST", "/v1/events", {
            "title": title, "startsAt": "2027-07-01T17:00:00Z",
            "endsAt": "2027-07-01T20:00:00Z", "timezone": "Asia/Kathmandu",
            "description": "Bring wool.\n\nThere is soup.", "publish": True, **more},
            host)
        paths[name] = f"/events/{made['id']}"
    for who in (host, guest):
        called(kith, "POST", f"/v1{paths['full']}/rsvp", {"status": "going"}, who)
    return paths


def work(kith):
    """Creates projects with people, affiliations and progress, and returns the paths of
    their pages."""
    lead, admin = token_of(kith, MEMBER), token_of(kith, ADMIN)
    project = called(kith, "POST", "/v1/projects", {
        "name": "Night Loom", "stage": "building",
        "summary": "Looms that weave at night, when power costs a third.",
        "description": "A loom stops when a thread breaks, so somebody must stand beside "
                       "it.\n\nOurs ties the thread again and calls nobody."}, lead)["id"]
    for title in ("The Department's Digital Industrial Knitting Archive", "Old Loom"):
        called(kith, "POST", "/v1/projects", {
            "name": title, "summary": "Patterns since 1821.", "visibility": "private"},
            lead)
    for handle, title in (("newcomer", ""), ("maya", "Adviser for mills and machines")):
        called(kith, "POST", f"/v1/projects/{project}/members",
               {"handle": handle, "title": title}, lead)
    asked, active = (called(kith, "POST", f"/v1/orgs/{slug}/project-affiliations", {
        "projectId": project, "kind": kind,
        "message": "We would like to have you in our next cohort."}, admin)["id"]
        for slug, kind in (("harbour-lab", "program"), ("applied-looms", "community")))
    path = f"/v1/project-affiliations/{active}"
    called(kith, "POST", f"{path}/accept", None, lead)
    called(kith, "PATCH", path, {"cohort": "Winter 2027",
                                 "terms": "Two percent, paid in yarn."}, admin)
    for day, kind, title in (
            ("2026-03-04", "learning", "Nobody buys by the metre, they buy by the month"),
            ("2026-06-18", "milestone", "The first loom ran for a whole night"),
            ("2026-10-02", "customer", "A mill in Hawick pays for a pilot of two looms")):
        entry = called(kith, "POST", "/v1/progress", {
            "kind": kind, "title": title, "occurredAt": f"{day}T12:00:00Z",
            "note": "It took four months longer than we thought, and half of the money.",
            "projectId": project, "publishTo": {"public": True}}, lead)["id"]
    return {"project": f"/projects/{project}", "asked": f"/project-affiliations/{asked}",
            "active": f"/project-affiliations/{active}", "entry": f"/progress/{entry}"}


def link_in(kith, address, path):
    """Returns the path of the latest link of this kind in a mail to the address."""
    for mail in reversed(kith.mails_to(address)):
        text = mail.get_body(("plain",)).get_content()
        link = re.search(re.escape(kith.base) + "(" + path + r"[/?=\w.-]+)", text)
        if link:
            return link.group(1)
    raise AssertionError(f"no mail to {address} leads to {path}")
