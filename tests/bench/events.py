"""Measures whether the list of events scales, and the rate of RSVPs.

Two instances serve in turn, one with few and one with many events. Prints the median of
each list's first page and their ratio; the status is 1 when a ratio exceeds 1.3. Then
sixteen connections answer a single event, and a thousand events.

    python3 tests/bench/events.py --build build
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import statistics
import sys
import tempfile
import time
import types

import figures
from instance import Instance

SCALE_MAX = 1.3
LISTS = {"newest": "/v1/events", "soonest": "/v1/events?order=soonest",
         "past": "/v1/events?when=past"}
CONNECTIONS = 16


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--orgs", type=int, default=200)
    parser.add_argument("--few", type=int, default=10_000)
    parser.add_argument("--many", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=5)
    return parser.parse_args()


class Client:
    """A member on one connection."""

    def __init__(self, instance, number):
        self.connection = http.client.HTTPConnection("127.0.0.1", instance.port,
                                                     timeout=60)
        self.headers = {"Authorization": "Bearer " + instance.tokens[number],
                        "Content-Type": "application/json"}

    def ask(self, method, path, body=None):
        began = time.perf_counter()
        self.connection.request(method, path, body, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            sys.exit(f"{path}: {answer.status} {content[:300]}")
        return json.loads(content), (time.perf_counter() - began) * 1e6


def start(options, events, folder):
    os.makedirs(folder)
    os.chmod(folder, 0o755)
    instance = Instance(types.SimpleNamespace(build=options.build,
                                              members=options.members, orgs=options.orgs,
                                              posts=100), folder)
    instance.events = events
    return instance


def fill(instance):
    instance.owner_sql("SELECT 1", "-v", f"events={instance.events}", "-f",
                       "tests/bench/events.sql")


def compare_lists(few, many, options, measured):
    readers = {"few": Client(few, 0), "many": Client(many, 0)}
    worst = 0.0
    for name, path in LISTS.items():
        times = {"few": [], "many": []}
        for turn in range(options.requests + 30):
            for place, reader in readers.items():
                spent_us = reader.ask("GET", path)[1]
                if turn >= 30:
                    times[place].append(spent_us)
        medians = {place: statistics.median(values) for place, values in times.items()}
        worst = max(worst, medians["many"] / medians["few"])
        measured.append((f"{name}, {many.events:,} events to {few.events:,}", "measured",
                         medians["many"] / medians["few"], ""))
        print(f"{name:8} {few.events:9,} events {medians['few']:6.0f} us   "
              f"{many.events:9,} events"
              f" {medians['many']:6.0f} us   {medians['many'] / medians['few']:.2f}x")
    return worst


def rsvps_a_second(instance, ids, options):
    """Sixteen members join and leave, each on its own connection."""
    def run(number):
        client, count = Client(instance, number), 0
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            status = ("going", "cancelled")[count // len(ids) % 2]
            event = ids[(count * CONNECTIONS + number) % len(ids)]
            client.ask("POST", f"/v1/events/{event}/rsvp", json.dumps({"status": status}))
            count += 1
        return count
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        return sum(pool.map(run, range(CONNECTIONS))) / options.seconds


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="kith-events-") as folder:
        os.chmod(folder, 0o755)
        with start(options, options.few, f"{folder}/few") as few, \
                start(options, options.many, f"{folder}/many") as many:
            for instance in (few, many):
                fill(instance)
            measured = []
            worst = compare_lists(few, many, options, measured)
            ids = []
            client, path = Client(few, 0), "/v1/events?limit=100"
            while len(ids) < 1000:
                page = client.ask("GET", path)[0]
                ids += [item["id"] for item in page["items"] if item["scope"] == "public"]
                path = "/v1/events?limit=100&cursor=" + page["nextCursor"]
            for name, some in (("one event", ids[:1]), ("1,000 events", ids[:1000])):
                rate = rsvps_a_second(few, some, options)
                measured.append((f"RSVPs on {name}", "measured", rate, "/s"))
                print(f"RSVPs a second on {name:14} {rate:6.0f}")
            figures.record("events", measured)
    return 1 if worst > SCALE_MAX else 0


if __name__ == "__main__":
    sys.exit(main())
