"""Starts the proxies of docs/reverse-proxies.md with the files of that page, and uses an
instance through each: an upload, a sign-in, a tool call, and limits by address."""

import http.client
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import tempfile
import urllib.parse

import certificates
import images
import support

PAGE = "docs/reverse-proxies.md"
PASSWORD = "purple elephants dance"
PORT, PLAIN = support.free_port(), support.free_port()
IMAGE_BYTES = 8 * 1024 * 1024
ANONYMOUS = 10


def files(language):
    """The blocks of the page in a language."""
    with open(PAGE, encoding="utf-8") as file:
        return re.findall(rf"^```{language}\n(.*?)^```$", file.read(), re.M | re.S)


def replaced(text, *pairs):
    for old, new in pairs:
        assert old in text, f"{PAGE} has no {old!r}"
        text = text.replace(old, new)
    return text


class Proxy:
    """A program with files of the page, adapted to this machine's ports and paths."""

    def __init__(self, kith, program):
        if shutil.which(program) is None:
            support.skip(program + " is not installed")
        self.folder = tempfile.mkdtemp(prefix="kith-proxy-")
        os.chmod(self.folder, 0o755)
        authority = certificates.Authority(self.folder, "authority")
        self.pem, self.key = authority.issue("localhost")
        self.client = ssl.create_default_context(cafile=authority.file)
        command = getattr(self, program)(kith)
        self.log = open(os.path.join(self.folder, "output"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdout=self.log, stderr=self.log,
            stdin=subprocess.DEVNULL, env=dict(
                os.environ, HOME=self.folder, XDG_DATA_HOME=self.folder,
                XDG_CONFIG_HOME=self.folder))

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def nginx(self, kith):
        [page] = files("nginx")
        site = replaced(
            page, ("listen 443 ", f"listen 127.0.0.1:{PORT} "),
            ("listen 80;", f"listen 127.0.0.1:{PLAIN};"),
            ("127.0.0.1:8080", f"127.0.0.1:{kith.port}"),
            ("kith.example.org;", "localhost;"),
            ("/etc/ssl/kith.example.org.pem", self.pem),
            ("/etc/ssl/kith.example.org.key", self.key))
        folders = "".join(f"{name}_temp_path {self.folder}/{name};" for name in (
            "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        path = self.write("nginx.conf",
                          f"daemon off; pid {self.folder}/pid; error_log stderr;\n"
                          f"events {{}}\nhttp {{ access_log off; {folders}\n{site} }}\n")
        return ["nginx", "-p", self.folder, "-c", path]

    def caddy(self, kith):
        [page] = files("caddyfile")
        site = replaced(page, ("kith.example.org {", f"https://localhost:{PORT} {{\n"
                               f"\tbind 127.0.0.1\n\ttls {self.pem} {self.key}"),
                        ("127.0.0.1:8080", f"127.0.0.1:{kith.port}"))
        path = self.write("Caddyfile", "{\n\tadmin off\n\tauto_https "
                          f"disable_redirects\n}}\n{site}")
        return ["caddy", "run", "--config", path, "--adapter", "caddyfile"]

    def haproxy(self, kith):
        [page] = files("haproxy")
        with open(self.pem, encoding="utf-8") as pem, \
                open(self.key, encoding="utf-8") as key:
            both = self.write("both.pem", pem.read() + key.read())
        path = self.write("haproxy.cfg", replaced(
            page, ("bind :443", f"bind 127.0.0.1:{PORT}"),
            ("bind :80", f"bind 127.0.0.1:{PLAIN}"),
            ("127.0.0.1:8080", f"127.0.0.1:{kith.port}"),
            ("/etc/haproxy/kith.example.org.pem", both)))
        return ["haproxy", "-db", "-f", path]

    def serves(self):
        assert self.process.poll() is None, self.output()
        return self.http("GET", "/health").status == 200

    def output(self):
        self.log.seek(0)
        return self.log.read()[-4000:]

    def __enter__(self):
        try:
            support.eventually(self.serves)
        except BaseException:
            print(self.output())
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def http(self, method, path, raw=None, headers=None, address="127.0.0.1"):
        """Sends a request by TLS from an address of this machine."""
        connection = http.client.HTTPSConnection(
            "localhost", PORT, timeout=30, context=self.client,
            source_address=(address, 0))
        connection.request(method, path, raw, headers or {})
        answer = support.Answer(connection.getresponse())
        connection.close()
        return answer


def image_of(size):
    """An image of exactly this many bytes."""
    data = images.noise(1600, 1600)
    rest = size - len(data) - 14
    return data[:-12] + images.chunk(b"tEXt", b"a\0" + b"b" * rest) + data[-12:]


def uploads_the_largest_image(kith, proxy):
    headers = {"Authorization": "Bearer " + kith.ada, "Content-Type": "image/png"}
    put = proxy.http("PUT", "/v1/me/avatar", image_of(IMAGE_BYTES), headers)
    assert put.status == 200, (put.status, put.text[:500])
    # The instance refuses a larger image. A proxy that is still sending it may see no
    # more than the end of the connection.
    try:
        more = proxy.http("PUT", "/v1/me/avatar", image_of(IMAGE_BYTES) + b"x", headers)
    except OSError:
        return
    if more.status == 502:
        return
    assert more.code == "payload_too_large", (more.status, more.text[:500])


def signs_in(kith, proxy):
    form = urllib.parse.urlencode({"email": "ada@example.org", "password": PASSWORD})
    answer = proxy.http("POST", "/sign-in", form.encode(), {
        "Content-Type": "application/x-www-form-urlencoded", "Origin": kith.base_url,
        "Accept": "text/html"})
    assert answer.status == 303, (answer.status, answer.text[:500])
    cookie = answer.headers["Set-Cookie"]
    assert "Secure" in cookie and cookie.startswith("__Host-"), cookie
    settings = proxy.http("GET", "/settings", headers={
        "Cookie": cookie.split(";")[0], "Accept": "text/html"})
    assert settings.status == 200 and "ada@example.org" in settings.text
    crumbs = "; ".join(f"other-{i}=" + "x" * 120 for i in range(58))
    many = proxy.http("GET", "/settings", headers={
        "Cookie": f"{crumbs}; {cookie.split(';')[0]}", "Accept": "text/html"})
    assert many.status == 200 and "ada@example.org" in many.text, many.status


def calls_a_tool(kith, proxy):
    for accept in ("text/event-stream", "application/json, text/event-stream"):
        answer = proxy.http("POST", "/mcp", json.dumps(
            support.tool_call("get_my_profile", {})).encode(), {
                "Authorization": "Bearer " + kith.ada, "Accept": accept,
                "Content-Type": "application/json"})
        assert answer.status == 200, answer.text
        assert '"result"' in answer.text and "Ada" in answer.text, answer.text[:500]
        if accept == "text/event-stream":
            assert answer.headers["Content-Type"] == accept, answer.headers
            assert re.search(r"^data: \{", answer.text, re.M), answer.text[:500]


def counts_each_client_by_its_address(proxy, first):
    """A client uses up its own limit only, and cannot pass for another one."""
    def ask(address, **headers):
        return proxy.http("GET", "/v1/me", headers=headers, address=address).status

    spent, other = f"127.0.{first}.1", f"127.0.{first}.2"
    forged = {"X-Forwarded-For": other, "Forwarded": "for=" + other}
    seen = [ask(spent)]
    while seen[-1] != 429 and len(seen) < 10 * ANONYMOUS:
        seen.append(ask(spent))
    assert seen[0] == 401 and seen[-1] == 429, seen
    assert ask(other) == 401
    # A try comes back every few seconds.
    assert 429 in [ask(spent, **forged) for _ in range(3)]
    # Nor does it use up the limit of another.
    for _ in range(2 * ANONYMOUS):
        ask(spent, **forged)
    assert ask(other) == 401


def prepare(kith):
    if hasattr(kith, "ada"):
        return
    kith.kithctl("member", "create", "--email", "ada@example.org", "--name", "Ada",
                 "--password", PASSWORD, "--active")
    kith.ada = kith.token("Ada")
    kith.base_url = f"https://localhost:{PORT}"


def works(kith, program, number):
    prepare(kith)
    with Proxy(kith, program) as proxy:
        uploads_the_largest_image(kith, proxy)
        signs_in(kith, proxy)
        calls_a_tool(kith, proxy)
        counts_each_client_by_its_address(proxy, number)


@support.test
def works_behind_nginx(kith):
    works(kith, "nginx", 1)


@support.test
def works_behind_caddy(kith):
    works(kith, "caddy", 2)


@support.test
def works_behind_haproxy(kith):
    works(kith, "haproxy", 3)


def keys(text):
    """The keys of a YAML mapping with their depth, and its lists' scalars. Such files as
    these need no more of YAML."""
    found, path = set(), []
    for line in text.splitlines():
        match = re.fullmatch(r"((?:  )*)(?:- )?([A-Za-z]+):(?: \S.*)?", line)
        assert match, f"not a line of a mapping: {line!r}"
        depth = len(match[1]) // 2
        assert depth <= len(path), f"indented too far: {line!r}"
        path[depth:] = [match[2]]
        found.add(".".join(path))
    return found


@support.test
def names_what_the_files_for_traefik_connect(kith):
    """Traefik is not in Debian, so this is their syntax, and the names in them."""
    static, dynamic = files("yaml")
    entry = {"entryPoints." + name + ".address" for name in ("web", "websecure")}
    assert entry | {"providers.file.filename"} <= keys(static), keys(static)
    assert {"http.routers.kith.rule", "http.services.kith.loadBalancer.servers.url",
            "http.serversTransports.kith.forwardingTimeouts.idleConnTimeout"} <= keys(
                dynamic), keys(dynamic)
    assert "filename: /etc/traefik/kith.yaml" in static
    assert f"`{dynamic.split('Host(`')[1].split('`')[0]}`" == "`kith.example.org`"
    assert kith.base.startswith("http://")


support.main(__name__, KITH_TRUSTED_PROXIES="127.0.0.1", KITH_RATE_LIMITS="on",
             KITH_BASE_URL=f"https://localhost:{PORT}", KITH_LOOPS="1",
             KITH_ANONYMOUS_PER_MINUTE=str(ANONYMOUS))
