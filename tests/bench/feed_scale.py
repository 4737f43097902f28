"""Measures whether the feed scales: many asks against few, and deep pages against the
first.

Two instances serve in turn, one with 10,000 asks and one with 1,000,000, with the same
members and organizations. The caller is in twenty organizations. Prints the medians over
all requests and their ratio; the status is 1 when a ratio exceeds its bound.

    python3 tests/bench/feed_scale.py --build build
"""

import argparse
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

PAGE_DEEP = 400
SCALE_MAX = 1.3
DEEP_MAX = 1.3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--members", type=int, default=100_000)
    parser.add_argument("--orgs", type=int, default=2_000)
    parser.add_argument("--few", type=int, default=10_000)
    parser.add_argument("--many", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=1000)
    return parser.parse_args()


class Reader:
    """A member of twenty organizations on one connection."""

    def __init__(self, instance, number):
        self.connection = http.client.HTTPConnection("127.0.0.1", instance.port,
                                                     timeout=30)
        self.headers = {"Authorization": "Bearer " + instance.tokens[number]}

    def get(self, path):
        began = time.perf_counter()
        self.connection.request("GET", path, headers=self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        spent_us = (time.perf_counter() - began) * 1e6
        if answer.status != 200:
            sys.exit(f"{path}: {answer.status} {content[:300]}")
        return json.loads(content), spent_us

    def path_of_page(self, number):
        path = "/v1/posts"
        for _ in range(number - 1):
            cursor = self.get(path)[0]["nextCursor"]
            if cursor is None:
                sys.exit(f"the feed has no page {number}")
            path = "/v1/posts?cursor=" + cursor
        return path


def measure(readers, paths, options):
    """Returns the median microseconds by label. The labels take turns, so that other load
    on the machine affects them equally."""
    times = {label: [] for label in paths}
    for reader in readers.values():
        for _ in range(30):  # warms up connections, prepared statements and caches
            reader.get("/v1/posts")
    for _ in range(options.requests):
        for label, (place, path) in paths.items():
            times[label].append(readers[place].get(path)[1])
    return {label: statistics.median(values) for label, values in times.items()}


def start(options, posts, folder):
    os.makedirs(folder)
    os.chmod(folder, 0o755)
    return Instance(types.SimpleNamespace(build=options.build, members=options.members,
                                          orgs=options.orgs, posts=posts), folder)


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="kith-scale-") as folder:
        os.chmod(folder, 0o755)
        with start(options, options.few, f"{folder}/few") as few, \
                start(options, options.many, f"{folder}/many") as many:
            readers = {"few": Reader(few, 0), "many": Reader(many, 0)}
            paths = {
                "few": ("few", "/v1/posts"),
                "many": ("many", "/v1/posts"),
                "few, one kind": ("few", "/v1/posts?kind=idea"),
                "many, one kind": ("many", "/v1/posts?kind=idea"),
                "deep": ("many", readers["many"].path_of_page(PAGE_DEEP)),
            }
            medians = measure(readers, paths, options)
    ratios = [
        (f"{options.many:,} asks / {options.few:,} asks",
         medians["many"] / medians["few"], SCALE_MAX),
        (f"{options.many:,} asks / {options.few:,} asks, one kind",
         medians["many, one kind"] / medians["few, one kind"], SCALE_MAX),
        (f"page {PAGE_DEEP} / page 1, {options.many:,} asks",
         medians["deep"] / medians["many"], DEEP_MAX),
    ]
    figures.record("feed", [(name, "ratio", ratio, "") for name, ratio, _ in ratios])
    print("| GET /v1/posts | p50 us |\n|---|---|")
    for label, median in medians.items():
        print(f"| {label} | {median:,.0f} |")
    print("\n| ratio | at most | reached |\n|---|---|---|")
    for name, ratio, most in ratios:
        print(f"| {name} | {most} | {ratio:.2f} |")
    return 1 if any(ratio > most for _, ratio, most in ratios) else 0


if __name__ == "__main__":
    sys.exit(main())
