"""Tests intro requests: permissions over REST and as tools, and disclosure of
addresses."""

import concurrent.futures
import json
import re

import support
from support import test

CALLERS = ("sender", "recipient", "stranger", "platform")
CODES = {".": None, "A": "not_author", "N": "intro_not_found", "T": "invalid_transition",
         "E": "intro_exists", "F": "validation_failed"}

# Operation: REST method, path and body, tool and arguments; {id} is the request's id.
OPERATIONS = {
    "accept": ("POST", "/v1/intros/{id}/accept", {}, "respond_to_intro",
               {"id": "{id}", "decision": "accept"}),
    "decline": ("POST", "/v1/intros/{id}/decline", {}, "respond_to_intro",
                {"id": "{id}", "decision": "decline"}),
    "get": ("GET", "/v1/intros/{id}", None, None, None),
    "ask": ("POST", "/v1/intros", {"contextKind": "profile", "toHandle": "recipient",
                                   "message": "Again"}, "request_intro",
            {"contextKind": "profile", "toHandle": "recipient", "message": "Again"}),
    "list": ("GET", "/v1/intros", None, "list_intros", {}),
}

STATES = {
    "": "",
    "accepted": "UPDATE intros SET status = 'accepted', responded_at = now()",
    "declined": "UPDATE intros SET status = 'declined', responded_at = now()",
    "expired": "UPDATE intros SET created_at = created_at - interval '15 days',"
               " expires_at = expires_at - interval '15 days'",
    "suspended": "UPDATE members SET status = 'suspended' WHERE name = 'Sender'",
}

# Operation, state, and a result for each of CALLERS.
TABLE = """
accept  |           | A.NN
accept  | accepted  | A.NN
accept  | declined  | ATNN
accept  | expired   | ATNN
accept  | suspended |  NNN
decline |           | A.NN
decline | accepted  | ATNN
decline | declined  | A.NN
decline | expired   | ATNN
decline | suspended |  NNN
get     |           | ..NN
get     | accepted  | ..NN
get     | suspended |  NNN
ask     |           | EF..
ask     | declined  | .F..
ask     | expired   | .F..
list    |           | ....
list    | accepted  | ....
list    | suspended |  ...
"""


class World:
    def __init__(self, kith):
        self.kith = kith
        self.tokens = {}
        for name in CALLERS:
            options = ["--active"] + (["--admin"] if name == "platform" else [])
            self.tokens[name] = kith.member(name.capitalize(), *options)
            done = kith.http("POST", "/v1/me/onboarding", {"handle": name},
                             self.tokens[name])
            assert done.status == 200, done.text

    def build(self, state):
        """Creates a request from sender to recipient in a state, and returns its id."""
        self.kith.sql(
            "BEGIN; DELETE FROM intros; UPDATE members SET status = 'active'"
            " WHERE status <> 'active'; INSERT INTO intros (id, sender_id, recipient_id,"
            " context_kind, context_id, message)"
            " SELECT '00000000-0000-7000-8000-00000000cccc',"
            " s.id, r.id, 'profile', r.id, 'Hello' FROM members s, members r"
            f" WHERE s.name = 'Sender' AND r.name = 'Recipient'; {STATES[state]}; COMMIT")
        return "intro_0000000000e008000000001k6c"


def by_rest(world, operation, intro, caller):
    method, path, body, _, _ = OPERATIONS[operation]
    answer = world.kith.http(method, path.format(id=intro), body, world.tokens[caller])
    return (None, answer.json) if answer.status == 200 else (answer.code, answer.json)


def by_tool(world, operation, intro, caller):
    _, _, _, tool, arguments = OPERATIONS[operation]
    arguments = {name: value.format(id=intro) for name, value in arguments.items()}
    result = world.kith.call_tool(world.tokens[caller], tool, arguments)
    if not result.get("isError"):
        return None, result["structuredContent"]
    text = result["content"][0]["text"]
    problem = json.loads(text[text.index("{"):])
    return problem["code"], problem


@test
def everybody_may_do_what_the_table_says(kith):
    world, wrong, cells = World(kith), [], 0
    for line in TABLE.strip().splitlines():
        operation, state, letters = (part.strip(" ") for part in line.split("|"))
        for caller, letter in zip(CALLERS, letters.rjust(len(CALLERS))):
            if letter == " ":
                continue
            surfaces = [by_rest] + ([by_tool] if OPERATIONS[operation][3] else [])
            for surface in surfaces:
                code, answer = surface(world, operation, world.build(state), caller)
                cells += 1
                if code != CODES[letter]:
                    wrong.append(f"{operation} [{state}] by {caller}, "
                                 f"{surface.__name__}: {code}")
                # An answer contains an address only if the two have each other's address.
                told = set(re.findall(r"[a-z]+@example\.org", json.dumps(answer)))
                shared = {"sender": {"recipient@example.org"},
                          "recipient": {"sender@example.org"}}.get(caller, set())
                if told - (shared if "accept" in (operation, state.removesuffix("ed"))
                           else set()):
                    wrong.append(f"{operation} [{state}] by {caller}: told {told}")
    assert not wrong, "\n".join(wrong)
    assert cells > 100, cells


@test
def the_two_get_each_others_address_and_nobody_hears_of_it_otherwise(kith):
    ann, ben = kith.member("Ann"), kith.member("Ben")
    for token, handle in ((ann, "ann-a"), (ben, "ben-b")):
        assert kith.http("POST", "/v1/me/onboarding", {"handle": handle},
                         token).status == 200
    ask = kith.publish(ben, "A bench for the garden").json["id"]
    made = kith.http("POST", "/v1/intros", {"contextKind": "post", "contextId": ask,
                                            "message": "I make benches."}, ann)
    assert made.headers["Location"].endswith("/v1/intros/" + made.json["id"]), (
        made.headers)
    made = made.json
    assert made["to"]["handle"] == "ben-b"
    assert made["contextTitle"] == "A bench for the garden"
    told = support.eventually(lambda: kith.http("GET", "/v1/me/notifications", token=ben)
                              .json["items"])
    assert told[0]["kind"] == "intro_received" and "@" not in json.dumps(told), told
    assert told[0]["url"] == f"{kith.base}/v1/intros/{made['id']}"
    accepted = kith.http("POST", f"/v1/intros/{made['id']}/accept", {}, ben,
                         {"Idempotency-Key": "accept-1"})
    assert accepted.json["email"] == "ann@example.org", accepted.text
    again = kith.http("POST", f"/v1/intros/{made['id']}/accept", {}, ben,
                      {"Idempotency-Key": "accept-1"})
    assert again.headers["Idempotency-Replayed"] == "true" and again.json == accepted.json
    # The key belongs to its caller: the other member's request under it is a different
    # one.
    other = kith.http("POST", f"/v1/intros/{made['id']}/accept", {}, ann,
                      {"Idempotency-Key": "accept-1"})
    assert other.code == "not_author" and "@" not in other.text
    read = kith.http("GET", f"/v1/intros/{made['id']}", token=ann)
    assert read.json["email"] == "ben@example.org" and read.headers["ETag"]
    told = support.eventually(lambda: kith.http("GET", "/v1/me/notifications", token=ann)
                              .json["items"])
    assert told[0]["kind"] == "intro_accepted" and "@" not in json.dumps(told), told
    for program in ("gateway", "notifications"):
        assert "@example.org" not in kith.log(program), program
    exported = kith.http("GET", "/v1/auth/export", token=ann)
    assert exported.json["intros"][0]["message"] == "I make benches.", exported.text
    assert "ben@example.org" not in exported.text


@test
def of_sixteen_equal_requests_one_is_made(kith):
    cara, dan = kith.member("Cara"), kith.member("Dan")
    assert kith.http("POST", "/v1/me/onboarding", {"handle": "dan-d"}, dan).status == 200
    body = {"contextKind": "profile", "toHandle": "dan-d", "message": "Hello"}
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        answers = list(
            pool.map(lambda _: kith.http("POST", "/v1/intros", body, cara), range(16)))
    assert sorted(answer.status for answer in answers) == [200] + 15 * [409]
    assert {answer.code for answer in answers if answer.status == 409} == {"intro_exists"}
    assert len(kith.http("GET", "/v1/intros", token=dan).json["items"]) == 1


support.main(__name__)
