"""Tests the pages of asks as a browser without scripts uses them."""

import gzip
import re

import images
import support
from pages import HOSTILE, announced, field, get, post, signed_in, upload
from support import test

HTML_BYTES_MAX = 30000


def publish(kith, cookie, csrf, **more):
    fields = {"csrf": csrf, "kind": "idea", "title": "Looms for rent", "body": "Cheap.",
              "publishTo.public": "true", **more}
    made = post(kith, "/posts/new", fields, cookie)
    assert made.status == 303, made.text
    assert "Your ask is published." in get(kith, made.headers["Location"], cookie).text
    path = re.sub(r"\?.*", "", made.headers["Location"])
    assert re.fullmatch(r"/posts/post_\w+", path), path
    return path


@test
def an_author_publishes_edits_and_closes_an_ask(kith):
    cookie, csrf = signed_in(kith, "Author")
    assert "There is no ask here yet" in get(kith, "/posts", cookie).text
    path = publish(kith, cookie, csrf, tags="looms,  Fine wool ,,", title=HOSTILE,
                   expiresAt="2031-05-01")
    page = get(kith, path, cookie)
    assert page.status == 200 and "<script>alert" not in page.text
    assert 'href="/search?query=Fine%20wool"' in page.text, page.text
    assert "1 May 2031, 23:59 UTC" in page.text
    assert re.search(r"<title>[^<]*script&gt; \u00b7 Asks \u00b7 Kith</title>", page.text)
    edit = get(kith, f"{path}/edit", cookie)
    assert 'value="looms, Fine wool"' in edit.text and 'value="2031-05-01"' in edit.text
    saved = post(kith, f"{path}/edit", {
        "csrf": csrf, "kind": "hiring", "title": "A loom", "body": "b", "tags": "",
        "expiresAt": ""}, cookie)
    assert saved.status == 303, saved.text
    page = get(kith, path, cookie)
    assert "Fine wool" not in page.text and "Expires" not in page.text
    assert "Hiring" in page.text
    wrong = post(kith, f"{path}/edit", {
        "csrf": csrf, "kind": "hiring", "title": "x", "body": "b",
        "tags": ",".join(map(str, range(11)))}, cookie)
    assert wrong.status == 422 and wrong.text.count('class="fault"') == 2, wrong.text
    assert post(kith, f"{path}/close", {"csrf": csrf}, cookie).status == 303
    assert "Closed" in get(kith, path, cookie).text


@test
def an_author_chooses_the_kind(kith):
    cookie, csrf = signed_in(kith, "Chooser")
    choose = '<option value="">Please choose</option>'
    page = get(kith, "/posts/new", cookie).text
    assert choose in page and "selected" not in page, page
    refused = post(kith, "/posts/new", {
        "csrf": csrf, "kind": "", "title": "Looms", "body": "Cheap."}, cookie)
    assert refused.status == 422 and 'id="post_create-kind-fault"' in refused.text
    edit = get(kith, publish(kith, cookie, csrf) + "/edit", cookie).text
    assert choose not in edit and '<option value="idea" selected>' in edit, edit


@test
def an_author_changes_who_sees_an_ask_and_publishes_it_again(kith):
    cookie, csrf = signed_in(kith, "Copier")
    reader, _ = signed_in(kith, "Onlooker")
    new = get(kith, "/posts/new", cookie).text
    assert re.search(r'name="publishTo.public"[^>]* checked', new), new
    path = publish(kith, cookie, csrf, title="Only for a week")
    assert get(kith, path, reader).status == 200
    page = get(kith, f"{path}/audience", cookie).text
    assert re.search(r'name="publishTo.public"[^>]* checked', page), page
    assert 'name="publishTo.public"' not in get(kith, f"{path}/edit", cookie).text
    assert "Only you can see it" not in get(kith, path, cookie).text
    hidden = post(kith, f"{path}/audience", {"csrf": csrf}, cookie)
    assert hidden.status == 303, hidden.text
    assert get(kith, path, reader).status == 404
    page = get(kith, path, cookie).text
    assert "Only you can see it" in page and f'href="{path}/audience"' in page, page
    shown = post(kith, f"{path}/audience", {"csrf": csrf, "publishTo.public": "true"},
                 cookie)
    assert shown.status == 303 and get(kith, path, reader).status == 200, shown.text
    assert "Publish it again" not in get(kith, path, cookie).text
    assert post(kith, f"{path}/close", {"csrf": csrf}, cookie).status == 303
    assert "Publish it again" in get(kith, path, cookie).text
    assert "Publish it again" not in get(kith, path, reader).text
    copied = post(kith, f"{path}/copy", {"csrf": csrf}, cookie)
    assert copied.status == 303, copied.text
    again = re.sub(r"\?.*", "", copied.headers["Location"])
    assert again != path and "Only for a week" in get(kith, again, reader).text


@test
def an_author_who_publishes_to_nobody_is_told(kith):
    cookie, csrf = signed_in(kith, "Hermit")
    made = post(kith, "/posts/new", {"csrf": csrf, "kind": "idea", "title": "Looms",
                                     "body": "Cheap."}, cookie)
    assert made.status == 303, made.text
    path = made.headers["Location"]
    page = get(kith, path, cookie).text
    assert "Saved. Only you can see it: " in page and "is published" not in page, page
    assert f'<a href="{path}/audience">choose who sees it</a>' in page, page


@test
def a_list_is_filtered_by_kind_and_organization(kith):
    cookie, csrf = signed_in(kith, "Filter", "--admin")
    token = kith.token("filter", "admin")
    kith.http("POST", "/v1/orgs", {"slug": "lab", "name": "Harbour Lab"}, token)
    publish(kith, cookie, csrf, title="For everybody", kind="hiring")
    publish(kith, cookie, csrf, **{"title": "For the lab", "publishTo.public": "",
                                   "publishTo.orgSlugs": "lab"})
    everything = get(kith, "/posts", cookie).text
    assert "For everybody" in everything and "For the lab" in everything
    new = get(kith, "/posts/new", cookie).text
    assert re.search(r'name="publishTo.public"[^>]* checked', new), new
    assert not re.search(r'value="lab"[^>]* checked', new), new
    new = get(kith, "/posts/new?org=lab", cookie).text
    assert re.search(r'value="lab"[^>]* checked', new), new
    assert not re.search(r'name="publishTo.public"[^>]* checked', new), new
    lab = get(kith, "/posts?org=lab", cookie).text
    assert "For the lab" in lab and "For everybody" not in lab
    assert re.search(r'class="chip" href="/posts"', lab), lab
    hiring = get(kith, "/posts?kind=hiring&org=", cookie).text
    assert "For everybody" in hiring and "For the lab" not in hiring
    missing = get(kith, "/posts?org=nothing", cookie)
    assert missing.status == 404 and 'href="/">Back' in missing.text


@test
def a_photo_is_uploaded_by_a_form(kith):
    cookie, csrf = signed_in(kith, "Painter")
    other, other_csrf = signed_in(kith, "Stranger")
    path = publish(kith, cookie, csrf)
    page = get(kith, path, cookie)
    assert 'enctype="multipart/form-data"' in page.text
    fields = {"csrf": csrf, "once": field(page, f"{path}/photo", "once")}
    data = images.png(64, 64)
    done = upload(kith, f"{path}/photo", cookie, fields, data)
    assert done.status == 303, done.text
    image = re.search(r'<img class="photo" src="(/media/img_\w+\.webp)"',
                      get(kith, path, cookie).text)
    assert image and kith.http("GET", image.group(1)).status == 200
    empty = upload(kith, f"{path}/photo", cookie, fields, b"")
    assert empty.status == 422 and "is required" in empty.text, empty.text
    broken = upload(kith, f"{path}/photo", cookie, fields, b"no image")
    assert broken.status in (415, 422) and "<h1" in broken.text, broken.text
    foreign = upload(kith, f"{path}/photo", cookie, fields, data,
                     Origin="https://evil.example")
    assert foreign.status == 403, foreign.text
    unbound = upload(kith, f"{path}/photo", cookie, {"csrf": "x"}, data)
    assert unbound.status == 403, unbound.text
    theirs = upload(kith, f"{path}/photo", other, {"csrf": other_csrf}, data)
    assert theirs.status == 403, theirs.text
    assert announced(kith, f"{path}/photo", cookie, 9 << 20)[0] == 413
    nobody = upload(kith, f"{path}/photo", "", fields, data)
    assert nobody.status == 303 and "/sign-in" in nobody.headers["Location"]
    gone = post(kith, f"{path}/photo/remove", {"csrf": csrf}, cookie)
    assert gone.status == 303 and 'class="photo"' not in get(kith, path, cookie).text


@test
def a_reader_asks_for_an_introduction(kith):
    cookie, csrf = signed_in(kith, "Weaver")
    reader, reader_csrf = signed_in(kith, "Reader")
    for name in ("Weaver", "Reader"):
        made = kith.http("POST", "/v1/me/onboarding", {"handle": name.lower()},
                         kith.token(name.lower()))
        assert made.status == 200, made.text
    path = publish(kith, cookie, csrf)
    page = get(kith, path, reader)
    assert 'href="/members/weaver"' in page.text and "/edit" not in page.text
    sent = post(kith, f"{path}/intro", {
        "csrf": reader_csrf, "message": "I weave, too.",
        "contextId": field(page, f"{path}/intro", "contextId")}, reader)
    assert sent.status == 303, sent.text
    page = get(kith, sent.headers["Location"], reader).text
    assert "Your request is sent" in page and f'"{path}/intro"' not in page, page
    assert "You asked for an introduction" in page and "has not answered yet" in page
    assert '<a href="/intros?direction=sent">' in page, page
    assert "has not answered yet" not in get(kith, path, cookie).text
    # The notification is written after the answer.
    assert support.eventually(
        lambda: re.search(r'href="/notifications">Inbox <span class="count">1<span',
                          get(kith, "/posts", cookie).text), 20)


@test
def pages_stay_small_and_search_finds(kith):
    cookie, csrf = signed_in(kith, "Small")
    for i in range(25):
        publish(kith, cookie, csrf, title=f"Ask number {i} " + "x" * 100, body="y" * 4000,
                tags="looms,wool,weaving,knitting,hemp")
    page = get(kith, "/posts", cookie)
    assert page.status == 200 and page.text.count("<li>") == 25
    assert len(page.body) < HTML_BYTES_MAX, len(page.body)
    assert "Ask number 3" in get(kith, "/search?query=number+3", cookie).text
    assert "Nothing matches" in get(kith, "/search?query=zzzzz", cookie).text
    assert "Enter a name" in get(kith, "/search", cookie).text
    for asset, most in (("/assets/kith.css", 10240), ("/assets/kith.js", 5120)):
        assert len(gzip.compress(kith.http("GET", asset).body)) <= most, asset


support.main(__name__)
