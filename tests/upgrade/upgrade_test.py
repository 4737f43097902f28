"""A rolling restart of every process, and an upgrade from the previous release, under
load.

    python3 tests/upgrade/upgrade_test.py [--requests N] [--rate N]

The previous release is the newest tag, or the commit in tests/upgrade/release without a
tag.
"""

import os
import subprocess
import sys
import tempfile
import time

import scene
import support
from paging import titles_written

CACHE = os.environ.get("KITH_E2E_CACHE", "/var/cache/kith-e2e")
HERE = os.path.dirname(os.path.abspath(__file__))
BUS = "ipc://{run_dir}/bus/{service}.ipc,ipc://{run_dir}/bus/{service}-2.ipc"


def option(name, otherwise):
    words = sys.argv
    return int(words[words.index(name) + 1]) if name in words else otherwise


def release_before():
    tag = subprocess.run(["git", "describe", "--tags", "--abbrev=0", "--match", "v*",
                          "HEAD^"], text=True, capture_output=True)
    if tag.returncode == 0:
        return tag.stdout.strip()
    with open(os.path.join(HERE, "release")) as file:
        return file.read().strip()


def roll(pairs, between=0.0):
    """Restarts services first and gateways last, as docs/deploying.md says."""
    for name in scene.SERVICES:
        pairs.restart_second(name)
        pairs.restart_first(name)
        time.sleep(between)
    pairs.restart_second_gateway()
    pairs.restart_first("gateway")


def rest_of(load, requests):
    """Waits until the load has sent this many requests."""
    while load.sent < requests:
        time.sleep(0.2)


def restarts_everything_and_loses_nothing(requests, rate):
    with support.Kith(KITH_BUS=BUS) as kith:
        pairs = scene.Pairs(kith)
        try:
            token = kith.member("Restless")
            with scene.Load(kith, (kith.port, pairs.port), token, rate) as load:
                time.sleep(1)
                roll(pairs)
                rest_of(load, requests)
            load.check(titles_written(kith, token))
        finally:
            pairs.stop()


def upgrades_from_the_release_before_and_loses_nothing(requests, rate):
    old = scene.build_of(release_before(), CACHE)
    new = os.path.abspath(os.environ.get("KITH_BUILD", "build"))
    with tempfile.TemporaryDirectory(prefix="kith-upgrade-", dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        scene.install(old, folder)
        os.environ["KITH_BUILD"] = folder
        try:
            with support.Kith(KITH_BUS=BUS) as kith:
                upgrade(kith, new, folder, requests, rate)
        finally:
            os.environ["KITH_BUILD"] = new


def upgrade(kith, new, folder, requests, rate):
    pairs = scene.Pairs(kith)
    try:
        token = kith.member("Upgraded")
        with scene.Load(kith, (kith.port, pairs.port), token, rate) as load:
            time.sleep(1)
            scene.install(new, folder)
            # The new schema is installed under the old processes, then the processes are
            # replaced.
            folder_of_run = os.path.realpath(kith.run_dir)
            url = f"postgresql:///kith?host={folder_of_run}/postgres/socket"
            with open(os.path.join(kith.run_dir, "secret"), "rb") as file:
                password = support.owner_password(file.read())
            done = subprocess.run(
                [os.path.join(folder, "kithctl"), "migrate"], text=True,
                capture_output=True,
                env=dict(kith.environment, KITH_DATABASE_URL=url, PGUSER="kith_owner",
                         PGPASSWORD=password))
            assert done.returncode == 0, done.stderr
            time.sleep(3)
            roll(pairs)
            rest_of(load, requests)
        load.check(titles_written(kith, token))
    finally:
        pairs.stop()


def main():
    requests, rate = option("--requests", 6000), option("--rate", 150)
    failed = 0
    tests = (restarts_everything_and_loses_nothing,
             upgrades_from_the_release_before_and_loses_nothing)
    for function in tests:
        try:
            function(requests, rate)
            print(f"ok {function.__name__}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAIL {function.__name__}\n{error}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
