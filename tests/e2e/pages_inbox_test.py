"""Tests the inbox as a browser without scripts uses it."""

import re

import support
from pages import HOSTILE, PASSWORD, get, post
from support import test

HTML_BYTES_MAX = 30000


class Person:
    """A member with a profile, a token and a browser."""

    def __init__(self, kith, name, *options):
        self.kith, self.name = kith, name
        self.address = f"{name.lower()}@example.org"
        kith.kithctl("member", "create", "--email", self.address, "--name", name,
                     "--handle", name.lower(), "--password", PASSWORD,
                     *(options or ["--active"]))
        self.token = kith.token(name, *(["admin"] if options else []))
        self.call("POST", "/v1/me/onboarding", {"headline": f"{name} builds looms"})
        signed = post(kith, "/sign-in", {"email": self.address, "password": PASSWORD})
        self.cookie = signed.headers["Set-Cookie"].split(";")[0]
        self.csrf = re.search(r'name="csrf" value="([\w-]+)"',
                              self.page("/settings")).group(1)

    def call(self, method, path, body=None):
        answer = self.kith.http(method, path, body, self.token)
        assert answer.status in (200, 204), (path, answer.text)
        return answer.json if answer.body else None

    def page(self, path):
        answer = get(self.kith, path, self.cookie)
        assert answer.status == 200, (path, answer.text)
        assert len(answer.text.encode()) <= HTML_BYTES_MAX, path
        return answer.text

    def press(self, path, **fields):
        """Posts a form, and returns the path where it leads."""
        answer = post(self.kith, path, {"csrf": self.csrf, **fields}, self.cookie)
        assert answer.status == 303, (path, answer.status, answer.text)
        return re.sub(r"[?&]done=.*", "", answer.headers["Location"])

    def notices(self, count):
        def look():
            items = self.call("GET", "/v1/me/notifications")["items"]
            return items if len(items) >= count else None
        return support.eventually(look, 20)

    def ask(self, other, message):
        return self.call("POST", "/v1/intros", {
            "contextKind": "profile", "toHandle": other.name.lower(),
            "message": message})["id"]


def share(owner, other, slug, name):
    """Makes both members of an organization."""
    owner.call("POST", "/v1/orgs", {"slug": slug, "name": name,
                                    "visibility": "public", "joinPolicy": "open"})
    other.call("POST", f"/v1/orgs/{slug}/join", {})


@test
def a_notification_opens_its_page_and_becomes_read(kith):
    ann, ben = Person(kith, "Ann"), Person(kith, "Ben")
    assert "no notifications yet" in ann.page("/notifications")
    intro = ben.ask(ann, HOSTILE)
    item = ann.notices(1)[0]
    assert item["pageUrl"] == f"{kith.base}/intros/{intro}"
    assert item["detail"] == f"Ben builds looms\n{HOSTILE}"
    page = ann.page("/notifications")
    assert "<script>alert" not in page and "Ben builds looms" in page
    assert 'href="/members/ben"' in page and "1<span" in page
    assert f'name="next" value="/intros/{intro}"' in page
    assert ann.press("/notifications/open", ids=item["id"],
                     next=f"/intros/{intro}") == f"/intros/{intro}"
    page = ann.page("/notifications")
    assert f'<a href="/intros/{intro}"' in page and "Mark all as read" not in page
    assert "You have read everything" in ann.page("/notifications?unread=true")


@test
def a_name_has_its_own_direction(kith):
    ann, ben = Person(kith, "Asker"), Person(kith, "Omid")
    kith.sql("UPDATE members SET name = 'امید' WHERE name = 'Omid'")
    ben.ask(ann, "Hello")
    item = ann.notices(1)[0]
    title = "<bdi>امید</bdi> would like to get to know you"
    assert f'<button class="link" type="submit">{title}</button>' in ann.page(
        "/notifications")
    ann.press("/notifications/read")
    path = item["pageUrl"].removeprefix(kith.base)
    assert f'<a href="{path}">{title}</a>' in ann.page("/notifications")
    style = kith.http("GET", "/assets/kith.css").text
    assert "blockquote, .written { unicode-bidi: plaintext;" in style


@test
def a_mail_quotes_what_the_reader_judges_by(kith):
    ann, ben = Person(kith, "Rita"), Person(kith, "Sam")
    ben.ask(ann, "Shall we talk?\n\nHello Rita, open this link: nowhere")
    mail = support.eventually(lambda: kith.mails_to(ann.address), 20)[0]
    text = mail.get_body(("plain",)).get_content()
    assert "> Sam builds looms\n> Shall we talk?\n> \n> Hello Rita" in text, text
    assert "Sam builds looms" in mail.get_body(("html",)).get_content()


@test
def a_notification_leads_to_no_other_site(kith):
    ann, ben = Person(kith, "Cleo"), Person(kith, "Dan")
    ben.ask(ann, "Hello")
    item = ann.notices(1)[0]
    assert ann.press("/notifications/open", ids=item["id"],
                     next="//evil.example/") == "/notifications"


@test
def all_are_marked_as_read_at_once(kith):
    ann = Person(kith, "Eve")
    for name in ("Finn", "Gus"):
        Person(kith, name).ask(ann, "Hello")
    ann.notices(2)
    assert "Mark all as read" in ann.page("/notifications")
    assert ann.press("/notifications/read") == "/notifications"
    assert all(item["readAt"] for item in ann.notices(2))


@test
def introductions_are_answered_in_the_list(kith):
    ann, ben = Person(kith, "Hanna", "--admin"), Person(kith, "Ian")
    cas = Person(kith, "Cas")
    assert "Nobody has asked" in ann.page("/intros")
    assert "You have not asked" in ann.page("/intros?direction=sent")
    share(ann, ben, "weavers", "The Weavers")
    first, second = ben.ask(ann, "Shall we talk about looms?"), cas.ask(ann, "Hello")
    page = ann.page("/intros")
    assert "Shall we talk about looms?" in page and "Ian builds looms" in page
    assert page.count('href="/orgs/weavers"') == 1 and 'href="/members/ian"' in page
    assert ben.address not in page
    assert ann.press(f"/intros/list/{first}/accept") == "/intros"
    assert f'href="mailto:{ben.address}"' in ann.page("/intros")
    assert f'href="mailto:{ann.address}"' in ben.page("/intros?direction=sent")
    assert f'href="mailto:{ann.address}"' in ben.page(f"/intros/{first}")
    assert ann.press(f"/intros/list/{second}/decline") == "/intros"
    page = ann.page("/intros?status=declined")
    assert "Cas builds looms" in page and "Ian builds looms" not in page
    third = cas.ask(ben, "Hello")
    assert cas.press(f"/intros/list/{third}/withdraw") == "/intros?direction=sent"
    assert third not in ben.page("/intros?status=pending")
    late = post(kith, f"/intros/list/{second}/accept", {"csrf": ann.csrf}, ann.cookie)
    assert late.status == 409 and "cannot become" in late.text, late.text


@test
def invitations_and_requests_wait_in_one_list(kith):
    ann, ben = Person(kith, "Joan", "--admin"), Person(kith, "Kim")
    assert "Nothing waits for you" in ann.page("/notifications/waiting")
    ann.call("POST", "/v1/orgs", {"slug": "lab", "name": "Harbour Lab",
                                  "visibility": "public", "joinPolicy": "request"})
    ann.call("POST", "/v1/orgs", {"slug": "guild", "name": "The Guild",
                                  "visibility": "unlisted", "joinPolicy": "invite_only"})
    ben.call("POST", "/v1/orgs/lab/join", {"message": "I weave."})
    ann.call("POST", "/v1/orgs/guild/invitations", {"email": ben.address})
    ben.call("POST", "/v1/org-applications", {
        "slug": "tiny", "name": "Tiny", "applicantRole": "Organizer"})
    page = ben.page("/notifications/waiting")
    assert "The Guild" in page and "You asked to join" in page and "Tiny" in page
    invited = re.search(r"/waiting/invitations/(\w+)/accept", page).group(1)
    assert ben.press(f"/notifications/waiting/invitations/{invited}/accept") == (
        "/notifications/waiting")
    assert ben.call("GET", "/v1/orgs/guild")["role"] == "member"
    page = ann.page("/notifications/waiting")
    assert "I weave." in page and "Kim builds looms" in page
    asked = re.search(r"/waiting/requests/lab/(\w+)/approve", page).group(1)
    ann.press(f"/notifications/waiting/requests/lab/{asked}/approve")
    assert ben.call("GET", "/v1/orgs/lab")["role"] == "member"
    assert "You asked to join" not in ben.page("/notifications/waiting")
    cas = Person(kith, "Lou")
    cas.call("POST", "/v1/orgs/lab/join", {"message": "Me too."})
    cas.press("/notifications/waiting/sent/lab/withdraw")
    assert "Me too." not in ann.page("/notifications/waiting")


@test
def an_invitation_leads_to_the_inbox(kith):
    ann, ben = Person(kith, "Max", "--admin"), Person(kith, "Nora")
    ann.call("POST", "/v1/orgs", {"slug": "quay", "name": "Quay"})
    ann.call("POST", "/v1/orgs/quay/invitations", {"email": ben.address})
    item = next(one for one in ben.notices(1) if one["kind"] == "org_invitation")
    assert item["pageUrl"] == f"{kith.base}/notifications/waiting"


@test
def who_has_no_account_is_told_that_an_administrator_approves_it(kith):
    ann = Person(kith, "Olga", "--admin")
    ann.call("POST", "/v1/orgs", {"slug": "pier", "name": "Pier"})
    ann.call("POST", "/v1/orgs/pier/invitations", {"email": "paul@example.org"})
    mail = support.eventually(lambda: kith.mails_to("paul@example.org"), 20)[0]
    text = " ".join(mail.get_body(("plain",)).get_content().split())
    assert "An administrator approves new accounts" in text, text
    path = re.search(r"/invitations/[\w.-]+", text).group(0)
    assert "An administrator approves a new account" in get(kith, path).text
    kith.kithctl("member", "create", "--email", "paul@example.org", "--name", "Paul",
                 "--password", PASSWORD)
    signed = post(kith, "/sign-in", {"email": "paul@example.org", "password": PASSWORD})
    page = get(kith, path, signed.headers["Set-Cookie"].split(";")[0]).text
    assert "waiting for the approval" in page and "Sign in with the invited" not in page


support.main(__name__)
