"""Tests the authorization server with OAuth clients from npm and a browser that
grants."""

import os
import re

import oauth
import packages
import support

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "oauth")


@support.test
def serves_the_clients_from_npm(kith):
    packages.install(FOLDER, "--ignore-scripts")
    browser = oauth.Browser(kith, "Member")
    said = packages.node("clients.mjs", FOLDER, KITH_URL=kith.base,
                         KITH_COOKIE=browser.cookie)
    counts = re.findall(r"^(\d+) passed, (\d+) failed$", said, re.M)
    assert counts and counts[-1][1] == "0", said[-8000:]


support.main(__name__)
