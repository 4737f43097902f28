"""Throughput, latency, CPU and memory of an instance, beside what limits it.

Three systems answer in turn, in every round, on the same database: pgbench running the
statements that the instance itself was seen to run (the limit), the instance, and a Fastify
server of the same four endpoints. What counts is the ratio within a round. Needs wrk, pgbench
and Node 20. `make bench`, or python3 tests/bench/run.py --help.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from instance import Instance, Peer, cold_start_ms
from statements import capture, pgbench_scripts, statement_texts

OPERATIONS = ("feed", "post", "me", "create")
SYSTEMS = ("pgbench", "kith", "fastify")
# What the first version shall reach: the ratio to pgbench, and to Fastify.
AIMS = {"feed": (0.40, 2.3), "post": (0.35, 1.6), "me": (0.35, 1.6), "create": (0.40, 1.0)}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--members", type=int, default=100_000)
    parser.add_argument("--orgs", type=int, default=2_000)
    parser.add_argument("--posts", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--connections", default="1,32,64")
    parser.add_argument("--json", help="write all figures to this file")
    return parser.parse_args()


def request_files(instance, folder):
    """One file per operation: sixteen different requests, a line each, for wrk."""
    files = {}
    for operation in OPERATIONS:
        path = os.path.join(folder, f"{operation}.requests")
        with open(path, "w", encoding="utf-8") as file:
            for number, token in enumerate(instance.tokens):
                method, target, body = instance.request(operation, number)
                file.write(f"{method}\t{target}\t{token}\t{body}\n")
        files[operation] = path
    return files


def run_wrk(port, connections, seconds, requests):
    threads = min(connections, 2)
    output = subprocess.run(
        ["wrk", "--threads", str(threads), "--connections", str(connections), "--duration",
         f"{max(1, round(seconds))}s", "--script", "tests/bench/load.lua",
         f"http://127.0.0.1:{port}", "--", requests],
        text=True, stdout=subprocess.PIPE, check=True).stdout
    figures = json.loads(output.strip().splitlines()[-1])
    if figures["errors"]:
        sys.exit(f"{figures['errors']} of the requests in {requests} failed:\n{output}")
    return {"rate": figures["requests"] / figures["seconds"], "p50_us": figures["p50_us"],
            "p99_us": figures["p99_us"], "requests": figures["requests"]}


def run_pgbench(url, connections, seconds, scripts):
    """The limit: with more than a few backends per core pgbench only gets slower."""
    connections = min(connections, 4 * os.cpu_count())
    command = ["pgbench", "--no-vacuum", "--protocol", "prepared", "--client", str(connections),
               "--jobs", str(min(connections, 2)), "--time", str(max(1, round(seconds)))]
    for script in scripts:
        command += ["--file", script]
    done = subprocess.run(command + [url], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(f"pgbench failed:\n{done.stderr[-2000:]}")
    rates = [float(line.split()[2]) for line in done.stdout.splitlines()
             if line.startswith("tps = ")]
    if not rates:
        sys.exit(f"pgbench says no rate:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return {"rate": rates[0], "p50_us": None, "p99_us": None, "requests": None}


def measure(options, instance, peer, scripts, requests):
    """figures[operation][connections][system] = one dict per round."""
    figures = {}
    for round_number in range(options.rounds):
        for operation in OPERATIONS:
            for connections in options.connection_counts:
                cell = figures.setdefault(operation, {}).setdefault(
                    connections, {system: [] for system in SYSTEMS})
                cell["pgbench"].append(run_pgbench(
                    instance.owner_url, connections, options.seconds, scripts[operation]))
                before = instance.cpu_us()
                result = run_wrk(instance.port, connections, options.seconds,
                                 requests[operation])
                spent = instance.cpu_us(before)
                result["cpu_us"] = {name: us / result["requests"] for name, us in spent.items()}
                cell["kith"].append(result)
                before = peer.cpu_us()
                result = run_wrk(peer.port, connections, options.seconds, requests[operation])
                result["cpu_us"] = {"node": peer.cpu_us(before)["node"] / result["requests"]}
                cell["fastify"].append(result)
        print(f"round {round_number + 1} of {options.rounds} done", file=sys.stderr)
    return figures


def median(rounds, key):
    values = [one[key] for one in rounds if one[key] is not None]
    return statistics.median(values) if values else None


def ratio(cell, system):
    """The median over the rounds of Kith's rate to the other's in the same round."""
    return statistics.median(k["rate"] / o["rate"] for k, o in zip(cell["kith"], cell[system]))


def print_figures(figures):
    print("\n| operation | connections | pgbench/s | Kith/s | Fastify/s | / pgbench | x Fastify |"
          " p50 us | p99 us | Fastify p50 us | p99 us |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for operation, by_connections in figures.items():
        for connections, cell in by_connections.items():
            rates = " | ".join(f"{median(cell[system], 'rate'):,.0f}" for system in SYSTEMS)
            tails = " | ".join(f"{median(cell[system], key):,.0f}"
                               for system in ("kith", "fastify") for key in ("p50_us", "p99_us"))
            print(f"| {operation} | {connections} | {rates} | {ratio(cell, 'pgbench'):.2f} |"
                  f" {ratio(cell, 'fastify'):.2f} | {tails} |")


def print_cpu(figures, connections):
    print(f"\n| CPU us per request, {connections} connections | gateway | services | database |"
          " Fastify |")
    print("|---|---|---|---|---|")
    for operation, by_connections in figures.items():
        rounds = by_connections[connections]["kith"]
        per = {}
        for one in rounds:
            for name, us in one["cpu_us"].items():
                group = name if name in ("gateway", "postgres") else "services"
                per.setdefault(group, []).append(us)
        sums = {group: sum(values) / len(rounds) for group, values in per.items()}
        node = statistics.median(
            one["cpu_us"]["node"] for one in by_connections[connections]["fastify"])
        print(f"| {operation} | {sums.get('gateway', 0):.0f} | {sums.get('services', 0):.0f} |"
              f" {sums.get('postgres', 0):.0f} | {node:.0f} |")


def print_aims(figures, facts, busy):
    rows = []
    for operation, (of_limit, of_peer) in AIMS.items():
        cell = figures[operation][busy]
        rows.append((f"{operation} / pgbench, {busy} connections", f"{of_limit:.2f}",
                     f"{ratio(cell, 'pgbench'):.2f}", ratio(cell, "pgbench") >= of_limit))
        rows.append((f"{operation} x Fastify, {busy} connections", f"{of_peer:.1f}",
                     f"{ratio(cell, 'fastify'):.2f}", ratio(cell, "fastify") >= of_peer))
    if 1 in figures["post"]:
        p50 = median(figures["post"][1]["kith"], "p50_us")
        rows.append(("one connection, p50 of a read", "250 us", f"{p50:.0f} us", p50 <= 250))
    programs = facts["programs"]
    rows.append((f"RSS idle, {programs} programs", "80 MB", f"{facts['idle_mb']:.0f} MB",
                 facts["idle_mb"] <= 80))
    rows.append((f"RSS under load, {programs} programs", "120 MB", f"{facts['load_mb']:.0f} MB",
                 facts["load_mb"] <= 120))
    rows.append((f"cold start, {programs} programs", "300 ms", f"{facts['cold_ms']:.0f} ms",
                 facts["cold_ms"] <= 300))
    print("\n| to reach first | aim | reached | |\n|---|---|---|---|")
    for name, aim, reached, good in rows:
        print(f"| {name} | {aim} | {reached} | {'yes' if good else 'NO'} |")


def main():
    options = arguments()
    options.connection_counts = [int(word) for word in options.connections.split(",")]
    with tempfile.TemporaryDirectory(prefix="kith-bench-") as folder:
        os.chmod(folder, 0o755)
        with Instance(options, folder) as instance:
            seen = capture(instance, OPERATIONS)
            scripts = pgbench_scripts(seen, folder)
            facts = {"idle_mb": instance.rss_mb(), "programs": len(instance.programs())}
            with Peer(instance, statement_texts(seen), folder) as peer:
                requests = request_files(instance, folder)
                for operation in OPERATIONS:  # warm up
                    run_wrk(instance.port, 8, 1, requests[operation])
                    run_wrk(peer.port, 8, 1, requests[operation])
                figures = measure(options, instance, peer, scripts, requests)
            facts["load_mb"] = instance.rss_mb()
            facts["cold_ms"] = cold_start_ms(options.build, instance, folder)
        busy = max(options.connection_counts)
        print(f"{options.members:,} members, {options.posts:,} asks; {options.rounds} rounds of"
              f" {options.seconds:g} s; medians; {os.cpu_count()} cores shared by all")
        print_figures(figures)
        print_cpu(figures, busy)
        print_aims(figures, facts, busy)
        if options.json:
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump({"figures": figures, "facts": facts, "at": time.time()}, file, indent=1)


if __name__ == "__main__":
    main()
