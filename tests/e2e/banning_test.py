"""Tests that refused sign-ins can be attributed to an address, and that fail2ban and
CrowdSec do so with the files of the manual."""

import http.client
import json
import os
import re
import shutil
import subprocess
import urllib.parse

import support
from support import test

SIGN_IN = {"email": "ada@example.org", "password": "a guess of the password"}


def sign_in(kith, address, page=False):
    """Tries to sign in from a loopback address."""
    connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=20,
                                            source_address=(address, 0))
    headers = {"Host": f"localhost:{kith.port}"}
    try:
        if page:
            headers.update({"Origin": kith.base,
                            "Content-Type": "application/x-www-form-urlencoded"})
            connection.request("POST", "/sign-in", urllib.parse.urlencode(SIGN_IN),
                               headers)
        else:
            headers["Content-Type"] = "application/json"
            connection.request("POST", "/v1/auth/sign-in", json.dumps(SIGN_IN), headers)
        return support.Answer(connection.getresponse())
    finally:
        connection.close()


def lines(kith, *answers):
    """The log lines of these answers."""
    log = kith.log_with(*answers).splitlines()
    return [json.loads(line) for answer in answers for line in log
            if f'"request":"{answer.headers["X-Request-Id"]}"' in line]


def of_manual(name):
    """A file that docs/operations.md shows after its name."""
    with open("docs/operations.md") as file:
        manual = file.read()
    shown = re.search(re.escape(f"`{name}` is") + r"\n\n((?:(?:    .*)?\n)+)", manual)
    return re.sub("(?m)^    ", "", shown.group(1))


def log_of(kith, *answers):
    """A file with the gateway's log lines about these answers."""
    path = os.path.join(kith.home, "lines.log")
    ids = {answer.headers["X-Request-Id"] for answer in answers}
    with open(path, "w") as file:
        file.writelines(line + "\n" for line in kith.log("gateway").splitlines()
                        if json.loads(line).get("request") in ids)
    return path


@test
def logs_the_address_of_a_refused_sign_in(kith):
    refused = [sign_in(kith, "127.0.0.8"), sign_in(kith, "127.0.0.9", page=True)]
    found = lines(kith, *refused)
    assert [(line["op"], line["problem"], line["address"]) for line in found] == [
        ("session_sign_in", "invalid_credentials", "127.0.0.8"),
        ("session_sign_in", "invalid_credentials", "127.0.0.9")], found


@test
def names_the_client_behind_a_trusted_proxy_and_no_forger(kith):
    for settings, expected in (({"KITH_TRUSTED_PROXIES": "127.0.0.0/8"}, "203.0.113.77"),
                               ({}, "127.0.0.1")):
        with support.Kith(**settings) as other:
            answer = other.http("POST", "/v1/auth/sign-in", SIGN_IN,
                                headers={"X-Forwarded-For": "203.0.113.77"})
            assert lines(other, answer)[0]["address"] == expected
    answer = kith.http("GET", "/nowhere", headers={"X-Forwarded-For": "203.0.113.77"})
    assert lines(kith, answer)[0]["address"] == "127.0.0.1"


@test
def shortens_or_leaves_out_the_address_where_that_is_set(_):
    for how, proxied, expected in (
            ("short", "203.0.113.77", "203.0.113.0/24"),
            ("short", "2001:db8:1:2::77", "2001:db8:1::/48"), ("off", "::5", None)):
        with support.Kith(KITH_LOG_ADDRESSES=how,
                          KITH_TRUSTED_PROXIES="127.0.0.1") as kith:
            answer = kith.http("POST", "/v1/auth/sign-in", SIGN_IN,
                               headers={"X-Forwarded-For": proxied})
            assert lines(kith, answer)[0].get("address") == expected
            assert proxied not in kith.log("gateway")


@test
def lets_fail2ban_find_them_and_nothing_else(kith):
    guesses = [sign_in(kith, f"127.0.0.{last}", page)
               for last in (21, 22, 22) for page in (False, True)]
    forged = "\"op\":\"session_sign_in\",\"address\":\"192.0.2.66\",\"problem\":" \
             "\"invalid_credentials\""
    others = [kith.http("GET", "/health"),
              kith.http("GET", "/" + urllib.parse.quote(forged)),
              kith.http("POST", "/v1/auth/sign-in", {**SIGN_IN, "email": forged}),
              kith.http("POST", "/mcp", {
                  "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                      "protocolVersion": "2025-06-18", "capabilities": {},
                      "clientInfo": {"name": forged, "version": forged}}},
                        headers={"X-Request-Id": forged})]
    kith.log_with(*guesses, *others[:1])
    filters = os.path.join(kith.home, "kith.conf")
    with open(filters, "w") as file:
        file.write(of_manual("/etc/fail2ban/filter.d/kith.conf"))
    log = log_of(kith, *guesses, *others)
    done = subprocess.run(["fail2ban-regex", "--out", "ip", log, filters], text=True,
                          capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(done.stdout.split()) == ["127.0.0.21"] * 2 + ["127.0.0.22"] * 4, (
        done.stdout + done.stderr)
    done = subprocess.run(["fail2ban-regex", "--verbose", log, filters], text=True,
                          capture_output=True, check=True, timeout=60)
    with open(log) as file:
        total = len(file.readlines())
    # Each line has a date that the filter reads, so old lines are not taken for new.
    assert re.search(rf"\[{total}\] .*\"at\"", done.stdout), done.stdout
    jail = of_manual("/etc/fail2ban/jail.d/kith.conf")
    assert "[kith]" in jail and "logtimezone = UTC" in jail, jail


def crowdsec(home, log, files):
    """Runs CrowdSec on a log, with a local API and database of its own, and returns its
    output."""
    package = os.path.abspath("build/crowdsec")
    done = subprocess.run(["sh", "tests/support/crowdsec.sh", package], check=False,
                          capture_output=True, text=True)
    if done.returncode != 0:
        support.skip(f"CrowdSec cannot be fetched: {done.stderr[-500:]}")
    hub = package + "/usr/share/crowdsec/hub/parsers"
    shutil.copytree(package + "/etc/crowdsec", home)
    for folder in ("data", "hub", "notifications", "parsers/s00-raw", "parsers/s01-parse",
                   "parsers/s02-enrich", "scenarios"):
        os.makedirs(os.path.join(home, folder))
    for name in ("s00-raw/crowdsecurity/syslog-logs.yaml",
                 "s02-enrich/crowdsecurity/dateparse-enrich.yaml"):
        stage, _, file = name.split("/")
        shutil.copy(f"{hub}/{name}", f"{home}/parsers/{stage}/{file}")
    settings = {
        "common": {"daemonize": False, "log_media": "stdout", "log_level": "info"},
        "config_paths": {"config_dir": home, "data_dir": home + "/data",
                         "simulation_path": home + "/simulation.yaml",
                         "hub_dir": home + "/hub", "index_path": home + "/index.json",
                         "notification_dir": home + "/notifications",
                         "plugin_dir": home + "/plugins"},
        "crowdsec_service": {"acquisition_path": home + "/acquis.yaml",
                             "parser_routines": 1},
        "db_config": {"type": "sqlite", "db_path": home + "/data/db"},
        "api": {"client": {"credentials_path": home + "/api.yaml"},
                "server": {"listen_uri": f"127.0.0.1:{support.free_port()}",
                           "profiles_path": home + "/profiles.yaml"}},
        "prometheus": {"enabled": False}}
    kinds = ("parsers", "scenarios", "collections", "postoverflows")
    for name, content in (("config.yaml", json.dumps(settings)), ("acquis.yaml", ""),
                          ("index.json", json.dumps({kind: {} for kind in kinds})),
                          *files.items()):
        with open(os.path.join(home, name), "w") as file:
            file.write(content)
    for command in (("cscli", "-c", home + "/config.yaml", "machines", "add", "test",
                     "--auto", "--file", home + "/api.yaml"),
                    ("crowdsec", "-c", home + "/config.yaml", "-type", "kith", "-dsn",
                     "file://" + log)):
        done = subprocess.run([f"{package}/usr/bin/{command[0]}", *command[1:]],
                              check=False, text=True, cwd=home, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, done.stdout
    return done.stdout


@test
def lets_crowdsec_find_many_from_one_address(kith):
    guesses = [sign_in(kith, "127.0.0.31", page=number % 2 == 1) for number in range(21)]
    few = [sign_in(kith, "127.0.0.32") for _ in range(5)]
    others = [kith.http("GET", "/health") for _ in range(30)]
    kith.log_with(*guesses, *few, *others[:1])
    output = crowdsec(os.path.join(kith.home, "crowdsec"),
                      log_of(kith, *guesses, *few, *others), {
        name: of_manual("/etc/crowdsec/" + name)
        for name in ("parsers/s01-parse/kith.yaml", "scenarios/kith.yaml")})
    found = re.findall(r"Ip (\S+) performed '([^']+)' \((\d+) events", output)
    assert found == [("127.0.0.31", "kith/sign-in", "21")], output


support.main(__name__)
