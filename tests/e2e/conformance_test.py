"""The protocol's own conformance suite, for both eras, against the product as it is.

Most of the suite's scenarios call tools, prompts and resources of the suite's own, which test
what a server library can do. The product has none of them: a fixture would test the fixture. What
is left is the protocol: handshake and discovery, versions, headers, statuses, error codes, the
list of tools, DNS rebinding; and that every message that was sent, in any scenario, is one by the
schema of its revision. conformance/baseline-*.yml list what is not there, check by check; once
something is, its entry fails the run.
"""

import http.client
import http.server
import os
import subprocess
import threading

import support

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "conformance")
SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
OF_THE_CONNECTION = ("connection", "transfer-encoding", "content-length")


class Bearer(http.server.BaseHTTPRequestHandler):
    """Passes requests on as they are, with the token that the suite has no option for."""
    protocol_version = "HTTP/1.1"

    def forward(self):
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.kith.port, timeout=20)
        connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers.items():
            if name.lower() != "connection":
                connection.putheader(name, value)
        connection.putheader("Authorization", "Bearer " + self.server.token)
        connection.endheaders(body)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in OF_THE_CONNECTION:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_DELETE = do_OPTIONS = forward

    def log_message(self, *_):
        pass


def run(kith, revision):
    if not os.path.isdir(os.path.join(FOLDER, "node_modules")):
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=FOLDER,
                       check=True, timeout=180)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bearer) as proxy:
        proxy.kith, proxy.token = kith, kith.member("Suite" + revision)
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        done = subprocess.run(
            ["node", "--import", "./node20.mjs", SUITE, "server", "--requirements", revision,
             "--expected-failures", f"baseline-{revision}.yml",
             "--url", f"http://localhost:{proxy.server_port}/mcp"],
            cwd=FOLDER, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=180)
        proxy.shutdown()
    assert done.returncode == 0, done.stdout[-8000:]
    return done.stdout


@support.test
def conforms_to_the_legacy_revision(kith):
    said = run(kith, "2025-11-25")
    for scenario in ("server-initialize", "ping", "tools-list", "dns-rebinding-protection"):
        assert f"✓ {scenario}: " in said, said[-4000:]


@support.test
def conforms_to_the_modern_revision(kith):
    said = run(kith, "2026-07-28")
    for scenario in ("tools-list", "http-header-validation", "dns-rebinding-protection"):
        assert f"✓ {scenario}: " in said, said[-4000:]


support.main(__name__)
