"""Measures lists of an organization of 100,000 members: page 4,000 must cost what page 1
costs.

    python3 tests/bench/org_members.py --build build

Reads all pages of 25 once, then requests the first and the last one in turn. Prints the
medians and their ratio; the status is 1 when the ratio exceeds 1.5.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import figures

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))

import support  # noqa: E402

MEMBERS, PAGE, TURNS, RATIO_MAX = 100_000, 25, 400, 1.5

WORLD = """
SET search_path = kith;
INSERT INTO members (id, email, name, email_verified_at, status)
SELECT gen_random_uuid(), n || '@crowd.example', 'Member ' || n, now(), 'active'
FROM generate_series(1, :count) n;
INSERT INTO profiles (member_id, handle, headline, onboarded_at)
SELECT id, 'crowd-' || split_part(email, '@', 1), 'One of many', now()
FROM members WHERE email LIKE '%@crowd.example';
INSERT INTO orgs (id, slug, name, member_count)
VALUES (gen_random_uuid(), 'crowd', 'Crowd', :count + 1);
INSERT INTO org_members (org_id, member_id, role, joined_at)
SELECT o.id, m.id,
	CASE WHEN m.email = 'reader@example.org' THEN 'owner' ELSE 'member' END,
	now() - random() * interval '1000 days'
FROM members m CROSS JOIN orgs o WHERE o.slug = 'crowd';
ANALYZE;
"""


def seconds(kith, token, path):
    """Returns the seconds of one request, and its answer."""
    began = time.perf_counter()
    answer = kith.http("GET", path, token=token)
    took = time.perf_counter() - began
    assert answer.status == 200, answer.text
    return took, answer.json


def walk(kith, token):
    """Returns the path of the last page, after checking that each member was listed
    once."""
    path, seen, pages = "/v1/orgs/crowd/members", set(), 0
    while True:
        page = seconds(kith, token, path)[1]
        pages += 1
        seen.update(item["userId"] for item in page["items"])
        if page["nextCursor"] is None or pages == MEMBERS // PAGE:
            break
        path = "/v1/orgs/crowd/members?cursor=" + page["nextCursor"]
    assert len(seen) == MEMBERS, f"{len(seen)} members on {pages} pages"
    return path, pages


def measure(kith, token):
    last, pages = walk(kith, token)
    paths = {"page 1": "/v1/orgs/crowd/members", f"page {pages:,}": last}
    times = {name: [] for name in paths}
    for _ in range(TURNS):
        for name, path in paths.items():
            times[name].append(seconds(kith, token, path)[0])
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        print(f"org members, {name:11} {median * 1e6:7.0f} us")
    figures.record("orgs", [(name, "median", median * 1e6, "us")
                            for name, median in medians.items()])
    first, far = medians.values()
    print(f"org members, ratio       {far / first:7.2f} (at most {RATIO_MAX})")
    return far / first <= RATIO_MAX


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    os.environ["KITH_BUILD"] = parser.parse_args().build
    home = tempfile.mkdtemp(prefix="kith-bench-", dir="/tmp")
    os.chmod(home, 0o755)
    cluster = os.path.join(HERE, "..", "support", "cluster.sh")
    started = subprocess.run(["sh", cluster, "start", home], text=True, check=True,
                             stdout=subprocess.PIPE)
    url = started.stdout.strip().splitlines()[-1]
    try:
        with support.Kith(KITH_DATABASE_URL=url) as kith:
            token = kith.member("Reader")
            subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-v",
                            f"count={MEMBERS}", url], input=WORLD, text=True, check=True)
            good = measure(kith, token)
    finally:
        subprocess.run(["sh", cluster, "stop", home], check=False,
                       stdout=subprocess.DEVNULL)
        shutil.rmtree(home, ignore_errors=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
