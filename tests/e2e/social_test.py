"""Tests the linked social account: linking, its photo, tools and pages, and stored
data."""

import re
import time
import urllib.parse

import images
import social_server
import support
from oauth import query_of
from social_member import CALLBACK, ENTRY, SERVER, Member, begin, come_back, main, visit
from support import test


@test
def links_shares_and_unlinks(kith):
    ada = Member(kith, "Ada", link=False)
    nothing = {"linked": False, "handle": None, "url": None, "expiresAt": None}
    assert ada.status() == nothing
    assert ada.create(social=True).code == "social_not_linked"
    assert ada.read("mine").status == 404
    assert kith.http("GET", "/v1/progress?mine=true", token=ada.token).json["items"] == []
    url = begin(kith, ada.token)
    asked = query_of(url)
    assert url.startswith(SERVER.origin + "/oauth/authorize?")
    assert asked["redirect_uri"] == kith.base + CALLBACK
    SERVER.account("ada")
    page = ada.browser.get(visit(url))
    assert page.status == 200 and "is linked" in page.text and SERVER.origin in page.text
    assert ada.status() == {"linked": True, "handle": "ada", "expiresAt": None,
                            "url": SERVER.origin + "/@ada"}
    made = ada.create(social=True)
    assert made.status == 200, made.text
    assert made.json["socialPostUrl"].startswith(SERVER.origin + "/@ada/")
    assert "warnings" not in made.json
    assert made.headers["Location"].endswith(made.json["id"])
    read = ada.read(made.json["id"])
    assert read.json == made.json and read.headers["ETag"] == made.headers["ETag"]
    assert ada.posts() == ["First customer\n\nThey pay."]
    again = ada.share(made.json["id"])
    assert again.json == made.json and again.headers["ETag"] == made.headers["ETag"]
    assert len(ada.posts()) == 1
    later = ada.create().json
    assert later["socialPostUrl"] is None
    shared = ada.share(later["id"])
    assert shared.status == 200
    assert shared.json["socialPostUrl"] != made.json["socialPostUrl"]
    assert len(ada.posts()) == 2
    tokens = len(SERVER.tokens)
    assert kith.http("DELETE", "/v1/me/social", token=ada.token).status == 204
    assert kith.http("DELETE", "/v1/me/social", token=ada.token).status == 204
    assert ada.status() == nothing
    assert ada.create(social=True).code == "social_not_linked"
    assert ada.share(later["id"]).json == shared.json  # the first post stays
    support.eventually(lambda: len(SERVER.tokens) < tokens, 40)
    actions = kith.sql("SELECT string_agg(action, ' ' ORDER BY at) FROM audit"
                       " WHERE action LIKE 'social.%'")
    assert actions == "social.link social.unlink", actions


@test
def links_nothing_that_was_not_asked_for(kith):
    eve, bob = Member(kith, "Eve", link=False), Member(kith, "Bob", link=False)
    SERVER.account("eve")
    location = visit(begin(kith, eve.token))
    # The state of another member is rejected, also in that member's link, and stays
    # valid.
    refused = come_back(bob.browser, location)
    assert refused.faults == {("#/state", "not_allowed")}
    page = bob.browser.get(location)
    assert page.status == 422 and "start again" in page.text
    assert come_back(eve.browser, location).status == 200
    assert not bob.status()["linked"] and eve.status()["linked"]
    # A state is valid once.
    assert come_back(eve.browser, location).faults == {("#/state", "not_allowed")}
    made_up = f"{CALLBACK}?code=x&state=" + "A" * 43
    assert come_back(eve.browser, made_up).faults == {("#/state", "not_allowed")}
    assert come_back(eve.browser, CALLBACK).faults == {("#/state", "required")}
    assert come_back(eve.browser, f"{CALLBACK}?state={'A' * 201}").faults == {
        ("#/state", "too_long")}
    # A stranger signs in first, and returns with the provider's parameters.
    stranger = kith.http("GET", location.removeprefix(kith.base),
                         headers={"Accept": "text/html"})
    assert stranger.status == 303
    assert urllib.parse.quote(CALLBACK + "?", safe="-._~") in stranger.headers["Location"]
    assert kith.http("GET", location.removeprefix(kith.base), token=eve.token).status == (
        401)
    # A new attempt invalidates the previous one.
    first, second = visit(begin(kith, bob.token)), visit(begin(kith, bob.token))
    assert come_back(bob.browser, first).faults == {("#/state", "not_allowed")}
    assert come_back(bob.browser, second).status == 200
    # Unlinking invalidates it as well.
    third = visit(begin(kith, bob.token))
    assert kith.http("DELETE", "/v1/me/social", token=bob.token).status == 204
    assert come_back(bob.browser, third).faults == {("#/state", "not_allowed")}
    # A state expires after ten minutes.
    late = visit(begin(kith, bob.token))
    kith.sql("UPDATE social_links SET expires_at = now() - interval '1 second'")
    assert come_back(bob.browser, late).faults == {("#/state", "not_allowed")}
    assert not bob.status()["linked"]


@test
def a_denial_or_a_provider_that_fails_links_nothing(kith):
    dan = Member(kith, "Dan", link=False)
    SERVER.account("dan")
    SERVER.allows = False
    denied = come_back(dan.browser, visit(begin(kith, dan.token)))
    SERVER.allows = True
    assert (denied.status, denied.code) == (409, "social_not_linked")
    assert "did not allow" in denied.json["detail"]
    url = begin(kith, dan.token)
    wrong = come_back(dan.browser,
                      f"{CALLBACK}?code=never&state={query_of(url)['state']}")
    assert wrong.faults == {("#/code", "not_allowed")}
    for path in ("/oauth/token", "/api/v1/accounts/verify_credentials"):
        for fault in (500, 503, 302, "drop", "lost", "garbage", "huge"):
            tokens = set(SERVER.tokens)
            SERVER.fail(path, fault)
            answer = come_back(dan.browser, visit(begin(kith, dan.token)))
            assert (answer.status, answer.code) == (503, "social_unavailable"), (
                path, fault)
            assert int(answer.headers["Retry-After"]) > 0
            if "verify" in path:  # an unused token is revoked
                support.eventually(lambda: set(SERVER.tokens) <= tokens, 40)
    for fault in (403, 404, 429):  # these statuses say nothing about the code
        SERVER.fail("/oauth/token", fault)
        refused = come_back(dan.browser, visit(begin(kith, dan.token)))
        assert (refused.status, refused.code) == (503, "social_unavailable"), fault
    SERVER.fail("/oauth/token", 401)
    unknown = come_back(dan.browser, visit(begin(kith, dan.token)))
    assert unknown.code == "social_unavailable" and "administrators" in unknown.json["detail"]
    SERVER.token_type = "mac"
    assert come_back(dan.browser, visit(begin(kith, dan.token))).code == (
        "social_unavailable")
    SERVER.token_type = "Bearer"
    assert not dan.status()["linked"]
    assert kith.sql("SELECT count(*) FROM social_accounts a JOIN members m"
                    " ON m.id = a.member_id"
                    " WHERE m.name = 'Dan'") == "0"


@test
def a_token_that_cannot_be_kept_is_revoked(kith):
    eli = Member(kith, "Eli", link=False)
    SERVER.account("eli")
    tokens = set(SERVER.tokens)
    kith.sql("ALTER TABLE social_links ADD CONSTRAINT never CHECK (token IS NULL) NOT "
             "VALID")
    try:
        answer = come_back(eli.browser, visit(begin(kith, eli.token)))
        assert answer.status >= 500, answer.text
    finally:
        kith.sql("ALTER TABLE social_links DROP CONSTRAINT never")
    assert set(SERVER.tokens) <= tokens and not eli.status()["linked"]
    assert kith.sql("SELECT count(*) FROM social_revocations WHERE sealed_for ="
                    " (SELECT id FROM members WHERE name = 'Eli')") == "0"


@test
def a_relink_replaces_the_account_and_revokes_its_token(kith):
    fay = Member(kith, "Fay")
    before = set(SERVER.tokens)
    SERVER.account("fay2")
    assert come_back(fay.browser, visit(begin(kith, fay.token))).status == 200
    assert fay.status()["handle"] == "fay2"
    support.eventually(lambda: len(set(SERVER.tokens) & before) == len(before) - 1)
    made = fay.create(social=True).json
    assert made["socialPostUrl"].startswith(SERVER.origin + "/@fay2/")


# ---- the photo, tools, pages ----


@test
def the_photo_becomes_the_avatar(kith):
    pia = Member(kith, "Pia", link=False)
    path = "/v1/me/avatar/from-social"
    assert kith.http("PUT", path, token=pia.token).code == "social_not_linked"
    pia.link()
    answer = kith.http("PUT", path, token=pia.token)
    assert answer.status == 200, answer.text
    assert answer.headers["ETag"] == kith.http("GET", "/v1/me",
                                               token=pia.token).headers["ETag"]
    served = kith.http("GET", urllib.parse.urlparse(answer.json["image"]).path)
    assert images.decode(served.body)[:2] == (512, 512)
    page = pia.browser.get("/me")
    csrf = re.search(r'name="csrf" value="([\w-]+)"', page.text).group(1)
    form = pia.browser.post("/me/avatar/from-social", {"csrf": csrf})
    assert form.status == 303 and "Your picture is changed." in pia.browser.get(
        form.headers["Location"]).text, form.text
    account = SERVER.accounts["pia"]
    good = account.photo
    for photo in (SERVER.origin + "/avatars/original/missing.png", None, "",
                  SERVER.origin + "/avatars/none", SERVER.origin + "/nowhere",
                  "ftp://x/y", "http://127.0.0.1:1/inside.png",
                  "http://10.0.0.1/inside.png"):
        account.photo = photo
        missing = kith.http("PUT", path, token=pia.token)
        assert (missing.status, missing.code) == (409, "social_photo_missing"), photo
    account.photo = good
    SERVER.fail("/avatars/pia.png", "garbage", "huge")
    for _ in range(2):
        assert kith.http("PUT", path, token=pia.token).code == "social_photo_missing"
    SERVER.fail("/avatars/pia.png", 500, "drop")
    SERVER.fail("/api/v1/accounts/verify_credentials", *[])
    for _ in range(2):
        down = kith.http("PUT", path, token=pia.token)
        assert down.code == "service_unavailable" and int(down.headers["Retry-After"]) > 0
    SERVER.fail("/api/v1/accounts/verify_credentials", 500, "drop", "garbage", "huge")
    for _ in range(4):
        assert kith.http("PUT", path, token=pia.token).code == "service_unavailable"
    assert kith.http("PUT", path, token=pia.token).json["image"] == answer.json["image"]


@test
def the_tools_do_the_same(kith):
    quin = Member(kith, "Quin")
    made = kith.call_tool(quin.token, "create_progress",
                          {**ENTRY, "social": True})["structuredContent"]
    assert made["socialPostUrl"] and made == quin.read(made["id"]).json
    other = kith.call_tool(quin.token, "create_progress", ENTRY)["structuredContent"]
    shared = kith.call_tool(quin.token, "share_progress", {"id": other["id"]})
    assert shared["structuredContent"]["socialPostUrl"] and len(quin.posts()) == 2
    image = kith.call_tool(quin.token, "set_my_avatar", {"source": "social"})
    assert image["structuredContent"]["image"]
    for arguments, place in (({"source": "social", "url": "https://a.example/a.png"},
                              "url"), ({"source": "social", "remove": True}, "remove"),
                             ({"source": "elsewhere"}, "source"), ({}, "url")):
        refused = kith.call_tool(quin.token, "set_my_avatar", arguments)
        assert refused["isError"] and place in refused["content"][0]["text"], refused
    gone = kith.call_tool(quin.token, "set_my_avatar", {"remove": True})
    assert gone["structuredContent"]["image"] is None
    SERVER.fail("/api/v1/statuses", 500)
    warned = kith.call_tool(quin.token, "create_progress",
                            {**ENTRY, "title": "Third", "social": True})
    assert warned["structuredContent"]["warnings"]


@test
def the_settings_link_and_unlink(kith):
    rob = Member(kith, "Rob", link=False)
    page = rob.browser.get("/settings/social")
    assert page.status == 200 and "Link an account" in page.text
    assert "Unlink" not in page.text
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))
    # without the form's token
    assert rob.browser.post("/settings/social/link", {}).status == 403
    SERVER.account("rob")
    away = rob.browser.post("/settings/social/link", fields)
    assert away.status == 303 and away.headers["Location"].startswith(SERVER.origin)
    done = rob.browser.get(visit(away.headers["Location"]))
    assert done.status == 200 and "/settings/social" in done.text
    page = rob.browser.get("/settings/social")
    assert f'href="{SERVER.origin}/@rob"' in page.text
    unlinked = rob.browser.post("/settings/social/unlink", fields)
    assert unlinked.status == 303, unlinked.text
    page = rob.browser.get(unlinked.headers["Location"])
    assert "no longer linked" in page.text and not rob.status()["linked"]


# ---- stored data ----


@test
def everything_is_exported_and_goes_with_the_account(kith):
    sam = Member(kith, "Sam", password=True)
    made = sam.create(social=True).json
    export = kith.http("GET", "/v1/auth/export", token=sam.token).json
    assert [item["handle"] for item in export["social"]] == ["sam"]
    assert export["socialShares"][0]["postUrl"] == made["socialPostUrl"]
    assert "social-token" not in str(export)
    tokens = len(SERVER.tokens)
    begin(kith, sam.token)
    gone = kith.http("DELETE", "/v1/auth/account", {"password": "purple elephants dance"},
                     headers={"Cookie": sam.browser.cookie,
                              "Sec-Fetch-Site": "same-origin"})
    assert gone.status == 204, gone.text
    for table in ("social_accounts", "social_links", "social_shares"):
        assert kith.sql(f"SELECT count(*) FROM {table} t JOIN members m"
                        " ON m.id = t.member_id"
                        " WHERE m.former_at IS NOT NULL") == "0"
    support.eventually(lambda: len(SERVER.tokens) < tokens, 40)
    support.eventually(lambda: kith.sql("SELECT count(*) FROM social_revocations") == "0")


@test
def a_token_is_revoked_when_the_provider_is_back(kith):
    tim = Member(kith, "Tim")
    tokens = len(SERVER.tokens)
    refusals = 403, 429, "drop"
    SERVER.fail("/oauth/revoke", *refusals)
    assert kith.http("DELETE", "/v1/me/social", token=tim.token).status == 204
    for tries in range(1, len(refusals) + 1):
        support.eventually(lambda: kith.sql("SELECT max(tries) FROM social_revocations")
                           == str(tries))
        assert len(SERVER.tokens) == tokens
        kith.sql("UPDATE social_revocations SET next_try_at = now()")
    support.eventually(lambda: kith.sql("SELECT count(*) FROM social_revocations") == "0")
    assert len(SERVER.tokens) == tokens - 1


@test
def nothing_secret_is_written_anywhere(kith):
    uma = Member(kith, "Uma")
    url = begin(kith, uma.token)
    state, location = query_of(url)["state"], visit(url)
    code = query_of(location)["code"]
    assert come_back(uma.browser, location).status == 200
    SERVER.fail("/api/v1/statuses", 500, "garbage", "drop")
    for _ in range(4):
        uma.create(social=True)
    token = next(token for token, account in SERVER.tokens.items()
                 if account.name == "uma")
    time.sleep(0.3)
    logs = kith.log("media") + kith.log("gateway") + kith.log("content")
    assert "social_provider" in logs
    hidden = [state, code, token, social_server.CLIENT_SECRET]
    for secret in hidden:
        assert secret not in logs
    dump = kith.sql("SELECT string_agg(t::text, ' ') FROM social_accounts t") + kith.sql(
        "SELECT string_agg(t::text, ' ') FROM social_links t") + kith.sql(
        "SELECT string_agg(t::text, ' ') FROM idempotency t")
    for secret in hidden:
        assert secret not in dump and secret.encode().hex() not in dump


@test
def stays_linked_when_the_secret_is_rotated(kith):
    vera = Member(kith, "Vera")
    kith.stop()
    try:
        done = kith.run("kithctl", "secret", "rotate")
        assert done.returncode == 0, done.stderr
        assert "could not be decrypted" not in done.stdout, done.stdout
    finally:
        kith.start()
        support.eventually(kith.is_ready, support.READY_TIMEOUT_S)
    # A token that is encrypted again is not a token that was replaced.
    assert kith.sql("SELECT count(*) FROM social_revocations r JOIN members m"
                    " ON m.id = r.sealed_for WHERE m.name = 'Vera'") == "0"
    assert vera.create(social=True).json["socialPostUrl"]


if __name__ == "__main__":
    main(__name__)
