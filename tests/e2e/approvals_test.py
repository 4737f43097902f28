"""Tests requests of apps and tokens that wait for the member's approval."""

import os
import re

import oauth
import packages
import support
from pages import asking_token, get, post, signed_in
from support import eventually, test

PAGE = "/approvals"
ASK = {"kind": "idea", "title": "Who weaves?", "body": "Tell me.",
       "publishTo": {"public": True}}
SCOPES = ["network:read", "network:write", "offline_access"]


def connected(kith, name, approval=None):
    """A member's browser with an app, and the token of its forms."""
    browser, app = oauth.Browser(kith, name), oauth.App(kith, client_name="Loom")
    asked = app.authorize(browser)
    action, hidden, _ = browser.page(asked.headers["Location"])
    pairs = [*hidden.items(), *(("scopes", scope) for scope in SCOPES)]
    if approval:
        pairs.append(("approval", approval))
    done = browser.post(action, pairs)
    assert done.status == 303, done.text
    code = oauth.query_of(done.headers["Location"])["code"]
    token = app.redeem(code).json["access_token"]
    page = get(kith, "/settings", browser.cookie)
    browser.csrf = re.search(r'name="csrf" value="([\w-]+)"', page.text).group(1)
    return browser, app, token


def call(kith, token, arguments, tool="create_post"):
    answer = oauth.call_tool(kith, token, tool, arguments)
    assert answer.status == 200, answer.text
    return answer.json["result"]


def asks(kith, browser):
    answer = kith.http("GET", "/v1/posts?mine=true", headers={"Cookie": browser.cookie})
    return [item["title"] for item in answer.json["items"]]


def waiting(kith, browser):
    answer = kith.http("GET", "/v1/me/approvals", headers={"Cookie": browser.cookie})
    assert answer.status == 200, answer.text
    return answer.json["items"]


def decide(kith, browser, approval, what):
    return post(kith, f"{PAGE}/{approval}/{what}", {"csrf": browser.csrf}, browser.cookie)


def asked_mails(kith, address):
    return [mail for mail in kith.mails_to(address)
            if "waits for your approval" in mail["Subject"]]


@test
def an_app_that_must_ask_waits_and_gets_its_answer(kith):
    browser, app, token = connected(kith, "Ada", "each")
    result = call(kith, token, {**ASK, "requestKey": "one"})
    record = result["structuredContent"]
    assert record["status"] == "awaiting_approval" and not result.get("isError"), result
    assert "Who weaves?" in record["what"] and record["expiresAt"], record
    assert record["url"] in result["content"][1]["text"], result
    again = call(kith, token, {**ASK, "requestKey": "one"})["structuredContent"]
    assert again["id"] == record["id"] and len(waiting(kith, browser)) == 1
    assert asks(kith, browser) == []
    home = get(kith, "/", browser.cookie).text
    assert f'href="{PAGE}"' in home and "Who weaves?" in home, home
    path = record["url"].removeprefix(kith.base)
    shown = get(kith, path, browser.cookie)
    assert shown.status == 200 and "Tell me." in shown.text and "Loom" in shown.text
    assert asks(kith, browser) == [], "reading the page approves nothing"
    done = decide(kith, browser, record["id"], "approve")
    assert done.status == 303, done.text
    assert asks(kith, browser) == ["Who weaves?"]
    result = call(kith, token, {**ASK, "requestKey": "one"})
    assert result["structuredContent"]["id"].startswith("post_"), result
    assert asks(kith, browser) == ["Who weaves?"]
    activity = get(kith, "/settings/activity", browser.cookie).text
    assert "Who weaves?" in activity and f"client={app.id}" in activity
    assert decide(kith, browser, record["id"], "approve").status == 404


@test
def a_declined_request_is_not_asked_again(kith):
    browser, _, token = connected(kith, "Bea", "each")
    record = call(kith, token, ASK)["structuredContent"]
    assert decide(kith, browser, record["id"], "decline").status == 303
    result = call(kith, token, ASK)
    assert result["isError"] and "declined" in result["content"][0]["text"], result
    assert asks(kith, browser) == [] and waiting(kith, browser) == []


@test
def a_draft_that_has_changed_is_shown_again(kith):
    browser, _, token = connected(kith, "Ivo", "each")
    draft = call(kith, token, {"kind": "idea", "title": "Who spins?", "body": "Wool."})
    draft = draft["structuredContent"]["id"]
    record = call(kith, token, {"id": draft, "publishTo": {"public": True}},
                  "set_post_audience")["structuredContent"]
    path = f"{PAGE}/{record['id']}"
    assert "Wool." in get(kith, path, browser.cookie).text
    call(kith, token, {"id": draft, "body": "Buy my coins."}, "update_post")
    refused = decide(kith, browser, record["id"], "approve")
    assert refused.status == 404 and "has changed" in refused.text, refused.text
    assert decide(kith, browser, record["id"], "approve").status == 404, "a double click"
    record, = waiting(kith, browser)
    assert "Buy my coins." in get(kith, f"{PAGE}/{record['id']}", browser.cookie).text
    strangers = kith.http("GET", "/v1/posts", token=kith.member("Jo"))
    assert "Who spins?" not in strangers.text
    assert decide(kith, browser, record["id"], "approve").status == 303
    strangers = kith.http("GET", "/v1/posts", token=kith.token("Jo"))
    assert "Buy my coins." in strangers.text
    edit = call(kith, token, {"id": draft, "body": "Send coins."}, "update_post")
    assert edit["structuredContent"]["status"] == "awaiting_approval", edit


@test
def the_default_of_an_app_is_five_a_day(kith):
    browser, _, token = connected(kith, "Cleo")
    states = [call(kith, token, {**ASK, "title": f"Ask {number}"})["structuredContent"]
              .get("status") for number in range(8)]
    assert states.count("awaiting_approval") == 3, states
    assert len(asks(kith, browser)) == 5
    assert "approval" not in str(call(kith, token, {
        "kind": "idea", "title": "A draft", "body": ""})["structuredContent"])


@test
def an_app_that_need_not_ask_acts_at_once(kith):
    browser, app, token = connected(kith, "Dora", "never")
    for number in range(7):
        call(kith, token, {**ASK, "title": f"Ask {number}"})
    assert len(asks(kith, browser)) == 7
    done = post(kith, "/settings/apps/approval", {
        "csrf": browser.csrf, "clientId": app.id, "approval": "each"}, browser.cookie)
    assert done.status == 303, done.text
    assert "Ask me each time" in get(kith, "/settings/apps", browser.cookie).text
    assert call(kith, token, ASK)["structuredContent"]["status"] == "awaiting_approval"


@test
def a_second_consent_keeps_the_earlier_choice(kith):
    browser, app, _ = connected(kith, "Kim", "each")
    asked = app.authorize(browser, prompt="consent")
    _, _, page = browser.page(asked.headers["Location"])
    assert '<option value="each" selected' in page.text, page.text


@test
def only_the_session_of_the_member_decides(kith):
    browser, _, token = connected(kith, "Eva", "each")
    record = call(kith, token, ASK)["structuredContent"]
    path = f"{PAGE}/{record['id']}"
    own = kith.token("Eva")
    for credential in (token, own):
        for what in ("approve", "decline"):
            answer = kith.http("POST", f"{path}/{what}", {}, credential)
            assert answer.status in (303, 403, 404, 405, 415), answer.status
    assert kith.http("GET", "/v1/me/approvals", token=token).status == 401
    stranger, csrf = signed_in(kith, "Mallory")
    assert get(kith, path, stranger).status == 404
    for what in ("approve", "decline"):
        assert post(kith, f"{path}/{what}", {"csrf": csrf}, stranger).status == 404
        assert post(kith, f"{path}/{what}", {"csrf": ""}, browser.cookie).status == 403
        assert post(kith, f"{path}/{what}", {"csrf": browser.csrf}).status in (303, 403)
        shown = get(kith, f"{path}/{what}", browser.cookie)
        assert shown.status == 303, (shown.status, shown.text)
    assert get(kith, path).status == 303, "a stranger signs in first"
    assert asks(kith, browser) == [] and len(waiting(kith, browser)) == 1, (
        "a GET carries nothing out")


@test
def a_mail_leads_to_the_page_and_carries_nothing_out(kith):
    browser, _, token = connected(kith, "Flo", "each")
    call(kith, token, ASK)
    call(kith, token, {**ASK, "title": "Another"})
    mails = eventually(lambda: asked_mails(kith, "flo@example.org"))
    assert len(mails) == 1, mails
    text = mails[0].get_body(("plain",)).get_content()
    link = re.search(r"(\S+/approvals)\b", text).group(1)
    page = get(kith, link.removeprefix(kith.base), browser.cookie)
    assert page.status == 200 and page.text.count("Who weaves?") >= 1, page.text
    assert asks(kith, browser) == [] and len(waiting(kith, browser)) == 2


@test
def one_client_keeps_no_mail_about_another_away(kith):
    browser, _, token = connected(kith, "Quinn", "each")
    call(kith, token, ASK)
    made = asking_token(kith, browser.cookie, browser.csrf)
    for title in ("Another", "A third"):
        answer = kith.http("POST", "/v1/posts", {**ASK, "title": title},
                           made["token"])
        assert answer.status == 202, answer.text
    eventually(lambda: len(asked_mails(kith, "quinn@example.org")) == 2)


@test
def requests_vanish_with_the_app(kith):
    browser, app, token = connected(kith, "Gina", "each")
    record = call(kith, token, ASK)["structuredContent"]
    post(kith, "/settings/apps/disconnect",
         {"csrf": browser.csrf, "clientId": app.id}, browser.cookie)
    assert waiting(kith, browser) == []
    assert decide(kith, browser, record["id"], "approve").status == 404
    assert asks(kith, browser) == []


@test
def a_token_over_rest_is_governed_likewise(kith):
    cookie, csrf = signed_in(kith, "Hanna")
    made = asking_token(kith, cookie, csrf)
    assert made["approval"] == "never", made
    answer = kith.http("POST", "/v1/posts", ASK, made["token"],
                       headers={"Idempotency-Key": "one"})
    assert answer.status == 202, answer.text
    assert answer.json["status"] == "awaiting_approval", answer.text
    assert "Location" not in answer.headers and "ETag" not in answer.headers
    assert kith.http("GET", "/v1/posts?mine=true", token=made["token"]).json[
        "items"] == []
    approved = post(kith, f"{PAGE}/{answer.json['id']}/approve", {"csrf": csrf}, cookie)
    assert approved.status == 303, approved.text
    again = kith.http("POST", "/v1/posts", ASK, made["token"],
                      headers={"Idempotency-Key": "one"})
    assert again.status == 200 and again.headers["Idempotency-Replayed"] == "true"


@test
def an_entry_of_now_can_be_approved_later(kith):
    """Its time is that of its creation, which is no change of what was shown."""
    cookie, csrf = signed_in(kith, "Nora")
    token = asking_token(kith, cookie, csrf)["token"]
    entry = {"kind": "milestone", "title": "First customer",
             "publishTo": {"public": True}}
    answer = kith.http("POST", "/v1/progress", entry, token)
    assert answer.status == 202, answer.text
    approved = post(kith, f"{PAGE}/{answer.json['id']}/approve", {"csrf": csrf}, cookie)
    assert approved.status == 303, approved.text
    assert len(kith.http("GET", "/v1/progress?mine=true", token=token).json["items"]) == 1


@test
def a_client_that_can_open_a_page_gets_the_page(kith):
    browser, _, token = connected(kith, "Jana", "each")
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mcp")
    packages.install(folder)
    packages.node("elicitation.mjs", folder, KITH_URL=kith.base, KITH_TOKEN=token)
    assert asks(kith, browser) == [] and len(waiting(kith, browser)) == 4


@test
def a_request_that_fails_on_approval_still_waits(kith):
    browser, _, token = connected(kith, "Ida", "each")
    mate = kith.member("Mate")
    kith.http("POST", "/v1/me/onboarding", {"handle": "mate"}, mate)
    intro = {"contextKind": "profile", "toHandle": "mate", "message": "Hello"}
    record = call(kith, token, intro, "request_intro")["structuredContent"]
    assert "@mate gets this message" in record["what"], record
    sent = kith.http("POST", "/v1/intros", intro, kith.token("Ida"))
    assert sent.status == 200, sent.text
    refused = decide(kith, browser, record["id"], "approve")
    assert refused.status == 409 and "already" in refused.text, refused.text
    assert len(waiting(kith, browser)) == 1
    notices = kith.http("GET", "/v1/intros", token=mate).json["items"]
    assert len(notices) == 1, notices


support.main(__name__)
