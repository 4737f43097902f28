"""Shared parts of the social account tests: a provider, and members with linked
accounts."""

import hashlib
import secrets
import urllib.error
import urllib.request

import images
import social_server
import support
from oauth import Browser

ENTRY = {"kind": "milestone", "title": "First customer", "note": "They pay."}
CALLBACK = "/social/callback"
SERVER = social_server.Server()


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def visit(url):
    """Visits the provider as a browser, and returns the URL that it redirects to."""
    try:
        urllib.request.build_opener(NoRedirects).open(url, timeout=10)
    except urllib.error.HTTPError as answer:
        assert answer.code == 302, (answer.code, answer.read())
        return answer.headers["Location"]
    raise AssertionError("the provider did not redirect")


def begin(kith, token):
    answer = kith.http("POST", "/v1/me/social/link", token=token)
    assert answer.status == 200, answer.text
    return answer.json["url"]


def come_back(browser, location):
    """Returns the answer to the callback."""
    answer = browser.get(location, Accept="*/*")
    return answer


class Visitor(Browser):
    """A browser whose session was created without a password, whose hash takes
    seconds."""

    def __init__(self, kith, name):
        token = "kith_ses_" + secrets.token_urlsafe(32)
        self.kith, self.cookie = kith, "kith_session=" + token
        kith.sql("INSERT INTO credentials (id, member_id, kind, hash, scopes, expires_at,"
                 " absolute_expires_at) SELECT gen_random_uuid(), id, 'session',"
                 f" '\\x{hashlib.sha256(token.encode()).hexdigest()}', 31,"
                 " now() + interval '1 day', now() + interval '1 day' FROM members"
                 f" WHERE name = '{name}'")


class Member:
    """A member with a browser, a token, and an account at the provider."""

    def __init__(self, kith, name, link=True, password=False):
        SERVER.redirect_uri = kith.base + CALLBACK
        self.kith, self.name = kith, name
        if password:
            self.browser = Browser(kith, name)
            self.token = kith.token(name)
        else:
            self.token = kith.member(name)
            self.browser = Visitor(kith, name)
        if link:
            self.link()

    def link(self, account=None):
        SERVER.account(account or self.name.lower())
        answer = come_back(self.browser, visit(begin(self.kith, self.token)))
        assert answer.status == 200, answer.text

    def status(self):
        return self.kith.http("GET", "/v1/me/social", token=self.token).json

    def create(self, key=None, **more):
        return self.kith.http("POST", "/v1/progress", {**ENTRY, **more}, self.token,
                              {"Idempotency-Key": key} if key else None)

    def share(self, entry, key=None):
        return self.kith.http("POST", f"/v1/progress/{entry}/social", token=self.token,
                              headers={"Idempotency-Key": key} if key else None)

    def edit(self, entry, **changes):
        answer = self.kith.http("PATCH", f"/v1/progress/{entry}", changes, self.token)
        assert answer.status == 200, answer.text

    def set_photo(self, entry):
        answer = self.kith.http("PUT", f"/v1/progress/{entry}/photo",
                                raw=images.png(80, 60), token=self.token,
                                headers={"Content-Type": "image/png"})
        assert answer.status == 200, answer.text

    def read(self, entry):
        return self.kith.http("GET", f"/v1/progress/{entry}", token=self.token)

    def posts(self):
        return SERVER.posts(self.name.lower())


def share_row(kith, column):
    """Returns a column of the latest share."""
    return kith.sql(f"SELECT {column} FROM social_shares ORDER BY asked_at DESC LIMIT 1")


def forget_keys(kith):
    """Expires idempotency keys, as after an hour, at the provider as well."""
    SERVER.keys.clear()
    kith.sql("UPDATE social_tries SET since = now() - interval '51 minutes'")


def settings():
    return {"KITH_SOCIAL_URL": SERVER.origin,
            "KITH_SOCIAL_CLIENT_ID": social_server.CLIENT_ID,
            "KITH_SOCIAL_CLIENT_SECRET": social_server.CLIENT_SECRET}


def main(name):
    support.main(name, **settings())
