"""Runs the MCP conformance suite for both eras.

Most scenarios call tools, prompts and resources of the suite itself. Only a test build of
the gateway (tests/conformance) has them; it equals the product otherwise, and lists the
product's tools as well. Every scenario that a revision requires must pass there. Every
message sent in any scenario must be valid by the schema of its revision.
"""

import http.client
import http.server
import os
import re
import subprocess
import threading
import urllib.request

import oauth
import packages
import support

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "conformance")
STABLE = "node_modules/conformance-stable/dist/index.js"
SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
OF_THE_CONNECTION = ("connection", "transfer-encoding", "content-length")


class Gateway(support.SecondGateway):
    """The test build of the gateway, beside the instance's own. It has one loop, because
    questions to clients wait in that loop."""

    def __init__(self, kith):
        super().__init__(kith, {"KITH_LOOPS": "1"})

    def start(self):
        program = os.path.join(self.kith.build, "tests", "conformance", "kith-gateway")
        return support.start_as(
            os.stat(self.kith.run_dir), program,
            self.kith.environment_of("gateway", KITH_PORT=str(self.port),
                                     **self.settings))


class Bearer(http.server.BaseHTTPRequestHandler):
    """Forwards requests and adds the token, because the suite has no option for one."""
    protocol_version = "HTTP/1.1"

    def forward(self):
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.gateway,
                                                timeout=20)
        connection.putrequest(self.command, self.path, skip_host=True,
                              skip_accept_encoding=True)
        for name, value in self.headers.items():
            if name.lower() != "connection":
                connection.putheader(name, value)
        connection.putheader("Authorization", "Bearer " + self.server.token)
        connection.endheaders(body)
        answer = connection.getresponse()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in OF_THE_CONNECTION:
                self.send_header(name, value)
        if answer.headers["Transfer-Encoding"] == "chunked":
            self.send_header("Connection", "close")
            self.end_headers()
            # Each chunk is forwarded at once, because the client reacts to it here.
            while piece := answer.read1(65536):
                self.wfile.write(piece)
                self.wfile.flush()
            self.close_connection = True
        else:
            body = answer.read()
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        connection.close()

    do_GET = do_POST = do_DELETE = do_OPTIONS = forward

    def log_message(self, *_):
        pass


def run(kith, suite, *options):
    packages.install(FOLDER)
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bearer)
    with proxy, Gateway(kith) as gateway:
        proxy.gateway, proxy.token = gateway.port, kith.member("Suite" + options[-1])
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        done = subprocess.run(
            ["node", "--import", "./node20.mjs", suite, "server", *options,
             "--url", f"http://localhost:{proxy.server_port}/mcp"],
            cwd=FOLDER, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=180)
        proxy.shutdown()
    assert done.returncode == 0, done.stdout[-8000:]
    return done.stdout


@support.test
def passes_the_stable_suite(kith):
    said = run(kith, STABLE, "--suite", "active")
    assert re.search(r"Total: \d\d passed, 0 failed", said), said[-4000:]


@support.test
def conforms_to_the_legacy_revision(kith):
    said = run(kith, SUITE, "--requirements", "2025-11-25")
    for scenario in ("server-initialize", "ping", "tools-list",
                     "dns-rebinding-protection", "tools-call-sampling",
                     "resources-templates-read", "prompts-get-simple"):
        assert f"✓ {scenario}: " in said, said[-4000:]


@support.test
def conforms_to_the_modern_revision(kith):
    said = run(kith, SUITE, "--requirements", "2026-07-28")
    for scenario in ("tools-list", "http-header-validation", "dns-rebinding-protection",
                     "server-stateless", "caching", "completion-complete",
                     "input-required-result-multi-round"):
        assert f"✓ {scenario}: " in said, said[-4000:]


def authorize(kith, browser, app, *options):
    """Runs the suite as an OAuth client; a member grants what it requests."""
    port = support.free_port()
    callback = f"http://127.0.0.1:{port}/callback"
    suite = subprocess.Popen(
        ["node", "--import", "./node20.mjs", SUITE, "authorization", "--url", kith.base,
         "--client-id", app, "--port", str(port), *options],
        cwd=FOLDER, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    said = []
    try:
        for line in suite.stdout:
            said.append(line)
            if not line.startswith(kith.base + "/oauth/authorize?"):
                continue
            asked = browser.get(line.strip())
            assert asked.status == 303, asked.text
            back = browser.answer(asked.headers["Location"])
            assert back.startswith(callback + "?code="), back
            # The suite starts to listen shortly after it prints the address.
            assert support.eventually(
                lambda: urllib.request.urlopen(back, timeout=10).status) == 200
        assert suite.wait(60) == 0, "".join(said)[-4000:]
    finally:
        suite.kill()
    return "".join(said)


@support.test
def authorizes_the_suite_by_every_scenario(kith):
    """Tests an operator's client and a self-registered client. The suite sends no secret
    to a server that also has public clients, so it cannot be a confidential client."""
    packages.install(FOLDER)
    browser = oauth.Browser(kith, "Suite")
    made = kith.kithctl("client", "create", "--name", "The suite", "--redirect-uris",
                        "http://127.0.0.1/callback")
    for options in ([made["clientId"]],
                    [oauth.App(kith).id, "--resource", kith.base + "/mcp"]):
        said = authorize(kith, browser, *options)
        passed = dict(re.findall(r"✓ ([\w-]+): (\d+) passed, 0 failed", said))
        assert set(passed) == {"authorization-server-metadata-endpoint",
                               "authorization-code-grant"}, said[-4000:]
        assert "WARNING" not in said, said[-4000:]


support.main(__name__, KITH_CLIENT_DOCUMENTS="on")
