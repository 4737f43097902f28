"""Tests the pages of administrators, and the operator's own name, color and texts."""

import os
import re
import tempfile

import pages_stage as stage
import support
from pages import get, post, signed_in
from support import test

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


def world(kith, n):
    """Returns cookies and tokens of an administrator and of a member with a profile."""
    cookie, csrf = signed_in(kith, f"Chief{n}", "--admin")
    signed_in(kith, f"Author{n}")
    tokens = {}
    for name, scope in (("chief", "admin"), ("author", "network:write")):
        tokens[name] = kith.token(f"{name}{n}", scope)
        made = kith.http("POST", "/v1/me/onboarding", {"handle": f"{name}{n}"},
                         tokens[name] if name == "author1" else
                         kith.token(f"{name}{n}", "network:write"))
        assert made.status == 200, made.text
    return cookie, csrf, tokens


def reported(kith, tokens, kind, subject, reason="An advertisement"):
    answer = kith.http("POST", "/v1/reports", {
        "subjectType": kind, "subjectId": subject, "reason": reason}, tokens["chief"])
    assert answer.status == 200, answer.text
    return answer.json


def mailed(kith, address, words):
    """Waits for a mail with these words, and returns both of its parts."""
    def look():
        for mail in kith.mails_to(address):
            text = "".join(mail.get_body((kind,)).get_content()
                           for kind in ("plain", "html"))
            if words in text:
                return text
        return None
    return support.eventually(look)


@test
def a_report_leads_to_the_removal_of_the_item(kith):
    cookie, csrf, tokens = world(kith, 1)
    ask = kith.publish(tokens["author"], "Looms, very cheap").json["id"]
    report = reported(kith, tokens, "post", ask)
    assert report["subjectTitle"] == "Looms, very cheap", report
    assert report["subjectAuthor"]["handle"] == "author1", report
    for path in ("/", "/admin"):
        page = get(kith, path, cookie).text
        assert re.search(r'href="/admin/reports\?status=open"[^>]*>1 open report<', page)
    page = get(kith, "/admin/reports?status=open", cookie)
    assert f'href="/posts/{ask}"' in page.text and 'href="/members/author1"' in page.text
    form = f"/admin/reports/remove/{ask}"
    assert f'action="{form}"' in page.text, page.text
    empty = post(kith, form, {"csrf": csrf, "reason": ""}, cookie)
    assert empty.status == 422 and 'class="fault"' in empty.text, empty.text
    assert re.search(r'<details class="fold" open>', empty.text), empty.text
    done = post(kith, form, {"csrf": csrf, "reason": "No advertisements."}, cookie)
    assert done.status == 303, done.text
    assert kith.http("GET", f"/v1/posts/{ask}", token=tokens["author"]).status == 404
    page = get(kith, "/admin/reports", cookie)
    assert "No longer there" in page.text and "Resolved" in page.text, page.text
    assert 'class="empty"' in get(kith, "/admin/reports?status=open", cookie).text
    assert "open report" not in get(kith, "/", cookie).text
    audit = kith.http("GET", "/v1/admin/audit?action=post.remove", token=tokens["chief"])
    assert audit.json["items"][0]["detail"]["reason"] == "No advertisements.", audit.text
    mail = mailed(kith, "author1@example.org", "Looms, very cheap")
    assert "No advertisements." in mail, mail
    gone = post(kith, form, {"csrf": csrf, "reason": "Again"}, cookie)
    assert gone.status == 404 and "<h1" in gone.text, gone.text


@test
def an_administrator_removes_each_kind_of_item(kith):
    _, _, tokens = world(kith, 2)
    who = tokens["author"]
    kith.http("POST", "/v1/orgs", {"slug": "lab", "name": "Harbour Lab"}, tokens["chief"])
    ids = {
        "org": kith.http("GET", "/v1/orgs/lab", token=tokens["chief"]).json["id"],
        "event": kith.http("POST", "/v1/events", {
            "title": "Breakfast", "startsAt": "2031-05-01T08:00:00Z",
            "endsAt": "2031-05-01T09:00:00Z", "timezone": "UTC", "scope": "public"},
            who).json["id"],
        "project": kith.http("POST", "/v1/projects", {"name": "Loom One"},
                             who).json["id"],
        "progress": kith.http("POST", "/v1/progress", {
            "kind": "milestone", "title": "First cloth"}, who).json["id"],
    }
    for kind, item in ids.items():
        path = f"/v1/admin/items/{item}/remove"
        assert kith.http("POST", path, {"reason": "x"}, who).status == 403
        done = kith.http("POST", path, {"reason": "x"}, tokens["chief"])
        assert done.status == 200 and done.json["subjectType"] == kind, done.text
        assert kith.http("POST", path, {"reason": "x"}, tokens["chief"]).status == 404
    wrong = kith.http("POST", "/v1/admin/items/lab/remove", {"reason": "x"},
                      tokens["chief"])
    assert wrong.status == 422, wrong.text


@test
def a_report_leads_to_the_suspension_of_the_author(kith):
    cookie, csrf, tokens = world(kith, 3)
    ask = kith.publish(tokens["author"], "Looms, cheap").json["id"]
    author = reported(kith, tokens, "post", ask)["subjectAuthor"]["userId"]
    form = f"/admin/reports/suspend/{author}"
    page = get(kith, "/admin/reports", cookie)
    assert f'action="{form}"' in page.text and "Suspend Author3" in page.text
    done = post(kith, form, {"csrf": csrf, "reason": "Advertisements"}, cookie)
    assert done.status == 303, done.text
    members = get(kith, "/admin/members?status=suspended", cookie)
    assert "<bdi>Author3</bdi>" in members.text, members.text
    assert 'href="/members/author3"' not in members.text, "nobody can read the profile"
    assert 'class="chip"' in members.text, members.text
    assert "The member is suspended" in get(kith, done.headers["Location"], cookie).text


@test
def a_wrong_code_keeps_the_secret(kith):
    cookie, csrf = signed_in(kith, "Careful")
    begun = post(kith, "/settings/two-factor", {"csrf": csrf, "password": stage.PASSWORD},
                 cookie)
    secret = re.search(r'<code class="copy"[^>]*>(\w+)</code>', begun.text).group(1)
    setup = re.search(r'name="setup" value="([\w-]+)"', begun.text).group(1)
    path = "/settings/two-factor/confirm"
    wrong = post(kith, path, {"csrf": csrf, "code": "000000", "setup": setup}, cookie)
    assert secret in wrong.text and "<svg" in wrong.text, wrong.text
    assert 'class="fault"' in wrong.text or 'role="alert"' in wrong.text
    for other in ("x", setup[:-4] + "AAAA", ""):
        lost = post(kith, path, {"csrf": csrf, "code": "000000", "setup": other}, cookie)
        assert secret not in lost.text and "Start again" in lost.text, lost.text


def own(folder):
    """The settings of an instance with a name, a logo, a color and texts."""
    texts = {"logo": SVG, "terms": "Be kind.\n\n# Data\n\n- One\n- <b>Two</b>\n",
             "rules": "No advertisements.\n"}
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    os.chmod(folder, 0o755)  # the gateway runs as another user
    return {"KITH_INSTANCE_NAME": "Harbour & Co", "KITH_ACCENT": "#88d1ff",
            "KITH_CONTACT": "hello@harbour.example",
            **{f"KITH_{name.upper()}_FILE": os.path.join(folder, name) for name in texts}}


@test
def an_instance_has_a_name_a_color_and_texts_of_its_own(_):
    with tempfile.TemporaryDirectory() as folder, support.Kith(**own(folder)) as kith:
        home = get(kith, "/")
        assert "<title>Home \u00b7 Harbour &amp; Co</title>" in home.text, home.text
        assert '<img src="/assets/logo"' in home.text
        for path in ("/terms", "/rules", "/contact"):
            assert f'href="{path}"' in home.text, path
        logo = kith.http("GET", "/assets/logo")
        assert logo.headers["Content-Type"] == "image/svg+xml" and logo.text == SVG
        terms = get(kith, "/terms").text
        assert "<h2 dir=\"auto\">Data</h2>" in terms and "&lt;b&gt;Two" in terms, terms
        assert terms.count('<li dir="auto">') == 2, terms
        assert '<p dir="auto">Be kind.' in terms, terms
        assert "mailto:hello@harbour.example" in get(kith, "/contact").text
        assert 'href="/terms"' in get(kith, "/sign-up").text
        for path, name in (("/mcp", "Harbour & Co"), ("/v1", "Harbour & Co (REST API)")):
            told = kith.http("GET", "/.well-known/oauth-protected-resource" + path).json
            assert told["resource_name"] == name, told
        style = kith.http("GET", "/assets/kith.css").text
        dark = style.split("prefers-color-scheme")[-1]
        assert "--accent: #88d1ff" in dark, dark
        kith.kithctl("member", "create", "--email", "a@b.example", "--name", "A",
                     "--active")
        post(kith, "/forgot-password", {"email": "a@b.example"})
        mail = mailed(kith, "a@b.example", "Hello")
        assert "Harbour &amp; Co" in mail
        assert "Harbour & Co" in mail and "hello@harbour.example" in mail, mail
        assert "#176b5b" not in mail, mail


@test
def an_instance_without_texts_has_no_such_pages(kith):
    for path in ("/terms", "/rules", "/contact", "/assets/logo"):
        assert kith.http("GET", path).status == 404, path
    assert 'href="/terms"' not in get(kith, "/").text


support.main(__name__)
