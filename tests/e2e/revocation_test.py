"""Revocation takes effect at once on the same gateway, on every surface and in every
loop. tests/e2e/suspension_test.py tests the delay of other gateways."""

import http.client
import json

import support
from support import test

TRIALS = 200
SLOW_TRIALS = 20  # of actions that hash passwords
SIGN_OUTS = 50  # each after a sign-in; revocation_everywhere_test.py can try more
PASSWORD = "a long enough password"


class Lines:
    """Keep-alive connections to one gateway, enough that each loop has some."""

    def __init__(self, kith, count=4):
        self.lines = [http.client.HTTPConnection("127.0.0.1", kith.port, timeout=20)
                      for _ in range(count)]
        self.host = f"localhost:{kith.port}"

    def ask(self, line, method, path, token, body=None):
        headers = {"Host": self.host, "Authorization": "Bearer " + token,
                   "Accept": "application/json, text/event-stream"}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        line.request(method, path, body=body, headers=headers)
        answer = line.getresponse()
        answer.text = answer.read().decode()
        return answer

    def rest(self, line, token):
        answer = self.ask(line, "GET", "/v1/me", token)
        return "ok" if answer.status == 200 else json.loads(answer.text)["code"]

    def session(self, line, token):
        answer = self.ask(line, "GET", "/v1/auth/session", token)
        return "ok" if answer.status == 200 else json.loads(answer.text)["code"]

    def tool(self, line, token):
        answer = self.ask(line, "POST", "/mcp", token, {
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "get_my_profile", "arguments": {}}})
        document = json.loads(answer.text)
        if "error" in document:
            return document["error"]
        if document["result"].get("isError"):
            return json.loads(
                document["result"]["content"][0]["text"].split("\n")[1])["code"]
        return "ok"

    def everywhere(self, surface, token):
        """Returns the result of each line on a surface."""
        return {surface(line, token) for line in self.lines}


def sign_in(kith, name):
    answer = kith.http("POST", "/v1/auth/sign-in",
                       {"email": f"{name.lower()}@example.org", "password": PASSWORD})
    assert answer.status == 200, answer.text
    return answer.json["token"]


def member_with_password(kith, name, *options):
    return kith.kithctl("member", "create", "--email", f"{name.lower()}@example.org",
                        "--name", name, "--password", PASSWORD, "--active",
                        *options)["userId"]


def check(lines, surfaces, token, end, now):
    """The token works everywhere; after `end` the result is `now` everywhere."""
    for surface in surfaces:
        assert lines.everywhere(surface, token) == {"ok"}
    answer = end()
    assert answer.status in (200, 204), answer.text
    for surface in surfaces:
        heard = lines.everywhere(surface, token)
        assert heard == {now}, (surface.__name__, heard)


@test
def refuses_a_revoked_token_at_once(kith):
    lines = Lines(kith)
    member_with_password(kith, "Rita")
    session = sign_in(kith, "Rita")
    for trial in range(TRIALS):
        created = kith.http("POST", "/v1/auth/tokens", token=session,
                            body={"name": f"Number {trial}",
                                  "scopes": ["network:read"]}).json
        check(lines, [lines.rest, lines.tool], created["token"],
              lambda: kith.http("DELETE", "/v1/auth/tokens/" + created["id"],
                                token=session), "invalid_token")


@test
def refuses_a_session_that_signed_out_at_once(kith):
    lines = Lines(kith)
    member_with_password(kith, "Sven")
    for _ in range(SIGN_OUTS):
        session = sign_in(kith, "Sven")
        check(lines, [lines.rest], session,
              lambda: kith.http("POST", "/v1/auth/sign-out",
                                token=session), "invalid_token")


@test
def refuses_the_other_sessions_at_once(kith):
    lines = Lines(kith)
    member_with_password(kith, "Olga")
    own = sign_in(kith, "Olga")
    for _ in range(SLOW_TRIALS):
        other = sign_in(kith, "Olga")
        check(lines, [lines.rest], other,
              lambda: kith.http("DELETE", "/v1/auth/sessions",
                                token=own), "invalid_token")
        one = sign_in(kith, "Olga")
        listed = kith.http("GET", "/v1/auth/sessions", token=own).json["items"]
        id = next(item["id"] for item in listed if not item["current"])
        check(lines, [lines.rest], one,
              lambda: kith.http("DELETE", "/v1/auth/sessions/" + id,
                                token=own), "invalid_token")
    assert lines.everywhere(lines.rest, own) == {"ok"}


@test
def refuses_the_other_sessions_once_the_password_is_changed(kith):
    lines = Lines(kith)
    member_with_password(kith, "Pia")
    own = sign_in(kith, "Pia")
    for _ in range(SLOW_TRIALS):
        other = sign_in(kith, "Pia")
        check(lines, [lines.rest], other,
              lambda: kith.http("POST", "/v1/auth/password/change", token=own,
                                body={"current": PASSWORD, "new": PASSWORD}),
              "invalid_token")


@test
def refuses_everything_once_the_password_is_reset(kith):
    lines = Lines(kith)
    member_with_password(kith, "Rosa")
    token, session = kith.token("Rosa"), sign_in(kith, "Rosa")
    kith.http("POST", "/v1/auth/password/forgot", {"email": "rosa@example.org"})
    link = kith.mailed_token("rosa@example.org", "/reset-password")
    assert lines.everywhere(lines.tool, token) == {"ok"}
    check(lines, [lines.rest], session,
          lambda: kith.http("POST", "/v1/auth/password/reset",
                            {"token": link, "password": PASSWORD + "!"}), "invalid_token")
    for surface in (lines.rest, lines.tool):
        assert lines.everywhere(surface, token) == {"invalid_token"}


@test
def refuses_what_is_left_of_an_account_that_is_gone(kith):
    lines = Lines(kith)
    for trial in range(SLOW_TRIALS):
        name = f"Gone{trial}"
        member_with_password(kith, name)
        token, session = kith.token(name), sign_in(kith, name)
        assert lines.everywhere(lines.rest, session) == {"ok"}
        check(lines, [lines.rest, lines.session, lines.tool], token,
              lambda: kith.http("DELETE", "/v1/auth/account", {"password": PASSWORD},
                                session), "invalid_token")
        assert lines.everywhere(lines.rest, session) == {"invalid_token"}


@test
def answers_no_server_error_to_who_is_gone_at_another_gateway(kith):
    paths = [path
             for path, methods in kith.http("GET", "/openapi.json").json["paths"].items()
             if path.startswith("/v1/") and "get" in methods and "{" not in path]
    assert len(paths) > 10
    with kith.second_gateway() as other:
        for trial in range(3):
            name = f"Left{trial}"
            member_with_password(kith, name)
            token, session = kith.token(name), sign_in(kith, name)
            assert other.http("GET", "/v1/me", token=token).status == 200
            kith.http("DELETE", "/v1/auth/account", {"password": PASSWORD}, session)
            heard = {path: other.http("GET", path, token=token).status for path in paths}
            assert max(heard.values()) < 500, heard
            support.eventually(
                lambda: other.http("GET", "/v1/me", token=token).status == 401)


@test
def lets_an_administrators_decision_hold_at_once(kith):
    lines = Lines(kith)
    admin = kith.member("Ada", "--active", "--admin")
    id = member_with_password(kith, "Mia")
    member = kith.token("Mia")
    for _ in range(TRIALS):
        check(lines, [lines.rest, lines.tool], member,
              lambda: kith.http("POST", f"/v1/admin/members/{id}/suspend", token=admin),
              "membership_suspended")
        approved = kith.http("POST", f"/v1/admin/members/{id}/approve", token=admin)
        assert approved.status == 200, approved.text


@test
def lets_a_role_hold_at_once(kith):
    lines = Lines(kith)
    admin = kith.token("Ada")
    id = member_with_password(kith, "Max", "--admin")
    member = kith.token("Max")
    path = f"/v1/admin/members/{id}/role"

    def administers(line, token):
        return lines.ask(line, "GET", "/v1/admin/members?limit=1", token).status

    for _ in range(SLOW_TRIALS):
        assert lines.everywhere(administers, member) == {200}
        kith.http("PATCH", path, {"role": "member"}, admin)
        assert lines.everywhere(administers, member) == {403}
        kith.http("PATCH", path, {"role": "admin"}, admin)


support.main(__name__, KITH_LOOPS="2")
