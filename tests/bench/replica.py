"""Measures reads on a replica: lists per second with and without KITH_DATABASE_READ_URL.

An instance uses a database with a streaming replica. Every round runs once without the
replica and once with it. Prints the medians of both, their ratio, the share of reads
answered by the replica, and the CPU time per read of the primary and the replica. Both
servers share this machine: the rate shows the cost of the mechanism, and the CPU time of
the primary shows the relief. Needs wrk.

    python3 tests/bench/replica.py --build build
"""

import argparse
import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, "tests/e2e")

import cluster  # noqa: E402
import support  # noqa: E402
from instance import SAMPLES, children, cpu_us_of  # noqa: E402
from read_replica_test import Replica, count  # noqa: E402
from run import run_wrk  # noqa: E402

SYSTEMS = ("primary", "replica")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--orgs", type=int, default=200)
    parser.add_argument("--posts", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--connections", type=int, default=16)
    return parser.parse_args()


def server_cpu_us(folder):
    """Returns the CPU time of a server and its sessions so far."""
    with open(f"{folder}/data/postmaster.pid", encoding="utf-8") as file:
        first = int(file.readline())
    return sum(us for _, us in cpu_us_of([first, *children(first)]).values())


def make_world(options, kith, primary):
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", primary, "-U",
                    "postgres", "-v", f"members={options.members}", "-v",
                    f"orgs={options.orgs}", "-v", f"posts={options.posts}", "-f",
                    "tests/bench/world.sql", "kith"], check=True,
                   stdout=subprocess.DEVNULL)
    return [kith.kithctl("token", "create", "--email",
                         f"member{number * 97 + 5}@bench.example")["token"]
            for number in range(SAMPLES)]


def restart(kith, read_url):
    """Restarts the instance, with a replica or without."""
    kith.stop()
    kith.environment.pop("KITH_DATABASE_READ_URL", None)
    if read_url is not None:
        kith.environment["KITH_DATABASE_READ_URL"] = read_url
    kith.start()
    support.eventually(kith.is_ready, 60)


def measure(options, kith, folders, requests):
    """Returns the figures of one run, after warming caches and settling the replica's
    state."""
    run_wrk(kith.port, options.connections, 1, requests)
    time.sleep(4)  # a gateway that just started treats every member as a recent writer
    run_wrk(kith.port, options.connections, 1, requests)
    answered = count(kith)
    before = {name: server_cpu_us(folder) for name, folder in folders.items()}
    result = run_wrk(kith.port, options.connections, options.seconds, requests)
    for name, folder in folders.items():
        result[name] = (server_cpu_us(folder) - before[name]) / result["requests"]
    result["share"] = (count(kith) - answered) / result["requests"]
    return result


def report(options, figures):
    median = {system: {key: statistics.median(one[key] for one in rounds)
                       for key in ("rate", "share", *SYSTEMS)}
              for system, rounds in figures.items()}
    print(f"{options.posts:,} asks, {options.rounds} rounds of {options.seconds:g} s in "
          "turns,"
          f" {options.connections} connections, medians; both servers share "
          f"{os.cpu_count()} cores")
    print("lists              a second   answered by the replica   CPU us of primary, of "
          "replica")
    for system, title in (("primary", "without a replica"),
                          ("replica", "with a replica")):
        one = median[system]
        print(f"{title:18} {one['rate']:8.0f} {one['share']:25.0%}"
              f" {one['primary']:19.0f}, {one['replica']:.0f}")
    rates = [with_["rate"] / without["rate"]
             for with_, without in zip(figures["replica"], figures["primary"])]
    spent = [with_["primary"] / without["primary"]
             for with_, without in zip(figures["replica"], figures["primary"])]
    print(f"with to without, within a round: rate {statistics.median(rates):.2f},"
          f" CPU of the primary {statistics.median(spent):.2f}")


def bench(options, home, url):
    primary, figures = f"{home}/a", {system: [] for system in SYSTEMS}
    cluster.psql(primary, "ALTER SYSTEM SET max_wal_size = '4GB'")
    replica = Replica(primary, f"{home}/b")
    read_urls = {"primary": None, "replica": f"postgresql:///kith?host={home}/b"}
    try:
        with support.Kith(KITH_DATABASE_URL=url,
                          KITH_OPERATIONS_PORT=str(support.free_port())) as kith:
            requests = os.path.join(home, "requests")
            with open(requests, "w", encoding="utf-8") as file:
                for token in make_world(options, kith, primary):
                    file.write(f"GET\t/v1/posts\t{token}\t\n")
            for number in range(options.rounds):
                for system, read_url in read_urls.items():
                    restart(kith, read_url)
                    figures[system].append(measure(
                        options, kith, {"primary": primary, "replica": replica.folder},
                        requests))
                print(f"round {number + 1} of {options.rounds} done", file=sys.stderr)
        report(options, figures)
    finally:
        replica.end()


def main():
    options = arguments()
    os.environ["KITH_BUILD"] = options.build
    with cluster.folder("kith-replica-") as home, cluster.running(f"{home}/a") as url:
        bench(options, home, url)


if __name__ == "__main__":
    main()
