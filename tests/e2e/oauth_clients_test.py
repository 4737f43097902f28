"""Tests the authorization server with OAuth clients from npm and a browser that
grants."""

import os
import re
import subprocess

import oauth
import packages
import support

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "oauth")


@support.test
def serves_the_clients_from_npm(kith):
    packages.install(FOLDER, "--ignore-scripts")
    browser = oauth.Browser(kith, "Member")
    done = subprocess.run(["node", "clients.mjs"], cwd=FOLDER, text=True, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL,
                          env=dict(os.environ, KITH_URL=kith.base,
                                   KITH_COOKIE=browser.cookie))
    counts = re.findall(r"^(\d+) passed, (\d+) failed$", done.stdout, re.M)
    assert done.returncode == 0 and counts and counts[-1][1] == "0", done.stdout[-8000:]


support.main(__name__)
