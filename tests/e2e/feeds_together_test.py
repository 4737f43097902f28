"""Feeds that are asked for at the same time, and leave as one statement: each is its caller's own."""

import threading
import uuid

import support
from support import test

MEMBERS = 24
ROUNDS = 8


class Reader:
    """A member with an ask and a progress entry that nobody else may see."""

    def __init__(self, kith, number):
        self.name = f"Reader{number}"
        self.token = kith.member(self.name)
        self.number = number
        # A third of them asks for shorter pages, which differ from the others' in a parameter.
        self.more = "?limit=7" if number % 3 == 0 else ""

    def own(self, kith):
        """An organization of its own, a closed one, to publish to."""
        slug = f"closed-{self.number}"
        org = uuid.uuid4()
        kith.sql(f"BEGIN; INSERT INTO orgs (id, slug, name, visibility, member_count)"
                 f" VALUES ('{org}', '{slug}', 'Closed', 'unlisted', 1);"
                 f" INSERT INTO org_members (org_id, member_id, role) SELECT '{org}', id, 'owner'"
                 f" FROM members WHERE name = '{self.name}'; COMMIT")
        target = {"publishTo": {"orgSlugs": [slug]}}
        publish_both(kith, self.token, f"Of {self.number}", target)


def publish_both(kith, token, title, target):
    """An ask and a progress entry."""
    kith.publish(token, title, **target)
    answer = kith.http("POST", "/v1/progress", {"kind": "customer", "title": title, **target}, token)
    assert answer.status == 200, answer.text


def assert_own(reader, page):
    private = [item for item in page["items"] if not item["targets"]["public"]]
    assert [item["title"] for item in private] == [f"Of {reader.number}"], private
    assert [org["slug"] for org in private[0]["targets"]["orgs"]] == [f"closed-{reader.number}"]
    assert len(page["items"]) == (7 if reader.more else 11), len(page["items"])
    times = [item["createdAt"] for item in page["items"]]
    assert times == sorted(times, reverse=True), times


@test
def each_feed_is_its_callers_own(kith):
    author = kith.member("Author")
    for number in range(10):
        publish_both(kith, author, f"For all {number}", {"publishTo": {"public": True}})
    readers = [Reader(kith, number) for number in range(MEMBERS)]
    for reader in readers:
        reader.own(kith)
    start, failed = threading.Barrier(MEMBERS), []

    def read(reader):
        try:
            for turn in range(ROUNDS):
                path = "/v1/posts" if turn % 2 == 0 else "/v1/progress"
                start.wait(30)
                answer = kith.http("GET", path + reader.more, token=reader.token)
                assert answer.status == 200, answer.text
                assert_own(reader, answer.json)
        except Exception as error:  # the other threads' barrier, too
            failed.append(error)
            start.abort()

    threads = [threading.Thread(target=read, args=(reader,)) for reader in readers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


support.main(__name__)
