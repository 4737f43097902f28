"""Follows notifications from one member's action to another member's inbox."""

import support
from support import test


def inbox(kith, token, query=""):
    answer = kith.http("GET", "/v1/me/notifications" + query, token=token)
    assert answer.status == 200, answer.text
    return answer.json["items"]


def unread(kith, token):
    return kith.http("GET", "/v1/me/notifications/unread-count",
                     token=token).json["unread"]


@test
def an_owner_is_notified_when_a_member_joins(kith):
    owner = kith.member("Owner", "--active", "--admin")
    made = kith.http("POST", "/v1/orgs", {"slug": "makers", "name": "Makers",
                                          "joinPolicy": "open"}, owner)
    assert made.status == 200, made.text
    joined = kith.http("POST", "/v1/orgs/makers/join", {}, kith.member("Joiner"))
    assert joined.status == 200, joined.text
    found = support.eventually(lambda: inbox(kith, owner, "?unread=true"))
    assert [(one["kind"], one["title"], one["subject"]["slug"]) for one in found] == [
        ("org_joined", "Joiner joined Makers", "makers")]
    assert found[0]["url"] == kith.base + "/v1/orgs/makers"
    assert kith.http("GET", found[0]["url"].removeprefix(kith.base),
                     token=owner).status == 200
    assert unread(kith, owner) == 1
    read = kith.http("POST", "/v1/me/notifications/read", {"ids": [found[0]["id"]]},
                     owner)
    assert read.json == {"unread": 0}, read.text
    assert inbox(kith, owner, "?unread=true") == [] and unread(kith, owner) == 0
    assert len(inbox(kith, owner)) == 1


@test
def an_administrator_sees_what_failed_and_has_it_sent_again(kith):
    admin = kith.member("Root", "--active", "--admin")
    kith.sql(
        """INSERT INTO outbox (id, topic, payload, status, attempts, last_error) VALUES
        ('00000000-0000-7000-8000-00000000bbbb', 'mail',
        '{"template": "totp_on", "toAddress": "again@example.org"}',
        'failed', 10, 'the folder is full')""")
    failed = kith.http("GET", "/v1/admin/outbox/messages?status=failed", token=admin).json
    assert [one["lastError"] for one in failed["items"]] == ["the folder is full"]
    path = f"/v1/admin/outbox/messages/{failed['items'][0]['id']}/retry"
    assert kith.http("POST", path, token=admin).json["status"] in ("pending", "sent")
    support.eventually(lambda: kith.mails_to("again@example.org"))
    # The mail is there before the message is noted as sent.
    support.eventually(lambda: kith.http("POST", path, token=admin).status == 409)
    assert kith.http("POST", path, token=admin).code == "invalid_transition"
    assert kith.http("POST", path, token=kith.member("Curious")).code == "admin_required"


support.main(__name__)
