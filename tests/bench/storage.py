"""Measures what an ask costs the database's disk: the write-ahead log that its creation
writes, and the growth of the database with its indexes.

    python3 tests/bench/storage.py --build build

Other processes of the machine do not influence these figures.
"""

import argparse
import os
import sys
import threading

import figures

sys.path.insert(0, "tests/e2e")

import support  # noqa: E402

MEMBERS, EACH = 4, 250
BODY = ("We look for a person who has built such a thing before, and who can show us in "
        "an hour what we would otherwise learn in a year. We are three people. ") * 4


def publish(kith, token, count):
    for number in range(count):
        kith.http("POST", "/v1/posts", {
            "kind": "other", "title": f"Looking for a maker of looms {number}",
            "body": BODY, "publishTo": {"public": True}}, token)


def publish_all(kith, tokens, count):
    threads = [threading.Thread(target=publish, args=(kith, token, count))
               for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def state(kith):
    """The position of the log, the size of the database in bytes, and the asks in it."""
    return [int(value) for value in kith.sql(
        "SELECT pg_current_wal_lsn() - '0/0', pg_database_size(current_database()),"
        " (SELECT count(*) FROM posts)").split("|")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    os.environ["KITH_BUILD"] = parser.parse_args().build
    with support.Kith(from_nothing=True, KITH_ENTRIES_PER_DAY="0",
                      KITH_NEW_MEMBER_ENTRIES_PER_DAY="0") as kith:
        tokens = [kith.member(f"m{number}") for number in range(MEMBERS)]
        publish_all(kith, tokens, 10)  # pages of indexes exist
        before = state(kith)
        publish_all(kith, tokens, EACH)
        after = state(kith)
    log, disk = ((after[i] - before[i]) / (after[2] - before[2]) for i in (0, 1))
    print(f"per ask: {log:.0f} bytes of log, {disk:.0f} bytes of the database")
    figures.record("storage", [
        ("an ask of 600 characters", "write-ahead log", log / 1024, "KiB"),
        ("an ask of 600 characters", "database", disk / 1024, "KiB")])


main()
