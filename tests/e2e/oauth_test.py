"""Tests the authorization server over HTTP."""

import base64
import concurrent.futures
import os
import time

import oauth
import support

SLEEPERS = int(os.environ.get("KITH_SLEEPERS", "40"))


@support.test
def describes_itself_in_every_place_where_clients_look(kith):
    servers = ["/.well-known/oauth-authorization-server",
               "/.well-known/openid-configuration",
               "/.well-known/oauth-authorization-server/mcp",
               "/.well-known/openid-configuration/mcp",
               "/mcp/.well-known/openid-configuration"]
    resources = ["/.well-known/oauth-protected-resource",
                 "/.well-known/oauth-protected-resource/mcp",
                 "/mcp/.well-known/oauth-protected-resource"]
    for paths in (servers, resources):
        answers = [kith.http("GET", path, headers={"Host": "evil.example"})
                   for path in paths]
        assert {answer.status for answer in answers} == {200}
        assert {answer.headers["Content-Type"] for answer in answers} == (
            {"application/json"})
        assert len({answer.text for answer in answers}) == 1
        assert "null" not in answers[0].text and "evil" not in answers[0].text
        for path in paths:
            preflight = kith.http("OPTIONS", path)
            assert preflight.status == 204
            assert preflight.headers["Access-Control-Allow-Origin"] == "*"
            assert kith.http("HEAD", path).status == 200
            assert kith.http("POST", path, {}).status == 405
    server = kith.http("GET", servers[0]).json
    assert server["issuer"] == kith.base
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert kith.http("GET", resources[0]).json["resource"] == kith.base + "/mcp"
    rest = kith.http("GET", "/.well-known/oauth-protected-resource/v1").json
    assert rest["resource"] == kith.base + "/v1"
    for path in ["/.well-known/x", "/.well-known/oauth-protected-resource/x",
                 "/.well-known/oauth-authorization-server/", "/.well-known"]:
        assert kith.http("GET", path, headers={"Accept": "text/html"}).code == (
            "route_not_found")


@support.test
def connects_an_app_from_the_first_refusal_to_the_first_call(kith):
    refused = oauth.list_tools(kith, None)
    challenge = refused.headers["WWW-Authenticate"]
    assert refused.status == 401 and challenge.startswith("Bearer resource_metadata=")
    assert 'scope="network:read network:write"' in challenge and "error=" not in challenge
    browser, app = oauth.Browser(kith, "Ann"), oauth.App(kith)
    asked = app.authorize()  # this browser is not signed in
    there = asked.headers["Location"]
    assert asked.status == 303 and there.startswith("/sign-in?next="), there
    again = browser.get(oauth.query_of(there)["next"])
    back = browser.answer(again.headers["Location"])
    assert back.startswith("http://127.0.0.1/callback?code=")
    answer = oauth.query_of(back)
    assert answer["state"] == "a state" and answer["iss"] == kith.base
    issued = app.redeem(answer["code"])
    assert issued.headers["Cache-Control"] == "no-store"
    tokens = issued.json
    assert tokens["token_type"] == "Bearer" and tokens["expires_in"] == 86400
    assert oauth.list_tools(kith, tokens["access_token"]).status == 200
    who = kith.http("GET", "/oauth/userinfo", token=tokens["access_token"])
    assert who.json["name"] == "Ann" and who.json["sub"].startswith("usr_")
    assert kith.http("POST", "/oauth/userinfo").status == 401
    listed = kith.http("GET", "/v1/auth/apps",
                       headers={"Cookie": browser.cookie}).json["items"]
    assert [app["name"] for app in listed] == ["Test app"]


@support.test
def tells_the_client_when_the_member_does_not_want(kith):
    browser, app = oauth.Browser(kith, "Denier"), oauth.App(kith)
    asked = app.authorize(browser).headers["Location"]
    answer = oauth.query_of(browser.answer(asked, allow=False))
    assert answer["error"] == "access_denied" and answer["iss"] == kith.base
    answered = browser.get(asked)
    assert answered.status == 404 and "connect again" in answered.text.lower()


@support.test
def shows_a_page_that_nobody_frames_and_that_may_lead_away(kith):
    browser, app = oauth.Browser(kith, "Framed"), oauth.App(kith)
    _, _, page = browser.page(app.authorize(browser).headers["Location"])
    policy = page.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy and "form-action" not in policy
    assert page.headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in page.headers
    assert "127.0.0.1" in page.text and "Test app" in page.text
    assert 'value="openid" checked disabled' in page.text and '"admin"' not in page.text
    wrong = app.authorize(browser, redirect_uri="https://evil.example/")
    for directive in ("frame-ancestors 'none'", "style-src 'self'", "script-src 'self'"):
        assert directive in wrong.headers["Content-Security-Policy"], (
            "the policy of the error page")


@support.test
def says_on_the_page_of_consent_that_no_app_waits(kith):
    browser = oauth.Browser(kith, "Visitor")
    for query in ("", "?transaction=", "?transaction=x", "?transaction=" + "x" * 500):
        page = browser.get("/oauth/consent" + query)
        assert page.status == 404, (query, page.status)
        assert "No app is waiting for your answer here" in page.text, page.text
        assert "Go back to the app and connect again" in page.text
        assert 'href="/settings/apps"' in page.text and "token" not in page.text
    program = browser.get("/oauth/consent", Accept="application/json")
    assert (program.status, program.code) == (404, "token_not_found"), program.text
    nobody = kith.http("GET", "/oauth/consent", headers={"Accept": "text/html"})
    assert nobody.status == 303 and nobody.headers["Location"].startswith("/sign-in?")


@support.test
def writes_the_name_of_an_app_as_text(kith):
    app = oauth.App(kith, client_name='"><script>alert(1)</script>\u202e')
    browser = oauth.Browser(kith, "Reader")
    _, _, page = browser.page(app.authorize(browser).headers["Location"])
    assert "<script>" not in page.text and "\u202e" not in page.text
    assert "&lt;script&gt;" in page.text


@support.test
def offers_administration_unchecked_and_to_administrators_alone(kith):
    browser, app = oauth.Browser(kith, "Boss", "--admin"), oauth.App(kith)
    asked = app.authorize(browser, scope="network:read").headers["Location"]
    _, _, page = browser.page(asked)
    assert 'value="admin"' not in page.text, "the app did not ask for it"
    refused = app.redeem(oauth.query_of(browser.answer(asked, ["admin"]))["code"]).json
    assert "admin" not in refused["scope"].split()
    asked = app.authorize(browser, scope="network:read admin").headers["Location"]
    _, _, page = browser.page(asked)
    assert 'value="admin">' in page.text
    tokens = app.redeem(oauth.query_of(browser.answer(asked, ["admin"]))["code"]).json
    assert "admin" in tokens["scope"].split()
    member, other = oauth.Browser(kith, "Plain"), oauth.App(kith)
    tokens = other.connect(member, ["admin", "network:read"], scope="network:read admin")
    assert "admin" not in tokens["scope"].split()


@support.test
def keeps_members_who_wait_or_are_suspended_out(kith):
    browser, app = oauth.Browser(kith, "Waiting", "--handle", "waiting"), oauth.App(kith)
    page = app.authorize(browser, scope="network:read admin")
    assert oauth.told(page) is None and "<code>access_denied</code>" in page.text
    assert "whose account is active" in page.text and 'href="/"' in page.text
    browser = oauth.Browser(kith, "Suspended")
    tokens = app.connect(browser)
    kith.sql("UPDATE members SET status = 'suspended'"
             " WHERE email = 'suspended@example.org'")
    assert oauth.error_of(app.refresh(tokens["refresh_token"])) == "invalid_grant"
    kith.sql("UPDATE members SET status = 'active' WHERE email = 'suspended@example.org'")
    assert app.refresh(tokens["refresh_token"]).status == 200


@support.test
def holds_each_token_to_what_it_is_for(kith):
    browser, app = oauth.Browser(kith, "Audience"), oauth.App(kith)
    tools = app.connect(browser)["access_token"]
    rest = app.connect(browser, resource=kith.base + "/v1")["access_token"]
    assert oauth.list_tools(kith, tools).status == 200
    assert kith.http("GET", "/v1/me", token=tools).code == "invalid_token"
    assert kith.http("GET", "/v1/me", token=rest).status == 200
    crossed = oauth.list_tools(kith, rest)
    assert crossed.status == 401
    assert 'error="invalid_token"' in crossed.headers["WWW-Authenticate"]
    for path in ["/mcp?access_token=" + tools, "/v1/me?access_token=" + rest]:
        assert kith.http("GET", path).status == 401
    for kind in (browser.cookie.split("=")[1], kith.token("Audience")):
        assert kith.http("GET", "/oauth/userinfo", token=kind).status == 401
    refused = app.authorize(browser, resource="https://evil.example/mcp")
    assert oauth.query_of(oauth.told(refused))["error"] == "invalid_target"


@support.test
def takes_no_answer_without_the_session_and_the_page(kith):
    ann, eve = oauth.Browser(kith, "Alice"), oauth.Browser(kith, "Eve")
    app = oauth.App(kith)
    asked = app.authorize(ann).headers["Location"]
    action, hidden, _ = ann.page(asked)
    fields = list(hidden.items())
    foreign = [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
               {"Sec-Fetch-Site": "none", "Cookie": eve.cookie},
               {"Cookie": "kith_session=kith_ses_" + "A" * 43}, {"Cookie": "x=y"}]
    for headers in foreign:
        answer = ann.post(action, fields, **headers)
        location = answer.headers["Location"] or ""
        assert "code=" not in location and answer.status != 200, (headers, answer.status)
    for name in ("token", "csrf"):
        forged = [(key, "x" if key == name else value) for key, value in fields]
        assert "code=" not in (ann.post(action, forged).headers["Location"] or "")
    assert eve.get(asked).status == 404  # the request was made in Ann's browser
    _, others, _ = eve.page(app.authorize(eve).headers["Location"])
    mixed = dict(hidden, token=others["token"])
    assert "code=" not in (ann.post(action, mixed).headers["Location"] or "")
    assert "code=" in ann.post(action, fields).headers["Location"]
    assert ann.post(action, fields).status == 404


def redirected(app, browser, pairs):
    """The error for the client, to which a page links; None when there is none."""
    answer = app.authorize(browser, pairs)
    assert answer.status in (303, 400), (answer.status, answer.text)
    if answer.status == 303:
        location = answer.headers["Location"]
        assert location.startswith(app.kith.base + "/oauth/consent?"), location
        return None
    location = oauth.told(answer)
    assert location is None or location.startswith(app.redirect), location
    return location and oauth.query_of(location)["error"]


@support.test
def answers_every_bad_request_for_authorization_where_it_should(kith):
    browser, app = oauth.Browser(kith, "Bad"), oauth.App(kith)
    usual = app.request(scope="network:read", resource=kith.base + "/mcp", nonce="n",
                        prompt="consent", response_mode="query")
    absent = {"response_type": "invalid_request", "code_challenge": "invalid_request",
              "code_challenge_method": "invalid_request"}
    for name in usual:
        nowhere = name == "client_id"
        rest = [(key, value) for key, value in usual.items() if key != name]
        assert redirected(app, browser, rest) == absent.get(name), name
        assert redirected(app, browser, [*rest, (name, "")]) == absent.get(name), name
        for padded in ([(name, ""), *usual.items()],
                       [*usual.items(), (name, ""), (name, "")]):
            assert redirected(app, browser, padded) is None, (
                name, "a parameter that occurs twice")
        twice = redirected(app, browser, [*usual.items(), (name, "another")])
        expected = {"client_id": None, "redirect_uri": None}
        assert twice == expected.get(name, "invalid_request"), (name, twice)
        long = redirected(app, browser, [*rest, (name, "x" * 2500)])
        assert long == (None if nowhere or name == "redirect_uri"
                        else "invalid_request"), name
        odd = redirected(app, browser, [*rest, (name, "\u00e9\r\nSet-Cookie: a=b")])
        assert name in ("state", "nonce", "scope", "prompt") or odd != "", name
    again = [*usual.items(), ("resource", kith.base + "/mcp"), ("unheard", "of")]
    assert redirected(app, browser, again) is None
    assert redirected(app, browser, [*usual.items(), ("request", "x")]) == (
        "request_not_supported")
    for raw in ["?%", "?client_id=%00", "?client_id=%ff", "?" + "a=b&" * 70]:
        answer = kith.http("GET", "/oauth/authorize" + raw)
        assert answer.status == 400 and "Location" not in answer.headers, raw
    posted = app.post("/oauth/authorize", usual)
    assert posted.status == 303, posted.text
    assert posted.headers["Location"].startswith("/oauth/authorize?response_type=code&")
    posted = app.post("/oauth/authorize", usual, {"Cookie": browser.cookie})
    assert posted.status == 303 and "/oauth/consent?" in posted.headers["Location"]
    assert kith.http("PUT", "/oauth/authorize").status == 405


@support.test
def passes_over_what_is_empty_and_takes_a_resource_that_stands_twice(kith):
    browser, app = oauth.Browser(kith, "Empty"), oauth.App(kith)
    rest = kith.base + "/v1"
    pairs = [("scope", ""), ("resource", rest),
             *app.request(scope="network:read").items(),
             ("resource", ""), ("resource", rest), ("request", ""), ("request", "")]
    asked = app.authorize(browser, pairs).headers["Location"]
    code = oauth.query_of(browser.answer(asked,
                                         ["network:read", "offline_access"]))["code"]
    redeem = {"grant_type": "authorization_code", "code": code, "client_id": app.id,
              "code_verifier": app.verifier, "resource": rest}
    empty = [(name, "") for name in redeem]
    tokens = app.post("/oauth/token",
                      [*empty, *redeem.items(), *empty, ("resource", rest)])
    assert tokens.status == 200, tokens.text
    assert set(tokens.json["scope"].split()) == (
        {"openid", "network:read", "offline_access"})
    assert kith.http("GET", "/v1/me", token=tokens.json["access_token"]).status == 200
    fresh = app.post("/oauth/token", [
        ("grant_type", "refresh_token"), ("refresh_token", tokens.json["refresh_token"]),
        ("client_id", app.id), ("scope", ""), ("scope", "network:read"),
        ("resource", "")])
    assert fresh.status == 200, fresh.text
    assert fresh.json["scope"].split() == ["openid", "network:read"]
    for pairs in ([("resource", rest), ("resource", kith.base + "/mcp")],
                  [("resource", rest), ("resource", ""), ("resource", rest + "/")]):
        two = [*app.request().items(), *pairs]
        location = oauth.told(app.authorize(browser, two))
        assert oauth.query_of(location)["error"] == "invalid_request", location


@support.test
def answers_every_bad_request_for_tokens_in_oauths_words(kith):
    browser, app = oauth.Browser(kith, "Worse"), oauth.App(kith)
    refresh = app.connect(browser)["refresh_token"]
    redeem = {"grant_type": "authorization_code", "client_id": app.id,
              "code": "kith_code_x",
              "code_verifier": app.verifier, "redirect_uri": app.redirect,
              "resource": kith.base + "/mcp"}
    rotate = {"grant_type": "refresh_token", "client_id": app.id,
              "refresh_token": refresh,
              "scope": "network:read", "resource": kith.base + "/mcp"}
    needed = {"grant_type": "invalid_request", "client_id": "invalid_client",
              "code": "invalid_request", "refresh_token": "invalid_request"}
    long = {"grant_type": "unsupported_grant_type", "client_id": "invalid_client",
            "resource": "invalid_target", "scope": "invalid_scope"}
    for sent in (redeem, rotate):
        for name in sent:
            rest = [(key, value) for key, value in sent.items() if key != name]
            for pairs in (rest, [*rest, (name, "")]):
                answer = app.post("/oauth/token", pairs)
                if name in needed:
                    assert oauth.error_of(answer) == needed[name], (name, answer.text)
                else:
                    assert answer.status in (200, 400), answer.text
            twice = app.post("/oauth/token", [*sent.items(), (name, "another")])
            assert oauth.error_of(twice) == "invalid_request", name
            answer = app.post("/oauth/token", [*rest, (name, "x" * 5000)])
            wrong = long.get(name) or ("invalid_grant"
                                       if name in ("code", "refresh_token")
                                       else "invalid_request")
            assert oauth.error_of(answer) == wrong, (name, answer.text)
    answer = app.post("/oauth/token", {**redeem, "grant_type": "password"})
    assert oauth.error_of(answer) == "unsupported_grant_type"
    unknown = app.redeem("x", client_id="cli_00000000000000000000000000")
    assert unknown.status == 401 and oauth.error_of(unknown) == "invalid_client"
    for body, kind in [(b"{}", "application/json"), (b"\0=x", None), (b"a=%", None),
                       (b"x" * 20000, None), (b"", None)]:
        answer = kith.http("POST", "/oauth/token", raw=body, headers={
            "Content-Type": kind or oauth.FORM["Content-Type"]})
        assert answer.status in (400, 413) and oauth.error_of(answer) == "invalid_request"
    assert kith.http("GET", "/oauth/token").status == 405


@support.test
def answers_every_bad_registration_in_oauths_words(kith):
    good = {"client_name": "x", "redirect_uris": ["http://127.0.0.1/"],
            "grant_types": ["authorization_code"], "response_types": ["code"],
            "token_endpoint_auth_method": "none"}
    values = [1, True, {}, [], [1], [[]], "", "x" * 5000, ["x" * 5000], ["x"] * 30]
    for name in good:
        for value in values:
            answer = kith.http("POST", "/oauth/register", {**good, name: value})
            assert answer.status in (201, 400), (name, value, answer.text)
            if answer.status == 400:
                assert oauth.error_of(answer) == ("invalid_redirect_uri"
                                                  if name == "redirect_uris"
                                                  else "invalid_client_metadata"), (name,
                                                                                    value)
            assert name != "redirect_uris" or answer.status == 400, value
        assert kith.http("POST", "/oauth/register",
                         {**good, name: None}).status in (201, 400)
    for raw in [b"", b"[]", b"x", b'"x"', b"{", b'{"a":1,"a":2}', b"{}", b"\xff"]:
        answer = kith.http("POST", "/oauth/register", raw=raw,
                           headers={"Content-Type": "application/json"})
        assert answer.status == 400, raw
        oauth.error_of(answer)
    big = kith.http("POST", "/oauth/register", {**good, "more": "x" * 20000})
    assert big.status == 413 and oauth.error_of(big)
    answer = kith.http("POST", "/oauth/register",
                       {**good, "software_id": None, "scope": "x",
                        "logo_uri": 7, "application_type": "native"})
    assert answer.status == 201 and "null" not in answer.text


@support.test
def tells_an_app_the_scope_that_it_registered(kith):
    good = {"client_name": "Scoped", "redirect_uris": ["http://127.0.0.1/scoped"],
            "token_endpoint_auth_method": "none"}
    clients = set()
    for scope in ("network:read network:write offline_access", "network:read", "admin",
                  "x", " a  b ", "\u00e9\"\\<", "x" * 9000):
        answer = kith.http("POST", "/oauth/register", {**good, "scope": scope})
        assert (answer.status, answer.json["scope"]) == (201, scope), answer.text
        clients.add(answer.json["client_id"])
    # A scope of the wrong type is ignored. The answer omits it, because clients accept no
    # null and no list.
    for scope in (None, "", 1, True, {}, [], ["network:read"]):
        answer = kith.http("POST", "/oauth/register", {**good, "scope": scope})
        assert answer.status == 201 and "scope" not in answer.json, (scope, answer.text)
        clients.add(answer.json["client_id"])
    assert "scope" not in kith.http("POST", "/oauth/register", good).json
    assert len(clients) == 1, "the scope is no limit, so it does not distinguish apps"


@support.test
def takes_the_secret_of_a_client_in_both_ways(kith):
    browser = oauth.Browser(kith, "Secret")
    made = kith.kithctl("client", "create", "--name", "Ours", "--redirect-uris",
                        "https://app.example/callback", "--confidential")
    app = oauth.App(kith)
    app.redirect, app.id = "https://app.example/callback", made["clientId"]
    _, _, page = browser.page(app.authorize(browser).headers["Location"])
    assert "This app is not verified" not in page.text

    def with_header(client, secret, **changes):
        both = base64.b64encode(f"{client}:{secret}".encode()).decode()
        sent = {"grant_type": "authorization_code", "code": app.code(browser),
                "code_verifier": app.verifier, **changes}
        return app.post("/oauth/token", sent, {"Authorization": "Basic " + both})

    assert app.redeem(app.code(browser), client_secret=made["clientSecret"]).status == 200
    assert with_header(app.id, made["clientSecret"]).status == 200
    encoded = made["clientSecret"].replace("_", "%5F").replace("-", "%2D")
    assert with_header(app.id.replace("_", "%5F"), encoded).status == 200
    wrong = with_header(app.id, "x")
    assert wrong.status == 401 and wrong.headers["WWW-Authenticate"].startswith("Basic ")
    both = with_header(app.id, made["clientSecret"], client_secret=made["clientSecret"])
    assert oauth.error_of(both) == "invalid_request"
    assert app.redeem(app.code(browser)).status == 401
    for header in ["Basic", "Basic !", "Basic " + base64.b64encode(b"x").decode(),
                   "Bearer x"]:
        answer = app.post("/oauth/token",
                          {"grant_type": "refresh_token", "refresh_token": "x"},
                          {"Authorization": header})
        assert answer.status == 401, header


@support.test
def ends_tokens_at_once_and_everywhere(kith):
    browser, app = oauth.Browser(kith, "Ender"), oauth.App(kith)

    def expect_ended(end):
        tokens = app.connect(browser)
        assert oauth.list_tools(kith, tokens["access_token"]).status == 200
        end(tokens)
        assert oauth.list_tools(kith, tokens["access_token"]).status == 401
        return tokens

    def revoke(name):
        return lambda tokens: app.post("/oauth/revoke",
                                       {"token": tokens[name], "client_id": app.id})
    assert app.refresh(expect_ended(revoke("access_token"))["refresh_token"]).status == (
        200)
    for end in (revoke("refresh_token"),
                lambda _: kith.http("DELETE", "/v1/auth/apps/" + app.id, headers={
                    "Cookie": browser.cookie, "Sec-Fetch-Site": "same-origin"})):
        assert oauth.error_of(app.refresh(expect_ended(end)["refresh_token"])) == (
            "invalid_grant")
    nothing = app.post("/oauth/revoke", {"token": "x", "client_id": app.id})
    assert nothing.status == 200
    for pairs in ({"token": "x"}, {"client_id": app.id},
                  {"token": "x", "client_id": "y"}):
        assert app.post("/oauth/revoke", pairs).status in (400, 401)


@support.test
def remembers_consent_for_the_very_same_and_only_where_nobody_led_the_browser(kith):
    browser = oauth.Browser(kith, "Memory")
    app = oauth.App(kith, "https://app.example/callback")
    app.connect(browser)
    again = app.authorize(browser, headers={"Sec-Fetch-Site": "none"}).headers["Location"]
    assert again.startswith(app.redirect + "?code="), again
    for site in ("cross-site", "same-site", "same-origin", ""):
        asked = app.authorize(browser,
                              headers={"Sec-Fetch-Site": site}).headers["Location"]
        assert "/oauth/consent?" in asked
    nobody = oauth.told(app.authorize(prompt="none"))
    assert oauth.query_of(nobody)["error"] == "login_required"


@support.test
def takes_from_every_grant_of_an_app_what_a_later_consent_leaves_out(kith):
    browser, app = oauth.Browser(kith, "Narrow"), oauth.App(kith)
    rest = {"resource": kith.base + "/v1"}
    first = app.connect(browser, **rest)

    def write(token):
        return kith.http("PATCH", "/v1/me", {"headline": "Weaver"}, token)

    assert write(first["access_token"]).status == 200
    asked = app.authorize(browser, **rest).headers["Location"]
    _, _, page = browser.page(asked)
    assert "other connections lose what you leave out here." in page.text, page.text
    browser.answer(asked, allow=False)
    assert write(first["access_token"]).status == 200
    # What the app does not ask for stays.
    less = app.authorize(browser, scope="network:read", **rest).headers["Location"]
    browser.answer(less, ["network:read", "offline_access"])
    assert write(first["access_token"]).status == 200
    asked = app.authorize(browser, **rest).headers["Location"]
    browser.answer(asked, ["profile", "network:read", "offline_access"])
    assert write(first["access_token"]).code == "insufficient_scope"
    assert kith.http("GET", "/v1/me", token=first["access_token"]).status == 200
    again = app.refresh(first["refresh_token"]).json
    assert again["scope"] == "openid profile network:read offline_access", again
    assert write(again["access_token"]).code == "insufficient_scope"


def let_sleep(kith):
    """Moves everything that apps hold two and a half days into the past."""
    kith.sql("""UPDATE credentials SET created_at = created_at - interval '60 hours',
                expires_at = expires_at - interval '60 hours',
                absolute_expires_at = absolute_expires_at - interval '60 hours'
                WHERE kind = 'oauth';
                UPDATE oauth_grants SET created_at = created_at - interval '60 hours',
                expires_at = expires_at - interval '60 hours';
                UPDATE oauth_refresh_tokens
                SET created_at = created_at - interval '60 hours',
                expires_at = expires_at - interval '60 hours',
                spent_at = spent_at - interval '60 hours'""")


@support.test
def lets_apps_that_slept_over_a_weekend_go_on_without_a_person(kith):
    """Each app refreshes twice at the same moment, as two programs that share its tokens.
    Each refresh is repeated, as after a lost answer."""
    # A member has at most a hundred grants.
    browsers = [oauth.Browser(kith, f"Sleeper{number}")
                for number in range(-(-SLEEPERS // 90))]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        def connect(number):
            app = oauth.App(kith, f"http://127.0.0.1/{number}")
            return app, app.connect(browsers[number // 90])

        slept = list(pool.map(connect, range(SLEEPERS)))
        consents = kith.sql("SELECT count(*) FROM oauth_grants WHERE revoked_at IS NULL")
        let_sleep(kith)

        def wake(pair):
            app, tokens = pair
            first = oauth.list_tools(kith, tokens["access_token"]).status
            return first, [app.refresh(tokens["refresh_token"]) for _ in range(2)]

        began = time.monotonic()
        woken = list(pool.map(wake, [pair for pair in slept for _ in range(2)]))
        took = time.monotonic() - began
        for first, answers in woken:
            assert first == 401 and [answer.status for answer in answers] == [200, 200], (
                first, answers[0].text, answers[1].text)
        fresh = []
        for (_, one), (_, other) in zip(woken[::2], woken[1::2]):
            successors = {answer.json["refresh_token"] for answer in one + other}
            assert len(successors) == 1, (
                "two programs that share a token must get the same successor")
            fresh += [answer.json["access_token"] for answer in one + other][-1:]
        calls = list(pool.map(lambda token: oauth.list_tools(kith, token).status, fresh))
    assert calls == [200] * SLEEPERS, calls
    assert kith.sql("SELECT count(*) FROM oauth_grants WHERE revoked_at IS NULL") == (
        consents)
    print(f"{SLEEPERS} apps slept, {4 * SLEEPERS} refreshes in {took:.1f} s, no new "
          "consent")


@support.test
def knows_a_spent_code_and_token_after_a_restart(kith):
    browser, app = oauth.Browser(kith, "Restart"), oauth.App(kith)
    code = app.code(browser)
    tokens = app.redeem(code).json
    other = app.connect(browser)
    fresh = app.refresh(other["refresh_token"]).json
    kith.stop()
    kith.start()
    support.eventually(kith.is_ready, support.READY_TIMEOUT_S)
    assert oauth.error_of(app.redeem(code)) == "invalid_grant"
    assert oauth.list_tools(kith, tokens["access_token"]).status == 401
    kith.sql("UPDATE oauth_refresh_tokens SET spent_at = spent_at - interval '301 "
             "seconds'")
    assert oauth.error_of(app.refresh(other["refresh_token"])) == "invalid_grant"
    assert oauth.list_tools(kith, fresh["access_token"]).status == 401
    mail = support.eventually(lambda: kith.mails_to(browser.address))[-1]
    assert mail["Subject"] == "An app was disconnected from your account"
    assert "Test app" in mail.get_body(("plain",)).get_content()


@support.test
def writes_no_secret_into_a_log(kith):
    log = kith.log("gateway") + kith.log("identity")
    for secret in ("kith_code_", "kith_at_", "kith_rt_", "kith_tx_", "kith_cs_",
                   "code_verifier"):
        assert secret not in log, secret


support.main(__name__)
