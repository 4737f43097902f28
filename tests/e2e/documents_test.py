"""Tests clients that are identified by the URL of a client metadata document."""

import concurrent.futures
import http.server
import json
import threading
import time

import oauth
import support

PORT, HIDDEN = support.free_port(), support.free_port()
BASE = f"http://localhost:{PORT}"
LOOPBACK = "http://127.0.0.1/callback"
SEEN, SERVED = [], {}


class Site(http.server.BaseHTTPRequestHandler):
    """A host that the operator permits. SERVED maps paths to (body, headers, status)."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        SEEN.append(self.path)
        body, headers, status = SERVED.get(self.path, (b"", {}, 404))
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        if callable(body):
            self.end_headers()
            try:
                body(self)
            except OSError:
                pass
            return
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass


def document(path, **changes):
    """Returns the metadata of an app at a path; a change to None omits a field."""
    said = {"client_id": BASE + path, "client_name": "Described app",
            "redirect_uris": [LOOPBACK],
            "grant_types": ["authorization_code", "refresh_token"], **changes}
    return json.dumps({key: value for key, value in said.items()
                       if value is not None}).encode()


def serve(path, body=None, headers=None, status=200, **changes):
    SERVED[path] = (document(path, **changes) if body is None else body, headers or {},
                    status)
    return BASE + path


class Described(oauth.App):
    """A client that is known by its document and does not register."""

    def __init__(self, kith, id, redirect=LOOPBACK):
        self.kith, self.id, self.redirect, self.secret = kith, id, redirect, None
        self.verifier = oauth.secrets.token_urlsafe(48)


def stale(kith):
    kith.sql("UPDATE oauth_clients SET fresh_until = now() WHERE kind = 'document'")


def page_of(answer, error):
    """Returns the text of an error page that redirects nowhere and names this error."""
    assert answer.headers["Content-Type"].startswith("text/html"), answer.headers
    assert "Location" not in answer.headers, answer.text
    assert f"<code>{error}</code>" in answer.text, answer.text
    assert answer.status == (503 if error == "temporarily_unavailable" else 400), (
        answer.status)
    assert answer.status != 503 or int(answer.headers["Retry-After"]) >= 1
    return answer.text


@support.test
def connects_an_app_that_is_known_by_its_document(kith):
    found = kith.http("GET", "/.well-known/oauth-authorization-server").json
    assert found["client_id_metadata_document_supported"] is True
    assert "none" in found["token_endpoint_auth_methods_supported"]
    id = serve("/app.json")
    browser, app = oauth.Browser(kith, "Ann"), Described(kith, id)
    asked = app.authorize(browser).headers["Location"]
    _, _, page = browser.page(asked)
    assert "Described app" in page.text and "Its name comes from <strong>localhost</strong>" in page.text
    registered = oauth.App(kith).authorize(browser).headers["Location"]
    assert "It chose its own name." in browser.page(registered)[2].text
    tokens = app.redeem(oauth.query_of(browser.answer(asked))["code"]).json
    assert oauth.list_tools(kith, tokens["access_token"]).status == 200
    claims = tokens["id_token"].split(".")[1]
    assert json.loads(oauth.base64.urlsafe_b64decode(claims + "=="))["aud"] == id
    assert app.refresh(tokens["refresh_token"]).status == 200
    listed = kith.http("GET", "/v1/auth/apps",
                       headers={"Cookie": browser.cookie}).json["items"]
    assert [one["name"] for one in listed] == ["Described app"]
    assert listed[0]["clientId"].startswith("cli_")
    again = app.authorize(browser, headers={"Sec-Fetch-Site": "none"}).headers["Location"]
    assert "/oauth/consent?" in again, "any local program can use this redirect URI"
    assert SEEN.count("/app.json") == 1, "the document is cached"
    gone = kith.http("DELETE", "/v1/auth/apps/" + listed[0]["clientId"],
                     headers={"Cookie": browser.cookie, "Sec-Fetch-Site": "same-origin"})
    assert gone.status == 204
    assert oauth.list_tools(kith, tokens["access_token"]).status == 401


@support.test
def takes_what_a_document_says_now_once_it_is_no_longer_fresh(kith):
    id = serve("/changing.json", redirect_uris=[LOOPBACK, "https://old.example/back"])
    browser, app = oauth.Browser(kith, "Changer"), Described(kith, id)
    tokens = app.connect(browser)
    old = {"redirect_uri": "https://old.example/back"}
    assert app.authorize(browser, **old).status == 303
    serve("/changing.json", client_name="Another name")
    assert app.authorize(browser, **old).status == 303, "the document is still fresh"
    stale(kith)
    assert "did not register" in page_of(app.authorize(browser, **old), "invalid_request")
    _, _, page = browser.page(app.authorize(browser).headers["Location"])
    assert "Another name" in page.text and "Described app" not in page.text
    stale(kith)
    serve("/changing.json", status=500)
    assert "with status 500" in page_of(app.authorize(browser), "temporarily_unavailable")
    del SERVED["/changing.json"]
    assert "with status 404" in page_of(app.authorize(browser), "invalid_client")
    refreshed = app.refresh(tokens["refresh_token"])
    assert refreshed.status == 200, "a refresh needs no document"


@support.test
def keeps_a_document_as_long_as_its_host_says_within_bounds(kith):
    browser = oauth.Browser(kith, "Keeper")
    for keeping, expected in [(None, 300), ("max-age=1", 300), ("no-store", 300),
                              ("public, max-age=7200", 7200),
                              ("max-age=9999999999999", 86400),
                              ("max-age=x", 300), ("s-maxage=9000", 300),
                              ("MAX-AGE=600", 600)]:
        path = f"/keep-{abs(hash(keeping))}.json"
        serve(path, headers={"Cache-Control": keeping} if keeping else None)
        assert Described(kith, BASE + path).authorize(browser).status == 303
        left = int(kith.sql("SELECT extract(epoch FROM fresh_until - now())::int"
                            f" FROM oauth_clients WHERE document_url = '{BASE + path}'"))
        assert expected - 10 <= left <= expected, (keeping, left)


@support.test
def refuses_every_invalid_document(kith):
    browser = oauth.Browser(kith, "Refuser")
    web = {"Content-Type": "text/html"}
    jwt = {"token_endpoint_auth_method": "private_key_jwt"}
    wrong = {
        "invalid_client": {
            "/other.json": (dict(client_id=BASE + "/app.json"), "client_id is not the URL"),
            "/upper.json": (dict(client_id=BASE + "/UPPER.json"), "client_id is not the URL"),
            "/without.json": (dict(client_id=None), "client_id is required"),
            "/none.json": (dict(status=404), "with status 404"),
            "/shut.json": (dict(status=403), "with status 403"),
            "/moved.json": (dict(status=302, headers={"Location": BASE + "/app.json"}),
                            "no redirect is followed"),
            "/inside.json": (dict(status=301,
                                  headers={"Location": f"http://127.0.0.1:{HIDDEN}/"}),
                             "no redirect is followed")},
        "invalid_redirect_uri": {
            "/nowhere.json": (dict(redirect_uris=None), "redirect_uris is required"),
            "/empty.json": (dict(redirect_uris=[]), "redirect_uris must"),
            "/script.json": (dict(redirect_uris=["javascript:alert(1)"]), "its scheme is reserved"),
            "/data.json": (dict(redirect_uris=[LOOPBACK, "data:text/html,x"]), "its scheme"),
            "/file.json": (dict(redirect_uris=["file:///etc/passwd"]), "its scheme is reserved"),
            "/plain.json": (dict(redirect_uris=["http://app.example/"]), "http is allowed for"),
            "/fragment.json": (dict(redirect_uris=["https://a.example/#x"]), "a fragment"),
            "/types.json": (dict(redirect_uris="https://a.example/"), "redirect_uris must"),
            "/many.json": (dict(redirect_uris=[f"https://a.example/{i}" for i in range(11)]),
                           "redirect_uris may hold at most")},
        "invalid_client_metadata": {
            "/number.json": (dict(client_name=7), "client_name must"),
            "/large.json": (dict(body=document("/large.json", more="x" * 70000)),
                            "64 KiB"),
            "/html.json": (dict(headers=web), "not application/json"),
            "/broken.json": (dict(body=b"{"), "is not a JSON object"),
            "/list.json": (dict(body=b"[]"), "is not a JSON object"),
            "/nothing.json": (dict(body=b""), "is empty"),
            "/twice.json": (dict(body=b'{"client_id": "a", "client_id": "b"}'),
                            "is not a JSON object"),
            "/latin.json": (dict(body=b'{"client_name": "\xff"}'), "not valid UTF-8 text"),
            "/nul.json": (dict(body=b'{"a": "\0"}'), "not valid UTF-8 text"),
            "/basic.json": (dict(token_endpoint_auth_method="client_secret_basic"),
                            "must register instead"),
            "/jwt.json": (jwt, "token_endpoint_auth_methods_supported must contain none"),
            "/method.json": (dict(token_endpoint_auth_method=[]), "token_endpoint_auth_method must"),
            "/methods.json": (dict(**jwt, token_endpoint_auth_methods_supported="none"),
                              "token_endpoint_auth_methods_supported must"),
            "/secret.json": (dict(client_secret="s"), "must not contain client_secret"),
            "/grants.json": (dict(grant_types=["implicit"]), "must contain authorization_code"),
            "/responses.json": (dict(response_types=["token"]), "response_types must contain code")},
        "temporarily_unavailable": {
            "/broken-host.json": (dict(status=502), "with status 502"),
            "/busy.json": (dict(status=429), "with status 429")},
    }
    before = kith.sql("SELECT count(*) FROM oauth_clients")
    for error, path, (changes, sentence) in [(error, path, case)
                                             for error, cases in wrong.items()
                                             for path, case in cases.items()]:
        text = page_of(Described(kith, serve(path, **changes)).authorize(browser), error)
        assert ("cannot be fetched: " if "status" in sentence or "redirect is" in sentence else
                "is not valid: " if "not a JSON" not in sentence else "") in text, text
        assert sentence in text and BASE + path in text, (path, text)
    assert SEEN.count("/app.json") == 1, "a redirect was followed"
    assert kith.sql("SELECT count(*) FROM oauth_clients") == before
    several = serve("/several.json", **jwt, response_types=["code", "id_token"],
                    token_endpoint_auth_methods_supported=["none", "private_key_jwt"])
    assert Described(kith, several).connect(browser)["refresh_token"]
    good = serve("/kind.json",
                 headers={"Content-Type": "Application/CIMD+JSON; charset=utf-8"})
    assert Described(kith, good).authorize(browser).status == 303


@support.test
def fetches_documents_from_web_hosts_only(kith):
    browser = oauth.Browser(kith, "Prober")
    seen = len(SEEN)
    for id in ["http://example.org/app.json", f"https://127.0.0.1:{HIDDEN}/a",
               f"http://127.0.0.1:{PORT}/app.json", f"https://localhost:{PORT + 1}/app.json"]:
        assert "https://, use port 443" in page_of(
            Described(kith, id).authorize(browser), "invalid_client")
    for id in ["https://[::1]/a", "https://127.0.0.1/a",
               "https://169.254.169.254/latest/meta-data"]:
        assert "cannot be fetched: nothing can be fetched" in page_of(
            Described(kith, id).authorize(browser), "temporarily_unavailable")
    for id in [BASE, BASE + "/", BASE + "/?a=b", BASE + "/a#b",
               f"http://u:p@localhost:{PORT}/a", BASE + "/a/../b", BASE + "/./a",
               "https://", "https:///a", "http:/a", BASE + "/a b", "ftp://localhost/a",
               "urn:x", "HTTPS://", "https://2130706433/a", "https://0x7f000001/a"]:
        page_of(Described(kith, id).authorize(browser), "invalid_client")
    assert len(SEEN) == seen, SEEN[seen:]


@support.test
def fetches_nothing_before_somebody_has_signed_in(kith):
    id = serve("/unseen.json")
    app, seen = Described(kith, id), len(SEEN)
    sent = app.authorize(scope="network:read", prompt="login").headers["Location"]
    assert sent.startswith("/sign-in?next=%2Foauth%2Fauthorize%3F"), sent
    back = oauth.query_of(sent)["next"]
    assert oauth.query_of(back) == app.request(scope="network:read", prompt="login")
    assert "you choose what the app may do" in kith.http("GET", sent).text
    assert "connect the app again" in kith.http("GET", sent.replace("sign-in", "sign-up")).text
    assert "the app" not in kith.http("GET", "/sign-in?next=/settings").text
    kith.kithctl("member", "create", "--email", "next@example.org", "--name", "Next",
                 "--active", "--password", oauth.PASSWORD)
    done = kith.http("POST", "/sign-in", raw=oauth.urllib.parse.urlencode({
        "email": "next@example.org", "password": oauth.PASSWORD,
        "next": back}).encode(), headers={
            **oauth.FORM, "Accept": "text/html", "Sec-Fetch-Site": "same-origin"})
    assert (done.status, done.headers["Location"]) == (303, back), done.text
    posted = app.post("/oauth/authorize", app.request()).headers["Location"]
    assert posted.startswith("/oauth/authorize?response_type=code&"), posted
    none = page_of(app.authorize(prompt="none"), "login_required")
    assert "nobody is signed in" in none
    assert "sign in first" in page_of(app.authorize(state="\u00e9" * 900),
                                      "login_required")
    waiting = oauth.Browser(kith, "Waiting", "--handle", "waits")
    assert "account is active" in page_of(app.authorize(waiting), "access_denied")
    assert len(SEEN) == seen, SEEN[seen:]
    cookie = {"Cookie": done.headers["Set-Cookie"].split(";")[0], "Accept": "text/html"}
    asked = kith.http("GET", back, headers=cookie)
    assert "/oauth/consent?" in asked.headers["Location"]
    assert SEEN[seen:] == ["/unseen.json"]
    assert app.authorize().status == 303, "a known client leads to the sign-in page"


@support.test
def waits_for_slow_hosts_neither_long_nor_often(kith):
    """One document is fetched at a time for a member, and two for a host."""
    def drip(site):
        for _ in range(200):
            site.wfile.write(b" ")
            time.sleep(0.1)

    busy = "Documents of other apps are being fetched; try again later"
    browsers = [oauth.Browser(kith, f"Slow{number}") for number in range(3)]
    for number in range(12):
        serve(f"/slow-{number}.json", body=drip)
    serve("/quick.json")

    def ask(number, browser):
        began = time.monotonic()
        answer = Described(kith, f"{BASE}/slow-{number}.json").authorize(browser)
        return answer.text, time.monotonic() - began

    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        took = list(pool.map(ask, range(12), browsers[:1] * 12))
    refused = [text for text, _ in took if "are still in progress" in text or busy in text]
    assert len(refused) == 11 and "is not valid" not in refused[0], took
    assert max(seconds for _, seconds in took) < 7.5, took
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        took = [one.result() for one in [pool.submit(ask, number, browser)
                                         for number, browser in enumerate(browsers)]]
    assert len([text for text, _ in took if busy in text]) == 1, took
    assert Described(kith, BASE + "/quick.json").authorize(browsers[0]).status == 303


@support.test
def knows_some_assistants_without_asking(kith):
    browser = oauth.Browser(kith, "Known")
    for id, redirect, name in [
            ("https://claude.ai/oauth/mcp-oauth-client-metadata",
             "https://claude.ai/api/mcp/auth_callback", "Claude"),
            ("https://claude.ai/oauth/claude-code-client-metadata",
             "http://localhost:4711/callback", "Claude Code"),
            ("https://chatgpt.com/oauth/client.json",
             "https://chatgpt.com/connector_platform_oauth_redirect", "ChatGPT")]:
        app = Described(kith, id, redirect)
        _, _, page = browser.page(app.authorize(browser).headers["Location"])
        assert f"<strong>{name}</strong> wants to act" in page.text
        assert app.connect(browser)["refresh_token"]
        assert "did not register" in page_of(
            app.authorize(browser, redirect_uri="https://evil.example/"),
            "invalid_request")


@support.test
def counts_documents_with_the_apps_that_register(kith):
    paths = [f"/bound-{number}.json" for number in range(4)]
    with kith_with(KITH_RATE_LIMITS="on", KITH_CLIENTS_PER_HOUR="3") as other:
        browser = oauth.Browser(other, "Counter")
        statuses = [Described(other, serve(path)).authorize(browser).status
                    for path in paths]
        assert statuses == [303, 303, 303, 429], statuses
        registered = other.http("POST", "/oauth/register", {"redirect_uris": [LOOPBACK]})
        assert registered.status == 429
        stale(other)
        assert Described(other, BASE + paths[0]).authorize(browser).status == 303


@support.test
def knows_them_where_nothing_else_is_fetched(kith):
    id = serve("/unknown.json")
    with kith_with(KITH_CLIENT_DOCUMENTS="known") as other:
        metadata = other.http("GET", "/.well-known/oauth-authorization-server").json
        assert "client_id_metadata_document_supported" not in metadata
        browser = oauth.Browser(other, "Default")
        known = Described(other, "https://claude.ai/oauth/claude-code-client-metadata",
                          "http://localhost:4711/callback")
        assert known.authorize().headers["Location"].startswith("/sign-in?next=")
        assert known.connect(browser)["refresh_token"]
        text = page_of(Described(other, id).authorize(browser), "invalid_client")
        assert "must register instead" in text and "/unknown.json" not in SEEN


@support.test
def looks_at_no_address_when_it_is_switched_off(kith):
    id = serve("/off.json")
    with kith_with(KITH_CLIENT_DOCUMENTS="off") as other:
        for path in ("/.well-known/oauth-authorization-server",
                     "/.well-known/openid-configuration"):
            assert "client_id_metadata_document_supported" not in (
                other.http("GET", path).json)
        browser = oauth.Browser(other, "Off")
        text = page_of(Described(other, id).authorize(browser), "invalid_client")
        assert "must register instead" in text and "/off.json" not in SEEN
        known = Described(other, "https://chatgpt.com/oauth/client.json")
        page_of(known.authorize(browser), "invalid_client")


def kith_with(**more):
    return support.Kith(**{**SETTINGS, **more})


SETTINGS = {"KITH_CLIENT_DOCUMENTS": "on", "KITH_FETCH_ALLOW": f"localhost:{PORT}"}

if __name__ == "__main__":
    SITE = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Site)
    threading.Thread(target=SITE.serve_forever, daemon=True).start()

support.main(__name__, **SETTINGS)
