"""Tries the known attacks on authorization servers and tool servers.

Each row names an attack and the tests that prevent it; tests without a file are below.

    a refresh token used by many at once   refresh_rotate_test.c, code_redeem_test.c
    a spent token works after a restart    oauth_test.knows_a_spent_code_and_token_...
    other flows by the client's metadata   answers_in_no_other_flow_than_with_a_code
    a revocation misses one of two grants  ends_everything_that_an_app_was_ever_allowed
    codes before the second factor         asks_nobody_whose_second_factor_is_missing
    an address or PKCE left unchecked      takes_no_weaker_challenge, oauth_test
    a failed verifier leaves the code      code_redeem_test.c, takes_no_weaker_challenge
    SQL in a page token, a default key     paging_test, keys_test
    similar redirect addresses             authorization_begin_test.c,
                                           returns_to_no_address_like_it
    javascript: registered                 client_register_test.c, documents_test
    a stranger registers an app's data     client_register_test.c (finds_no_public_...)
    a page of another site calls tools     mcp_raw_transport (strange origins)
    answers to another client's id         isolation_test
    another client's session               mcp_raw_transport (ignores_sessions...)
    strangers push out members' requests   keeps_a_members_request_while_others_ask
    one network uses up the registrations  keeps_registrations_for_other_networks
    registrations hold up other changes    changes_pass_registrations_that_wait
    the server as an open redirector       redirects_nobody_to_an_app_that_nobody_...
    a session makes grants without end     counts_an_authorization_as_a_write
"""

import contextlib
import os
import re
import signal
import subprocess
import urllib.parse

import oauth
import support
import threads


@support.test
def answers_in_no_other_flow_than_with_a_code(kith):
    browser, app = oauth.Browser(kith, "Implicit"), oauth.App(kith)
    for wanted in ("token", "id_token", "code token", "code id_token", "none", "CODE",
                   " code"):
        location = oauth.told(app.authorize(browser, response_type=wanted))
        assert oauth.query_of(location)["error"] == "unsupported_response_type", wanted
        assert "#" not in location, location
        assert "_token" not in location.replace("id_token", ""), location
    for mode in ("fragment", "form_post", "query.jwt"):
        location = oauth.told(app.authorize(browser, response_mode=mode))
        assert oauth.query_of(location)["error"] == "invalid_request"
        assert "#" not in location
    # The request is stored on the server: parameters of the answer do not change it.
    asked = app.authorize(browser, scope="network:read").headers["Location"]
    action, hidden, _ = browser.page(asked)
    more = {"response_type": "token", "redirect_uri": "https://evil.example/",
            "client_id": "x",
            "scope": "admin", "state": "another", "resource": kith.base + "/v1"}
    forged = browser.post(action + "&" + urllib.parse.urlencode(more),
                          [*hidden.items(), ("scopes", "network:write"), *more.items()])
    location = forged.headers["Location"] or ""
    assert location == "" or location.startswith("http://127.0.0.1/callback?code="), (
        location)
    if not location:
        location = browser.answer(asked, ["network:read", "network:write", "admin"])
    assert oauth.query_of(location)["state"] == "a state" and "#" not in location
    tokens = app.redeem(oauth.query_of(location)["code"]).json
    assert set(tokens["scope"].split()) <= {"openid", "network:read", "offline_access"}, (
        tokens)
    assert oauth.list_tools(kith, tokens["access_token"]).status == 200


@support.test
def ends_everything_that_an_app_was_ever_allowed(kith):
    browser, app = oauth.Browser(kith, "Twice"), oauth.App(kith)
    first, second = app.connect(browser), app.connect(browser)
    third = app.connect(browser, ["network:read"], resource=kith.base + "/v1")
    waiting = app.code(browser, prompt="consent")
    gone = kith.http("DELETE", "/v1/auth/apps/" + app.id, headers={
        "Cookie": browser.cookie, "Sec-Fetch-Site": "same-origin"})
    assert gone.status == 204
    for tokens in (first, second):
        assert oauth.list_tools(kith, tokens["access_token"]).status == 401
        assert oauth.error_of(app.refresh(tokens["refresh_token"])) == "invalid_grant"
    assert kith.http("GET", "/v1/me", token=third["access_token"]).status == 401
    assert oauth.error_of(app.redeem(waiting)) == "invalid_grant"


@support.test
def asks_nobody_whose_second_factor_is_missing(kith):
    browser, app = oauth.Browser(kith, "Factor"), oauth.App(kith)
    app.connect(browser)
    own = {"Cookie": browser.cookie, "Sec-Fetch-Site": "same-origin"}
    begun = kith.http("POST", "/v1/auth/totp", {"password": oauth.PASSWORD}, headers=own)
    assert begun.status == 200, begun.text
    done = kith.http("POST", "/v1/auth/totp/confirm",
                     {"code": support.totp(begun.json["secret"])}, headers=own)
    assert done.status == 200, done.text
    refused = kith.http("POST", "/v1/auth/sign-in", {
        "email": browser.address, "password": oauth.PASSWORD, "as": "cookie"})
    assert refused.code == "totp_required" and refused.headers["Set-Cookie"] is None
    page = kith.http("POST", "/sign-in", headers={**oauth.FORM, "Origin": kith.base,
                                                  "Accept": "text/html"},
                     raw=urllib.parse.urlencode({"email": browser.address,
                                                 "password": oauth.PASSWORD}).encode())
    assert page.status in (200, 422) and 'name="totp"' in page.text, page.text
    cookie = (page.headers["Set-Cookie"] or "x=y").split(";")[0]
    assert "kith_ses_" not in cookie
    asked = app.authorize(headers={"Cookie": cookie, "Sec-Fetch-Site": "none"})
    assert asked.status == 303, asked.text
    assert asked.headers["Location"].startswith("/sign-in?next="), asked.headers


@support.test
def takes_no_weaker_challenge(kith):
    browser, app = oauth.Browser(kith, "Downgrade"), oauth.App(kith)
    for changes in ({"code_challenge_method": "plain"}, {"code_challenge_method": "s256"},
                    {"code_challenge_method": None}, {"code_challenge": None},
                    {"code_challenge": "x" * 42}, {"code_challenge": "x" * 44},
                    {"code_challenge": "x" * 42 + "="},
                    {"code_challenge": "\u00e9" * 43}):
        location = oauth.told(app.authorize(browser, **changes))
        assert oauth.query_of(location)["error"] == "invalid_request", changes
    good = app.verifier
    for verifier in ("a", "a" * 42, "a" * 129, "a" * 42 + "!", ""):
        app.verifier = verifier
        refused = app.redeem(app.code(browser))
        assert oauth.error_of(refused) == ("invalid_grant" if verifier
                                           else "invalid_request")
    app.verifier = good
    code = app.code(browser)
    assert oauth.error_of(app.redeem(code, code_verifier=app.challenge)) == (
        "invalid_grant")
    assert oauth.error_of(app.redeem(code)) == "invalid_grant", (
        "the failed attempt must invalidate the code")


@support.test
def returns_to_no_address_like_it(kith):
    browser = oauth.Browser(kith, "Likeness")
    app = oauth.App(kith, "https://app.example/callback")
    for uri in ["https://app.example/callback/", "https://app.example/callback?x=y",
                "https://app.example/callback/../evil", "https://app.example/Callback",
                "https://APP.example/callback", "HTTPS://app.example/callback",
                "https://app.example:443/callback",
                "https://app.example.evil.example/callback",
                "https://app.example@evil.example/callback",
                "https://evil.example/callback", "https://app.example/callback#x",
                "https://app.example/callback%2f", "//app.example/callback",
                "http://app.example/callback", "javascript:alert(1)",
                "https://app.example/callback\r\nX: y",
                "https://app.example\\@evil.example/"]:
        answer = app.authorize(browser, redirect_uri=uri)
        assert answer.status == 400 and "Location" not in answer.headers, uri
    local = oauth.App(kith, "http://127.0.0.1:1/callback")
    for uri, status in [("http://127.0.0.1/callback", 303),
                        ("http://127.0.0.1:65535/callback", 303),
                        ("http://localhost:1/callback", 400),
                        ("http://[::1]:1/callback", 400),
                        ("https://127.0.0.1:1/callback", 400),
                        ("http://127.0.0.1:1/other", 400),
                        ("http://127.0.0.1:1@evil.example/callback", 400),
                        ("http://127.0.0.1.evil.example:1/callback", 400),
                        ("http://127.0.0.1:x/callback", 400),
                        ("http://127.1:1/callback", 400)]:
        assert local.authorize(browser, redirect_uri=uri).status == status, uri


@support.test
def keeps_a_members_request_while_others_ask(kith):
    browser, other = oauth.Browser(kith, "Patient"), oauth.Browser(kith, "Pusher")
    app = oauth.App(kith)
    asked = app.authorize(browser).headers["Location"]
    stored = "SELECT count(*) FROM oauth_transactions"
    before = int(kith.sql(stored))
    for _ in range(300):
        assert app.authorize().headers["Location"].startswith("/sign-in?next=")
    assert int(kith.sql(stored)) == before
    last = [app.authorize(other).headers["Location"] for _ in range(40)]
    assert int(kith.sql(stored)) <= before + 20
    assert other.get(last[0]).status == 404 and other.get(last[-1]).status == 200
    assert "code=" in browser.answer(asked)


@support.test
def redirects_nobody_to_an_app_that_nobody_has_checked(kith):
    browser = oauth.Browser(kith, "Careful")
    for uri, linked in (("https://evil.example/", True), ("http://127.0.0.1:7/", True),
                        ("org.example.app://x/y", False),
                        ("cursor://anysphere.cursor-mcp/oauth/callback", False)):
        app = oauth.App(kith, uri)
        for asker in (None, browser):
            for changes in ({"response_type": "token"}, {"prompt": "none"},
                            {"code_challenge": None}, {"state": "x" * 2500},
                            {"resource": "https://x.example/"}, {"request": "x"}):
                answer = app.authorize(asker, **changes)
                location = oauth.told(answer)
                if linked:
                    assert location.startswith(uri + "?error="), location
                    continue
                # A link would hand the stranger's parameters to a program of the
                # visitor's machine, which starts without another question.
                assert location is None and uri not in answer.text, answer.text
                assert f"<strong>{uri.split(':')[0]}:</strong>" in answer.text
    made = kith.kithctl("client", "create", "--name", "Ours", "--redirect-uris",
                        "ourapp://back/here")
    app.id, app.redirect = made["clientId"], "ourapp://back/here"
    location = app.authorize(prompt="none").headers["Location"]
    assert location.startswith("ourapp://back/here?error=login_required"), location
    for uri in ("ms-appinstaller:/?source=https://evil.example/x.msix",
                "ms-appinstaller://x/?source=y", "search-ms://x/y", "ourapp://x/y"):
        refused = kith.http("POST", "/oauth/register", {"redirect_uris": [uri]})
        assert oauth.error_of(refused) == "invalid_redirect_uri", refused.text
        assert "reversed domain name" in refused.json["error_description"]
    for uri in ("cursor://anysphere.cursor-deeplink/mcp/install", "vscode://file/etc",
                "windsurf://codeium.windsurf/openChat?prompt=x", "goose://extension?x=y"):
        refused = kith.http("POST", "/oauth/register", {"redirect_uris": [uri]})
        assert oauth.error_of(refused) == "invalid_redirect_uri", refused.text
        assert "known app" in refused.json["error_description"], refused.text


@support.test
def keeps_registrations_for_other_networks(_):
    with support.Kith(KITH_RATE_LIMITS="on", KITH_CLIENTS_PER_HOUR="20",
                      KITH_TRUSTED_PROXIES="127.0.0.1/32") as kith:
        def register(address, number):
            return kith.http("POST", "/oauth/register",
                             {"redirect_uris": [f"http://127.0.0.1/{number}"]},
                             headers={"X-Forwarded-For": address}).status

        assert [register(f"203.0.113.{number}", number) for number in range(21)] == (
            [201] * 20 + [429]), "the limit of the instance"
        for number in range(6):  # from seven networks in all
            assert [register(f"198.51.{number}.{other}", f"{number}/{other}")
                    for other in range(2)] == [201, 201]
        assert register("203.0.113.9", "more") == 429
        assert register("192.0.2.1", "new") == 201, "a network without an app"
        assert register("2001:db8::1", 30) == 201
        assert register("2001:db8:0:1::1", 31) == 201
        assert register("192.0.2.3", 30) == 201, "a known app is not new"
        assert kith.sql("SELECT count(*) FROM kith.oauth_clients") == "20"


@contextlib.contextmanager
def registrations_locked(kith):
    """Holds the lock that registrations wait for."""
    holder = subprocess.Popen(
        ["psql", "-X", "-q", "-A", "-t", kith.owner_url()], text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    holder.stdin.write("BEGIN; SELECT 'held' FROM (SELECT pg_advisory_xact_lock("
                       "hashtextextended('oauth_clients', 5208))) AS lock;\n")
    holder.stdin.flush()
    assert holder.stdout.readline() == "held\n"
    try:
        yield
    finally:
        holder.communicate("COMMIT;\n", timeout=30)


@support.test
def changes_pass_registrations_that_wait(_):
    networks = range(12)
    with support.Kith(KITH_RATE_LIMITS="on", KITH_TRUSTED_PROXIES="127.0.0.1/32") as kith:
        kith.kithctl("member", "create", "--email", "calm@example.org", "--name", "Calm",
                     "--active")
        token = kith.kithctl("token", "create", "--email", "calm@example.org")["token"]

        def register(number):
            return kith.http("POST", "/oauth/register",
                             {"redirect_uris": [f"http://127.0.0.1/{number}"]},
                             headers={"X-Forwarded-For": f"198.51.{number}.1"}).status

        with contextlib.ExitStack() as locked:
            locked.enter_context(registrations_locked(kith))
            with threads.Together([lambda number=number: register(number)
                                   for number in networks]) as together:
                support.eventually(lambda: kith.sql(
                    "SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory'"
                    " AND NOT granted") == "t")
                changed = kith.http("PATCH", "/v1/me", {"headline": "Busy"}, token=token)
                assert changed.status == 200, changed.text
                assert together.results == [None] * len(networks), together.results
                locked.close()
        assert together.results == [201] * len(networks), together.results


@support.test
def counts_an_authorization_as_a_write_of_the_member(_):
    with support.Kith(KITH_RATE_LIMITS="on", KITH_WRITES_PER_MINUTE="6",
                      KITH_ANONYMOUS_PER_MINUTE="1000") as kith:
        browser, other = oauth.Browser(kith, "Eager"), oauth.Browser(kith, "Calm")
        app = oauth.App(kith, "https://app.example/callback")
        app.connect(browser)  # two writes: the request and the answer
        unled = {"Sec-Fetch-Site": "none"}
        answers = [app.authorize(browser, headers=unled) for _ in range(12)]
        made = [answer for answer in answers if answer.status == 303]
        assert 4 <= len(made) <= 5, [answer.status for answer in answers]
        assert all("?code=" in answer.headers["Location"] for answer in made)
        last = answers[-1]
        assert last.status == 429 and int(last.headers["Retry-After"]) > 0, last.text
        assert last.headers["RateLimit-Policy"] == '"write";q=6;w=60', last.headers
        assert "Too many requests; try again in " in last.text, last.text
        assert browser.get("/oauth/authorize?client_id=x").status == 429
        assert app.authorize(other).status == 303
        assert app.authorize().headers["Location"].startswith("/sign-in?next=")


@support.test
def disconnects_an_app_that_uses_up_the_limits_of_its_member(_):
    with support.Kith(KITH_RATE_LIMITS="on", KITH_WRITES_PER_MINUTE="8",
                      KITH_READS_PER_MINUTE="80") as kith:
        browser, app = oauth.Browser(kith, "Swamped"), oauth.App(kith)
        token = app.connect(browser, resource=kith.base + "/v1")["access_token"]
        for method, path, body in (("GET", "/v1/me", None),
                                   ("PATCH", "/v1/auth/account", {"name": "Swamped"})):
            statuses = [kith.http(method, path, body, token).status for _ in range(81)]
            assert set(statuses) == {200, 429} and statuses[-1] == 429, statuses
        page = browser.get("/settings/apps")
        assert page.status == 200 and app.id in page.text, page.text
        csrf = re.search(r'name="csrf" value="([^"]+)"', page.text).group(1)
        answer = browser.post("/settings/apps/disconnect",
                              {"csrf": csrf, "clientId": app.id})
        assert answer.status == 303, answer.text
        assert kith.http("GET", "/v1/me", token=token).status in (401, 429)


def bad_values(name):
    """A parameter's values: absent, empty, repeated, too long, and of the wrong type."""
    return {"absent": [], "empty": [(name, "")], "doubled": [(name, "x"), (name, "y")],
            "long": [(name, "x" * 9000)], "odd": [(name, "\u00e9\r\nX: y\u202e\u0001")],
            "list": [(name + "[]", "x")]}


@support.test
def answers_bad_input_at_every_other_endpoint_in_oauths_words(kith):
    browser, app = oauth.Browser(kith, "Input"), oauth.App(kith)
    tokens = app.connect(browser)
    sent = {"token": tokens["access_token"], "client_id": app.id,
            "token_type_hint": "access_token", "client_secret": None}
    for name in sent:
        rest = [(key, value) for key, value in sent.items() if key != name and value]
        for kind, pairs in bad_values(name).items():
            answer = app.post("/oauth/revoke", [*rest, *pairs])
            if kind == "doubled":
                assert oauth.error_of(answer) == "invalid_request", (name, answer.text)
            elif name == "client_id" or (name == "client_secret"
                                         and kind in ("long", "odd")):
                assert (answer.status,
                        oauth.error_of(answer)) == (401, "invalid_client"), (
                    name, kind, answer.text)
            elif name == "token":
                absent = kind in ("absent", "empty", "list")
                assert answer.status == (400 if absent else 200), (kind, answer.text)
                assert not absent or oauth.error_of(answer) == "invalid_request"
            else:
                assert answer.status == 200, (name, kind, answer.text)
    other = oauth.App(kith, "http://127.0.0.1/other")
    assert oauth.error_of(other.post("/oauth/revoke", {
        "token": app.connect(browser)["access_token"],
        "client_id": other.id})) == "invalid_grant"
    for value in (None, "", "Bearer", "Bearer ", "Basic eDp5", "Bearer x y",
                  "Bearer " + "x" * 7000, "Bearer \u00e9".encode().decode("latin-1"),
                  "x" * 100, "Bearer " + tokens["refresh_token"]):
        headers = {} if value is None else {"Authorization": value}
        for method in ("GET", "POST"):
            answer = kith.http(method, "/oauth/userinfo", headers=headers)
            assert answer.status in (400, 401), (value, answer.status)
            if answer.status == 401:
                assert oauth.error_of(answer) == "invalid_token"
                assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    for path in ("/oauth/jwks", "/.well-known/oauth-authorization-server",
                 "/.well-known/oauth-protected-resource/mcp",
                 "/.well-known/openid-configuration"):
        for query in ("", "?", "?a=b&a=c", "?a=" + "x" * 5000, "?resource[]=x",
                      "?%00=%00"):
            answer = kith.http("GET", path + query)
            assert answer.status in (200, 400), (path, query, answer.status)
            if answer.status == 400:
                assert oauth.error_of(answer) == "invalid_request"
        assert kith.http("DELETE", path).status == 405


@support.test
def answers_bad_input_at_the_page_of_consent_without_leading_anywhere(kith):
    browser, app = oauth.Browser(kith, "Consenter"), oauth.App(kith)
    asked = app.authorize(browser).headers["Location"]
    action, hidden, _ = browser.page(asked)
    bare = action.split("?")[0]
    for kind, pairs in bad_values("transaction").items():
        answer = browser.get("/oauth/consent?" + urllib.parse.urlencode(pairs))
        assert 400 <= answer.status < 500, (kind, answer.status)
        assert "Location" not in answer.headers, (kind, answer.status)
    for name in ("transaction", "token", "csrf"):
        if name not in hidden:
            continue
        rest = [(key, value) for key, value in hidden.items() if key != name]
        for kind, pairs in bad_values(name).items():
            answer = browser.post(bare, [*rest, *pairs])
            assert 400 <= answer.status < 500, (name, kind, answer.status,
                                                answer.text[:300])
            assert "code=" not in (answer.headers["Location"] or ""), (name, kind)
    for scopes in (["x"], ["x" * 5000], ["network:read"] * 50, [""]):
        answer = browser.post(action,
                              [*hidden.items(), *(("scopes", one) for one in scopes)])
        assert answer.status < 500, (scopes, answer.status)
        if answer.status == 303:
            location = answer.headers["Location"]
            assert location.startswith(app.redirect), location
            action, hidden, _ = browser.page(app.authorize(browser).headers["Location"])


def children(parent):
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with (open(f"/proc/{entry}/stat") as stat,
                  open(f"/proc/{entry}/cmdline") as title):
                if int(stat.read().rsplit(") ", 1)[1].split()[1]) == parent:
                    yield int(entry), title.read()
        except OSError:
            continue


@contextlib.contextmanager
def database_away(kith):
    """A context in which the database refuses connections and identity has none."""
    postmaster = kith.postmaster()
    os.kill(postmaster, signal.SIGSTOP)
    try:
        for child, title in children(postmaster):
            if "kith_identity" in title:
                os.kill(child, signal.SIGTERM)
        yield
    finally:
        os.kill(postmaster, signal.SIGCONT)
        support.eventually(lambda: kith.http("GET", "/oauth/jwks").status == 200, 30)


class Astray(support.SecondGateway):
    """A gateway with a wrong address of identity."""

    def __init__(self, kith):
        super().__init__(kith,
                         {"KITH_BUS_IDENTITY": f"ipc://{kith.run_dir}/bus/nowhere.ipc"})
        self.base = kith.base

    def is_ready(self):
        return self.http("GET", "/assets/kith.css").status == 200


def expect_later(answer):
    """Requires a temporary error: the client has to retry, and keeps its grant."""
    assert answer.status == 503 and int(answer.headers["Retry-After"]) >= 1, answer.text
    assert oauth.error_of(answer) == "temporarily_unavailable"
    assert "keys" not in answer.json and answer.json["error_description"]


@support.test
def tells_clients_to_come_again_while_nobody_can_answer_them(kith):
    browser, app = oauth.Browser(kith, "Later"), oauth.App(kith)
    refresh = app.connect(browser)["refresh_token"]
    with Astray(kith) as astray:
        app.kith = astray
        expect_later(astray.http("GET", "/oauth/jwks"))
        expect_later(astray.http("POST", "/oauth/register",
                                 {"redirect_uris": [app.redirect]}))
        expect_later(app.refresh(refresh))
        page = app.authorize(browser)
        assert page.status == 503 and int(page.headers["Retry-After"]) >= 1, page.text
        assert "<code>temporarily_unavailable</code>" in page.text
    with database_away(kith):
        expect_later(kith.http("GET", "/oauth/jwks"))
    assert kith.http("GET", "/oauth/jwks").json["keys"]


support.main(__name__)
