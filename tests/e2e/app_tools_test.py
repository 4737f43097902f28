"""Tests the tools that a member chooses for an app, at consent and later."""

import re

import oauth
import support
from pages import get, post
from support import test

APPS = "/settings/apps"


def rpc(kith, token, method, params, path="/mcp"):
    return kith.http("POST", path, {"jsonrpc": "2.0", "id": 1, "method": method,
                                    "params": params}, token)


def names(kith, token, path="/mcp"):
    answer = rpc(kith, token, "tools/list", {}, path)
    assert answer.status == 200, answer.text
    return {tool["name"] for tool in answer.json["result"]["tools"]}


def suggested(page):
    """The tools that the consent page suggests, or None without a choice."""
    select = re.search(r'<select id="tools".*?</select>', page.text, re.DOTALL)
    return select and re.search(r'value="(\w+)" selected', select[0])[1]


def connect(kith, browser, app, tools=None, scopes=("network:write",), **changes):
    """Connects an app. Returns its token, and the tools that the page suggests."""
    asked = app.authorize(browser, **changes)
    action, hidden, page = browser.page(asked.headers["Location"])
    pairs = [*hidden.items(), *(("scopes", scope) for scope in scopes)]
    if tools:
        pairs.append(("tools", tools))
    done = browser.post(action, pairs)
    assert done.status == 303, done.text
    code = oauth.query_of(done.headers["Location"])["code"]
    issued = app.redeem(code, resource=changes.get("resource"))
    assert issued.status == 200, issued.text
    return issued.json["access_token"], suggested(page)


@test
def the_member_chooses_the_tools_at_consent(kith):
    browser, app = oauth.Browser(kith, "Ada"), oauth.App(kith, client_name="Loom")
    token, preset = connect(kith, browser, app, "core")
    assert preset == "all"
    core = names(kith, token)
    assert len(core) == 20 and "create_post" in core and "list_org_members" not in core
    assert names(kith, token, "/mcp?tools=all") == core
    reading = names(kith, token, "/mcp?tools=read")
    assert reading < core and "create_post" not in reading
    refused = rpc(kith, token, "tools/call", {"name": "list_org_members",
                                              "arguments": {"slug": "acme"}})
    assert refused.status == 200, refused.text
    assert refused.json["error"] == {"code": -32602, "message": (
        "The member has limited this app to the everyday tools, and list_org_members "
        "is not one of them. The member can choose all tools for it at "
        f"{kith.base}{APPS}")}, refused.text
    other = oauth.App(kith, client_name="Shuttle")
    token, preset = connect(kith, browser, other)
    assert preset == "all" and names(kith, token) > core
    assert len(names(kith, token, "/mcp?tools=core")) == 20
    connect(kith, browser, other, "core")
    # A choice holds for every grant of the app. The gateway caches a token for a second.
    support.eventually(lambda: names(kith, token) == core, 5)
    assert connect(kith, browser, other)[1] == "core"


@test
def the_member_changes_the_tools_in_the_settings(kith):
    browser, app = oauth.Browser(kith, "Bea"), oauth.App(kith, client_name="Loom")
    token, _ = connect(kith, browser, app)
    everything = names(kith, token)
    page = get(kith, APPS, browser.cookie)
    assert "All tools" in page.text
    fields = {"csrf": re.search(r'name="csrf" value="([\w-]+)"', page.text)[1],
              "clientId": app.id, "tools": "core"}
    done = post(kith, APPS + "/tools", fields, browser.cookie)
    assert done.headers["Location"].startswith(APPS + "?done="), done.text
    assert len(names(kith, token)) == 20, "at once"
    record = kith.http("GET", "/v1/auth/apps",
                       headers={"Cookie": browser.cookie}).json["items"]
    assert [app["tools"] for app in record] == ["core"], record
    refreshed = kith.http("PUT", f"/v1/auth/apps/{app.id}/tools", {"tools": "all"},
                          headers={"Cookie": browser.cookie, "Origin": kith.base})
    assert refreshed.status == 204, refreshed.text
    assert names(kith, token) == everything
    own = kith.http("PUT", f"/v1/auth/apps/{app.id}/tools", {"tools": "all"},
                    kith.token("Bea"))
    assert own.status == 403, own.text


@test
def the_address_suggests_the_tools(kith):
    browser, app = oauth.Browser(kith, "Cleo"), oauth.App(kith)
    address = kith.base + "/mcp?tools=core"
    refused = rpc(kith, None, "tools/list", {}, "/mcp?tools=core")
    metadata = re.search(r'resource_metadata="([^"]+)"',
                         refused.headers["WWW-Authenticate"])[1]
    told = kith.http("GET", metadata.removeprefix(kith.base))
    assert told.json["resource"] == address, told.text
    token, preset = connect(kith, browser, app, resource=address)
    assert preset == "core" and len(names(kith, token)) == 20
    assert app.authorize(browser, resource=kith.base + "/mcp?tools=some").status == 400
    read = oauth.App(kith)
    token, _ = connect(kith, browser, read, scopes=("network:read", "network:write"),
                       resource=kith.base + "/mcp?tools=read")
    assert "list_posts" in names(kith, token) and "create_post" not in names(kith, token)


@test
def an_app_of_the_rest_api_has_no_tools(kith):
    browser, app = oauth.Browser(kith, "Dora"), oauth.App(kith)
    assert connect(kith, browser, app, resource=kith.base + "/v1")[1] is None
    record = kith.http("GET", "/v1/auth/apps",
                       headers={"Cookie": browser.cookie}).json["items"]
    assert record[0]["tools"] is None, record
    assert "Everyday tools" not in get(kith, APPS, browser.cookie).text


support.main(__name__)
