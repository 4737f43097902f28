"""Notifications processes are killed, and the database is down, while messages are
delivered.

KITH_TEST_KILLS and KITH_TEST_MESSAGES set the size; by default it takes a minute.
"""

import os
import random
import signal
import time

import mail_sink
import support
from support import test

KILLS = int(os.environ.get("KITH_TEST_KILLS", "6"))
MESSAGES = int(os.environ.get("KITH_TEST_MESSAGES", "400"))
CONNECTIONS = 8
MEMBERS = 50
LEASE_S = 30
SINK = mail_sink.MailSink("--gap", "0.005").start()


def replica(kith, number):
    return kith.start_beside("kith-notifications", KITH_SMTP_CONNECTIONS=str(CONNECTIONS),
                             KITH_BUS_LISTEN=f"ipc://{kith.run_dir}/bus/"
                                             f"more-{number}.ipc")


def left(kith):
    return int(kith.sql("SELECT count(*) FROM outbox WHERE status = 'pending'"))


@test
def nothing_is_lost_and_little_is_sent_twice(kith):
    # kithctl would restart the process that is stopped.
    own = [kith.process.pid, *kith.pids("kith-notifications")]
    for pid in own:
        os.kill(pid, signal.SIGSTOP)
    kith.sql(f"""INSERT INTO members (id, email, name, status, email_verified_at)
        SELECT new_id(), 'm' || n || '@example.org', 'Member ' || n, 'active', now()
        FROM generate_series(1, {MEMBERS}) n;
        INSERT INTO outbox (id, topic, payload)
        SELECT new_id(), 'mail', jsonb_build_object('template', 'totp_on',
        'toAddress', 'a' || n || '@example.org')
        FROM generate_series(1, {MESSAGES // 2}) n;
        INSERT INTO outbox (id, topic, payload, dedupe) SELECT new_id(), 'notice',
        jsonb_build_object('kind', 'join_request_declined', 'recipient', m.id,
        'subjectType', 'org', 'subject', new_id(), 'actor', NULL), 'n' || m.email || n
        FROM members m, generate_series(1, {MESSAGES // 2 // MEMBERS}) n""")
    replicas = [replica(kith, 0), replica(kith, 1)]
    killed = 0
    while killed < KILLS:
        time.sleep(random.uniform(0.1, 0.5))
        victim = random.randrange(2)
        replicas[victim].kill()
        replicas[victim].wait()
        replicas[victim] = replica(kith, victim)
        killed += 1
    last = time.monotonic()
    before = left(kith)
    support.eventually(lambda: left(kith) == 0, 60 + MESSAGES / 50)
    took = time.monotonic() - last
    counts = SINK.counts()
    twice = sum(counts.values()) - len(counts)
    print(f"    {MESSAGES} messages, {killed} kills, {before} left after the last of "
          "them and"
          f" {took:.0f} s; {twice} mails twice")
    mails = MESSAGES // 2 + MESSAGES // 2 // MEMBERS * MEMBERS
    assert len(counts) == mails, (len(counts), mails)
    assert twice <= killed * CONNECTIONS
    assert kith.sql("SELECT count(*), count(DISTINCT dedupe)"
                    " FROM inbox") == "{0}|{0}".format(
        MESSAGES // 2 // MEMBERS * MEMBERS)
    assert kith.sql("SELECT count(*) FROM outbox WHERE status <> 'sent'") == "0"
    for one in replicas:
        one.terminate()
        one.wait(20)
    for pid in reversed(own):
        os.kill(pid, signal.SIGCONT)


@test
def no_mail_is_sent_twice_when_the_database_is_away_for_longer_than_a_lease(kith):
    taken, begun = len(SINK.accepted()), SINK.begun()
    kith.sql(f"""INSERT INTO outbox (id, topic, payload) SELECT new_id(), 'mail',
        jsonb_build_object('template', 'totp_on',
        'toAddress', 'late' || n || '@example.org')
        FROM generate_series(1, {CONNECTIONS // 2}) n""")
    support.eventually(lambda: SINK.begun() == begun + CONNECTIONS // 2, 20, 0.01)
    kithctl, postmaster = kith.process.pid, kith.postmaster()
    os.kill(kithctl, signal.SIGSTOP)  # it would restart the database
    os.kill(postmaster, signal.SIGKILL)
    try:
        support.eventually(lambda: len(SINK.accepted()) == taken + CONNECTIONS // 2, 20)
        time.sleep(LEASE_S + 1)
    finally:
        os.kill(kithctl, signal.SIGCONT)
    support.eventually(lambda: kith.postmaster() not in (None, postmaster), 30)
    support.eventually(lambda: kith.http("GET", "/health/ready").status == 200, 30)
    support.eventually(lambda: left(kith) == 0, 60)
    assert kith.sql("SELECT count(*) FROM outbox WHERE payload ->> 'toAddress' LIKE "
                    "'late%'"
                    " AND attempts = 1") == str(CONNECTIONS // 2)
    assert len(SINK.accepted()) == taken + CONNECTIONS // 2


@test
def ends(_kith):
    SINK.stop()


support.main(__name__, KITH_SMTP_URL=f"smtp://127.0.0.1:{SINK.port}",
             KITH_MAIL_FROM="kith@kith.test")
