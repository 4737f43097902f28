"""Measures pages of the web app with 100,000 members and 1,000,000 asks.

Each page is requested by a signed-in member: one after the other on one connection, and by
16 connections with wrk. The status is 1 when the 95th percentile on one connection, the
pages a second or the size of the HTML miss their bound.

    python3 tests/bench/pages.py --build build
"""

import argparse
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse

import figures
from instance import Instance

MEMBER = "member5@bench.example"
PASSWORD = "a phrase for measurements"
REQUESTS = 200
WARM_REQUESTS = 20
CONNECTIONS = 16
SECONDS = 5
P95_MS_MAX = 25
PAGES_PER_SECOND_MIN = 300
HTML_BYTES_MAX = 30 * 1024
ACCEPT = {"Accept": "text/html"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--members", type=int, default=100_000)
    parser.add_argument("--orgs", type=int, default=2_000)
    parser.add_argument("--posts", type=int, default=1_000_000)
    return parser.parse_args()


def call(instance, method, path, body, headers):
    connection = http.client.HTTPConnection("127.0.0.1", instance.port, timeout=30)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    content = answer.read().decode()
    connection.close()
    if answer.status >= 400:
        sys.exit(f"{method} {path}: {answer.status} {content[:300]}")
    return answer, content


def sign_in(instance):
    """Returns the cookie of a member who is in organizations."""
    subprocess.run([f"{instance.build}/kithctl", "member", "create", "--email",
                    "pages@bench.example", "--name", "Pages", "--password", PASSWORD,
                    "--active"], env=instance.environment, check=True,
                   stdout=subprocess.DEVNULL)
    instance.owner_sql(
        "UPDATE members SET password_hash = (SELECT password_hash FROM members"
        f" WHERE email = 'pages@bench.example') WHERE email = '{MEMBER}'")
    answer, _ = call(
        instance, "POST", "/sign-in",
        urllib.parse.urlencode({"email": MEMBER, "password": PASSWORD}),
        {**ACCEPT, "Content-Type": "application/x-www-form-urlencoded",
         "Origin": f"http://localhost:{instance.port}",
         "Host": f"localhost:{instance.port}"})
    return answer.getheader("Set-Cookie").split(";")[0]


def pages(instance):
    """Returns the path of each page by its name."""
    _, made = call(
        instance, "POST", "/v1/events", json.dumps({
            "title": "A measured evening", "startsAt": "2030-05-01T17:00:00Z",
            "endsAt": "2030-05-01T20:00:00Z", "timezone": "Europe/Berlin",
            "description": "What happens there. " * 40, "publish": True}),
        {"Authorization": f"Bearer {instance.tokens[0]}",
         "Content-Type": "application/json"})
    return {"home": "/", "asks": "/posts", "people, q=badara": "/members?q=badara",
            "event": f"/events/{json.loads(made)['id']}"}


def one_connection(instance, path, cookie):
    """Returns the latencies in milliseconds, sorted, and the size of the page."""
    connection = http.client.HTTPConnection("127.0.0.1", instance.port, timeout=30)
    times, size = [], 0
    for number in range(WARM_REQUESTS + REQUESTS):
        began = time.monotonic()
        connection.request("GET", path, headers={**ACCEPT, "Cookie": cookie})
        answer = connection.getresponse()
        size = len(answer.read())
        if answer.status != 200:
            sys.exit(f"{path}: {answer.status}")
        if number >= WARM_REQUESTS:
            times.append((time.monotonic() - began) * 1000)
    connection.close()
    return sorted(times), size


def many_connections(instance, path, cookie):
    """Returns the pages a second."""
    output = subprocess.run(
        ["wrk", "--threads", "1", "--connections", str(CONNECTIONS), "--duration",
         str(SECONDS), "--header", f"Cookie: {cookie}", "--header", "Accept: text/html",
         f"http://127.0.0.1:{instance.port}{path}"], text=True, check=True,
        stdout=subprocess.PIPE).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        sys.exit(output)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))


def main():
    options = arguments()
    rows, good = [], True
    with tempfile.TemporaryDirectory(prefix="kith-pages-") as folder:
        os.chmod(folder, 0o755)
        with Instance(options, folder) as instance:
            cookie = sign_in(instance)
            print("| page | p50 ms | p95 ms | pages/s | HTML KiB |\n|---|---|---|---|---|")
            for name, path in pages(instance).items():
                times, size = one_connection(instance, path, cookie)
                p50, p95 = times[len(times) // 2], times[len(times) * 95 // 100]
                rate = many_connections(instance, path, cookie)
                print(f"| {name} | {p50:.1f} | {p95:.1f} | {rate:.0f} |"
                      f" {size / 1024:.1f} |")
                rows += [(name, "p50", p50, "ms"), (name, "p95", p95, "ms"),
                         (name, "16 connections", rate, "/s"),
                         (name, "HTML", size / 1024, "KiB")]
                good = (good and p95 <= P95_MS_MAX and rate >= PAGES_PER_SECOND_MIN
                        and size <= HTML_BYTES_MAX)
    figures.record("pages", rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
