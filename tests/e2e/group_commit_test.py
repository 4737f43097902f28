"""Writes that wait in one line are committed together, and none of them notices: not by its answer,
not by what is left of it, and not by how long another one takes."""

import contextlib
import os
import signal
import subprocess
import threading
import time
import urllib.request

import support
from sessions import Held, server
from support import eventually, test

OPERATIONS_PORT = str(support.free_port())
GROUP_MAX = 8


def figure(name):
    """A figure of content's, of its workers that write where it is one of workers."""
    url = f"http://127.0.0.1:{OPERATIONS_PORT}/metrics/content"
    with urllib.request.urlopen(url, timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(name + "{")
                and ("lane=" not in line or 'lane="alone"' in line))


def held(kith, name):
    """A member's row that another session has locked."""
    return Held(kith, "SELECT 'held' FROM members"
                      f" WHERE email = '{name.lower()}@example.org' FOR UPDATE")


class Line:
    """Asks that stand in line, in this order, behind one that waits for a locked row: content has
    one worker that writes."""

    def __init__(self, kith):
        self.kith = kith
        self.answers = {}
        self.threads = []

    def ask(self, title, token, **more):
        def publish():
            body = {"kind": "other", "title": title, "body": "In detail.",
                    "publishTo": {"public": True}, **more}
            self.answers[title] = self.kith.http("POST", "/v1/posts", body, token)

        waiting = figure("kith_calls_waiting")
        self.threads.append(threading.Thread(target=publish))
        self.threads[-1].start()
        if len(self.threads) == 1:
            eventually(lambda: figure("kith_workers_busy") == 1)
        else:
            eventually(lambda: figure("kith_calls_waiting") == waiting + 1)

    def status(self, title):
        return eventually(lambda: self.answers.get(title)).status

    def statuses(self):
        for thread in self.threads:
            thread.join()
        return {title: answer.status for title, answer in self.answers.items()}


@contextlib.contextmanager
def line(kith):
    """A line whose first ask goes on at the end of the block."""
    queue = Line(kith)
    with held(kith, "Hana"):
        queue.ask("The first", TOKENS["Hana"])
        yield queue


def kept(kith, pattern="%"):
    """The asks that there are, and how many transactions made them."""
    rows = kith.sql("SELECT title, created_at FROM posts WHERE title LIKE "
                    f"'{pattern}' ORDER BY title").splitlines()
    pairs = [row.split("|") for row in rows]
    return [title for title, _ in pairs], len({moment for _, moment in pairs})


TOKENS = {}


def together(kith, name, count, around=contextlib.nullcontext, **more):
    """How many transactions made so many asks that waited. As nobody joins after 5 ms, a busy
    machine has more of them: the fewest of some attempts count."""
    fewest = count
    for attempt in range(20):
        with around(), line(kith) as queue:
            for number in range(count):
                queue.ask(f"{name} {attempt}-{number}", TOKENS["Ines" if number % 2 else "Jura"],
                          **more)
        assert set(queue.statuses().values()) == {200}, queue.statuses()
        titles, transactions = kept(kith, f"{name} {attempt}-%")
        assert len(titles) == count
        newest = kith.http("GET", f"/v1/posts?limit={count}", token=TOKENS["Hana"]).json["items"]
        assert [item["title"] for item in newest] == titles[::-1]
        fewest = min(fewest, transactions)
        if fewest == -(-count // GROUP_MAX):
            break
    return fewest


@test
def answers_all_of_them_after_one_commit(kith):
    for name in ("Hana", "Ines", "Jura"):
        TOKENS[name] = kith.member(name)
    before = figure("kith_calls_committed_together_total")
    assert together(kith, "Together", 6) == 1
    assert figure("kith_calls_committed_together_total") - before >= 6


@test
def makes_groups_of_eight_at_most(kith):
    assert together(kith, "Many", 10) == 2


@test
def lets_one_fail_alone(kith):
    with line(kith) as queue:
        queue.ask("Good 1", TOKENS["Ines"])
        queue.ask("Bad", TOKENS["Jura"], publishTo={"orgSlugs": ["not-mine"]})
        queue.ask("Good 2", TOKENS["Ines"])
    statuses = queue.statuses()
    assert queue.answers["Bad"].code == "validation_failed"
    assert statuses == {"The first": 200, "Good 1": 200, "Bad": 422, "Good 2": 200}, statuses
    assert kept(kith, "Good %")[0] == ["Good 1", "Good 2"] and kept(kith, "Bad%")[0] == []


@test
def refuses_whose_authority_has_ended(kith):
    token = kith.token("Jura")
    with line(kith) as queue:
        queue.ask("Still mine", TOKENS["Ines"])
        queue.ask("No longer mine", token)
        kith.sql("UPDATE credentials SET revoked_at = now() WHERE id = (SELECT id FROM credentials"
                 " WHERE member_id = (SELECT id FROM members WHERE email = 'jura@example.org')"
                 " ORDER BY created_at DESC LIMIT 1)")
    assert queue.statuses()["Still mine"] == 200
    assert queue.answers["No longer mine"].code == "invalid_token"
    assert kept(kith, "% mine")[0] == ["Still mine"]


@test
def waits_for_nobody_elses_lock(kith):
    with held(kith, "Jura") as jura:
        with line(kith) as queue:
            queue.ask("Before the lock", TOKENS["Ines"])
            queue.ask("Locked", TOKENS["Jura"])
        assert queue.status("Before the lock") == 200
        assert "Locked" not in queue.answers
        jura.release()
    assert queue.statuses()["Locked"] == 200
    assert kept(kith, "Locked")[0] == ["Locked"]


@test
def does_everything_once_when_its_connection_is_lost(kith):
    kith.sql("CREATE FUNCTION doze() RETURNS trigger LANGUAGE plpgsql AS"
             " $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$;"
             " CREATE TRIGGER doze BEFORE INSERT ON posts FOR EACH ROW WHEN (NEW.title = 'Slow')"
             " EXECUTE FUNCTION doze()")
    with line(kith) as queue:
        queue.ask("Before it", TOKENS["Ines"])
        queue.ask("Slow", TOKENS["Jura"])
    eventually(lambda: kith.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                " WHERE wait_event = 'PgSleep'") == "t", step_s=0.01)
    assert queue.statuses() == {"The first": 200, "Before it": 200, "Slow": 200}
    kith.sql("DROP FUNCTION doze CASCADE")
    assert kept(kith, "Before it")[0] == ["Before it"] and kept(kith, "Slow")[0] == ["Slow"]


@test
def lets_one_fail_alone_at_the_commit(kith):
    kith.sql("CREATE FUNCTION explode() RETURNS trigger LANGUAGE plpgsql AS"
             " $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;"
             " CREATE CONSTRAINT TRIGGER explode AFTER INSERT ON posts DEFERRABLE INITIALLY"
             " DEFERRED FOR EACH ROW WHEN (NEW.title = 'Explosive') EXECUTE FUNCTION explode()")
    with line(kith) as queue:
        queue.ask("Beside it 1", TOKENS["Ines"])
        queue.ask("Explosive", TOKENS["Jura"])
        queue.ask("Beside it 2", TOKENS["Ines"])
    statuses = queue.statuses()
    kith.sql("DROP FUNCTION explode CASCADE")
    assert statuses == {"The first": 200, "Beside it 1": 200, "Explosive": 500, "Beside it 2": 200}
    assert kept(kith, "Beside it %")[0] == ["Beside it 1", "Beside it 2"]
    assert kept(kith, "Explosive")[0] == []


@contextlib.contextmanager
def commit_that_notifies(kith):
    """While a commit that notifies somebody waits for its own end, all others that notify wait for
    it: here until a standby that there is not has heard of it, and 200 ms longer than the block."""
    ended = threading.Event()

    def end():
        ended.wait(0.2)
        kith.sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")

    notify = "SELECT pg_logical_emit_message(true, 'written', ''); NOTIFY nobody"
    with subprocess.Popen(["psql", "-X", "-q", "-c", "SET synchronous_commit = on", "-c", notify,
                           kith.owner_url()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        eventually(lambda: kith.sql(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == "1")
        yield
        thread = threading.Thread(target=end)
        thread.start()
        thread.join()


def in_a_month():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 30 * 86400))


@test
def waits_for_others_at_the_commit(kith):
    """Asks that end are followed by a reminder, of which another service is notified."""
    server(kith, "ALTER SYSTEM SET synchronous_commit = local",
           "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
    try:
        assert together(kith, "Reminded", 4, lambda: commit_that_notifies(kith),
                        expiresAt=in_a_month()) == 1
    finally:
        server(kith, "ALTER SYSTEM RESET synchronous_commit",
               "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")


@test
def says_in_its_log_why_one_failed(kith):
    kith.sql("CREATE FUNCTION explode() RETURNS trigger LANGUAGE plpgsql AS"
             " $$ BEGIN RAISE EXCEPTION 'a fault of the schema'; END $$;"
             " CREATE TRIGGER explode BEFORE INSERT ON posts FOR EACH ROW"
             " WHEN (NEW.title = 'Explosive') EXECUTE FUNCTION explode()")
    body = {"kind": "other", "title": "Explosive", "body": "In detail.",
            "publishTo": {"public": True}}
    assert kith.http("POST", "/v1/posts", body, TOKENS["Ines"]).status == 500
    kith.sql("DROP FUNCTION explode CASCADE")
    assert "a fault of the schema" in kith.log("content")


@test
def keeps_idempotency_keys_apart(kith):
    key = {"Idempotency-Key": "one-and-the-same-key"}
    body = {"kind": "other", "title": "Once", "body": "In detail.", "publishTo": {"public": True}}
    answers = []
    with line(kith) as queue:
        queue.ask("Beside a key", TOKENS["Ines"])
        threads = [threading.Thread(target=lambda: answers.append(
            kith.http("POST", "/v1/posts", body, TOKENS["Jura"], key))) for _ in range(3)]
        for thread in threads:
            thread.start()
    for thread in threads:
        thread.join()
    assert set(queue.statuses().values()) == {200}
    assert {answer.status for answer in answers} <= {200, 409} and kept(kith, "Once")[0] == ["Once"]


@test
def keeps_what_it_has_answered_when_it_is_killed(kith):
    """Beside eight who write without a pause."""
    over, acknowledged = threading.Event(), []

    def write(writer):
        number = 0
        while not over.is_set():
            title = f"Killed {writer}-{number}"
            body = {"kind": "other", "title": title, "body": "In detail.",
                    "publishTo": {"public": True}}
            if kith.http("POST", "/v1/posts", body, TOKENS["Ines"]).status == 200:
                acknowledged.append(title)
            number += 1

    writers = [threading.Thread(target=write, args=(writer,)) for writer in range(8)]
    for thread in writers:
        thread.start()
    for count in (50, 100, 150):
        eventually(lambda: len(acknowledged) > count)
        for pid in kith.pids("kith-content"):
            with contextlib.suppress(ProcessLookupError):  # one that is gone since it was seen
                os.kill(pid, signal.SIGKILL)
    eventually(lambda: len(acknowledged) > 200)
    over.set()
    for thread in writers:
        thread.join()
    titles = kept(kith, "Killed %")[0]
    assert len(set(titles)) == len(titles) and set(acknowledged) <= set(titles)


support.main(__name__, KITH_WORKERS="1", KITH_OPERATIONS_PORT=OPERATIONS_PORT)
