"""Fetches for members reach only hosts on the public internet."""

import http.server
import socket
import threading
import time

import images
import pages
import support
from pages import signed_in
from support import test
from threads import all_at_once

ALLOWED, HIDDEN = support.free_port(), support.free_port()
PNG = images.png(80, 80)
SEEN = []


class Site(http.server.BaseHTTPRequestHandler):
    """A host that the operator permits. /to?URL redirects, /hops/N redirects N times."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        SEEN.append(self.path)
        status, body, headers = 200, PNG, {"Content-Type": "image/png"}
        if self.path.startswith("/to?"):
            status, body, headers = 302, b"", {"Location": self.path[4:]}
        elif self.path.startswith("/hops/"):
            left = int(self.path[6:])
            if left:
                status, body, headers = 302, b"", {"Location": f"/hops/{left - 1}"}
        elif self.path == "/large":
            body = PNG + b"x" * (8 * 1024 * 1024)
        elif self.path == "/endless":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(PNG + b"x" * 65536)
            except OSError:
                return
        elif self.path == "/slow":
            self.send_response(200)
            self.end_headers()
            try:
                for _ in range(300):
                    self.wfile.write(b"x")
                    time.sleep(0.1)
            except OSError:
                return
        elif self.path == "/late":
            time.sleep(3)
        elif self.path == "/late-page":
            time.sleep(3)
            status = 404
        elif self.path == "/html":
            body, headers = b"<html></html>", {"Content-Type": "image/png"}
        elif self.path == "/missing":
            status = 404
        elif self.path == "/headers":
            headers = {f"X-{i}": "x" * 1000 for i in range(90)}
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass


class Listener:
    """Counts the connections to a local port, over IPv4 and IPv6."""

    def __init__(self, port):
        self.count, self.sockets = 0, []
        for family, address in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
            try:
                listener = socket.socket(family)
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                listener.bind((address, port))
                listener.listen()
            except OSError:
                continue
            self.sockets.append(listener)
            threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

    def accept(self, listener):
        while True:
            client, _ = listener.accept()
            self.count += 1
            client.close()


# Each URL is fetched directly and as the target of a redirect. A listener waits at port
# 80; {port} is another listener's port.
FORMS = """
http://127.0.0.1/ http://127.1/ http://127.0.1/ http://2130706433/ http://0x7f000001/
http://0x7f.0x0.0x0.0x1/ http://0177.0.0.1/ http://0177.0.0.01/ http://017700000001/
http://0x7f.1/ http://127.0x1/ http://127.000.000.001/ http://0/ http://0.0.0.0/
http://0x0/ http://127.0.0.1./ http://localhost/ http://LOCALHOST/ http://localhost./
http://127.127.127.127/ http://127.255.255.254/ http://[::1]/ http://[::]/
http://[0:0:0:0:0:0:0:1]/ http://[0000:0000:0000:0000:0000:0000:0000:0001]/
http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[::127.0.0.1]/
http://[::7f00:1]/ http://[::ffff:0:127.0.0.1]/ http://[64:ff9b::127.0.0.1]/
http://[64:ff9b::7f00:1]/ http://[64:ff9b:1::127.0.0.1]/ http://[2002:7f00:1::]/
http://[2002:7f00:0001::1]/ http://[2001::7f00:1]/ http://[fe80::1]/ http://[fc00::1]/
http://[fd00::1]/ http://[ff02::1]/ http://[100::1]/ http://[2001:db8::1]/
http://[3fff::1]/ http://[::1%25lo]/ http://10.0.0.1/ http://172.16.0.1/
http://192.168.0.1/ http://169.254.169.254/ http://100.64.0.1/ http://198.18.0.1/
http://0.0.0.1/ http://224.0.0.1/ http://255.255.255.255/ http://240.0.0.1/
http://192.0.0.1/ http://192.0.2.1/ http://198.51.100.1/ http://203.0.113.1/
http://192.88.99.1/ http://127.0.0.1:{port}/ http://localhost:{port}/
http://[::1]:{port}/ http://127.0.0.1:22/ http://user@127.0.0.1/
http://user:secret@127.0.0.1/ http://example.org@127.0.0.1/
http://127.0.0.1%23@example.org/ http://127.0.0.1%2f@localhost/
http://127.0.0.1\\@localhost/ https://127.0.0.1/ https://[::1]/ http://%31%32%37.0.0.1/
http://ⓛocalhost/ http://127。0。0。1/ http://①②⑦.0.0.1/ http://localhost%00.example.org/
http://127.0.0.1%0d%0aHost:x/ ftp://127.0.0.1/ file:///etc/passwd gopher://127.0.0.1/
dict://127.0.0.1/ data:image/png;base64,AAAA ldap://127.0.0.1/ smb://127.0.0.1/
//127.0.0.1/ http:///127.0.0.1/ http:127.0.0.1 http://
""".split()


def fetch(kith, token, url):
    """Fetches a URL again until the member is below its limit of pending fetches."""
    answer = fetch_at_once(kith, token, url)
    while answer.status == 429:
        time.sleep(0.05)
        answer = fetch_at_once(kith, token, url)
    return answer


def fetch_at_once(kith, token, url):
    return kith.http("PUT", "/v1/me/avatar/from-url", {"url": url}, token)


def site(path=""):
    return f"http://localhost:{ALLOWED}{path}"


def in_parallel(call, things):
    answers = {}
    threads = []
    for thing in things:
        thread = threading.Thread(
            target=lambda one=thing: answers.update({one: call(one)}))
        thread.start()
        threads.append(thread)
        if len(threads) == 6:
            threads.pop(0).join()
    for thread in threads:
        thread.join()
    return answers


@test
def an_image_is_copied_from_its_address(kith):
    token = kith.member("Ada")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", ALLOWED), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for path in ("/a.png", "/hops/1", "/hops/3", "/to?" + site("/b.png")):
        answer = fetch(kith, token, site(path))
        assert answer.status == 200, answer.text
    url = answer.json["image"]
    assert url.startswith(kith.base + "/media/img_")
    removed = kith.http("DELETE", "/v1/me/avatar", token=token)
    assert removed.json["image"] is None


@test
def the_tools_do_the_same(kith):
    token = kith.token("Ada")

    def tool(**arguments):
        return kith.call_tool(token, "set_my_avatar", arguments)

    done = tool(url=site("/a.png"))
    assert done["structuredContent"]["image"].startswith(kith.base + "/media/"), done
    for arguments, place in (({}, "#/url"), ({"url": site(), "remove": True}, "#/url"),
                             ({"url": site("/missing")}, "#/url"),
                             ({"image": "img_1"}, "#/image")):
        refused = tool(**arguments)
        assert refused["isError"] and place in refused["content"][0]["text"], refused
    assert tool(remove=True)["structuredContent"]["image"] is None


@test
def a_batch_ends_with_its_token(kith):
    """A batch that waited for a host went on to read with a token that had ended."""
    token, other = kith.member("Mary"), kith.member("Ivo")
    batch = [{"jsonrpc": "2.0", "id": number, "method": "tools/call",
              "params": {"name": name, "arguments": arguments}}
             for number, (name, arguments) in enumerate((
                 ("set_my_avatar", {"url": site("/late")}), ("get_my_profile", {})))]

    def send(bearer):
        return kith.http("POST", "/mcp", batch, bearer,
                         headers={"Accept": "application/json, text/event-stream"})

    def end():
        support.eventually(lambda: SEEN.count("/late") == 2)
        kith.sql("UPDATE credentials SET revoked_at = now() WHERE member_id ="
                 " (SELECT id FROM members WHERE name = 'Mary')")

    ended, kept, _ = all_at_once([lambda: send(token), lambda: send(other), end])
    assert (ended.status, "Mary" in ended.text) == (401, False), ended.text
    assert kept.status == 200 and "Ivo" in kept.text, kept.text
    assert "error" not in kept.json[1] and not kept.json[1]["result"].get("isError")


@test
def a_page_ends_with_its_session(kith):
    """A form that waited for a host showed its page again after the session had ended."""
    cookie, csrf = signed_in(kith, "Nell")
    late = SEEN.count("/late-page")

    def send():
        return pages.post(kith, "/me/avatar/from-url",
                          {"csrf": csrf, "url": site("/late-page")}, cookie)

    def end():
        support.eventually(lambda: SEEN.count("/late-page") > late)
        kith.sql("UPDATE profiles SET headline = 'Written afterwards' WHERE handle ="
                 " 'nell'")
        kith.sql("UPDATE credentials SET revoked_at = now() WHERE member_id ="
                 " (SELECT id FROM members WHERE name = 'Nell')")

    shown, _ = all_at_once([send, end])
    assert shown.status == 303, shown.text
    assert shown.headers["Location"].startswith("/sign-in"), shown.headers["Location"]


@test
def an_event_gets_its_cover_from_an_address(kith):
    host, other = kith.token("Ada"), kith.member("Hedy")
    made = kith.http("POST", "/v1/events",
                     {"title": "Looms", "startsAt": "2126-01-01T10:00:00Z",
                      "endsAt": "2126-01-01T11:00:00Z", "publish": True}, host).json
    path, body = f"/v1/events/{made['id']}/cover/from-url", {"url": site("/a.png")}
    answer = kith.http("PUT", path, body, host)
    assert answer.json["coverImage"].startswith(kith.base + "/media/"), answer.text
    assert kith.http("PUT", path, body, other).code == "host_required"
    done = kith.call_tool(host, "set_event_cover", {"id": made["id"], "remove": True})
    assert done["structuredContent"]["coverImage"] is None
    done = kith.call_tool(host, "set_event_cover", {"id": made["id"], **body})
    assert done["structuredContent"]["coverImage"] == answer.json["coverImage"]
    refused = kith.call_tool(other, "set_event_cover", {"id": made["id"], **body})
    assert refused["isError"], refused
    assert "host_required" in refused["content"][0]["text"], refused
    assert kith.http("POST", f"/v1/events/{made['id']}/cancel", token=host).status == 200
    assert kith.http("PUT", path, body, host).code == "invalid_transition"


@test
def an_image_that_must_be_approved_is_fetched_after_the_approval(kith):
    cookie, csrf = signed_in(kith, "Ilse")
    owner = kith.token("Ilse")
    post = kith.publish(owner).json["id"]
    kith.sql("UPDATE credentials SET approval = 'each' WHERE kind = 'token'")
    path, key = f"/v1/posts/{post}/photo", {"Idempotency-Key": "photo"}

    def set_photo():
        return kith.http("PUT", path + "/from-url", {"url": site("/asked.png")}, owner,
                         headers=key)
    try:
        asked = set_photo()
        assert asked.status == 202, asked.text
        again = set_photo()
        assert again.json["id"] == asked.json["id"], again.text
        assert "/asked.png" not in SEEN
        shown = pages.get(kith, f"/approvals/{asked.json['id']}", cookie)
        assert site("/asked.png") in shown.text, shown.text
        upload = kith.http("PUT", path, raw=PNG, token=owner,
                           headers={"Content-Type": "image/png"})
        assert upload.code == "approval_unavailable", upload.text
        done = pages.post(
            kith, f"/approvals/{asked.json['id']}/approve", {"csrf": csrf}, cookie)
        assert done.status == 303, done.text
        answer = set_photo()
        assert answer.status == 200 and answer.json["photo"], answer.text
        assert pages.get(kith, f"/approvals/{asked.json['id']}", cookie).status == 200
    finally:
        kith.sql("UPDATE credentials SET approval = NULL WHERE kind = 'token'")


def records_of(kith, owner):
    """Returns the operations that fetch an image for a record: the path, the refusal of a
    stranger, the tool and its arguments."""
    kith.sql("UPDATE members SET role = 'admin' WHERE name = 'Ada'")
    org = kith.http("POST", "/v1/orgs", {"slug": "looms", "name": "Looms"},
                    kith.token("Ada"))
    assert org.status == 200, org.text
    kith.sql("UPDATE members SET role = 'member' WHERE name = 'Ada'")
    post = kith.publish(owner).json["id"]
    entry = kith.http("POST", "/v1/progress", {"kind": "customer", "title": "First"},
                      owner).json["id"]
    event = kith.http("POST", "/v1/events",
                      {"title": "Carding", "startsAt": "2126-01-01T10:00:00Z",
                       "endsAt": "2126-01-01T11:00:00Z", "publish": True},
                      owner).json["id"]
    return [("/v1/orgs/looms/logo", "org_role_required", "set_org_image",
             {"slug": "looms", "kind": "logo"}),
            ("/v1/orgs/looms/cover", "org_role_required", "set_org_image",
             {"slug": "looms", "kind": "cover"}),
            ("/v1/orgs/nowhere/cover", "org_not_found", "set_org_image",
             {"slug": "nowhere", "kind": "cover"}),
            (f"/v1/posts/{post}/photo", "not_author", "set_post_photo", {"id": post}),
            (f"/v1/progress/{entry}/photo", "progress_not_found", "set_progress_photo",
             {"id": entry}),
            (f"/v1/events/{event}/cover", "host_required", "set_event_cover",
             {"id": event})]


def templates_of(kith, ending):
    return {path for path in kith.http("GET", "/openapi.json").json["paths"]
            if path.endswith(ending)}


@test
def nothing_is_fetched_or_decoded_for_a_caller_without_authority(kith):
    owner, stranger = kith.token("Ada"), kith.member("Betty")
    records = records_of(kith, owner)
    before = kith.sql("SELECT count(*) FROM images")
    SEEN.clear()
    for path, code, tool, arguments in records:
        for address in (site("/secret.png"), site("/missing"), "http://127.0.0.1/"):
            answer = kith.http("PUT", path + "/from-url", {"url": address}, stranger)
            assert answer.code == code, (path, address, answer.text)
        done = kith.call_tool(stranger, tool, {**arguments, "url": site("/secret.png")})
        assert done["isError"], (tool, done)
        assert code in done["content"][0]["text"], (tool, done)
        # These bytes would be a fault of the file.
        for data in (PNG[:60], b"no image"):
            answer = kith.http("PUT", path, raw=data, token=stranger,
                               headers={"Content-Type": "image/png"})
            assert answer.code == code, (path, answer.text)
    assert SEEN == [], SEEN
    assert kith.sql("SELECT count(*) FROM images") == before
    # The table covers every such operation but those on the caller's own account.
    covered = {path.split("/")[2] + path[path.rindex("/"):] for path, *_ in records}
    assert covered | {"me/avatar"} == {
        path.split("/")[2] + path.removesuffix("/from-url")[
            path.removesuffix("/from-url").rindex("/"):]
        for path in templates_of(kith, "/from-url")}


@test
def nothing_is_fetched_for_an_owner_who_cannot_set_the_image_now(kith):
    owner = kith.token("Ada")
    post = kith.publish(owner).json["id"]
    path, body = f"/v1/posts/{post}/photo/from-url", {"url": site("/a.png")}
    SEEN.clear()
    assert kith.http("POST", f"/v1/posts/{post}/close", token=owner).status == 200
    assert kith.http("PUT", path, body, owner).code == "post_closed"
    assert SEEN == [], SEEN


@test
def a_failed_fetch_leaves_the_image_that_was_there(kith):
    owner = kith.token("Ada")
    post = kith.publish(owner).json["id"]
    path = f"/v1/posts/{post}"
    set_one = kith.http("PUT", path + "/photo/from-url", {"url": site("/a.png")}, owner)
    assert set_one.status == 200, set_one.text
    before = kith.http("GET", path, token=owner)
    failed = kith.http("PUT", path + "/photo/from-url", {"url": site("/missing")}, owner)
    assert failed.faults == {("#/url", "fetch_failed")}
    after = kith.http("GET", path, token=owner)
    assert after.json == before.json and after.json["photo"] is not None
    assert after.headers["ETag"] == before.headers["ETag"]


@test
def what_cannot_be_used_is_told_at_its_address(kith):
    token = kith.token("Ada")
    before = kith.sql("SELECT count(*) FROM images")
    began = time.monotonic()
    answers = in_parallel(lambda path: fetch(kith, token, site(path)),
                          ["/large", "/endless", "/slow", "/html", "/missing", "/headers",
                           "/hops/4", "/hops/9999999"])
    assert time.monotonic() - began < 25
    for path, answer in answers.items():
        assert answer.faults == {("#/url", "fetch_failed")}, (path, answer.text)
    assert "/hops/9999999" in SEEN and "/hops/9999995" not in SEEN
    nobody = fetch(kith, token, "http://nowhere.invalid/a.png")
    assert nobody.faults == {("#/url", "fetch_failed")}
    for body, fault in (({}, "required"), ({"url": ""}, "too_short"),
                        ({"url": 7}, "type"),
                        ({"url": "https://example.org/" + "a" * 2000}, "too_long"),
                        ({"url": "no address"}, "format")):
        answer = kith.http("PUT", "/v1/me/avatar/from-url", body, token)
        assert ("#/url", fault) in answer.faults, (body, answer.text)
    assert kith.sql("SELECT count(*) FROM images") == before


@test
def no_packet_reaches_a_host_that_is_not_public(kith):
    token = kith.token("Ada")
    listeners = [Listener(80), Listener(HIDDEN)]
    assert len(FORMS) >= 60
    urls = [form.format(port=HIDDEN) if "{port}" in form else form for form in FORMS]
    urls += [site("/to?" + url) for url in urls if not url.startswith("data:")]
    before = len(SEEN)
    answers = in_parallel(lambda url: fetch(kith, token, url), urls)
    for url, answer in answers.items():
        assert answer.status in (400, 422), (url, answer.status, answer.text)
        faults = answer.faults if answer.status == 422 else set()
        assert faults <= {("#/url", "fetch_failed"),
                          ("#/url", "format")}, (url, answer.text)
        for word in ("refused", "timed out", "unreachable", "private", "route"):
            assert word not in answer.text, (url, answer.text)
    assert [listener.count for listener in listeners] == [0, 0]
    # the redirects were followed up to the forbidden targets
    assert len(SEEN) > before + 40


@test
def a_member_has_two_hosts_waited_for_at_once(kith):
    greedy, other = kith.member("Margaret"), kith.member("Jean")
    answers = []
    threads = [threading.Thread(
        target=lambda: answers.append(fetch_at_once(kith, greedy, site("/slow"))))
        for _ in range(8)]
    for thread in threads:
        thread.start()
    support.eventually(lambda: len(answers) == 6)
    for answer in answers:
        assert (answer.status, answer.code) == (429, "rate_limited"), answer.text
        assert int(answer.headers["Retry-After"]) > 0
    assert fetch_at_once(kith, other, site("/a.png")).status == 200
    # Requests without a fetch do not count against the limit.
    assert kith.http("PUT", "/v1/me/avatar", raw=PNG, token=greedy,
                     headers={"Content-Type": "image/png"}).status == 200
    for thread in threads:
        thread.join()
    assert sorted(answer.status for answer in answers) == [422] * 2 + [429] * 6
    assert fetch_at_once(kith, greedy, site("/a.png")).status == 200


@test
def four_members_who_wait_for_hosts_hold_up_no_fetch(kith):
    greedy, other = [kith.member(f"Greedy{i}") for i in range(4)], kith.member("Nina")
    threads = [threading.Thread(target=fetch_at_once, args=(kith, token, site("/slow")))
               for token in greedy * 2]
    seen = len(SEEN)
    for thread in threads:
        thread.start()
    support.eventually(lambda: len(SEEN) >= seen + 8)
    began = time.monotonic()
    assert fetch_at_once(kith, other, site("/a.png")).status == 200
    assert time.monotonic() - began < 2
    for thread in threads:
        thread.join()


@test
def stalled_hosts_hold_up_nobody_else(kith):
    tokens = [kith.member(f"Member{i}") for i in range(25)]
    own = kith.token("Ada")

    def slowest():
        times = []
        for _ in range(60):
            began = time.monotonic()
            assert kith.http("GET", "/v1/me", token=own).status == 200
            times.append(time.monotonic() - began)
        return sorted(times)[-2]

    before = slowest()
    answers = []
    threads = [threading.Thread(
        target=lambda token=tokens[i % 25]: answers.append(
            fetch_at_once(kith, token, site("/slow"))))
        for i in range(50)]
    seen = len(SEEN)
    for thread in threads:
        thread.start()
    support.eventually(lambda: len(SEEN) >= seen + 8)
    during = slowest()
    # Uploads and served images do not wait for fetches.
    began = time.monotonic()
    assert kith.http("PUT", "/v1/me/avatar", raw=PNG, token=own,
                     headers={"Content-Type": "image/png"}).status == 200
    assert time.monotonic() - began < 5
    put = kith.http("GET", "/media/img_00000000000000000000000000.webp")
    assert put.code == "media_not_found"
    for thread in threads:
        thread.join()
    assert {answer.status for answer in answers} <= {422, 503, 504}, answers
    assert during < max(4 * before, 0.5), (before, during)


support.main(__name__, KITH_FETCH_ALLOW=f"localhost:{ALLOWED}")
