"""Hostile HTTP against the gateway: malformed requests, and a thousand slow
connections."""

import os
import re
import subprocess
import sys

import support

HERE = os.path.dirname(os.path.abspath(__file__))


def run(program, kith, *options):
    done = subprocess.run([sys.executable, os.path.join(HERE, program), "127.0.0.1",
                           str(kith.port), *options], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=240)
    counts = re.findall(r"(\d+) passed, (\d+) failed", done.stdout)
    assert done.returncode == 0 and counts, done.stdout[-6000:]
    assert int(counts[-1][1]) == 0, done.stdout[-6000:]
    return int(counts[-1][0])


@support.test
def refuses_every_malformed_request(kith):
    assert run("http_battery.py", kith) >= 60
    assert kith.http("GET", "/health").status == 200


@support.test
def says_which_methods_a_path_takes_when_it_is_traced(kith):
    for path, allowed in (("/health", "GET"), ("/v1/posts", "POST"), ("/docs", "HEAD")):
        answer = kith.http("TRACE", path)
        assert (answer.status, answer.code) == (405, "method_not_allowed"), answer.text
        assert allowed in answer.headers["Allow"].split(", "), answer.headers


@support.test
def takes_no_host_that_cannot_be_one(kith):
    for host, status in (("[::1", 400), ("localhost:x", 400), ("[::1]:8080", 200),
                         ("localhost:", 200)):
        assert kith.http("GET", "/health", headers={"Host": host}).status == status, host


@support.test
def serves_on_beside_a_thousand_slow_connections(kith):
    run("http_slow.py", kith)
    assert kith.http("GET", "/health").status == 200


support.main(__name__, KITH_CONNECTIONS_PER_ADDRESS="4000",
             KITH_HEADERS_TIMEOUT_MS="3000", KITH_BODY_TIMEOUT_MS="5000",
             KITH_RESPONSE_TIMEOUT_MS="5000", KITH_IDLE_TIMEOUT_MS="5000")
