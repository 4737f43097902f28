"""Measures whether sign-ins starve reads: the 99th percentile of GET /v1/me alone, and
beside sixteen people who sign in repeatedly. Rounds of both kinds take turns. Prints the
medians over the rounds and their ratio; the status is 1 when the ratio exceeds its bound.

    python3 tests/bench/sign_in.py --build build
"""

import argparse
import http.client
import json
import multiprocessing
import os
import statistics
import sys
import time

import figures

sys.path.insert(0, "tests/e2e")

import support  # noqa: E402

PEOPLE = 16
RATIO_MAX = 2.0
PASSWORD = "correct horse battery"


def request(kith, method, path, headers, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=60)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def sign_in(kith, number, ending, done):
    body = json.dumps({"email": f"person{number}@example.org", "password": PASSWORD})
    while not ending.is_set():
        status = request(kith, "POST", "/v1/auth/sign-in",
                         {"Content-Type": "application/json"}, body)
        assert status == 200, status
        with done.get_lock():
            done.value += 1


def p99_us(kith, token, requests):
    """Returns the 99th percentile of reads on one keep-alive connection."""
    connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=60)
    times = []
    for _ in range(requests):
        began = time.perf_counter()
        connection.request("GET", "/v1/me", headers={"Authorization": "Bearer " + token})
        answer = connection.getresponse()
        answer.read()
        times.append((time.perf_counter() - began) * 1e6)
        assert answer.status == 200, answer.status
        time.sleep(0.001)
    connection.close()
    return statistics.quantiles(times, n=100)[98]


def beside_sign_ins(kith, token, requests, done):
    """Each person is a process, so that the reader's clock waits for none of them."""
    ending = multiprocessing.Event()
    people = [multiprocessing.Process(target=sign_in, args=(kith, number, ending, done))
              for number in range(PEOPLE)]
    for person in people:
        person.start()
    time.sleep(0.5)
    try:
        return p99_us(kith, token, requests)
    finally:
        ending.set()
        for person in people:
            person.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--requests", type=int, default=1000)
    options = parser.parse_args()
    os.environ["KITH_BUILD"] = options.build
    done = multiprocessing.Value("q", 0)
    with support.Kith() as kith:
        token = kith.member("Reader")
        for number in range(PEOPLE):
            kith.kithctl("member", "create", "--email", f"person{number}@example.org",
                         "--name", f"Person {number}", "--active", "--password", PASSWORD)
        p99_us(kith, token, options.requests)
        alone, beside = [], []
        for _ in range(options.rounds):
            alone.append(p99_us(kith, token, options.requests))
            beside.append(beside_sign_ins(kith, token, options.requests, done))
    ratio = statistics.median(b / a for a, b in zip(alone, beside))
    figures.record("sign-in", [
        ("alone", "p99", statistics.median(alone) / 1000, "ms"),
        (f"beside {PEOPLE} people who sign in", "p99", statistics.median(beside) / 1000,
         "ms")])
    print(f"GET /v1/me, p99: alone {statistics.median(alone):,.0f} us, beside {PEOPLE} "
          "sign-ins"
          f" {statistics.median(beside):,.0f} us, ratio {ratio:.2f} (at most "
          f"{RATIO_MAX});"
          f" {done.value} sign-ins")
    return 0 if ratio <= RATIO_MAX else 1


if __name__ == "__main__":
    sys.exit(main())
