"""Tests the addresses below /.well-known that are not OAuth's, and the breach list of an
operator."""

import datetime
import hashlib
import os
import subprocess

import support
from support import test

PASSWORD = "a long enough phrase"


@test
def leads_password_managers_to_the_page_of_the_password(kith):
    for method in ("GET", "HEAD"):
        moved = kith.http(method, "/.well-known/change-password")
        assert moved.status == 303, moved.text
        assert moved.headers["Location"] == "/settings/password", moved.headers
    assert kith.http("POST", "/.well-known/change-password").code == "method_not_allowed"
    missing = "resource-that-should-not-exist-whose-status-code-should-not-be-200"
    assert kith.http("GET", f"/.well-known/{missing}").status == 404


@test
def serves_security_txt_only_with_a_contact(kith):
    assert kith.http("GET", "/.well-known/security.txt").status == 404
    contact = "mailto:security@example.org"
    with kith.second_gateway(KITH_SECURITY_CONTACT=contact) as other:
        file = other.http("GET", "/.well-known/security.txt")
    assert file.status == 200, file.text
    assert file.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in file.text.splitlines())
    assert fields["Contact"] == contact
    assert fields["Canonical"].endswith("/.well-known/security.txt")
    expires = datetime.datetime.fromisoformat(fields["Expires"].replace("Z", "+00:00"))
    ahead = expires - datetime.datetime.now(datetime.timezone.utc)
    assert 28 < ahead.days < 31, fields


def write_list(kith, *passwords):
    """Writes a list in the format of the official downloader; returns its path."""
    path = os.path.join(kith.home, "breached.txt")
    hashes = sorted(hashlib.sha1(word.encode()).hexdigest() for word in passwords)
    with open(path, "w", newline="") as file:
        file.writelines(f"{digest.upper()}:7\r\n" for digest in hashes)
    return path


@test
def refuses_passwords_of_the_breach_list(kith):
    path = write_list(kith, *(f"filler {i}" for i in range(3000)), "eight purple otters")
    with support.Kith(KITH_BREACH_LIST_FILE=path) as other:
        wish = {"email": "ada@example.org", "name": "Ada",
                "password": "eight purple otters"}
        refused = other.http("POST", "/v1/auth/sign-up", wish)
        assert refused.faults == {("#/password", "not_allowed")}, refused.text
        assert "data breach" in refused.text
        wish["password"] = PASSWORD
        assert other.http("POST", "/v1/auth/sign-up", wish).status == 202
        done = other.run("kithctl", "member", "create", "--email", "eve@example.org",
                         "--name", "Eve", "--password", "eight purple otters")
        assert done.returncode == 1 and "data breach" in done.stderr, done.stderr


@test
def does_not_start_with_a_list_that_is_unusable(kith):
    path = write_list(kith, "one", "two", "three")
    with open(path) as file:
        lines = file.readlines()
    for content, words in (("".join(reversed(lines)), "it is not sorted by hash"),
                           ("password1\n", "not in a line of a SHA-1 hash"),
                           (None, "No such file or directory")):
        if content is None:
            os.unlink(path)
        else:
            with open(path, "w") as file:
                file.write(content)
        settings = {"KITH_BREACH_LIST_FILE": path}
        done = subprocess.run([os.path.join(kith.build, "kith-identity")], timeout=30,
                              env=kith.environment_of("identity", **settings), text=True,
                              capture_output=True, check=False)
        assert done.returncode == 1, done
        assert f"cannot use KITH_BREACH_LIST_FILE={path}: " in done.stderr, done.stderr
        assert words in done.stderr, done.stderr
        doctor = kith.run("kithctl", "doctor", **settings)
        assert doctor.returncode == 1 and words in doctor.stdout, doctor.stdout
    found = kith.run("kithctl", "doctor", KITH_BREACH_LIST_FILE=write_list(kith, "one"))
    assert "breach list    new passwords are compared" in found.stdout, found.stdout


support.main(__name__)
