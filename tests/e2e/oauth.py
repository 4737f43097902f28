"""A browser and an app for the tests of the authorization server."""

import base64
import hashlib
import html
import re
import secrets
import urllib.parse

PASSWORD = "purple elephants dance"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
EVERYTHING = ["profile", "network:read", "network:write", "offline_access"]


def query_of(location):
    """Returns the parameters of a URL, each of which occurs once."""
    parsed = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query,
                                   keep_blank_values=True)
    assert all(len(values) == 1 for values in parsed.values()), location
    return {name: values[0] for name, values in parsed.items()}


def told(answer):
    """The URL with an error for a client that nobody has checked: a link on a page that
    names the host. None when the page has no link."""
    assert "Location" not in answer.headers, answer.headers["Location"]
    assert answer.status == 400, (answer.status, answer.text)
    assert answer.headers["Content-Type"].startswith("text/html"), answer.headers
    found = re.search(r'<a class="button" rel="noreferrer" href="([^"]+)">', answer.text)
    if not found:
        return None
    location = html.unescape(found[1])
    parts = urllib.parse.urlsplit(location)
    host = parts.hostname if parts.scheme in ("http", "https") else parts.scheme + ":"
    assert f"Continue to <strong>{host}</strong> only if" in answer.text, answer.text
    return location


class Browser:
    """A member's browser, signed in."""

    def __init__(self, kith, name, *options):
        self.kith = kith
        self.address = f"{name.lower()}@example.org"
        kith.kithctl("member", "create", "--email", self.address, "--name", name,
                     "--password", PASSWORD, *(options or ["--active"]))
        self.sign_in()

    def sign_in(self):
        answer = self.kith.http("POST", "/v1/auth/sign-in", {
            "email": self.address, "password": PASSWORD, "as": "cookie"})
        assert answer.status == 200, answer.text
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]

    def get(self, location, **headers):
        path = location.removeprefix(self.kith.base)
        return self.kith.http("GET", path, headers={
            "Accept": "text/html", "Cookie": self.cookie, **headers})

    def post(self, action, fields, **headers):
        return self.kith.http("POST", action, raw=urllib.parse.urlencode(fields).encode(),
                              headers={**FORM, "Accept": "text/html",
                                       "Cookie": self.cookie,
                                       "Sec-Fetch-Site": "same-origin", **headers})

    def page(self, location):
        """Parses the consent page: its form's action and hidden fields."""
        answer = self.get(location)
        assert answer.status == 200, (answer.status, answer.text)
        action = re.search(r'<form method="post" action="([^"]*/consent[^"]*)"',
                           answer.text)
        hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', answer.text)
        return action.group(1), dict(hidden), answer

    def answer(self, location, scopes=tuple(EVERYTHING), allow=True):
        """Answers the consent page and returns the URL of the redirect."""
        action, hidden, _ = self.page(location)
        if not allow:
            action = action.replace("/consent", "/consent/deny")
        done = self.post(action,
                         [*hidden.items(), *(("scopes", scope) for scope in scopes)])
        assert done.status == 303, (done.status, done.text)
        return done.headers["Location"]


class App:
    """A public client on a member's machine."""

    def __init__(self, kith, redirect="http://127.0.0.1/callback", **more):
        self.kith, self.redirect = kith, redirect
        answer = kith.http("POST", "/oauth/register", {
            "client_name": "Test app", "redirect_uris": [redirect],
            "grant_types": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_method": "none", **more})
        assert answer.status == 201, answer.text
        self.id, self.secret = answer.json["client_id"], answer.json.get("client_secret")
        self.verifier = secrets.token_urlsafe(48)

    @property
    def challenge(self):
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def request(self, **changes):
        """Returns an authorization request; a change to None omits a parameter."""
        asked = {"response_type": "code", "client_id": self.id,
                 "redirect_uri": self.redirect,
                 "code_challenge": self.challenge, "code_challenge_method": "S256",
                 "state": "a state", **changes}
        return {name: value for name, value in asked.items() if value is not None}

    def authorize(self, browser=None, pairs=None, headers=None, **changes):
        asked = urllib.parse.urlencode(pairs if pairs is not None
                                       else self.request(**changes))
        everything = {"Accept": "text/html", **(headers or {})}
        if browser:
            everything["Cookie"] = browser.cookie
        return self.kith.http("GET", "/oauth/authorize?" + asked, headers=everything)

    def code(self, browser, scopes=tuple(EVERYTHING), **changes):
        asked = self.authorize(browser, **changes)
        assert asked.status == 303, asked.text
        return query_of(browser.answer(asked.headers["Location"], scopes))["code"]

    def post(self, path, pairs, headers=None):
        return self.kith.http("POST", path, raw=urllib.parse.urlencode(pairs).encode(),
                              headers={**FORM, **(headers or {})})

    def redeem(self, code, **changes):
        sent = {"grant_type": "authorization_code", "code": code, "client_id": self.id,
                "redirect_uri": self.redirect, "code_verifier": self.verifier, **changes}
        return self.post("/oauth/token",
                         {name: value for name, value in sent.items()
                          if value is not None})

    def connect(self, browser, scopes=tuple(EVERYTHING), **changes):
        answer = self.redeem(self.code(browser, scopes, **changes))
        assert answer.status == 200, answer.text
        return answer.json

    def refresh(self, token, **changes):
        return self.post("/oauth/token",
                         {"grant_type": "refresh_token", "refresh_token": token,
                          "client_id": self.id, **changes})


def list_tools(kith, token):
    return kith.http("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
                     token)


def call_tool(kith, token, name, arguments):
    return kith.http("POST", "/mcp", {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "arguments": arguments}}, token)


def error_of(answer):
    """The code of an OAuth error, which must be complete and not cacheable."""
    assert answer.headers["Content-Type"] == "application/json", answer.headers
    assert answer.headers["Cache-Control"] == "no-store", answer.headers
    document = answer.json
    assert set(document) <= {"error", "error_description"}, document
    return document["error"]
