"""Tests revocation on every surface: /v1 with sessions, personal access tokens and app
tokens, /mcp with both kinds of tokens, and the pages. It takes effect at once on the
gateway that carried it out, and within a second on another one.

KITH_REVOCATIONS sets the number of trials. Several members run trials in parallel,
because each takes the second of the other gateway.
"""

import concurrent.futures
import http.client
import json
import os
import threading
import time

import oauth
import support

TRIALS = int(os.environ.get("KITH_REVOCATIONS", "3"))
BOUND_S = 1.0
TRIALS_OF_MEMBER = 17
ALL = {"session", "token", "app", "tool token", "tool app", "page", "consent"}
JSON = {"Accept": "application/json, text/event-stream",
        "Content-Type": "application/json"}


class Line:
    def __init__(self, gateway):
        self.line = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=20)
        self.host = f"localhost:{gateway.port}"

    def ask(self, method, path, headers, body=None):
        self.line.request(method, path, body=body and json.dumps(body),
                          headers={"Host": self.host, **headers})
        answer = self.line.getresponse()
        answer.text = answer.read().decode()
        return answer


def rest(line, token):
    return line.ask("GET", "/v1/me", {"Authorization": "Bearer " + token}).status == 200


def tool(line, token):
    answer = line.ask("POST", "/mcp", {"Authorization": "Bearer " + token, **JSON}, {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "get_my_profile", "arguments": {}}})
    return answer.status == 200 and not json.loads(answer.text)["result"].get("isError")


def page(line, cookie):
    answer = line.ask("GET", "/settings/apps", {"Cookie": cookie, "Accept": "text/html"})
    return answer.status == 200 and "<h1>" in answer.text


def admin_rest(line, token):
    return line.ask("GET", "/v1/admin/members?limit=1",
                    {"Authorization": "Bearer " + token}).status == 200


def admin_tool(line, token):
    answer = line.ask("POST", "/mcp", {"Authorization": "Bearer " + token, **JSON}, {
        "jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    return answer.status == 200 and "list_members" in answer.text


def admin_page(line, cookie):
    return line.ask("GET", "/admin",
                    {"Cookie": cookie, "Accept": "text/html"}).status == 200


class Member:
    """A member with every kind of credential, which is created again after each
    revocation."""

    made = []

    @classmethod
    def several(cls, kith, count):
        while len(cls.made) < count:
            cls.made.append(cls(kith, f"Member{len(cls.made)}"))
        return cls.made[:count]

    def __init__(self, kith, name):
        self.kith, self.scopes = kith, list(oauth.EVERYTHING)
        self.browser = oauth.Browser(kith, name)
        self.user = kith.http("GET", "/v1/me", headers=self.cookie_header()).json["id"]
        self.app, self.other = oauth.App(kith), oauth.App(kith, "http://127.0.0.1/other")
        self.connect()
        self.make_token()
        asked = self.app.authorize(self.browser, prompt="consent").headers["Location"]
        self.asked = asked.removeprefix(kith.base)

    def consent(self, line, cookie):
        answer = line.ask("GET", self.asked, {"Cookie": cookie, "Accept": "text/html"})
        return answer.status == 200

    def cookie_header(self):
        return {"Cookie": self.browser.cookie, "Sec-Fetch-Site": "same-origin"}

    def connect(self):
        asked = " ".join(self.scopes)
        self.tools = self.app.connect(self.browser, self.scopes, scope=asked)
        self.rest = self.other.connect(self.browser, self.scopes, scope=asked,
                                       resource=self.kith.base + "/v1")

    def make_token(self):
        made = self.kith.http("POST", "/v1/auth/tokens", {
            "name": "Mine", "scopes": [scope for scope in self.scopes if ":" in scope or
                                       scope == "admin"]}, headers=self.cookie_header())
        assert made.status == 200, made.text
        self.token, self.token_id = made.json["token"], made.json["id"]

    def session(self):
        return self.browser.cookie.split("=", 1)[1]

    def everywhere(self):
        """Returns all surfaces with their credentials."""
        return {"session": (rest, self.session()), "token": (rest, self.token),
                "app": (rest, self.rest["access_token"]),
                "tool token": (tool, self.token),
                "tool app": (tool, self.tools["access_token"]),
                "page": (page, self.browser.cookie),
                "consent": (self.consent, self.browser.cookie)}


def open_on(lines, surfaces, of=all):
    """Returns the surfaces that are open on all of the lines, or on any."""
    return {name for name, (ask, credential) in surfaces.items()
            if of([ask(line, credential) for line in lines])}


def check(what, lines, others, surfaces, end, kept=()):
    """Revokes some open surfaces on the first gateway. They must be closed there at once
    and within a second on the other gateway; `kept` stay open. Returns the delay."""
    begun = open_on(lines + others, surfaces)
    assert begun == set(surfaces), f"{what}: only {begun} open before"
    answer = end()
    acknowledged = time.monotonic()
    assert answer.status in (200, 204, 303), answer.text
    left = {name: one for name, one in surfaces.items() if name not in kept}
    first = open_on(lines, left, any)
    assert not first, f"{what}: open where it was ended: {first}"
    while True:
        began = time.monotonic() - acknowledged
        left = {name: left[name] for name in open_on(others, left, any)}
        if not left:
            break
        assert began <= BOUND_S, (
            f"{what}: open elsewhere after {began:.3f} s: {set(left)}")
        time.sleep(0.01)
    for of in (all, any):
        assert open_on(lines + others, surfaces, of) == set(kept), what
    return began


def run(kith, what, scenario, kept=()):
    """Runs the trials. `scenario` returns a member's open surfaces, the function that
    revokes them, and the function that restores them."""
    count = -(-TRIALS // TRIALS_OF_MEMBER)
    members = [(number, *scenario(member)) for number, member in enumerate(
        Member.several(kith, count))]

    def attempt(second, number, surfaces, end, again):
        took = []
        for _ in range(number, TRIALS, count):
            lines, others = [Line(kith), Line(kith)], [Line(second), Line(second)]
            support.eventually(lambda: open_on(lines + others, surfaces()) ==
                               set(surfaces()))
            took.append(check(what, lines, others, surfaces(), end, kept))
            again()
        return took

    with kith.second_gateway() as second, \
            concurrent.futures.ThreadPoolExecutor(count) as pool:
        tried = [pool.submit(attempt, second, *member) for member in members]
        took = sorted(one for of_member in tried for one in of_member.result())
    print(
        f"{what}: {len(took)} trials, shut elsewhere after {took[len(took) // 2]:.3f} s, "
          f"{took[-1]:.3f} s at most", flush=True)
    assert len(took) == TRIALS


@support.test
def shuts_a_suspended_member_out_of_everything(kith):
    admin = kith.member("Warden", "--active", "--admin")

    def scenario(member):
        def decide(action):
            return kith.http("POST", f"/v1/admin/members/{member.user}/{action}",
                             {"reason": "A test"}, admin)
        return member.everywhere, lambda: decide("suspend"), lambda: decide("reinstate")
    # A suspended member may still manage its credentials, and this page does nothing
    # else.
    run(kith, "suspend", scenario, kept={"page"})


@support.test
def ends_what_an_app_was_given_when_it_is_revoked(kith):
    def revoking(app_of):
        def scenario(member):
            return member.everywhere, lambda: kith.http(
                "DELETE", "/v1/auth/apps/" + app_of(member).id,
                headers=member.cookie_header()), member.connect
        return scenario
    run(kith, "revoke app", revoking(lambda member: member.app), kept=ALL - {"tool app"})
    run(kith, "revoke app of /v1", revoking(lambda member: member.other),
        kept=ALL - {"app"})


@support.test
def ends_a_token_that_its_client_gives_back(kith):
    def giving_back(kind):
        def scenario(member):
            return member.everywhere, lambda: member.app.post("/oauth/revoke", {
                "token": member.tools[kind], "client_id": member.app.id}), member.connect
        return scenario
    for kind in ("access_token", "refresh_token"):
        run(kith, "give back " + kind, giving_back(kind), kept=ALL - {"tool app"})


@support.test
def ends_a_personal_access_token_that_is_deleted(kith):
    def scenario(member):
        return member.everywhere, lambda: kith.http(
            "DELETE", "/v1/auth/tokens/" + member.token_id,
            headers=member.cookie_header()), member.make_token
    run(kith, "revoke token", scenario, kept=ALL - {"token", "tool token"})


@support.test
def ends_a_session_that_signs_out_and_no_app_with_it(kith):
    # one hash at a time, because a queue of hashes would not finish in time
    hashing = threading.Lock()

    def scenario(member):
        def again():
            with hashing:
                member.browser.sign_in()
        return member.everywhere, lambda: kith.http(
            "POST", "/v1/auth/sign-out", headers=member.cookie_header()), again
    run(kith, "sign out", scenario, kept={"token", "app", "tool token", "tool app"})


@support.test
def takes_administration_from_a_member_who_is_demoted(kith):
    chief = kith.member("Chief", "--active", "--admin")

    def give(member, role):
        return kith.http("PATCH", f"/v1/admin/members/{member.user}/role", {"role": role},
                         chief)

    def scenario(member):
        assert give(member, "admin").status == 200
        member.scopes.append("admin")
        member.connect()
        member.make_token()

        def administers():
            return {"session": (admin_rest, member.session()),
                    "token": (admin_rest, member.token),
                    "app": (admin_rest, member.rest["access_token"]),
                    "tool token": (admin_tool, member.token),
                    "tool app": (admin_tool, member.tools["access_token"]),
                    "page": (admin_page, member.browser.cookie)}

        return administers, lambda: give(member, "member"), lambda: give(member, "admin")
    run(kith, "demote", scenario)


support.main(__name__, KITH_LOOPS="2")
