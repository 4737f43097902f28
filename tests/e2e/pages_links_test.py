"""Follows every link from the front page, as a stranger, a member, the owner of an
organization and an administrator. No page is missing, a dead end, or without a link to
it, and each record that is named is a link."""

import collections
import glob
import html.parser
import os
import re
import urllib.parse

import pages_stage as stage
import support
from pages import get
from support import test

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
# Pages that no page links to, and what leads there.
UNLINKED = {
    "/check-mail": "the form of the sign-up page",
    "/verify-email": "a mail",
    "/reset-password": "a mail",
    "/undo-two-factor": "a mail",
    "/sign-out": "the form of the bar",
    "/welcome/next": "the form of the first profile",
    "/invitations/{token}": "a mail",
    "/unsubscribe/{token}": "a mail",
    "/oauth/consent": "an app",
    "/approvals/{id}": "a request of an app, of which this scene has none",
    "/social/callback": "the social network",
}
# A guide that everybody can read, with links to pages of administration.
FOR_ADMINISTRATORS = ("/docs/start/admin",)
# A list of what was done, to records that may be gone.
HISTORY = "/settings/activity"
# A browser accepts everything.
ACCEPT = {"Accept": "text/html,*/*;q=0.8"}
# Pages of the same form differ in their records only; so many of them are enough.
EACH_MAX = 12
# The text of these elements is written by members, names a control, or is the page's own.
APART = {"a", "button", "summary", "label", "option", "legend", "textarea", "blockquote",
         "h1", "h2", "code", "script", "title"}
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source",
        "wbr", "path", "rect", "line", "use"}


class Page(html.parser.HTMLParser):
    """The links of a page, and the texts of its content outside of links."""

    def __init__(self, text):
        super().__init__()
        self.links, self.main_links, self.texts, self.posts = [], [], [], 0
        self.open = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag not in VOID:
            hidden = "unseen" in (attributes.get("class") or "").split()
            written = "written" in (attributes.get("class") or "").split()
            self.open.append((tag, hidden or written))
        in_main = any(name == "main" for name, _ in self.open)
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
            if in_main:
                self.main_links.append(attributes["href"])
        if tag == "form" and in_main:
            self.posts += 1

    def handle_endtag(self, tag):
        while self.open and tag not in VOID:
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data):
        names = {name for name, _ in self.open}
        if "main" in names and not names & APART and not any(
                apart for _, apart in self.open):
            self.texts.append(data)


def constants(text):
    """Returns the strings that a source file defines."""
    return dict(re.findall(r'^#define (\w+) ("[^"\n]*")$', text, re.M))


def table():
    """Returns the paths of the table of pages, in its order."""
    sources, shared, paths = {}, {}, {}
    for room in ("gateway", "proto"):
        for file in glob.glob(os.path.join(ROOT, room, "**/*.[ch]"), recursive=True):
            with open(file) as source:
                sources[file] = source.read()
            if file.endswith(".h"):
                shared.update(constants(sources[file]))
    for text in sources.values():
        known = {**shared, **constants(text)}
        for name, path in re.findall(
                r"^const struct page (page_\w+) = \{\n\t\.path = ([^\n]*),$", text, re.M):
            path = re.sub(r"\b[A-Z_]{3,}\b", lambda one: known[one.group()], path)
            paths[name] = "".join(re.findall(r'"([^"]*)"', path))
    pages = sources[os.path.join(ROOT, "gateway", "pages.c")]
    names = re.findall(r"^\t&(page_\w+),$", pages, re.M)
    assert len(names) > 70, names
    return [paths[name] for name in names]


def form_of(path, templates):
    """Returns the page of a path: the first of the table that matches, or the path."""
    for template in templates:
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)), path):
            return template
    return path


class Walk:
    """One visitor's way along all links."""

    def __init__(self, kith, templates, cookie):
        self.kith, self.templates, self.cookie = kith, templates, cookie
        self.seen, self.faults = set(), []
        self.counts = collections.Counter()
        self.opens = {}

    def is_new(self, address):
        """Whether the address is ours and not followed yet. A list continues in the same
        way on each further page."""
        path, _, query = address.partition("?")
        keys = tuple(sorted(urllib.parse.parse_qs(query)))
        form = form_of(path, self.templates), keys
        if address in self.seen or "cursor" in keys or self.counts[form] >= EACH_MAX:
            return False
        self.seen.add(address)
        self.counts[form] += 1
        return True

    def follow_all(self, records):
        left = collections.deque([("/", "the address bar")])
        self.seen.add("/")
        while left:
            address, source = left.popleft()
            for link in self.visit(address, source, records):
                if self.is_new(link):
                    left.append((link, address))

    def visit(self, address, source, records):
        """Opens one page, and returns its links to this instance."""
        answer = get(self.kith, address, self.cookie, **ACCEPT)
        if answer.status in (302, 303):
            return [self.ours(answer.headers["Location"])]
        if answer.status != 200:
            if source not in FOR_ADMINISTRATORS or answer.status != 403:
                self.faults.append(f"{address} is {answer.status}; {source} links to it")
        if answer.status != 200 or "text/html" not in answer.headers["Content-Type"]:
            return []
        page = Page(answer.text)
        ways = {link for link in page.main_links if link.partition("?")[0] !=
                address.partition("?")[0] and not link.startswith("#")}
        if not ways and not page.posts:
            self.faults.append(f"{address} is a dead end")
        if not address.startswith(("/docs", HISTORY)):
            self.check_names(address, page, records)
        return [link for link in map(self.ours, page.links) if link]

    def check_names(self, address, page, records):
        """A name may stand in a sentence when the page has its link elsewhere. Members
        write the names of organizations into their profiles."""
        links = {link.partition("?")[0] for link in page.main_links}
        for name, path in records.items():
            if path in links or address.partition("?")[0] == path or (
                    address.startswith("/members") and path.startswith("/orgs/")):
                continue
            if any(name in text for text in page.texts) and self.may_open(path):
                self.faults.append(f"{address} names {name!r} without a link")

    def may_open(self, path):
        if path not in self.opens:
            self.opens[path] = get(self.kith, path, self.cookie).status == 200
        return self.opens[path]

    def ours(self, link):
        """Returns the path of a link to this instance; None for others."""
        link = link.partition("#")[0].removeprefix(self.kith.base)
        return link if link.startswith("/") and not link.startswith("//") else None


def records_of(kith):
    """Returns the paths of records by their names. A name that is an ordinary word would
    be found in sentences."""
    rows = kith.sql(
        "SELECT m.name, '/members/' || p.handle FROM members m JOIN profiles p ON"
        " p.member_id = m.id UNION SELECT name, '/orgs/' || slug FROM orgs"
        " UNION SELECT name, '/projects/' || wire_id('proj', id) FROM projects"
        " UNION SELECT title, '/events/' || wire_id('evt', id) FROM events"
        " UNION SELECT title, '/posts/' || wire_id('post', id) FROM posts")
    records = dict(row.split("|") for row in rows.splitlines() if row.count("|") == 1)
    return {name: path for name, path in records.items() if len(name) >= 8}


def walk(kith, cookie, templates, records):
    one = Walk(kith, templates, cookie)
    one.follow_all(records)
    return one


def own_organization(kith):
    """Approves the application of the member, who owns the organization afterwards."""
    admin = stage.token_of(kith, stage.ADMIN, "admin")
    waiting = stage.called(kith, "GET", "/v1/admin/org-applications", None, admin)
    one = next(one for one in waiting if one["slug"] == "north-sea-founders")
    stage.called(kith, "POST", f"/v1/admin/org-applications/{one['id']}/approve", None,
                 admin)


def crowd(kith, project):
    """Adds so many people to a project that its page does not show all."""
    kith.sql("INSERT INTO members (id, email, name, status, email_verified_at) SELECT"
             " gen_random_uuid(), 'crew' || n || '@example.org', 'Crew ' || n, 'active',"
             " now() FROM generate_series(1, 20) n")
    kith.sql("INSERT INTO project_members (project_id, member_id, role) SELECT"
             f" p.id, m.id, 'member' FROM projects p, members m WHERE"
             f" wire_id('proj', p.id) = '{project.split('/')[-1]}'"
             " AND m.email LIKE 'crew%'")


@test
def every_page_is_found_by_links(kith):
    cookies = {"a stranger": None, **stage.furnish(kith)}
    stage.events(kith)
    crowd(kith, stage.work(kith)["project"])
    own_organization(kith)
    templates, records = table(), records_of(kith)
    assert len(records) > 15, records
    found, faults = set(), []
    for who, cookie in cookies.items():
        one = walk(kith, cookie, templates, records)
        assert len(one.seen) > 10, one.seen
        faults += [f"as {who}: {fault}" for fault in one.faults]
        found |= {form_of(address.partition("?")[0], templates) for address in one.seen}
    unlinked = {path for path in templates if path not in found}
    faults += [f"no page links to {path}" for path in unlinked - set(UNLINKED)]
    faults += [f"a page links to {path}, or it is not in the table"
               for path in set(UNLINKED) - unlinked]
    assert not faults, "\n".join(faults)


support.main(__name__)
