"""Pages through lists while others write: no item is returned twice, and none is skipped.

Eight writers make 3,000 asks. Meanwhile readers page through the feed, an organization's
list and the lists of progress, with different page sizes.
"""

import http.client
import json
import random
import threading

import support
from support import test
from threads import Together

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ORG = "018f0000-0000-7000-8000-000000000001"
PROJECT = "018f0000-0000-7000-8000-000000000002"
WRITERS = 8
ASKS = 3_000
ENTRIES = 1_000


class Client:
    def __init__(self, kith, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=30)
        self.headers = {"Authorization": "Bearer " + token,
                        "Content-Type": "application/json"}

    def send(self, method, path, body=None):
        raw = json.dumps(body).encode() if body is not None else None
        self.connection.request(method, path, raw, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        assert answer.status == 200, content
        return json.loads(content)


class Board:
    """The acknowledged ids, shared by all threads."""

    def __init__(self):
        self.lock, self.ids, self.faults = threading.Lock(), set(), []

    def add(self, identifier):
        with self.lock:
            self.ids.add(identifier)

    def known(self):
        with self.lock:
            return set(self.ids)


def walk(client, path, limit):
    """Returns all ids from the first page to the last, in order."""
    seen, cursor = [], ""
    while True:
        page = client.send("GET",
                           f"{path}{'&' if '?' in path else '?'}limit={limit}{cursor}")
        seen += [item["id"] for item in page["items"]]
        assert len(page["items"]) == limit or page["nextCursor"] is None
        if page["nextCursor"] is None:
            return seen
        cursor = "&cursor=" + page["nextCursor"]


def check_walk(client, board, path, limit):
    before = board.known()
    seen = walk(client, path, limit)
    assert len(seen) == len(set(seen)), (
        f"{path}: {len(seen) - len(set(seen))} items came twice")
    skipped = before - set(seen)
    assert not skipped, f"{path}: {len(skipped)} of {len(before)} items were skipped"
    return len(seen)


def race(kith, count, write, walks):
    """Writers make `count` items while each of `walks` is repeated."""
    board, walked = Board(), []
    left = list(range(count))

    def writer(client):
        while True:
            with board.lock:
                if not left or racing.faults:
                    return
                number = left.pop()
            board.add(write(client, number))

    def reader(client, path):
        while left and not racing.faults:
            check_walk(client, board, path, random.choice((20, 50, 100)))
            walked.append(path)

    racing = Together([lambda c=c: writer(c) for c in kith.writers]
                      + [lambda c=c, p=p: reader(c, p) for c, p in walks])
    with racing:
        pass
    assert len(board.known()) == count
    for client, path in walks:
        assert path in walked, f"{path} was never walked while others wrote"
        assert check_walk(client, board, path, 100) == count, path


def wire_id(prefix, uuid):
    value, text = int(uuid.replace("-", ""), 16), ""
    for _ in range(26):
        text, value = ALPHABET[value & 31] + text, value >> 5
    return f"{prefix}_{text}"


def prepare(kith):
    """Creates eight writers in one organization and on one project, and readers of
    each."""
    names = [f"Writer{number}" for number in range(WRITERS)] + ["Reader"]
    kith.writers = [Client(kith, kith.member(name)) for name in names[:-1]]
    kith.reader = kith.member("Reader")
    kith.sql(f"INSERT INTO orgs (id, slug, name) VALUES ('{ORG}', 'paging', 'Paging');"
             " INSERT INTO org_members (org_id, member_id) SELECT o.id, m.id"
             " FROM orgs o, members m;"
             " INSERT INTO projects (id, name, visibility)"
             f" VALUES ('{PROJECT}', 'Paging', 'private');"
             " INSERT INTO project_members (project_id, member_id)"
             " SELECT p.id, m.id FROM projects p, members m;")


@test
def asks_are_shown_once_and_none_is_skipped(kith):
    prepare(kith)

    def write(client, number):
        return client.send("POST", "/v1/posts", {
            "kind": "idea", "title": f"Ask {number}", "body": "",
            "publishTo": {"orgSlugs": ["paging"], "public": number % 2 == 0}})["id"]

    race(kith, ASKS, write, [(Client(kith, kith.reader), "/v1/posts"),
                             (Client(kith, kith.reader), "/v1/posts?kind=idea"),
                             (Client(kith, kith.reader), "/v1/orgs/paging/posts")])


@test
def entries_are_shown_once_and_none_is_skipped(kith):
    places = ({"publishTo": {"public": True}}, {"publishTo": {"orgSlugs": ["paging"]}},
              {"projectId": wire_id("proj", PROJECT)})

    def write(client, number):
        return client.send("POST", "/v1/progress", {
            "kind": "milestone", "title": f"Entry {number}", **places[number % 3]})["id"]

    race(kith, ENTRIES, write, [(Client(kith, kith.reader), "/v1/progress"),
                                (Client(kith, kith.reader),
                                 "/v1/progress?kind=milestone")])


support.main(__name__)
