"""Requests as real clients and proxies send them: nginx and Caddy in front of an
instance, HTTP/1.0, cookies of other applications, entity tags of compressed answers."""

import hashlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import support

COOKIES = "; ".join(f"other-{i}=" + "x" * 120 for i in range(109))


def raw(kith, text, port=None):
    """Sends bytes on a connection of their own; returns the answer up to its end."""
    with socket.create_connection(("127.0.0.1", port or kith.port), 10) as client:
        client.sendall(text.encode("latin-1"))
        received = b""
        while True:
            more = client.recv(1 << 16)
            if not more:
                return received.decode("utf-8")
            received += more


class Proxy:
    """A program in front of the instance, with its files in a folder of its own."""

    def __init__(self, words, files):
        self.folder = tempfile.mkdtemp(prefix="kith-proxy-")
        self.port = support.free_port()
        for name, text in files.items():
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text.replace("{port}", str(self.port)).replace(
                    "{folder}", self.folder))
        self.log = open(os.path.join(self.folder, "output"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [word.replace("{folder}", self.folder) for word in words], cwd=self.folder,
            stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL,
            env=dict(os.environ, HOME=self.folder, XDG_DATA_HOME=self.folder,
                     XDG_CONFIG_HOME=self.folder))

    def accepts(self):
        assert self.process.poll() is None, self.output()
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def output(self):
        self.log.seek(0)
        return self.log.read()[-4000:]

    def __enter__(self):
        support.eventually(self.accepts)
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def http(self, method, path, body=None, headers=None):
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        client.request(method, path, body and json.dumps(body), {
            "Content-Type": "application/json", **(headers or {})})
        answer = support.Answer(client.getresponse())
        client.close()
        return answer


def nginx(kith, more=""):
    """nginx with three lines of configuration; its default speaks HTTP/1.0."""
    if shutil.which("nginx") is None:
        support.skip("nginx is not installed")
    return Proxy(["nginx", "-p", "{folder}", "-c", "{folder}/nginx.conf"], {
        "nginx.conf": "daemon off; pid {folder}/pid; error_log stderr; events {}\n"
                      "http { access_log off; client_body_temp_path {folder}/body;\n"
                      "proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;\n"
                      "uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n"
                      "server { listen 127.0.0.1:{port}; location / {\n"
                      f"proxy_pass http://127.0.0.1:{kith.port}; {more}}} }} }}\n"})


def caddy(kith):
    """Caddy that compresses every answer, however short."""
    if shutil.which("caddy") is None:
        support.skip("caddy is not installed")
    return Proxy(["caddy", "run", "--config", "{folder}/Caddyfile", "--adapter",
                  "caddyfile"], {
        "Caddyfile": "{\n\tadmin off\n\tauto_https off\n}\n"
                     "http://127.0.0.1:{port} {\n\tencode gzip {\n\t\tminimum_length 1\n"
                     "\t}\n" f"\treverse_proxy 127.0.0.1:{kith.port}\n" "}\n"})


@support.test
def answers_a_bare_request_of_http_1_0(kith):
    answer = raw(kith, "GET /health HTTP/1.0\r\n\r\n")
    head, body = answer.split("\r\n\r\n", 1)
    assert head.startswith("HTTP/1.1 200 "), head
    assert "connection: close" in head.lower(), head
    assert "transfer-encoding" not in head.lower(), head
    assert json.loads(body)["status"] == "ok", body


@support.test
def closes_after_an_answer_to_http_1_0_whatever_is_asked(kith):
    request = ("GET /health HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n"
               "GET /health HTTP/1.0\r\nHost: x\r\n\r\n")
    answer = raw(kith, request)
    assert answer.count("HTTP/1.1 ") == 1, answer
    assert "keep-alive" not in answer.lower(), answer


@support.test
def sends_no_chunks_to_http_1_0(kith):
    token = kith.member("old")
    answer = raw(kith, "GET /v1/auth/export HTTP/1.0\r\n"
                       f"Authorization: Bearer {token}\r\n\r\n")
    head, body = answer.split("\r\n\r\n", 1)
    assert head.startswith("HTTP/1.1 200 "), answer[:2000]
    assert "chunked" not in head.lower(), head
    assert "old@example.org" in json.dumps(json.loads(body)), body[:400]


@support.test
def answers_tools_over_http_1_0(kith):
    token = kith.member("tools")
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    for accept in ("application/json", "text/event-stream"):
        answer = raw(kith, "POST /mcp HTTP/1.0\r\nHost: 127.0.0.1\r\n"
                           f"Authorization: Bearer {token}\r\nAccept: {accept}\r\n"
                           "Content-Type: application/json\r\n"
                           f"Content-Length: {len(call)}\r\n\r\n{call}")
        head = answer.split("\r\n\r\n", 1)[0].lower()
        assert head.startswith("http/1.1 200 ") and "chunked" not in head, answer[:900]
        assert '"tools"' in answer, answer[:900]


@support.test
def works_behind_nginx_as_it_comes(kith):
    token = kith.member("behind")
    bearer = {"Authorization": f"Bearer {token}"}
    with nginx(kith) as proxy:
        assert proxy.http("GET", "/health").status == 200, proxy.output()
        assert proxy.http("GET", "/sign-in").status == 200
        assert proxy.http("GET", "/v1/me", headers=bearer).json["name"] == "behind"
        post = kith.publish(token).json["id"]
        changed = proxy.http("PATCH", "/v1/posts/" + post, {"title": "Weaver"}, bearer)
        assert changed.status == 200, changed.text
        export = proxy.http("GET", "/v1/auth/export", headers=bearer)
        assert '"Weaver"' in export.text, export.text[:500]
        for _ in range(3):
            assert proxy.http("GET", "/v1/nothing").status == 404


def change_through(kith, proxy, token):
    """Reads a record through a proxy that compresses, and changes it by its tag; returns
    the tag."""
    bearer = {"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip"}
    post = "/v1/posts/" + kith.publish(token).json["id"]
    read = proxy.http("GET", post, headers=bearer)
    tag = read.headers["ETag"]
    assert read.headers.get("Content-Encoding") == "gzip", dict(read.headers)
    known = proxy.http("GET", post, headers={**bearer, "If-None-Match": tag})
    assert known.status == 304, known.status
    changed = proxy.http("PATCH", post, {"title": "Potter"}, {**bearer, "If-Match": tag})
    assert changed.status == 200, changed.body
    late = proxy.http("PATCH", post, {"title": "Smith"}, {**bearer, "If-Match": tag})
    assert late.status == 412, late.body
    return tag


@support.test
def knows_a_version_whose_answer_caddy_has_compressed(kith):
    with caddy(kith) as proxy:
        change_through(kith, proxy, kith.member("packed"))


@support.test
def knows_a_version_whose_answer_nginx_has_compressed(kith):
    more = "gzip on; gzip_types application/json; gzip_min_length 1; gzip_proxied any;"
    with nginx(kith, more) as proxy:
        assert change_through(kith, proxy, kith.member("squeezed")).startswith('W/"')


@support.test
def knows_a_version_by_every_name_that_a_proxy_gives_it(kith):
    token = kith.member("names")
    tag = kith.http("GET", "/v1/me", token=token).headers["ETag"]
    forms = [tag, "W/" + tag] + [tag[:-1] + suffix + '"' for suffix in
                                 ("-gzip", "-br", "-zstd", "-deflate")]
    for form in forms:
        headers = {"If-None-Match": form}
        assert kith.http("GET", "/v1/me", token=token, headers=headers).status == 304
        answer = kith.http("PATCH", "/v1/me", {}, token, headers={"If-Match": form})
        assert answer.status == 200, (form, answer.text)
    for form in (tag[:-1] + '-xz"', '"-gzip"', tag[:-2] + '"'):
        answer = kith.http("PATCH", "/v1/me", {}, token, headers={"If-Match": form})
        assert answer.status == 412, (form, answer.text)


@support.test
def reads_no_blanks_behind_a_value(kith):
    token = kith.member("blanks")
    answer = raw(kith, "PATCH /v1/me HTTP/1.1\r\nHost: localhost \t\r\n"
                       f"Authorization: Bearer {token} \t \r\nConnection: close \r\n"
                       "Content-Type: application/json \r\nContent-Length: 2 \r\n"
                       'If-Match: * \r\n\r\n{}')
    assert answer.startswith("HTTP/1.1 200 "), answer
    answer = raw(kith, "GET /v1/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                       f"Cookie: kith_session={token}\t \r\n\r\n")
    assert answer.startswith("HTTP/1.1 200 "), answer


@support.test
def serves_urls_and_asterisks_as_targets(kith):
    end = "Connection: close\r\n\r\n"
    answer = raw(kith, "GET http://localhost/health HTTP/1.1\r\n"
                       f"Host: localhost\r\n{end}")
    assert answer.startswith("HTTP/1.1 200 "), answer
    answer = raw(kith, f"GET http://localhost HTTP/1.1\r\nHost: localhost\r\n{end}")
    assert answer.startswith(("HTTP/1.1 200 ", "HTTP/1.1 303 ")), answer
    answer = raw(kith, f"GET http://other/health HTTP/1.1\r\nHost: localhost\r\n{end}")
    assert answer.startswith("HTTP/1.1 400 "), answer
    answer = raw(kith, f"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n{end}")
    assert answer.startswith("HTTP/1.1 204 "), answer
    assert "Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" in answer, answer
    answer = raw(kith, f"GET * HTTP/1.1\r\nHost: localhost\r\n{end}")
    assert answer.startswith("HTTP/1.1 400 "), answer


@support.test
def takes_no_harm_from_cookies_of_other_applications(kith):
    assert 14_000 < len(COOKIES) <= 14 * 1024
    token = kith.member("crumbs")
    for path in ("/v1/me", "/sign-in", "/health", "/docs"):
        answer = kith.http("GET", path, token=token, headers={
            "Cookie": COOKIES, **{f"Sec-Ch-{i}": "x" * 60 for i in range(14)}})
        assert answer.status == 200, answer.text
    answer = kith.http("PATCH", "/v1/me", {"headline": "Baker"}, token,
                       headers={"Cookie": COOKIES})
    assert answer.status == 200, answer.text


@support.test
def says_that_a_head_is_too_large_in_a_problem_document(kith):
    large = {"cookies": {"Cookie": "a" * 18400}, "more cookies": {"Cookie": "a" * 30000},
             "a header": {"X-Large": "a" * 18400}, "headers of 60 KiB": {
                 f"X-{i}": "a" * 1000 for i in range(60)},
             "100 headers": {f"X-{i}": "a" for i in range(100)}}
    for what, headers in large.items():
        for path in ("/v1/me", "/sign-in", "/mcp"):
            answer = kith.http("GET", path, headers=headers)
            assert (answer.status, answer.code) == (431, "head_too_large"), (what, path)
            assert answer.headers["Content-Type"] == "application/problem+json", what
            assert answer.headers["Connection"] == "close", what
    for size in (9000, 40000):
        answer = kith.http("GET", "/v1/me?" + "a" * size)
        assert (answer.status, answer.code) == (431, "head_too_large"), size
    page = kith.http("GET", "/docs/problems/head_too_large")
    assert page.status == 200 and "cookies" in page.text, page.status


@support.test
def keeps_one_buffer_for_an_idle_connection(kith):
    """Large cookies cost no more than the buffer that every connection has."""
    def kilobytes():
        for pid in kith.pids("kith-gateway"):
            with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
                return next(int(line.split()[1]) for line in file
                            if line.startswith("Rss:"))

    def sent(client):
        client.sendall(f"GET /health HTTP/1.1\r\nHost: x\r\nCookie: {COOKIES}\r\n\r\n"
                       .encode())
        received = b""
        while b"}" not in received.split(b"\r\n\r\n", 1)[-1]:
            received += client.recv(1 << 16)

    count = 400
    before = kilobytes()
    clients = [socket.create_connection(("127.0.0.1", kith.port)) for _ in range(count)]
    for _ in range(2):
        for client in clients:
            sent(client)
    least = support.eventually(
        lambda: kilobytes() - before if kilobytes() - before < 28 * count else None)
    for client in clients:
        client.close()
    assert least < 28 * count, least


@support.test
def reads_json_behind_a_byte_order_mark(kith):
    token = kith.member("marked")
    answer = kith.http("PATCH", "/v1/me", token=token,
                       headers={"Content-Type": "application/json"},
                       raw=b'\xef\xbb\xbf{"headline": "Tailor"}')
    assert answer.status == 200, answer.text
    answer = kith.http("PATCH", "/v1/me", token=token,
                       headers={"Content-Type": "application/json"},
                       raw=b'\xef\xbb\xbf\xef\xbb\xbf{"headline": "Tailor"}')
    assert answer.code == "malformed_request", answer.text


@support.test
def ignores_parameters_of_health_checks(kith):
    for path in ("/health?cb=1", "/health/ready?cb=1&a=b&a=c", "/health?"):
        answer = kith.http("GET", path)
        assert answer.status == 200 and answer.json["status"] == "ok", answer.text
    assert kith.http("GET", "/healthy?cb=1").status == 404


@support.test
def names_its_own_address_in_the_reference(kith):
    servers = kith.http("GET", "/openapi.json").json["servers"]
    assert [server["url"] for server in servers] == [kith.base], servers


@support.test
def looks_at_a_credential_again_after_a_slow_body(kith):
    token, session = kith.member("slow"), kith.member("slow-tools")
    body = b'{"name": 12345}'  # which would be 422
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                       "params": {"name": "get_health", "arguments": {}}}).encode()
    requests = ((token, "PATCH", "/v1/me", body), (session, "POST", "/mcp", call))
    for secret, method, path, content in requests:
        with socket.create_connection(("127.0.0.1", kith.port), 10) as client:
            client.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                           f"Authorization: Bearer {secret}\r\n"
                           "Accept: application/json, text/event-stream\r\n"
                           "Content-Type: application/json\r\nConnection: close\r\n"
                           f"Content-Length: {len(content)}\r\n\r\n".encode())
            client.sendall(content[:5])
            time.sleep(0.3)
            revoke(kith, secret)
            time.sleep(1.2)
            client.sendall(content[5:])
            answer = client.makefile("rb").read().decode()
        assert " 401 " in answer.split("\r\n")[0], answer


def revoke(kith, token):
    """Ends a credential behind the gateway's back, as another gateway does."""
    digest = hashlib.sha256(token.encode()).hexdigest()
    gone = kith.sql("DELETE FROM credentials WHERE hash = decode('" + digest + "', 'hex')"
                    " RETURNING 1")
    assert gone == "1", gone


support.main(__name__, KITH_TRUSTED_PROXIES="127.0.0.1", KITH_RATE_LIMITS="off",
             KITH_CONNECTIONS_PER_ADDRESS="2000")
