"""Tests queued writes: authority, logged causes of failures, and kill -9."""

import contextlib
import os
import signal
import threading

import support
from sessions import Held
from support import eventually, test
from threads import Together

TOKENS = {}


def publish(kith, title, token):
    body = {"kind": "other", "title": title, "body": "In detail.",
            "publishTo": {"public": True}}
    return kith.http("POST", "/v1/posts", body, token)


def stored(kith, pattern):
    """Returns the titles of the stored asks that match a pattern."""
    return kith.sql(f"SELECT title FROM posts WHERE title LIKE '{pattern}'"
                    " ORDER BY title").splitlines()


def post_waits(kith):
    """Whether a transaction of the content service waits for a lock."""
    return kith.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                    " AND usename LIKE '%content'") != "0"


@test
def refuses_a_queued_write_whose_authority_has_ended(kith):
    """Content has one worker, which waits for Hana's row while Jura's token is
    revoked."""
    for name in ("Hana", "Ines", "Jura"):
        TOKENS[name] = kith.member(name)
    answers = {}

    def send(name):
        answers[name] = publish(kith, f"Of {name}", TOKENS[name])

    threads = [threading.Thread(target=send, args=(name,))
               for name in ("Hana", "Ines", "Jura")]
    with Held(kith, "SELECT 'held' FROM members WHERE email = 'hana@example.org' FOR "
                    "UPDATE"):
        threads[0].start()
        eventually(lambda: post_waits(kith))
        for thread in threads[1:]:
            thread.start()
        kith.sql("UPDATE credentials SET revoked_at = now() WHERE id = (SELECT id"
                 " FROM credentials"
                 " WHERE member_id = (SELECT id FROM members"
                 " WHERE email = 'jura@example.org')"
                 " ORDER BY created_at DESC LIMIT 1)")
    for thread in threads:
        thread.join()
    assert answers["Hana"].status == 200 and answers["Ines"].status == 200, answers
    assert answers["Jura"].code == "invalid_token"
    assert stored(kith, "Of %") == ["Of Hana", "Of Ines"]


@test
def logs_why_a_write_failed(kith):
    kith.sql("CREATE FUNCTION explode() RETURNS trigger LANGUAGE plpgsql AS"
             " $$ BEGIN RAISE EXCEPTION 'a fault of the schema'; END $$;"
             " CREATE TRIGGER explode BEFORE INSERT ON posts FOR EACH ROW"
             " WHEN (NEW.title = 'Explosive') EXECUTE FUNCTION explode()")
    assert publish(kith, "Explosive", TOKENS["Ines"]).status == 500
    kith.sql("DROP FUNCTION explode CASCADE")
    assert "a fault of the schema" in kith.log("content")


@test
def keeps_acknowledged_writes_when_it_is_killed(kith):
    """Eight clients write without a pause."""
    acknowledged = []

    def write(writer):
        number = 0
        while not writing.ending.is_set():
            title = f"Killed {writer}-{number}"
            if publish(kith, title, TOKENS["Ines"]).status == 200:
                acknowledged.append(title)
            number += 1

    writing = Together([lambda n=n: write(n) for n in range(8)])
    with writing:
        for count in (50, 100, 150):
            eventually(lambda: len(acknowledged) > count)
            for pid in kith.pids("kith-content"):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        eventually(lambda: len(acknowledged) > 200)
    titles = stored(kith, "Killed %")
    assert len(set(titles)) == len(titles) and set(acknowledged) <= set(titles)


support.main(__name__, KITH_WORKERS="1")
