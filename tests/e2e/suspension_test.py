"""Tests suspension, reinstatement and roles on every surface, with two gateways."""

import time

import support
from support import test
from threads import Together

BOUND_S = 1.0
ACCEPT = {"Accept": "application/json, text/event-stream"}


def rest(gateway, token):
    answer = gateway.http("GET", "/v1/me", token=token)
    return "ok" if answer.status == 200 else answer.code


def tool(gateway, token):
    result = gateway.call_tool(token, "get_my_profile")
    if not result.get("isError"):
        return "ok"
    return next(code for code in ("membership_suspended", "membership_pending",
                                  "invalid_token")
                if code in str(result["content"]))


class Watch(Together):
    """Calls every gateway on every surface repeatedly, and records when each call began
    and its result."""

    def __init__(self, gateways, token, surfaces):
        self.notes = []
        super().__init__([lambda gateway=gateway, surface=surface:
                          self.ask(gateway, token, surface)
                          for gateway in gateways for surface in surfaces])

    def ask(self, gateway, token, surface):
        while not self.ending.is_set():
            began = time.monotonic()
            self.notes.append((began, gateway.port, surface.__name__,
                               surface(gateway, token)))
            time.sleep(0.01)

    def expect(self, outcome, since):
        """Every call that began over a second after `since` must have this outcome."""
        assert not self.faults, self.faults
        late = [note for note in self.notes if note[0] > since + BOUND_S]
        assert len({note[1:3] for note in late}) == len(self.threads), late
        wrong = [note for note in late if note[3] != outcome]
        assert not wrong, wrong[:5]


def act(kith, admin, user, action, body=None):
    """Carries out the action, and returns the time of its acknowledgement."""
    answer = kith.http("POST", f"/v1/admin/members/{user}/{action}", body, admin)
    assert answer.status == 200, answer.text
    return time.monotonic()


@test
def shuts_out_and_lets_in_on_every_gateway_within_a_second(kith):
    admin = kith.member("Warden", "--active", "--admin")
    token = kith.member("Rowdy", "--active", "--handle", "rowdy")
    user = kith.http("GET", "/v1/me", token=token).json["id"]
    with kith.second_gateway() as second:
        gateways = [kith, second]
        for _ in range(2):
            with Watch(gateways, token, (rest, tool)) as watch:
                time.sleep(0.5)
                suspended = act(kith, admin, user, "suspend")
                time.sleep(2.2)
            before = [note for note in watch.notes if note[0] < suspended - 0.1]
            assert before and all(note[3] == "ok" for note in before), before[:5]
            watch.expect("membership_suspended", suspended)

            with Watch(gateways, token, (rest, tool)) as watch:
                reinstated = act(kith, admin, user, "reinstate", {"reason": "A mistake"})
                time.sleep(2.2)
            watch.expect("ok", reinstated)


@test
def hides_a_suspended_member_and_what_it_wrote_until_it_is_back(kith):
    admin = kith.member("Keeper", "--active", "--admin")
    author, reader = kith.member("Author"), kith.member("Reader")
    user = kith.http("GET", "/v1/me", token=author).json["id"]
    assert kith.http("POST", "/v1/me/onboarding", {"handle": "the-author"},
                     author).status == 200
    post = kith.http("POST", "/v1/posts",
                     {"kind": "idea", "title": "A hidden thing", "body": "",
                      "publishTo": {"public": True}}, author).json

    def seen():
        feed = kith.http("GET", "/v1/posts", token=reader).json["items"]
        found = kith.http("GET", "/v1/members?q=author", token=reader).json["items"]
        searched = kith.call_tool(reader, "search_members", {"q": "author",
                                                            "detail": "full"})
        return (post["id"] in [item["id"] for item in feed],
                kith.http("GET", f"/v1/posts/{post['id']}", token=reader).status,
                "the-author" in [item["handle"] for item in found],
                searched["structuredContent"]["items"] == found,
                kith.http("GET", "/v1/members/the-author", token=reader).status)

    assert seen() == (True, 200, True, True, 200), seen()
    act(kith, admin, user, "suspend")
    assert seen() == (False, 404, False, True, 404), seen()
    assert kith.http("GET", "/v1/auth/session", token=author).json["account"][
        "membershipStatus"] == "suspended"
    act(kith, admin, user, "reinstate", {"reason": "It was another one"})
    assert seen() == (True, 200, True, True, 200), seen()


@test
def takes_the_role_away_everywhere_within_a_second(kith):
    chief = kith.member("Chief", "--active", "--admin")
    deputy = kith.member("Deputy", "--active", "--admin")
    user = kith.http("GET", "/v1/me", token=deputy).json["id"]

    def audit(gateway, token):
        answer = gateway.http("GET", "/v1/admin/audit", token=token)
        return "ok" if answer.status == 200 else answer.code

    def tools(gateway, token):
        answer = gateway.http("POST", "/mcp", token=token, headers=ACCEPT, body={
            "jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        names = {item["name"] for item in answer.json["result"]["tools"]}
        return "ok" if "suspend_member" in names else "admin_required"

    with kith.second_gateway() as second:
        gateways = [kith, second]
        with Watch(gateways, deputy, (audit, tools)) as watch:
            time.sleep(0.5)
            answer = kith.http("PATCH", f"/v1/admin/members/{user}/role",
                               {"role": "member"}, chief)
            assert answer.json["role"] == "member", answer.text
            demoted = time.monotonic()
            time.sleep(2.2)
        watch.expect("admin_required", demoted)


@test
def tells_an_applicant_why_it_was_declined(kith):
    admin = kith.member("Usher", "--active", "--admin")
    token = kith.member("Hopeful", "--handle", "hopeful")
    listed = kith.http("GET", "/v1/admin/members?status=pending", token=admin).json
    user = next(item["id"] for item in listed if item["email"] == "hopeful@example.org")
    act(kith, admin, user, "decline", {"reason": "We are full, sorry."})
    mail = support.eventually(lambda: kith.mails_to("hopeful@example.org"))[-1]
    assert "We are full, sorry." in mail.get_body(("plain",)).get_content()
    time.sleep(1.1)
    assert kith.http("GET", "/v1/me", token=token).code == "membership_suspended"


@test
def administers_over_rest_and_by_tools(kith):
    admin = kith.member("Boss", "--active", "--admin")
    member = kith.member("Common")
    made = kith.http("POST", "/v1/admin/invites", {"note": "Spring", "maxUses": 3},
                     admin).json
    by_operator = kith.kithctl("invite", "create", "--note", "By hand", "--max-uses", "2",
                               "--expires-in-days", "3", "--json")
    assert by_operator["maxUses"] == 2 and by_operator["expiresAt"], by_operator
    by_tool = kith.call_tool(admin, "create_invite", {"maxUses": 4})["structuredContent"]
    listed = kith.call_tool(admin, "list_invites")["structuredContent"]["items"]
    codes = [item["code"] for item in listed]
    assert {made["code"], by_operator["code"], by_tool["code"]} <= set(codes), listed
    assert kith.http("DELETE", f"/v1/admin/invites/{made['code']}",
                     token=admin).status == 204
    listed = kith.http("GET", "/v1/admin/invites", token=admin).json["items"]
    assert made["code"] not in [item["code"] for item in listed]
    assert kith.http("DELETE", "/v1/admin/invites/nothing",
                     token=admin).code == "invite_code_not_found"

    stats = kith.http("GET", "/v1/admin/outbox/stats", token=admin)
    assert stats.json.keys() == {"pending", "failed", "sentLastHour", "oldestPendingAt"}
    assert kith.call_tool(admin, "get_outbox_stats")["structuredContent"]["failed"] == 0

    me = kith.http("GET", "/v1/me", token=member).json["id"]
    unseen = {"subjectType": "post", "reason": "Spam", "subjectId": "post_" + "0" * 26}
    assert kith.http("POST", "/v1/reports", unseen, member).code == "post_not_found"
    ask = kith.http("POST", "/v1/posts", {"kind": "idea", "title": "Buy now", "body": "",
                                          "publishTo": {"public": True}}, admin).json
    report = kith.http("POST", "/v1/reports", {"subjectType": "post", "reason": "Spam",
                                               "subjectId": ask["id"]}, member).json
    assert report["reporter"]["userId"] == me, report
    open_ones = kith.http("GET", "/v1/admin/reports?status=open",
                          token=admin).json["items"]
    assert report in open_ones
    resolved = kith.http("POST", f"/v1/admin/reports/{report['id']}/resolve",
                         token=admin).json
    assert resolved["status"] == "resolved"

    entries = kith.http("GET", "/v1/admin/audit?action=invite.create",
                        token=admin).json["items"]
    assert {entry["credential"] for entry in entries} == {"token", "operator"}, entries
    boss = kith.http("GET", "/v1/me", token=admin).json["id"]
    mine = kith.http("GET", f"/v1/admin/audit?actor={boss}", token=admin).json["items"]
    assert {"invite.create", "invite.revoke", "report.resolve"} <= {
        entry["action"] for entry in mine}
    for route in ("audit", "reports", "invites", "outbox/stats", "members"):
        refused = kith.http("GET", f"/v1/admin/{route}", token=member)
        assert refused.code == "admin_required", route
    assert kith.http("POST", "/v1/reports", {},
                     kith.token("Common", scopes="network:read")
                     ).code == "insufficient_scope"


support.main(__name__)
