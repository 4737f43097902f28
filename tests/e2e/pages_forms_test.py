"""Forms on pages lose nothing that people typed."""

import html.parser
import os
import re
import socket
import urllib.request

import images
import packages
import support
from pages import FORM, PASSWORD, announced, field, get, post, signed_in, upload
from support import test

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")
METRICS_PORT = support.free_port()


def typist(kith, name):
    """Returns the cookie of a new member with a profile, and the token of its forms."""
    cookie, csrf = signed_in(kith, name)
    made = kith.http("POST", "/v1/me/onboarding", {"handle": name.lower()},
                     kith.token(name))
    assert made.status == 200, made.text
    return cookie, csrf


@test
def keeps_a_long_text_in_a_browser(kith):
    browser = packages.chromium()
    packages.install(FOLDER, "--ignore-scripts")
    cookie, _ = typist(kith, "Typist")
    for scripts in ("off", "on"):
        packages.node("forms.mjs", FOLDER, KITH_URL=kith.base, KITH_CHROMIUM=browser,
                      KITH_COOKIE=cookie, KITH_SCRIPTS=scripts,
                      KITH_EMAIL="typist@example.org")


def ask(csrf, **more):
    return {"csrf": csrf, "kind": "idea", "title": "Looms", "publishTo.public": "true",
            "tags": "", "body": "Cheap.", **more}


@test
def publishes_four_thousand_characters_of_any_script(kith):
    cookie, csrf = typist(kith, "Writer")
    for letter in ("\u6c34", "\u0633", "\U0001f600"):
        done = post(kith, "/posts/new", ask(csrf, body=letter * 4000), cookie)
        assert done.status == 303, done.text
        page = get(kith, done.headers["Location"], cookie)
        assert letter * 4000 in page.text
    longer = post(kith, "/posts/new", ask(csrf, body="\u6c34" * 4001), cookie)
    assert longer.status == 422 and "\u6c34" * 4001 in longer.text


@test
def accepts_a_long_form_from_members_only(kith):
    cookie, csrf = typist(kith, "Insider")
    long = ask(csrf, body="x" * 20000)
    assert post(kith, "/posts/new", long, cookie).status == 422
    for other in (None, "kith_session=kith_ses_invalid", cookie[:-1] + "_"):
        away = post(kith, "/posts/new", long, other)
        assert away.status == 303 and away.headers["Location"] == (
            "/sign-in?next=%2Fposts%2Fnew&unsent=1"), (other, away.text)
    foreign = post(kith, "/posts/new", long, cookie, Origin="https://evil.example")
    assert foreign.status == 403 and "<h1>" in foreign.text
    for other in (None, "kith_session=kith_ses_invalid"):
        page = post(kith, "/sign-in", {"email": "a" * 17000}, other)
        assert page.status == 413 and "may have 16 KB." in page.text, page.text
    post(kith, "/sign-out", {"csrf": csrf}, cookie)
    assert post(kith, "/posts/new", long, cookie).status == 303


FIRST_BYTES = 64 << 10  # of a body, before more of it has arrived


def held(share):
    """Returns how much memory of a share requests hold."""
    with urllib.request.urlopen(f"http://127.0.0.1:{METRICS_PORT}/metrics") as page:
        return int(re.search(rf'^kith_request_memory_bytes{{share="{share}"}} (\d+)$',
                             page.read().decode(), re.M).group(1))


@test
def holds_a_long_form_in_the_memory_of_members(kith):
    cookie, _ = signed_in(kith, "Holder")
    head = (f"POST /posts/new HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
            f"Content-Type: {FORM}\r\nContent-Length: 131072\r\n"
            f"Origin: {kith.base}\r\nExpect: 100-continue\r\n\r\n")
    with socket.create_connection(("127.0.0.1", kith.port), timeout=10) as client:
        client.sendall(head.encode())
        assert client.recv(100).startswith(b"HTTP/1.1 100 ")
        assert (held("bodies"), held("small_bodies")) == (FIRST_BYTES, 0)
    support.eventually(lambda: held("bodies") == 0)


def announce(kith, cookie, size, source):
    """Begins a form that is never sent."""
    client = socket.create_connection(("127.0.0.1", kith.port), 10, (source, 0))
    client.sendall((f"POST /posts/new HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
                    f"Content-Type: {FORM}\r\nContent-Length: {size}\r\n"
                    f"Origin: {kith.base}\r\n\r\n").encode())
    return client


@test
def unfinished_forms_of_two_members_keep_nothing_of_others_out(kith):
    token = kith.member("Portraitist")
    holders = [typist(kith, f"Hoarder{number}") for number in range(2)]
    clients = [announce(kith, cookie, 33000, f"127.0.{number}.9")
               for number, (cookie, _) in enumerate(holders) for _ in range(240)]
    try:
        # A member's forms hold 2 MiB, whether they are slow or quickly begun again.
        support.eventually(lambda: held("bodies") > 3800 << 10)
        assert held("bodies") <= 4 << 20
        assert held("uploads") == 0
        answer = kith.http("PUT", "/v1/me/avatar", raw=images.noise(1600, 1600),
                           token=token, headers={"Content-Type": "image/png"})
        assert answer.status == 200, answer.text
        answer = kith.http("PATCH", "/v1/me", raw=b'{"headline": "Me"%s}' % (b" " * 9000),
                           token=token, headers={"Content-Type": "application/json"})
        assert answer.status == 200, answer.text
        cookie, csrf = holders[0]
        answer = post(kith, "/posts/new", ask(csrf, body="x" * 4000), cookie)
        assert answer.status == 303, answer.text
    finally:
        for client in clients:
            client.close()
    support.eventually(lambda: held("bodies") == 0)


@test
def answers_a_browser_with_a_page_when_a_body_is_too_large(kith):
    cookie, csrf = typist(kith, "Verbose")
    page = post(kith, "/posts/new", ask(csrf, body="x" * 131072), cookie)
    assert page.status == 413 and "<h1>The text is too long</h1>" in page.text
    assert "All fields of a form together may have 128 KB." in page.text
    assert "Go back in your browser" in page.text
    program = post(kith, "/posts/new", ask(csrf, body="x" * 131072), cookie, Accept=None)
    assert program.code == "payload_too_large", program.text


@test
def says_that_a_picture_is_too_large(kith):
    cookie, csrf = typist(kith, "Painter")
    whole = upload(kith, "/me/avatar", cookie, {"csrf": csrf}, bytes((8 << 20) + 1))
    for status, page in ((whole.status, whole.text),
                         announced(kith, "/me/avatar", cookie, 9 << 20)):
        assert status == 413 and "<h1>The picture is too large</h1>" in page, page
        assert "A picture may have 8 MB: make it smaller or choose another one." in page
        assert 'href="/me">Back to the form</a>' in page, page


@test
def leads_back_to_the_form_when_the_session_has_ended(kith):
    cookie, csrf = typist(kith, "Slow")
    post(kith, "/sign-out", {"csrf": csrf}, cookie)
    away = post(kith, "/posts/new", ask(csrf), cookie)
    page = get(kith, away.headers["Location"])
    assert "You have been signed out, and what you typed was not saved." in page.text
    back = post(kith, "/sign-in", {"email": "slow@example.org", "password": PASSWORD,
                                   "next": field(page, "/sign-in", "next")})
    assert (back.status, back.headers["Location"]) == (303, "/posts/new")
    away = get(kith, "/posts/new")
    assert "signed out" not in get(kith, away.headers["Location"]).text


@test
def says_how_long_to_wait_and_keeps_what_was_typed(_):
    with support.Kith(KITH_RATE_LIMITS="on", KITH_WRITES_PER_MINUTE="6",
                      KITH_ANONYMOUS_PER_MINUTE="60") as kith:
        cookie, csrf = typist(kith, "Hasty")
        answers = [post(kith, "/posts/new", ask(csrf, title=""), cookie)
                   for _ in range(8)]
        last = answers[-1]
        assert last.status == 429 and "Retry-After" in last.headers, last.text
        assert re.search(r"Too many requests\. Try again in (\d+ seconds|a second)\.",
                         last.text), last.text
        assert ">\nCheap.</textarea>" in last.text
        kith.sql("INSERT INTO attempts (kind, subject, count)"
                 " VALUES ('sign_in', 'pair hasty@example.org 127.0.0.1/32', 10)"
                 " ON CONFLICT (kind, subject) DO UPDATE SET count = 10")
        refused = post(kith, "/sign-in", {"email": "hasty@example.org",
                                          "password": "wrong"})
        assert refused.status == 429, refused.text
        assert "Too many attempts; try again in 15 minutes." in refused.text
        assert 'value="hasty@example.org"' in refused.text
        while (page := get(kith, "/sign-up?next=%2Fposts")).status == 200:
            pass
        assert page.status == 429 and re.search(r"Try again in [^.]+\.", page.text)
        assert 'href="/sign-up?next=%2Fposts">Try again</a>' in page.text, page.text
        assert "Retry-After" not in page.text
        document = get(kith, "/docs")
        assert document.status == 429 and "<h1>Too many requests</h1>" in document.text


class Form(html.parser.HTMLParser):
    """The fields of a form as a browser would send them."""

    def __init__(self, page, action):
        super().__init__()
        self.action, self.fields, self.inside, self.named = action, [], False, None
        self.feed(page.text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.inside = (given.get("method"), given["action"]) == ("post", self.action)
        if not self.inside:
            return
        if tag == "input" and (given["type"] != "checkbox" or "checked" in given):
            self.fields.append((given["name"], given["value"]))
        if tag == "option" and "selected" in given:
            self.fields.append((self.named, given["value"]))
        if tag in ("select", "textarea"):
            self.named = given["name"]
            self.text = "" if tag == "textarea" else None

    def handle_data(self, data):
        if self.inside and self.named and self.text is not None:
            self.text += data

    def handle_endtag(self, tag):
        if tag == "textarea" and self.inside:
            self.fields.append((self.named, self.text.removeprefix("\n")))
        if tag in ("textarea", "select"):
            self.named = None
        if tag == "form":
            self.inside = False

    def typed(self, name, value):
        """Returns the fields with another value of one of them."""
        assert name in dict(self.fields), self.fields
        return [(one, value if one == name else old) for one, old in self.fields]


def record(kith, path, body, token):
    made = kith.http("POST", path, body, token)
    assert made.status == 200, made.text
    return made.json


def edited(kith):
    """Returns the records of a new member: the path of each in REST, of the page and of
    the form that edits it, and a field of both."""
    cookie, _ = signed_in(kith, "Editor", "--active", "--admin")
    token = kith.token("Editor")
    to = {"publishTo": {"public": True}}
    record(kith, "/v1/me/onboarding", {"handle": "editor"}, token)
    record(kith, "/v1/orgs", {"slug": "edited", "name": "Edited"}, token)
    post_id = record(kith, "/v1/posts", {"kind": "idea", "title": "Looms", "body": "B",
                                         **to}, token)["id"]
    entry = record(kith, "/v1/progress", {"kind": "milestone", "title": "Looms",
                                          "note": "N", **to}, token)["id"]
    event = record(kith, "/v1/events", {
        "title": "Looms", "startsAt": "2037-07-01T17:00:00Z",
        "endsAt": "2037-07-01T20:00:00Z", "timezone": "Asia/Kathmandu",
        "publish": True}, token)["id"]
    project = record(kith, "/v1/projects", {"name": "Looms", "summary": "S"}, token)["id"]
    return cookie, token, (
        (f"/v1/posts/{post_id}", f"/posts/{post_id}/edit", None, "title", "body"),
        (f"/v1/progress/{entry}", f"/progress/{entry}/edit", None, "title", "note"),
        (f"/v1/events/{event}", f"/events/{event}/edit", None, "title", "description"),
        (f"/v1/projects/{project}", f"/projects/{project}/edit", None, "name", "summary"),
        ("/v1/orgs/edited", "/orgs/edited/settings",
         "/orgs/edited/settings/save", "name", "description"),
        ("/v1/me", "/me", "/me/edit", "headline", "location"))


@test
def overwrites_no_change_that_somebody_else_made_meanwhile(kith):
    cookie, token, records = edited(kith)
    for rest, page, action, mine, theirs in records:
        action = action or page
        form = Form(get(kith, page, cookie), action)
        assert "tag" in dict(form.fields), (page, form.fields)
        saved = post(kith, action, form.typed(mine, "Mine"), cookie)
        assert saved.status == 303, (page, saved.text)
        form = Form(get(kith, page, cookie), action)
        changed = kith.http("PATCH", rest, {theirs: "Theirs"}, token)
        assert changed.status == 200, changed.text
        refused = post(kith, action, form.typed(mine, "Typed"), cookie)
        assert refused.status == 412, (page, refused.text)
        assert ("Somebody has changed this in the meantime. Your changes are below; "
                "check them and save again." in refused.text), page
        form = Form(refused, action)
        assert dict(form.fields)[mine] == "Typed", form.fields
        saved = post(kith, action, form.fields, cookie)
        assert saved.status == 303, (page, saved.text)
        assert Form(get(kith, page, cookie), action).typed(mine, "Typed")
        form = Form(get(kith, page, cookie), action)
        saved = post(kith, action, form.typed("tag", ""), cookie)
        assert saved.status == 303, (page, saved.text)


support.main(__name__, KITH_OPERATIONS_PORT=str(METRICS_PORT))
