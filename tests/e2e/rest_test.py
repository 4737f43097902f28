"""Tests the REST API from sign-up to the feed."""

import json
import re
import time

import support
from support import test

PASSWORD = "a long enough phrase"


@test
def carries_a_stranger_from_sign_up_to_the_feed(kith):
    admin = kith.member("Root", "--active", "--admin")
    address = "stranger@example.org"
    signed = kith.http("POST", "/v1/auth/sign-up",
                       {"email": address, "password": PASSWORD, "name": "Stranger"})
    assert (signed.status, signed.json) == (202, {"status": "verification_sent"})
    early = kith.http("POST", "/v1/auth/sign-in",
                      {"email": address, "password": PASSWORD})
    assert (early.status, early.code) == (403, "email_not_verified")

    token = kith.mailed_token(address, "/verify-email")
    page = kith.http("GET", "/verify-email?token=" + token)
    assert page.status == 200 and token in page.text
    verified = kith.http("POST", "/v1/auth/verify-email", {"token": token})
    assert verified.json["membershipStatus"] == "pending", verified.text
    again = kith.http("POST", "/v1/auth/verify-email", {"token": token})
    assert again.code == "token_not_found"

    session = kith.http("POST", "/v1/auth/sign-in",
                        {"email": address, "password": PASSWORD}).json["token"]
    assert kith.http("GET", "/v1/me", token=session).code == "membership_pending"
    state = kith.http("GET", "/v1/auth/session", token=session)
    assert state.json["account"]["membershipStatus"] == "pending"
    user = state.json["account"]["id"]
    approved = kith.http("POST", f"/v1/admin/members/{user}/approve", token=admin)
    assert approved.json["membershipStatus"] == "active"
    time.sleep(1.1)  # a loop of the gateway may cache the old state for one second
    assert kith.http("GET", "/v1/me", token=session).status == 200

    onboarded = kith.http("POST", "/v1/me/onboarding",
                          {"handle": "stranger", "headline": "No longer one"}, session)
    assert onboarded.json["profile"]["handle"] == "stranger"
    ask = kith.publish(session, "Hello from a stranger").json
    feed = kith.http("GET", "/v1/posts", token=kith.member("Reader")).json
    assert ask["id"] in [item["id"] for item in feed["items"]]

    assert kith.http("POST", "/v1/auth/sign-out", token=session).status == 204
    time.sleep(1.1)
    assert kith.http("GET", "/v1/me", token=session).code == "invalid_token"


@test
def says_that_it_is_healthy(kith):
    health = kith.http("GET", "/health")
    assert health.status == 200 and health.json["status"] == "ok", health.text
    assert health.json["db"] == "up"
    assert kith.http("GET", "/health/ready").status == 200


@test
def challenges_a_stranger(kith):
    answer = kith.http("GET", "/v1/me")
    assert (answer.status, answer.code) == (401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    for credential in ("Bearer nonsense", "Basic dTpw", "Bearer kith_pat_" + "A" * 43):
        answer = kith.http("GET", "/v1/me", headers={"Authorization": credential})
        assert (answer.status, answer.code) == (401, "invalid_token")
    public = kith.http("POST", "/v1/auth/sign-in", {}, "nonsense")
    assert public.code == "validation_failed", "a public route must not check credentials"


@test
def judges_in_the_order_of_the_contract(kith):
    pending = kith.member("Waiting", "--handle", "waiting")
    reader = kith.member("Careful", scopes="network:read")
    broken = {"headers": {"Content-Type": "application/json"}, "raw": b"{"}
    assert kith.http("POST", "/v1/nothing", **broken).code == "route_not_found"
    assert kith.http("POST", "/v1/posts", **broken).code == "unauthenticated"
    assert kith.http("POST", "/v1/posts", token=pending, **broken).code == (
        "membership_pending")
    scoped = kith.http("POST", "/v1/posts", token=reader, **broken)
    assert scoped.code == "insufficient_scope"
    assert scoped.json["requires"] == {"scope": ["network:write"]}
    assert 'scope="network:write"' in scoped.headers["WWW-Authenticate"]
    writer = kith.token("Careful")
    assert kith.http("POST", "/v1/posts", token=writer, **broken).code == (
        "malformed_request")
    assert kith.http("POST", "/v1/posts", {}, writer).code == "validation_failed"
    assert kith.http("GET", "/v1/admin/members", token=writer).code == "admin_required"


@test
def says_a_large_body_in_its_turn(kith):
    large = b'{"title": "' + b"x" * (200 * 1024) + b'"}'
    kind = {"Content-Type": "application/json"}
    assert kith.http("POST", "/v1/posts", raw=large, headers=kind).code == (
        "unauthenticated")
    token = kith.member("Verbose")
    answer = kith.http("POST", "/v1/posts", token=token, raw=large, headers=kind)
    assert (answer.status, answer.code) == (413, "payload_too_large")


@test
def names_the_route_that_helps_after_a_refusal(kith):
    token = kith.member("Helped")
    admin = kith.member("Cure", "--active", "--admin")
    nothing = "0" * 26
    for caller, method, path, route in (
            (token, "GET", f"/v1/events/evt_{nothing}", "GET /v1/events"),
            (token, "GET", f"/v1/intros/intro_{nothing}", "GET /v1/intros"),
            (admin, "POST", f"/v1/admin/outbox/messages/obx_{nothing}/retry",
             "GET /v1/admin/outbox/messages")):
        answer = kith.http(method, path, token=caller)
        assert answer.status == 404, (path, answer.json)
        assert route in answer.json["nextStep"], (path, answer.json)


@test
def says_how_large_a_body_may_be_and_whose(kith):
    page = kith.http("GET", "/docs/problems/payload_too_large").text
    for bound in ("128 KiB", "16 KiB", "8 MiB"):
        assert bound in page, page


@test
def reads_json_in_utf8_only(kith):
    token = kith.member("Typist")
    body = json.dumps({"kind": "idea", "title": "A title", "body": ""}).encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded",
                 "application/json; charset=latin1", "application/merge-patch+json"):
        answer = kith.http("POST", "/v1/posts", token=token, raw=body,
                           headers={"Content-Type": kind})
        assert answer.code == "unsupported_media_type", kind
    refused = (b'{"a":1,"a":2}', b'{"a":"\\u0000"}', b'{"a":"\xff"}',
               b"[" * 17 + b"]" * 17, b"{} {}", b"{,}")
    for raw in refused:
        answer = kith.http("POST", "/v1/posts", token=token, raw=raw,
                           headers={"Content-Type": "application/json"})
        assert answer.code == "malformed_request", raw
    listed = kith.http("POST", "/v1/posts", token=token, raw=b"[]",
                       headers={"Content-Type": "application/json"})
    assert listed.faults == {("#", "type")}


@test
def lists_every_fault_of_a_body(kith):
    token = kith.member("Hasty")
    answer = kith.http("POST", "/v1/posts",
                       {"kind": "nothing", "title": "ab", "tags": [1], "extra": True},
                       token)
    assert answer.status == 422
    assert {("#/kind", "enum"), ("#/title", "too_short"), ("#/body", "required"),
            ("#/extra", "unknown_field")} <= answer.faults, answer.text
    assert kith.http("POST", "/v1/posts", raw=b"", token=token).faults >= {
        ("#/title", "required")}


@test
def lists_every_fault_of_a_query(kith):
    token = kith.member("Curious")
    answer = kith.http("GET", "/v1/posts?limt=1&limit=0&mine=yes", token=token)
    assert answer.faults == {("limt", "unknown_field"), ("limit", "too_small"),
                             ("mine", "type")}, answer.text
    twice = kith.http("GET", "/v1/posts?limit=1&limit=2", token=token)
    assert twice.faults == {("limit", "too_many")}
    assert kith.http("GET", "/v1/posts?cursor=abc", token=token).code == "invalid_cursor"
    for size in (400, 401, 4000):
        path = "/v1/posts?cursor=" + "a" * size
        assert kith.http("GET", path, token=token).code == "invalid_cursor", size
        called = kith.http("POST", "/mcp", {
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "list_posts", "arguments": {"cursor": "a" * size}}}, token)
        assert "invalid_cursor" in called.text, (size, called.text)


@test
def refuses_what_the_path_gives_already(kith):
    token = kith.member("Twofold")
    ask = kith.publish(token).json["id"]
    answer = kith.http("PATCH", f"/v1/posts/{ask}", {"id": ask, "title": "ab"}, token)
    assert answer.faults == {("#/id", "unknown_field"), ("#/title", "too_short")}
    answer = kith.http("PATCH", f"/v1/posts/{ask}?title=abc", {}, token)
    assert answer.faults == {("title", "unknown_field")}
    answer = kith.http("GET", f"/v1/posts/{ask}", token=token, raw=b"{}")
    assert answer.code == "malformed_request"


@test
def judges_the_body_of_a_delete_as_that_of_an_action(kith):
    token = kith.member("Tidy")
    for method, path in (("DELETE", "/v1/auth/sessions"), ("POST", "/v1/auth/sign-out")):
        answer = kith.http(method, path, {"x": 1, "y": {}}, token)
        assert answer.faults == {("#/x", "unknown_field"), ("#/y", "unknown_field")}, (
            answer.text)
        broken = kith.http(method, path, raw=b"{", token=token,
                           headers={"Content-Type": "application/json"})
        assert broken.code == "malformed_request", broken.text
        assert kith.http(method, path, [], token).faults == {("#", "type")}
        many = kith.http(method, path, {f"x{i}": 1 for i in range(998)}, token)
        assert 10 <= len(many.faults) <= 100, len(many.faults)
        more = kith.http(method, path, {f"x{i}": 1 for i in range(1000)}, token)
        assert more.code == "malformed_request", more.text
        assert "more than 1000 values" in more.text, more.text
        plain = kith.http(method, path, raw=b"{}", token=token,
                          headers={"Content-Type": "text/plain"})
        assert plain.code == "unsupported_media_type", plain.text
    ask = kith.publish(token).json["id"]
    answer = kith.http("DELETE", f"/v1/progress/{ask}?x=1", {"id": ask}, token)
    assert answer.faults == {("#/id", "unknown_field"), ("x", "unknown_field")}, (
        answer.text)
    assert kith.http("DELETE", "/v1/auth/sessions", {}, token).status == 204


@test
def names_a_field_of_the_body_as_the_body_does(kith):
    admin = kith.member("Caller", "--active", "--admin")
    made = kith.http("POST", "/v1/orgs", {"slug": "callers", "name": "Callers"}, admin)
    assert made.status == 200, made.text
    project = kith.http("POST", "/v1/projects", {"name": "Called"}, admin).json["id"]
    for method, path, body, detail in (
            ("PATCH", "/v1/orgs/callers", {"slug": None}, "slug must not be null"),
            ("PATCH", "/v1/orgs/callers", {"slug": "a"},
             "slug must have 3 to 40 characters"),
            ("POST", f"/v1/projects/{project}/affiliations", {"kind": "program"},
             "orgSlug is required"),
            ("POST", "/v1/orgs/callers/project-affiliations", {"kind": "program"},
             "projectId is required")):
        answer = kith.http(method, path, body, admin)
        errors = [(one["pointer"], one["detail"]) for one in answer.json["errors"]]
        assert errors == [("#/" + detail.split()[0], detail)], answer.text
        assert answer.json["detail"] == detail, answer.text


@test
def calls_a_malformed_id_not_found(kith):
    token = kith.member("Wanderer")
    for name in ("nonsense", "post_1", "usr_01m7ytxtvhea9rx3mg1zd8fr7f", "%20"):
        answer = kith.http("GET", "/v1/posts/" + name, token=token)
        assert (answer.status, answer.code) == (404, "post_not_found"), name
    other = kith.http("GET", "/v1/posts/usr_01m7ytxtvhea9rx3mg1zd8fr7f", token=token)
    assert "id" in other.json["detail"]


@test
def knows_one_form_of_each_path(kith):
    for path, code in (("/v1/posts/", "route_not_found"),
                       ("/v1//posts", "malformed_request"),
                       ("/v1/%2e%2e/posts", "malformed_request"),
                       ("/v1/posts%2fx", "malformed_request"),
                       ("/V1/posts", "route_not_found"), ("/v1", "route_not_found")):
        assert kith.http("GET", path).code == code, path


@test
def tells_which_methods_a_route_takes(kith):
    answer = kith.http("DELETE", "/v1/posts")
    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD, POST, OPTIONS"
    options = kith.http("OPTIONS", "/v1/posts")
    assert (options.status, options.body) == (204, b"")
    assert options.headers["Allow"] == "GET, HEAD, POST, OPTIONS"
    head = kith.http("HEAD", "/health")
    assert (head.status, head.body) == (200, b"")
    assert int(head.headers["Content-Length"]) > 0


@test
def answers_only_those_who_take_json(kith):
    token = kith.member("Picky")
    answer = kith.http("GET", "/v1/me", token=token, headers={"Accept": "text/html"})
    assert (answer.status, answer.code) == (406, "not_acceptable")
    for accept in ("application/json", "*/*", "text/html, */*;q=0.1"):
        assert kith.http("GET", "/v1/me", token=token,
                         headers={"Accept": accept}).status == 200


@test
def keeps_a_well_formed_request_id(kith):
    answer = kith.http("GET", "/health", headers={"X-Request-Id": "abc.DEF_1-2"})
    assert answer.headers["X-Request-Id"] == "abc.DEF_1-2"
    for odd in ("a b", "x" * 65, "a/b", "é".encode().decode("latin1")):
        answer = kith.http("GET", "/health", headers={"X-Request-Id": odd})
        assert re.fullmatch(r"req_[0-9a-z]{26}", answer.headers["X-Request-Id"])


@test
def describes_itself_in_openapi(kith):
    document = kith.http("GET", "/openapi.json").json
    assert document["openapi"] == "3.1.0" and document["x-feature-level"] >= 1

    def resolve(node):
        if isinstance(node, dict):
            if "$ref" in node:
                target = document
                for part in node["$ref"].removeprefix("#/").split("/"):
                    target = target[part]
            for value in node.values():
                resolve(value)
        elif isinstance(node, list):
            for value in node:
                resolve(value)

    resolve(document)
    names = set()
    for path, item in document["paths"].items():
        for method, operation in item.items():
            names.add(operation["operationId"])
            answer = kith.http(method.upper(), path.replace("{id}", "x"))
            # An invalid unsubscribe link gets the answer of a missing page.
            assert path == "/unsubscribe/{token}" or answer.status not in (404, 405) or \
                answer.code != "route_not_found", path
            assert str(answer.status) in operation["responses"], (method, path,
                                                                  answer.status)
            if answer.status >= 400 and path != "/health/ready":
                response = operation["responses"][str(answer.status)]
                name = response.get("$ref", "").removeprefix("#/components/responses/")
                response = document["components"]["responses"].get(name, response)
                schema = json.dumps(response["content"]["application/problem+json"])
                assert f'"{answer.code}"' in schema, (path, answer.code, schema)
    assert {"post_list", "me_get", "account_sign_up"} <= names


@test
def promises_a_replay_where_answers_are_kept(kith):
    document = kith.http("GET", "/openapi.json").json
    unkept = {"password_forgot", "account_resend_verification", "session_sign_in"}
    for path, item in document["paths"].items():
        for method, op in item.items():
            if not isinstance(op, dict) or "operationId" not in op:
                continue
            text = json.dumps(op)
            promised = op["operationId"] not in unkept and (
                method == "post" or "AwaitingApproval" in text)
            for word in ("/IdempotencyKey", "Replayed"):
                assert (word in text) == promised, (method, path, word)


@test
def answers_with_exactly_the_declared_fields(kith):
    document = kith.http("GET", "/openapi.json").json
    token = kith.member("Exact")
    declared = document["components"]["schemas"]["Post"]
    answer = kith.publish(token).json
    assert list(answer) == list(declared["properties"]) == declared["required"]
    account = document["components"]["schemas"]["Account"]
    assert list(kith.http("GET", "/v1/me", token=token).json) == account["required"]


@test
def leads_clients_from_the_challenge_to_the_resource(kith):
    for path in ("/.well-known/oauth-protected-resource",
                 "/.well-known/oauth-protected-resource/mcp"):
        answer = kith.http("GET", path)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.json["resource"] == kith.base + "/mcp"


@test
def writes_no_secret_into_its_log(kith):
    token = kith.member("Discreet")
    invitation = "secret-of-an-invitation-as-long-as-they-are"
    paths = ["/verify-email?token=secret-of-a-mail"] + [
        path + invitation + end for end in ("", "/", "/more", "//")
        for path in ("/invitations/", "/v1/org-invitations/", "/", "/reset-password/")]
    # The log is limited to a hundred lines a second per address, shared with the earlier
    # tests.
    time.sleep(1.1)
    answers = [kith.http("GET", "/v1/posts?author=very-secret-filter", token=token)]
    answers += [kith.http("GET", path) for path in paths]
    answers.append(kith.http("POST", "/v1/auth/sign-in", {
        "email": "discreet@example.org", "password": "wrong password here"}))
    log = kith.log_with(*answers)
    for secret in (token, "very-secret-filter", "secret-of-a-mail", invitation,
                   "wrong password here"):
        assert secret not in log
    lines = [json.loads(line) for line in log.splitlines() if '"request"' in line]
    assert any(line.get("path") == "/v1/posts" and line.get("status") == 200
               for line in lines)


support.main(__name__)
