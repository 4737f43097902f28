"""Events as their hosts and their guests meet them: over REST, as tools, and in the inbox."""

import datetime
import uuid

import support

HOUR = datetime.timedelta(hours=1)


def moment(ahead):
    return (datetime.datetime.now(datetime.timezone.utc) + ahead).strftime("%Y-%m-%dT%H:%M:%SZ")


def member(kith, *options):
    """The token of an active member."""
    return kith.member("Guest" + uuid.uuid4().hex[:8], *options)


def event(kith, token, ahead=48, **more):
    starts = datetime.timedelta(hours=ahead)
    body = {"title": "Looms and lunch", "startsAt": moment(starts), "endsAt": moment(starts + HOUR),
            "timezone": "Europe/Berlin", "publish": True, **more}
    answer = kith.http("POST", "/v1/events", body, token=token)
    assert answer.status == 200, answer.text
    return answer.json


def rsvp(kith, token, event_id, status="going"):
    answer = kith.http("POST", f"/v1/events/{event_id}/rsvp", {"status": status}, token=token)
    assert answer.status == 200, answer.text
    return answer.json


def told(kith, token, kind):
    """Waits for a notification of a kind and answers all of them."""
    def look():
        items = kith.http("GET", "/v1/me/notifications", token=token).json["items"]
        return [item for item in items if item["kind"] == kind]
    return support.eventually(look)


@support.test
def a_freed_place_goes_to_who_waited_and_is_told(kith):
    host, first, second = member(kith), member(kith), member(kith)
    made = event(kith, host, capacity=1)
    path = f"/v1/events/{made['id']}"
    assert rsvp(kith, first, made["id"]) == {
        "status": "going", "goingCount": 1, "waitlistCount": 0}
    assert rsvp(kith, second, made["id"])["status"] == "waitlist"
    assert rsvp(kith, first, made["id"], "cancelled")["goingCount"] == 1
    assert kith.http("GET", path, token=second).json["myRsvpStatus"] == "going"
    notice = told(kith, second, "waitlist_promoted")[0]
    assert notice["actor"] is None
    assert notice["subject"]["id"] == made["id"] and notice["subject"]["title"] == made["title"]
    assert kith.http("POST", f"{path}/cancel", token=host).json["status"] == "cancelled"
    assert told(kith, second, "event_cancelled")[0]["title"] == "Looms and lunch is cancelled"
    assert kith.http("POST", f"{path}/rsvp", {"status": "going"}, token=first).code == "event_not_open"


@support.test
def a_suspension_frees_a_place_within_three_seconds(kith):
    admin = member(kith, "--active", "--admin")
    host, first, second = member(kith), member(kith), member(kith)
    made = event(kith, host, capacity=1)
    rsvp(kith, first, made["id"])
    rsvp(kith, second, made["id"])
    who = kith.http("GET", "/v1/me", token=first).json["id"]
    answer = kith.http("POST", f"/v1/admin/members/{who}/suspend", token=admin)
    assert answer.status == 200, answer.text
    path = f"/v1/events/{made['id']}"
    support.eventually(
        lambda: kith.http("GET", path, token=second).json["myRsvpStatus"] == "going", 3)


support.main(__name__)
