"""Tests events for hosts and guests: over REST, as tools, in the inbox and in
calendars."""

import concurrent.futures
import datetime
import json
import os
import subprocess
import uuid

import images
import support

HERE = os.path.dirname(os.path.abspath(__file__))
HOUR = datetime.timedelta(hours=1)
CALLERS = ("host", "owner", "admin", "member", "stranger", "platform")
CODES = {".": None, "N": "event_not_found", "H": "host_required", "O": "event_not_open",
         "T": "invalid_transition", "R": "org_role_required"}

# Operation: method, path, body or the bytes of an image, tool, and its arguments except
# the id.
OPERATIONS = {
    "get": ("GET", "", None, "get_event", {}),
    "calendar": ("GET", "/calendar.ics", None, None, None),
    "rsvps": ("GET", "/rsvps", None, "list_event_rsvps", {}),
    "update": ("PATCH", "", {"title": "Renamed"}, "update_event", {"title": "Renamed"}),
    "cover": ("PUT", "/cover", images.png(40, 40), None, None),
    "uncover": ("DELETE", "/cover", None, "set_event_cover", {"remove": True}),
    "publish": ("POST", "/publish", None, "publish_event", {}),
    "cancel": ("POST", "/cancel", None, "cancel_event", {}),
    "go": ("POST", "/rsvp", {"status": "going"}, "rsvp_event", {"status": "going"}),
    "stay": ("POST", "/rsvp", {"status": "cancelled"}, "rsvp_event",
             {"status": "cancelled"}),
}

# The results in the order of CALLERS. "own" is a member's public event, "org" a
# members-only event of an organization; "cancelled" events were published before.
TABLE = """
get      | own draft     | .NNNN.
get      | own published | ......
get      | own cancelled | ......
get      | own ended     | ......
get      | org draft     | N..NN.
get      | org published | N...N.
get      | org cancelled | N...N.
calendar | own draft     | .NNNN.
calendar | own published | ......
calendar | org published | N...N.
rsvps    | own draft     | .NNNN.
rsvps    | own published | ......
rsvps    | org published | N...N.
update   | own draft     | .NNNN.
update   | own published | .HHHH.
update   | own cancelled | THHHHT
update   | own ended     | .HHHH.
update   | org draft     | N..NN.
update   | org published | N..HN.
update   | org cancelled | NTTHNT
cover    | own draft     | .NNNN.
cover    | own published | .HHHH.
cover    | own cancelled | THHHHT
cover    | org published | N..HN.
uncover  | own draft     | .NNNN.
uncover  | own published | .HHHH.
uncover  | own cancelled | THHHHT
uncover  | own ended     | .HHHH.
uncover  | org draft     | N..NN.
uncover  | org published | N..HN.
uncover  | org cancelled | NTTHNT
publish  | own draft     | .NNNN.
publish  | own published | .HHHH.
publish  | own cancelled | THHHHT
publish  | org draft     | N..NN.
publish  | org published | N..HN.
cancel   | own draft     | .NNNN.
cancel   | own published | .HHHH.
cancel   | own cancelled | .HHHH.
cancel   | own ended     | .HHHH.
cancel   | org draft     | N..NN.
cancel   | org published | N..HN.
go       | own draft     | ONNNNO
go       | own published | ......
go       | own cancelled | OOOOOO
go       | own ended     | OOOOOO
go       | org draft     | NOONNR
go       | org published | N...NR
stay     | own draft     | .NNNN.
stay     | own published | ......
stay     | own ended     | ......
stay     | org published | N...N.
"""


def moment(ahead):
    return (datetime.datetime.now(datetime.timezone.utc) + ahead).strftime(
        "%Y-%m-%dT%H:%M:%SZ")


def member(kith, *options):
    return kith.member("Guest" + uuid.uuid4().hex[:8], *options)


def event(kith, token, ahead=48, path="/v1/events", **more):
    starts = datetime.timedelta(hours=ahead)
    body = {"title": "Looms and lunch", "startsAt": moment(starts),
            "endsAt": moment(starts + HOUR),
            "timezone": "Europe/Berlin", "publish": True, **more}
    answer = kith.http("POST", path, body, token)
    assert answer.status == 200, answer.text
    return answer.json


def rsvp(kith, token, event_id, status="going"):
    answer = kith.http("POST", f"/v1/events/{event_id}/rsvp", {"status": status}, token)
    assert answer.status == 200, answer.text
    return answer.json


def told(kith, token, kind):
    """Waits for a notification of a kind and returns all of them."""
    def look():
        items = kith.http("GET", "/v1/me/notifications", token=token).json["items"]
        return [item for item in items if item["kind"] == kind]
    return support.eventually(look)


class World:
    """The callers of the table, and an organization."""

    def __init__(self, kith):
        self.kith, self.slug = kith, "looms-" + uuid.uuid4().hex[:8]
        self.tokens = {caller: member(kith) for caller in CALLERS if caller != "platform"}
        self.tokens["platform"] = member(kith, "--active", "--admin")
        answer = kith.http("POST", "/v1/orgs", {"slug": self.slug, "name": "Looms",
                                                "joinPolicy": "open"},
                           self.tokens["platform"])
        assert answer.status == 200, answer.text
        for caller in ("owner", "admin", "member"):
            answer = kith.http("POST", f"/v1/orgs/{self.slug}/join", {},
                               self.tokens[caller])
            assert answer.status == 200, answer.text
        org = f"(SELECT id FROM orgs WHERE slug = '{self.slug}')"
        for caller in ("owner", "admin"):
            kith.sql(f"UPDATE org_members SET role = '{caller}' WHERE org_id = {org}"
                     " AND member_id ="
                     f" {self.member_sql(caller)}")
        kith.sql(f"DELETE FROM org_members WHERE org_id = {org} AND member_id ="
                 f" {self.member_sql('platform')}")

    def member_sql(self, caller):
        who = self.kith.http("GET", "/v1/me", token=self.tokens[caller]).json["email"]
        return f"(SELECT id FROM members WHERE email = '{who}')"

    def build(self, state):
        side, status = state.split(" ")
        ahead = -48 if status == "ended" else 48
        publish = status != "draft"
        if side == "own":
            made = event(self.kith, self.tokens["host"], ahead, publish=publish)
            owner = self.tokens["host"]
        else:
            made = event(self.kith, self.tokens["admin"], ahead,
                         f"/v1/orgs/{self.slug}/events", publish=publish,
                         scope="org_members")
            owner = self.tokens["admin"]
        if status == "cancelled":
            assert self.kith.http("POST", f"/v1/events/{made['id']}/cancel", {},
                                  owner).status == 200
        return made["id"]


def by_rest(world, operation, event_id, caller):
    method, path, body, _, _ = OPERATIONS[operation]
    path, token = f"/v1/events/{event_id}{path}", world.tokens[caller]
    if isinstance(body, bytes):
        answer = world.kith.http(method, path, raw=body, token=token,
                                 headers={"Content-Type": "image/png"})
    else:
        answer = world.kith.http(method, path, body, token)
    return None if answer.status == 200 else answer.code


def by_tool(world, operation, event_id, caller):
    _, _, _, tool, arguments = OPERATIONS[operation]
    result = world.kith.call_tool(world.tokens[caller], tool,
                                  {"id": event_id, **arguments})
    if not result.get("isError"):
        return None
    text = result["content"][0]["text"]
    return json.loads(text[text.index("{"):])["code"]


@support.test
def everybody_may_do_what_the_table_says(kith):
    world, wrong, cells = World(kith), [], 0
    for line in TABLE.strip().splitlines():
        operation, state, letters = (part.strip() for part in line.split("|"))
        reads = OPERATIONS[operation][0] == "GET"
        shared = world.build(state) if reads else None
        for caller, letter in zip(CALLERS, letters, strict=True):
            for surface in [by_rest] + ([by_tool] if OPERATIONS[operation][3] else []):
                event_id = shared or world.build(state)
                code = surface(world, operation, event_id, caller)
                cells += 1
                if code != CODES[letter]:
                    wrong.append(f"{operation} [{state}] by {caller}, "
                                 f"{surface.__name__}: {code}")
    assert not wrong, "\n".join(wrong)
    assert cells > 400, cells


@support.test
def assistants_find_and_read_an_event_by_its_words(kith):
    host, guest, word = member(kith), member(kith), "loom" + uuid.uuid4().hex[:8]
    made = event(kith, host, title="Weaving", location=word,
                 joinUrl="https://join.example/1")
    draft = event(kith, host, description=word, publish=False)

    def tool(token, name, **arguments):
        return kith.call_tool(token, name, arguments)["structuredContent"]

    found = tool(guest, "search", query=word)["results"]
    assert found == [{"id": f"kith://events/{made['id']}", "title": "Weaving",
                      "url": f"{kith.base}/events/{made['id']}"}], found
    assert [one["id"] for one in tool(host, "search", query=word)["results"]] == [
        f"kith://events/{draft['id']}", found[0]["id"]]
    read = json.loads(tool(guest, "fetch", id=found[0]["id"])["text"])
    assert read["location"] == word and read["joinUrl"] is None
    assert kith.http("POST", f"/v1/events/{made['id']}/cancel", token=host).status == 200
    assert tool(guest, "search", query=word)["results"] == []


@support.test
def a_freed_seat_goes_to_the_waiting_list_with_a_notice(kith):
    host, first, second = member(kith), member(kith), member(kith)
    made = event(kith, host, capacity=1)
    path = f"/v1/events/{made['id']}"
    assert rsvp(kith, first, made["id"]) == {
        "title": made["title"], "status": "going", "goingCount": 1, "waitlistCount": 0}
    assert rsvp(kith, second, made["id"])["status"] == "waitlist"
    assert rsvp(kith, first, made["id"], "cancelled")["goingCount"] == 1
    assert kith.http("GET", path, token=second).json["myRsvpStatus"] == "going"
    notice = told(kith, second, "waitlist_promoted")[0]
    assert notice["actor"] is None
    assert notice["subject"]["id"] == made["id"]
    assert notice["subject"]["title"] == made["title"]
    assert kith.http("POST", f"{path}/cancel", token=host).json["status"] == "cancelled"
    assert told(kith, second, "event_cancelled")[0]["title"] == (
        "Looms and lunch is cancelled")
    refused = kith.http("POST", f"{path}/rsvp", {"status": "going"}, first)
    assert refused.code == "event_not_open"


@support.test
def a_suspension_frees_a_seat_within_three_seconds(kith):
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


@support.test
def five_hundred_simultaneous_guests_get_fifty_seats(kith):
    guests = int(os.environ.get("KITH_RSVP_GUESTS", "60"))
    host = member(kith)
    made = event(kith, host, capacity=guests // 10)
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        tokens = list(pool.map(lambda _: member(kith), range(guests)))
    with concurrent.futures.ThreadPoolExecutor(guests) as pool:
        answers = list(pool.map(lambda token: kith.http(
            "POST", f"/v1/events/{made['id']}/rsvp", {"status": "going"}, token), tokens))
    again = [token for token, answer in zip(tokens, answers) if answer.status == 503]
    for token in again:
        rsvp(kith, token, made["id"])
    assert {answer.status for answer in answers} <= {200, 503}
    count = kith.http("GET", f"/v1/events/{made['id']}", token=host).json
    assert count["goingCount"] == guests // 10, count
    assert count["waitlistCount"] == guests - guests // 10, count
    items, cursor = [], ""
    while cursor is not None:
        page = kith.http("GET", f"/v1/events/{made['id']}/rsvps?limit=100{cursor}",
                         token=host).json
        items += page["items"]
        cursor = page["nextCursor"] and f"&cursor={page['nextCursor']}"
    # Newest first: the last guest is at the end of the waiting list.
    places = [item["waitlistPosition"] for item in items]
    waiting = guests - guests // 10
    assert places == list(range(waiting, 0, -1)) + [None] * (guests // 10), places


# ---- calendars ----

def parsed(text):
    """Parses a file with an independent iCalendar parser."""
    if not os.path.exists("/usr/lib/python3/dist-packages/icalendar"):
        support.skip("python3-icalendar is not installed")
    done = subprocess.run(["/usr/bin/python3", os.path.join(HERE, "calendar_check.py")],
                          input=text.encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode() + text
    return json.loads(done.stdout)


# Both clock changes of the year: skipped hours, repeated hours, and years beyond the
# tables.
ZONES = {
    "Europe/Berlin": ("2027-03-28T00:30:00Z", "2027-10-31T00:30:00Z",
                      "2027-10-31T01:30:00Z", "2060-07-01T12:00:00Z"),
    "America/New_York": ("2027-03-14T06:30:00Z", "2027-11-07T05:30:00Z",
                         "2027-11-07T06:30:00Z", "2060-01-01T12:00:00Z"),
    "Australia/Lord_Howe": ("2027-10-02T15:00:00Z", "2027-04-03T14:50:00Z"),
    "Pacific/Auckland": ("2027-04-03T13:30:00Z", "2027-09-25T13:30:00Z"),
    "America/St_Johns": ("2027-03-14T05:00:00Z", "2027-11-07T04:00:00Z"),
    "Africa/Casablanca": ("2027-02-07T01:30:00Z", "2027-03-14T01:30:00Z"),
    "Asia/Kathmandu": ("2027-03-14T05:00:00Z",),
    "UTC": ("2027-03-14T05:00:00Z",),
}


@support.test
def another_parser_reads_the_same_moments_in_every_zone(kith):
    host = member(kith)
    url = kith.http("GET", "/v1/me/calendar", token=host).json["url"]
    expected = {}
    for zone, starts in ZONES.items():
        for start in starts:
            begin = datetime.datetime.fromisoformat(start.replace("Z", "+00:00"))
            end = (begin + datetime.timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M:%SZ")
            made = event(kith, host, startsAt=start, endsAt=end, timezone=zone,
                         title="Töpfern; Löten, \\ und \"mehr\"",
                         description="Zeile eins\n"
                         + "Zeile zwei, lang und länger. " * 20)
            answer = kith.http("GET", f"/v1/events/{made['id']}/calendar.ics", token=host)
            assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
            read = parsed(answer.text)
            one = read["events"][0]
            assert read["method"] == "PUBLISH" and len(read["events"]) == 1
            assert (one["starts"], one["ends"]) == (made["startsAt"], made["endsAt"]), (
                zone, read)
            assert one["summary"] == made["title"]
            assert one["description"] == made["description"]
            expected[one["uid"]] = (made["startsAt"], made["endsAt"])
    feed = parsed(kith.http("GET", "/" + url.split("/", 3)[3]).text)
    assert {one["uid"]: (one["starts"], one["ends"]) for one in feed["events"]} == (
        expected)


@support.test
def a_cancelled_event_says_so_to_calendars(kith):
    host, guest = member(kith), member(kith)
    made = event(kith, host)
    path = f"/v1/events/{made['id']}"
    rsvp(kith, guest, made["id"])
    before = parsed(kith.http("GET", f"{path}/calendar.ics",
                              token=guest).text)["events"][0]
    assert kith.http("PATCH", path, {"location": "Roof"}, host).status == 200
    assert kith.http("POST", f"{path}/cancel", {}, host).status == 200
    answer = kith.http("GET", f"{path}/calendar.ics", token=guest)
    after = parsed(answer.text)
    assert after["method"] == "CANCEL" and after["events"][0]["status"] == "CANCELLED"
    assert after["events"][0]["uid"] == before["uid"]
    assert after["events"][0]["sequence"] == before["sequence"] + 2
    unchanged = kith.http("GET", f"{path}/calendar.ics", token=guest,
                          headers={"If-None-Match": answer.headers["ETag"]})
    assert unchanged.status == 304
    refused = kith.http("GET", f"{path}/calendar.ics", token=guest,
                        headers={"Accept": "application/json"})
    assert refused.code == "not_acceptable"


@support.test
def a_feed_needs_nothing_but_its_address_until_that_is_changed(kith):
    host = member(kith)
    event(kith, host)
    url = kith.http("GET", "/v1/me/calendar", token=host).json["url"]
    path = "/" + url.split("/", 3)[3]
    assert len(parsed(kith.http("GET", path).text)["events"]) == 1
    assert kith.http("GET", path.replace(".ics", "x.ics")).status == 404
    assert kith.http("GET", "/calendar/kith_cal_.ics").status == 404
    assert kith.http("POST", path).status == 405
    other = kith.http("POST", "/v1/me/calendar/rotate", {}, host).json["url"]
    assert other != url and kith.http("GET", path).status == 404
    assert kith.http("GET", "/" + other.split("/", 3)[3]).status == 200
    assert path.split("/")[-1] not in kith.log("gateway")


support.main(__name__)
