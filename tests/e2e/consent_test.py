"""Leads a browser through the pages from an app to a member's consent."""

import http.server
import json
import os
import subprocess
import threading

import packages
import support

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")
PORT = support.free_port()
DESCRIBED = f"http://localhost:{PORT}/app.json"


class Site(http.server.BaseHTTPRequestHandler):
    """The host of an app's client metadata document."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        body = json.dumps({"client_id": DESCRIBED, "client_name": "Described app",
                           "redirect_uris": [
                               "https://described.example/callback"]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@support.test
def leads_a_member_from_an_app_to_consent_and_back(kith):
    browser = packages.chromium()
    packages.install(FOLDER, "--ignore-scripts")
    kith.kithctl("member", "create", "--email", "boss@example.org", "--name", "Boss",
                 "--password", "a phrase that is long enough", "--active", "--admin")
    known = kith.kithctl("client", "create", "--name", "Ours", "--redirect-uris",
                         "https://ours.example/callback")["clientId"]
    site = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    done = subprocess.run(
        ["node", "consent.mjs"], cwd=FOLDER, text=True, timeout=300,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=dict(os.environ, KITH_URL=kith.base, KITH_CHROMIUM=browser, KITH_CLIENT=known,
                 KITH_DESCRIBED=DESCRIBED, KITH_MAILS=os.path.join(kith.run_dir, "mail")))
    assert done.returncode == 0, done.stdout[-6000:]


support.main(__name__, KITH_REGISTRATION="open", KITH_CLIENT_DOCUMENTS="on",
             KITH_FETCH_ALLOW=f"localhost:{PORT}")
