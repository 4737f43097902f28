"""Searches of a list by one caller, for members.py and projects.py."""

import http.client
import json
import subprocess
import sys
import time
import urllib.parse

from instance import Instance


class Searched(Instance):
    """An instance with rows of one kind, which NAME.sql generates, and one caller."""
    name = None

    def make_world(self):
        count = getattr(self.options, self.name)
        print(f"making {count:,} {self.name} …", file=sys.stderr)
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-v",
                        f"{self.name}={count}", "-f", f"tests/bench/{self.name}.sql",
                        self.owner_url], check=True, stdout=subprocess.DEVNULL)
        self.token = json.loads(subprocess.run(
            [f"{self.build}/kithctl", "token", "create", "--email",
             "member1@bench.example"], env=self.environment, text=True, check=True,
            stdout=subprocess.PIPE).stdout)["token"]
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def search(self, query):
        """Returns the page and its milliseconds."""
        path = f"/v1/{self.name}?" + urllib.parse.urlencode(query, doseq=True)
        began = time.perf_counter()
        self.connection.request("GET", path,
                                headers={"Authorization": f"Bearer {self.token}"})
        answer = self.connection.getresponse()
        content = answer.read()
        took_ms = (time.perf_counter() - began) * 1000
        if answer.status != 200:
            sys.exit(f"{path}: {answer.status} {content[:500]}")
        return json.loads(content), took_ms

    def deep_page(self, query, pages):
        """Returns the query of a deep page, after following the cursors of all pages
        before it."""
        page, _ = self.search({**query, "limit": 100})
        cursor = page["nextCursor"]
        for _ in range(pages):
            if page["nextCursor"] is None:
                break
            cursor = page["nextCursor"]
            page, _ = self.search({**query, "limit": 100, "cursor": cursor})
        return {**query, "limit": 100, "cursor": cursor}

    def measure(self, queries, rounds):
        """Returns all times, and the time and text of the slowest query at its best."""
        for query in queries * 2:
            self.search(query)
        rows = [[self.search(query)[1] for query in queries] for _ in range(rounds)]
        best, query = max(zip(map(min, zip(*rows)), map(json.dumps, queries)))
        return [one for row in rows for one in row], best, query


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]
