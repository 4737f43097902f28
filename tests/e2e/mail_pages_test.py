"""Links in notification mails lead to a page that shows the record and lets the reader
answer."""

import email
import email.policy
import os
import re
import tempfile
import time

import packages
import support
from pages import get, post
from support import test

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")
PASSWORD = "a phrase that is long enough"

HOSTILE = "<b onclick=alert(1)>\"'&"
LONG = "Donaudampfschifffahrtsgesellschaftskapitaen" * 3
WORLD = {}


def instant(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + seconds))


class Person:
    """A member with a token and a signed-in browser."""

    def __init__(self, kith, name, *options):
        self.kith, self.address = kith, f"{name.lower()}@example.org"
        kith.kithctl("member", "create", "--email", self.address, "--name", name,
                     "--handle", name.lower(), "--password", PASSWORD,
                     *(options or ["--active"]))
        self.token = kith.token(name)
        self.api("POST", "/v1/me/onboarding", {"headline": HOSTILE})
        signed = post(kith, "/sign-in", {"email": self.address, "password": PASSWORD})
        self.cookie = signed.headers["Set-Cookie"].split(";")[0]
        self.csrf = re.search(r'name="csrf" value="([\w-]+)"',
                              get(kith, "/settings", self.cookie).text).group(1)

    def api(self, method, path, body=None):
        answer = self.kith.http(method, path, body, self.token)
        assert answer.status in (200, 204), (path, answer.text)
        return answer.json if answer.status == 200 else None

    def page(self, path):
        return get(self.kith, path, self.cookie)

    def press(self, path, fields=None):
        answer = post(self.kith, path, {"csrf": self.csrf, **(fields or {})}, self.cookie)
        assert answer.status == 303, (path, answer.status, answer.text)
        return self.page(answer.headers["Location"])

    def mailed(self, kind):
        """The path in the latest mail of a kind; its text and HTML parts must agree."""
        def look():
            folder = os.path.join(self.kith.run_dir, "mail")
            names = [name for name in sorted(os.listdir(folder))
                     if re.search(rf"Z-{kind}-[0-9a-f]+\.eml$", name)]
            return [mail for mail in map(self.read, names)
                    if self.address in str(mail["To"])]
        mail = support.eventually(look, 20)[-1]
        plain, html = (mail.get_body((part,)).get_content() for part in ("plain", "html"))
        links = [line for line in plain.splitlines() if line.startswith(self.kith.base)]
        assert len(links) == 1 and f'href="{links[0]}"' in html, (kind, plain)
        return links[0].removeprefix(self.kith.base)

    def read(self, name):
        with open(os.path.join(self.kith.run_dir, "mail", name), "rb") as file:
            return email.message_from_binary_file(file, policy=email.policy.default)


def world(kith):
    """Creates the members and one record for each kind of mail."""
    if not WORLD:
        people = {name: Person(kith, name) for name in ("Ann", "Ben", "Cat", "Dan")}
        people["Boss"] = Person(kith, "Boss", "--active", "--admin")
        WORLD.update(people)
        boss, ann, ben, cat = (people[name] for name in ("Boss", "Ann", "Ben", "Cat"))
        boss.api("POST", "/v1/orgs", {"slug": "club", "name": HOSTILE + LONG[:50],
                                      "joinPolicy": "request"})
        WORLD["project"] = ann.api("POST", "/v1/projects", {
            "name": HOSTILE + "Loom", "summary": HOSTILE, "visibility": "private"})["id"]
        WORLD["event"] = ann.api("POST", "/v1/events", {
            "title": HOSTILE + LONG[:100], "startsAt": instant(172800),
            "endsAt": instant(176400),
            "location": HOSTILE, "joinUrl": "https://join.example.org/1", "capacity": 1,
            "publish": True})["id"]
        ben.api("POST", f"/v1/events/{WORLD['event']}/rsvp", {"status": "going"})
        cat.api("POST", f"/v1/events/{WORLD['event']}/rsvp", {"status": "going"})
    return WORLD


def shows(page, text):
    assert page.status == 200, page.text
    assert "<b onclick" not in page.text
    assert text in page.text, page.text
    return page


@test
def an_affiliation_is_accepted_on_its_page(kith):
    people = world(kith)
    ann, ben, boss = people["Ann"], people["Ben"], people["Boss"]
    ann.api("POST", f"/v1/projects/{people['project']}/affiliations",
            {"orgSlug": "club", "kind": "program", "message": HOSTILE + "please"})
    path = boss.mailed("affiliation_requested")
    assert "&amp;Loom" in shows(boss.page(path), "&amp;please").text
    assert "Accept" not in shows(ann.page(path), "&amp;please").text
    # An unauthorized member learns nothing, and a stranger is sent to the sign-in page.
    assert ben.page(path).status == 404 and "Loom" not in ben.page(path).text
    stranger = get(kith, path)
    assert stranger.status == 303 and "/sign-in?next=" in stranger.headers["Location"]
    shows(boss.press(path + "/accept"), ">Active<")
    assert ann.mailed("affiliation_accepted") == path


@test
def an_introduction_is_accepted_on_its_page(kith):
    people = world(kith)
    ben, cat, dan = people["Ben"], people["Cat"], people["Dan"]
    ben.api("POST", "/v1/intros", {"contextKind": "profile", "toHandle": "cat",
                                   "message": HOSTILE + "hello"})
    path = cat.mailed("intro_received")
    assert ben.address not in shows(cat.page(path), "&amp;hello").text
    assert dan.page(path).status == 404
    shows(cat.press(path + "/accept"), ben.address)
    assert cat.address in shows(ben.page(ben.mailed("intro_accepted")), ">Accepted<").text


@test
def an_event_shows_where_it_is_and_takes_an_answer(kith):
    people = world(kith)
    ann, ben, cat = people["Ann"], people["Ben"], people["Cat"]
    ann.api("PATCH", f"/v1/events/{people['event']}", {"location": "Roof garden"})
    path = ben.mailed("event_updated")
    shows(shows(ben.page(path), "Roof garden"), "https://join.example.org/1")
    waits = shows(cat.page(path), "You are on the waiting list")
    assert "join.example.org" not in waits.text
    shows(ben.press(path + "/stay"), "Join the waiting list (nobody before you)")
    assert cat.mailed("waitlist_promoted") == path
    shows(cat.page(path), "You are going")
    file = get(kith, f"/v1{path}/calendar.ics", cat.cookie, Accept="*/*")
    assert file.status == 200 and "BEGIN:VEVENT" in file.text
    kith.sql("UPDATE events SET starts_at = now() + interval '23 hours',"
             " ends_at = now() + interval '24 hours'")
    assert cat.mailed("event_reminder") == path
    ann.press(path + "/cancel", {"reason": "The roof leaks."})
    assert cat.mailed("event_cancelled") == path
    page = shows(shows(cat.page(path), "The event is cancelled"), "The roof leaks.")
    assert "/stay" not in page.text
    shows(cat.page("/notifications"), "The roof leaks.")


@test
def a_request_to_join_is_approved_on_its_page(kith):
    people = world(kith)
    dan, ben, boss = people["Dan"], people["Ben"], people["Boss"]
    dan.api("POST", "/v1/orgs/club/join", {"message": HOSTILE + "let me in"})
    path = boss.mailed("join_request_received")
    page = shows(boss.page(path), "&amp;let me in")
    assert dan.page(path).status == 403 and ben.page(path).status == 403
    shows(boss.press(re.search(r'action="([^"]+/approve)"', page.text).group(1)),
          "No join requests are waiting")
    shows(dan.page(dan.mailed("join_request_approved")), ">Member<")
    user = dan.api("GET", "/v1/me")["id"]
    boss.api("PATCH", f"/v1/orgs/club/members/{user}/role", {"role": "admin"})
    shows(dan.page(dan.mailed("org_role_changed")), ">Admin<")


@test
def whoever_is_put_on_a_project_sees_it(kith):
    people = world(kith)
    ann, dan = people["Ann"], people["Dan"]
    roster = f"/v1/projects/{people['project']}/members"
    ann.api("POST", roster, {"handle": "dan"})
    shows(dan.page(dan.mailed("project_added")), "&amp;Loom")
    ann.api("POST", roster, {"handle": "dan", "role": "lead"})
    shows(dan.page(dan.mailed("project_role_changed")), ">Lead<")


@test
def an_ask_is_kept_open_and_closed_on_its_page(kith):
    people = world(kith)
    ann, ben = people["Ann"], people["Ben"]
    path = "/posts/" + ann.api("POST", "/v1/posts", {
        "kind": "other", "title": "A loom" + HOSTILE, "body": HOSTILE,
        "expiresAt": instant(2 * 86400), "publishTo": {"public": True}})["id"]
    assert "Keep it open" not in shows(ben.page(path), "A loom&lt;b").text
    fields = {"csrf": ann.csrf, "expiresAt": "month"}
    assert post(kith, path + "/extend", {**fields, "expiresAt": "ever"},
                ann.cookie).status == 422
    assert post(kith, path + "/extend", {**fields, "csrf": ben.csrf},
                ben.cookie).status == 403
    assert post(kith, path + "/extend", fields, ann.cookie).status == 303
    expires = ann.api("GET", "/v1" + path)["expiresAt"]
    assert instant(29 * 86400) < expires < instant(31 * 86400), expires
    shows(ann.press(path + "/close"), ">Closed<")
    assert "Keep it open" not in ann.page(path).text


@test
def an_application_leads_to_the_administration(kith):
    people = world(kith)
    people["Ben"].api("POST", "/v1/org-applications", {
        "slug": "applied", "name": "Applied for", "applicantRole": "Chief"})
    path = people["Boss"].mailed("org_application_received")
    shows(people["Boss"].page(path), "Applied for")
    assert people["Ben"].page(path).status == 403


# Must be the last test: it checks every mail that the other tests caused, and each
# template.
@test
def mails_are_legible_on_a_phone_light_and_dark(kith):
    browser = packages.chromium()
    packages.install(FOLDER, "--ignore-scripts")
    reader = world(kith)["Boss"]
    for template in ("account_approved", "account_declined", "account_suspended",
                     "account_reinstated", "sign_up_notice", "password_changed",
                     "password_replaced", "email_taken", "email_change_asked",
                     "email_changed", "totp_on", "totp_off", "totp_wrong_code",
                     "recovery_codes_ended", "new_sign_in", "access_given",
                     "role_given", "role_ended", "app_disconnected", "test"):
        kith.sql("INSERT INTO outbox (id, topic, payload)"
                 " VALUES (gen_random_uuid(), 'mail',"
                 f" '{{\"template\": \"{template}\","
                 f" \"toAddress\": \"{template}@example.org\","
                 f" \"note\": \"{LONG} why\"}}')")
    kith.http("POST", "/v1/auth/sign-up",
              {"email": "new@example.org", "password": PASSWORD,
               "name": LONG[:80]})
    kith.http("POST", "/v1/auth/password/forgot", {"email": reader.address})
    kith.sql("SELECT pg_notify('kith_outbox', '')")
    support.eventually(lambda: kith.sql(
        "SELECT count(*) FILTER (WHERE status = 'pending') = 0 AND count(*) FILTER (WHERE"
        " payload ->> 'template' = 'reset_password') = 1 FROM outbox") == "t", 30)
    with tempfile.TemporaryDirectory() as parts:
        for name in os.listdir(os.path.join(kith.run_dir, "mail")):
            kind = re.search(r"Z-(\w+)-[0-9a-f]+\.eml$", name).group(1)
            with open(os.path.join(parts, kind + ".html"), "w") as file:
                file.write(reader.read(name).get_body(("html",)).get_content())
        kinds = len(os.listdir(parts))
        assert kinds >= 27, sorted(os.listdir(parts))
        said = packages.node("mails.mjs", FOLDER, KITH_PARTS=parts, KITH_CHROMIUM=browser)
    assert f"{2 * kinds} looked at" in said, said[-6000:]


support.main(__name__)
