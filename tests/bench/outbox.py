"""Measures the outbox: messages per second to a mail server and into inboxes, and what an
insert costs the writing transaction.

    python3 tests/bench/outbox.py --build build
"""

import argparse
import os
import sys
import time

import figures

sys.path.insert(0, "tests/e2e")

import mail_sink  # noqa: E402
import support  # noqa: E402

MAILS = 5000
NOTICES = 5000
INSERTS = 2000


def wait_until(kith, query, wanted):
    while kith.sql(query) != wanted:
        time.sleep(0.05)


def mails_per_s(kith, sink):
    began = time.monotonic()
    kith.sql(f"""INSERT INTO outbox (id, topic, payload) SELECT new_id(), 'mail',
        jsonb_build_object('template', 'totp_on', 'toAddress', 'a' || n || '@example.org')
        FROM generate_series(1, {MAILS}) n""")
    wait_until(kith, "SELECT count(*) FROM outbox WHERE status = 'sent'", str(MAILS))
    assert len(sink.accepted()) == MAILS
    return MAILS / (time.monotonic() - began)


def notices_s(kith):
    kith.sql(f"""INSERT INTO members (id, email, name, status, email_verified_at)
        SELECT new_id(), 'm' || n || '@example.org', 'M', 'active', now()
        FROM generate_series(1, {NOTICES}) n;
        INSERT INTO notification_preferences (member_id, mail_off)
        SELECT id, '{{event_cancelled}}' FROM members""")
    began = time.monotonic()
    kith.sql("""INSERT INTO outbox (id, topic, payload, dedupe) SELECT new_id(), 'notice',
        jsonb_build_object('kind', 'event_cancelled', 'recipient', id,
        'subjectType', 'event', 'subject', new_id(), 'actor', NULL),
        id::text FROM members""")
    wait_until(kith, "SELECT count(*) FROM inbox", str(NOTICES))
    return time.monotonic() - began


def insert_us(kith):
    """Returns the time per inserted row, for the outbox and a table without indexes."""
    kith.sql("CREATE UNLOGGED TABLE bare (id uuid, topic text, payload jsonb)")
    times = []
    for table in ("bare", "outbox"):
        took = kith.sql(f"""CREATE TEMPORARY TABLE t AS SELECT clock_timestamp() AS began;
            DO $$ BEGIN FOR i IN 1..{INSERTS} LOOP
            INSERT INTO {table} (id, topic, payload) VALUES (new_id(), 'mail',
            '{{"template": "totp_on", "toAddress": "b@example.org"}}'); END LOOP; END $$;
            SELECT extract(epoch FROM clock_timestamp() - began) * 1e6 FROM t""")
        times.append(float(took) / INSERTS)
    kith.sql("DROP TABLE bare")
    return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    os.environ["KITH_BUILD"] = parser.parse_args().build
    with mail_sink.MailSink() as sink, support.Kith(
            KITH_SMTP_URL=f"smtp://127.0.0.1:{sink.port}",
            KITH_MAIL_FROM="kith@kith.test") as kith:
        mails, notices = mails_per_s(kith, sink), notices_s(kith)
        print(f"mails             {mails:8.0f} in a second")
        print(f"{NOTICES} inbox rows   {notices:8.1f} s")
        bare, outbox = insert_us(kith)
        figures.record("outbox", [
            ("mails", "measured", mails, "/s"),
            (f"{NOTICES:,} inbox rows", "measured", notices, "s"),
            ("an insert, more than into a bare table", "measured", outbox - bare, "us")])
        print(f"an insert         {outbox - bare:8.0f} us more than into a bare table"
              f" ({outbox:.0f} us)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
