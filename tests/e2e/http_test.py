"""Hostile HTTP against the real gateway: malformed requests, and a thousand slow connections."""

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
    assert done.returncode == 0 and counts and int(counts[-1][1]) == 0, done.stdout[-6000:]
    return int(counts[-1][0])


@support.test
def refuses_every_malformed_request(kith):
    assert run("http_battery.py", kith) >= 60
    assert kith.http("GET", "/health").status == 200


@support.test
def serves_on_beside_a_thousand_slow_connections(kith):
    run("http_slow.py", kith)
    assert kith.http("GET", "/health").status == 200


support.main(__name__, KITH_CONNECTIONS_PER_ADDRESS="4000", KITH_HEADERS_TIMEOUT_MS="3000",
             KITH_BODY_TIMEOUT_MS="5000", KITH_RESPONSE_TIMEOUT_MS="5000",
             KITH_IDLE_TIMEOUT_MS="5000")
