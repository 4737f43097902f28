"""Sends mails to a mail server that simulates the failures of real mail servers."""

import os
import re
import time

import mail_sink
import support
from support import test

SINK = mail_sink.MailSink().start()


def send(kith, *addresses, template="totp_on"):
    """Puts a mail for each address into the outbox, as another service would."""
    kith.sql("".join(
        "INSERT INTO outbox (id, topic, payload)"
        " VALUES (new_id(), 'mail', jsonb_build_object("
        f"'template', '{template}', 'toAddress', '{address}'));"
        for address in addresses))


def told(kith, word):
    """The status and attempts of the newest mail whose error contains the word."""
    found = kith.sql(
        f"""SELECT status, attempts FROM outbox WHERE last_error LIKE '%{word}%'
        ORDER BY created_at DESC LIMIT 1""")
    return tuple(found.split("|")) if found else None


ADMIN = []


@test
def begins(kith):
    ADMIN.append(kith.member("Root", "--active", "--admin"))


@test
def a_mail_arrives_once_with_the_headers_of_an_automatic_one(kith):
    address = "ada@example.org"
    answer = kith.http("POST", "/v1/auth/sign-up", {
        "email": address, "password": "a long one, horse", "name": "Ada Löve"})
    assert answer.status == 202, answer.text
    envelope = support.eventually(lambda: SINK.to(address))[0]
    mail = SINK.mail(envelope)
    assert envelope["from"] == "kith@kith.test" and envelope["greeted"] == "kith.test"
    assert mail["From"] == "Kith <kith@kith.test>" and mail["To"] == address
    assert mail["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(r"<[0-9a-f]{32}\.outbox@kith\.test>", mail["Message-ID"])
    assert abs(mail["Date"].datetime.timestamp() - time.time()) < 60
    assert mail["List-Unsubscribe"] is None
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/alternative", "text/plain", "text/html"]
    assert not mail.defects and not any(part.defects for part in mail.walk())
    assert len(SINK.to(address)) == 1 and kith.mails_to(address) == []
    text = mail.get_body(("plain",)).get_content()
    token = re.search(r"verify-email\?token=([\w-]+)", text).group(1)
    page = kith.http("GET", "/verify-email?token=" + token).text
    assert "the sign-up is <strong><bdi>Ada Löve</bdi></strong>" in page, page
    assert kith.http("POST", "/v1/auth/verify-email", {"token": token}).status == 200


@test
def a_notification_is_mailed_and_one_click_ends_that(kith):
    owner = ADMIN[0]
    path = "/v1/me/notification-preferences"
    assert kith.http("PUT", path, {"kinds": {"org_joined": {"email": True}}},
                     owner).status == 200
    kith.http("POST", "/v1/orgs",
              {"slug": "makers", "name": "Mäkers", "joinPolicy": "open"}, owner)
    kith.http("POST", "/v1/orgs/makers/join", {}, kith.member("Joiner"))
    mail = support.eventually(
        lambda: [mail for mail in map(SINK.mail, SINK.to("root@example.org"))
                 if mail["Subject"] == "Joiner joined Mäkers"])[0]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip("<>")
    assert link in mail.get_body(("plain",)).get_content().replace("\n", " ")
    address = link.removeprefix(kith.base)
    page = kith.http("GET", address, headers={"Accept": "text/html"})
    assert page.status == 200 and "<button" in page.text and "no-store" in page.headers[
        "Cache-Control"]
    assert kith.http("GET", path,
                     token=owner).json["kinds"]["org_joined"]["email"] is True
    for body, kind in ((b"List-Unsubscribe=One-Click",
                        "application/x-www-form-urlencoded"), (b"", "text/plain")):
        click = kith.http("POST", address, raw=body, headers={"Content-Type": kind})
        assert click.status == 204, click.text
    assert kith.http("GET", path,
                     token=owner).json["kinds"]["org_joined"]["email"] is False
    assert kith.http("POST", address[:-4], raw=b"").code == "route_not_found"
    token = address.rsplit("/", 1)[1]
    assert token not in kith.log_with(click) and token not in kith.log("notifications")


@test
def what_the_server_refuses_for_good_fails_at_once_and_what_it_may_take_later_waits(kith):
    final = {"refuse550@a.example": "550 no such user", "nouser@a.example": "550 5.1.1",
             "policy550@a.example": "550 5.7.1", "reject554@a.example": "554 5.6.0"}
    later = {"later450@a.example": "450 4.2.0", "busy421@a.example": "421 4.3.2"}
    send(kith, *final, *later)
    for word in final.values():
        assert support.eventually(lambda word=word: told(kith, word)) == (
            "failed", "1"), word
    for word in later.values():
        assert support.eventually(lambda word=word: told(kith, word)) == (
            "pending", "1"), word
    shown = kith.http("GET", "/v1/admin/outbox/messages?limit=100", token=ADMIN[0])
    assert shown.status == 200 and "550 5.7.1" in shown.text
    assert "nouser@a.example" not in shown.text
    assert "nouser@a.example" not in kith.log("notifications")
    assert [one for one in SINK.accepted() if one["to"][0].endswith("@a.example")] == []
    # Only two of these failures mean an unknown address; a policy refusal does not.
    assert kith.sql("SELECT address FROM mail_suppressions ORDER BY address").split() == [
        "nouser@a.example", "refuse550@a.example"]


@test
def a_mail_about_an_account_is_tried_again_where_mails_were_refused(kith):
    kith.sql("INSERT INTO mail_suppressions (address, cause)"
             " VALUES ('back@b.example', 'refused')")
    send(kith, "Back@b.example")
    support.eventually(lambda: SINK.to("Back@b.example"))
    support.eventually(lambda: kith.sql("SELECT count(*) FROM mail_suppressions"
                                        " WHERE address = 'back@b.example'") == "0")


@test
def a_connection_that_ends_after_the_message_sends_it_again_under_the_same_id(kith):
    send(kith, "drop@c.example")
    support.eventually(lambda: SINK.to("drop@c.example"))
    support.eventually(lambda: told(kith, "closed the connection"))
    kith.sql("""UPDATE outbox SET next_attempt_at = now(), payload = jsonb_set(payload,
        '{toAddress}', '"dropped@c.example"')
        WHERE payload ->> 'toAddress' = 'drop@c.example'""")
    kith.sql("SELECT pg_notify('kith_outbox', '')")
    again = support.eventually(lambda: SINK.to("dropped@c.example"))[0]
    assert (SINK.mail(SINK.to("drop@c.example")[0])["Message-ID"]
            == SINK.mail(again)["Message-ID"])


@test
def a_server_that_takes_its_time_does_so_over_several_mails_at_once(kith):
    begun = time.monotonic()
    send(kith, *(f"late{i}@c.example" for i in range(24)))
    support.eventually(lambda: sum(one["to"][0].startswith("late")
                                   for one in SINK.accepted())
                       == 24, 30)
    assert time.monotonic() - begun < 12  # sequentially it would take 24 s


@test
def a_recipient_with_whom_the_server_stalls_delays_nobody(kith):
    send(kith, *(f"{what}{i}@d.example" for i in range(2)
                 for what in ("stall", "garbage", "hold")))
    begun = time.monotonic()
    send(kith, *(f"quick{i}@d.example" for i in range(60)))
    support.eventually(lambda: sum(one["to"][0].startswith("quick")
                                   for one in SINK.accepted())
                       == 60)
    assert time.monotonic() - begun < 10
    assert kith.sql("""SELECT count(*) FROM outbox WHERE lease IS NOT NULL
        AND payload ->> 'toAddress' LIKE '%@d.example'""") == "6"
    assert kith.sql("""SELECT count(*) FROM pg_stat_activity
        WHERE state LIKE 'idle in transaction%'""") == "0"
    support.eventually(lambda: kith.sql("""SELECT count(*), max(attempts) FROM outbox
        WHERE last_error LIKE '%did not accept the message in time%'""") == "6|1", 40)


@test
def connections_are_used_again(kith):
    before = SINK.connections()
    send(kith, *(f"many{i}@e.example" for i in range(200)))
    support.eventually(lambda: sum(one["to"][0].startswith("many")
                                   for one in SINK.accepted())
                       == 200, 30)
    assert SINK.connections() - before <= 10, SINK.connections() - before


@test
def a_server_that_does_not_work_costs_no_mail_its_tries(kith):
    for mode, word in (("greet554", "554 5.3.2"), ("sender550", "KITH_MAIL_FROM")):
        SINK.stop()
        SINK.say(mode)
        SINK.start()
        addresses = [f"{mode}x{i}@f.example" for i in range(30)]
        send(kith, *(f"x{one}" for one in addresses))
        support.eventually(lambda word=word: told(kith, word))
        time.sleep(2)
        tried, most = kith.sql(
            """SELECT count(*) FILTER (WHERE attempts > 0), max(attempts)
            FROM outbox WHERE status = 'pending'
            AND payload ->> 'toAddress' LIKE '%f.example'""").split("|")
        assert int(tried) < 25 and int(most) <= 2, (tried, most)
        SINK.say("ok")
        support.eventually(lambda mode=mode: sum(
            one["to"][0].startswith("x" + mode) for one in SINK.accepted()) == 30, 20)


@test
def a_backlog_drains_once_the_server_is_back(kith):
    count = int(os.environ.get("KITH_TEST_BACKLOG", "300"))
    SINK.stop()
    kith.sql(f"""INSERT INTO outbox (id, topic, payload) SELECT new_id(), 'mail',
        jsonb_build_object('template', 'totp_on', 'toAddress', 'b' || n || '@g.example')
        FROM generate_series(1, {count}) n""")
    support.eventually(lambda: told(kith, "cannot connect"))
    time.sleep(3)
    begun = time.monotonic()
    SINK.start()
    support.eventually(lambda: sum(one["to"][0].endswith("@g.example")
                                   for one in SINK.accepted()) >= count, 60)
    print(f"    {count} mails in {time.monotonic() - begun:.1f} s")
    counts = SINK.counts()
    mine = [str(SINK.mail(one)["Message-ID"]) for one in SINK.accepted()
            if one["to"][0].endswith("@g.example")]
    assert len(mine) == count and all(counts[one] == 1 for one in mine)


def kithctl(kith, *words):
    done = kith.run("kithctl", *words)
    return done.returncode, done.stdout + done.stderr


@test
def kithctl_sends_a_mail_and_says_what_fails(kith):
    assert kithctl(kith, "mail", "test", "--to",
                   "me@h.example") == (0, '{"status":"sent"}\n')
    assert SINK.mail(SINK.to("me@h.example")[0])["Subject"] == (
        "A test mail from this instance")
    status, said = kithctl(kith, "mail", "test", "--to", "nouser@h.example")
    assert status == 1 and "refused the recipient: 550 5.1.1" in said, said
    SINK.stop()
    status, said = kithctl(kith, "mail", "test", "--to", "me@h.example")
    assert status == 1 and "cannot connect to the host and port of KITH_SMTP_URL" in said, said
    assert kith.sql("SELECT count(*) FROM outbox WHERE status <> 'sent'"
                    " AND payload ->> 'template' = 'test'") == "0"
    status, said = kithctl(kith, "mail", "test", "--to", "no address")
    assert status == 2 and "is not an e-mail address" in said, said


@test
def ends(kith):
    SINK.stop()


support.main(__name__, KITH_SMTP_URL=f"smtp://127.0.0.1:{SINK.port}",
             KITH_MAIL_FROM="kith@kith.test")
