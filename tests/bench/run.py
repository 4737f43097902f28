"""Measures throughput, latency, CPU and memory of an instance, beside its limits.

In every round the following run in turn on the same database: pgbench with the statements
that the instance executes (the limit), the instance, and servers with the same four
endpoints (peers.py). The ratio within a round counts. Needs wrk and pgbench, and Node 20,
Go and Rust for the peers in --peers. See `make bench`, or python3 tests/bench/run.py
--help.
"""

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import figures as documented
from instance import Instance, cold_start_ms
from peers import NEEDED, PEERS, Peer
from statements import capture, pgbench_scripts, statement_texts

OPERATIONS = ("feed", "post", "me", "create")
# The least ratio of each operation to pgbench and to the peers.
AIMS = {
    "pgbench": {"feed": 0.40, "post": 0.35, "me": 0.35, "create": 0.40},
    "fastify": {"feed": 1.0, "post": 1.6, "me": 1.6, "create": 1.0},
    "rust": {"create": 1.0},
    "rust-shared": {"post": 1.0, "me": 1.0},
}


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
    parser.add_argument("--peers", default=",".join(PEERS),
                        help="those that need a program which is missing are left out")
    options = parser.parse_args()
    options.connection_counts = [int(word) for word in options.connections.split(",")]
    named = [name for name in options.peers.split(",") if name]
    options.peers = [name for name in named if shutil.which(NEEDED[name])]
    if options.peers != named:
        print(f"left out: {sorted(set(named) - set(options.peers))}", file=sys.stderr)
    options.systems = ["pgbench", "kith", *options.peers]
    return options


def request_files(instance, folder):
    """Writes sixteen different requests per operation, a line each, for wrk."""
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
        ["wrk", "--threads", str(threads), "--connections", str(connections),
         "--duration", f"{max(1, round(seconds))}s", "--script", "tests/bench/load.lua",
         f"http://127.0.0.1:{port}", "--", requests],
        text=True, stdout=subprocess.PIPE, check=True).stdout
    figures = json.loads(output.strip().splitlines()[-1])
    if figures["errors"]:
        sys.exit(f"{figures['errors']} of the requests in {requests} failed:\n{output}")
    return {"rate": figures["requests"] / figures["seconds"], "p50_us": figures["p50_us"],
            "p99_us": figures["p99_us"], "requests": figures["requests"]}


def run_pgbench(url, connections, seconds, scripts):
    """Measures the limit. More than a few backends per core only slow pgbench down."""
    connections = min(connections, 4 * os.cpu_count())
    command = ["pgbench", "--no-vacuum", "--protocol", "prepared", "--client",
               str(connections), "--jobs", str(min(connections, 2)), "--time",
               str(max(1, round(seconds)))]
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


def measure_server(server, name, connections, seconds, requests):
    """Runs wrk once, and adds the CPU time per request by program."""
    before = server.cpu_us()
    result = run_wrk(server.port, connections, seconds, requests)
    spent = server.cpu_us(before)
    result["cpu_us"] = {program: us / result["requests"] for program, us in spent.items()}
    return name, result


def measure(options, instance, peers, scripts, requests):
    """Returns figures[operation][connections][system] = one dict per round."""
    figures = {}
    for round_number in range(options.rounds):
        for operation in OPERATIONS:
            for connections in options.connection_counts:
                cell = figures.setdefault(operation, {}).setdefault(
                    connections, {system: [] for system in options.systems})
                cell["pgbench"].append(run_pgbench(
                    instance.session_url, connections, options.seconds,
                    scripts[operation]))
                for server, name in [(instance, "kith")] + [(peer, peer.name)
                                                            for peer in peers]:
                    name, result = measure_server(server, name, connections,
                                                  options.seconds, requests[operation])
                    cell[name].append(result)
        print(f"round {round_number + 1} of {options.rounds} done", file=sys.stderr)
    return figures


def median(rounds, key):
    values = [one[key] for one in rounds if one[key] is not None]
    return statistics.median(values) if values else None


def ratio(cell, system):
    """Returns the median of the rounds' ratios of Kith's rate to the other's."""
    return statistics.median(k["rate"] / o["rate"]
                             for k, o in zip(cell["kith"], cell[system]))


def print_figures(figures, systems):
    """Prints the rates with the ratio of ours to each, and the latencies."""
    others = [system for system in systems if system != "kith"]
    print("\n| operation | connections | Kith/s | p50 us | p99 us |"
          + "".join(f" {other}/s (ratio) |" for other in others)
          + "".join(f" {other} p50, p99 us |" for other in others if other != "pgbench"))
    print("|---" * (4 + 2 * len(others)) + "|")
    for operation, by_connections in figures.items():
        for connections, cell in by_connections.items():
            ours = " | ".join(f"{median(cell['kith'], key):,.0f}"
                              for key in ("rate", "p50_us", "p99_us"))
            rates = "".join(f" {median(cell[other], 'rate'):,.0f} "
                            f"({ratio(cell, other):.2f}) |"
                            for other in others)
            tails = "".join(f" {median(cell[other], 'p50_us'):,.0f},"
                            f" {median(cell[other], 'p99_us'):,.0f} |"
                            for other in others if other != "pgbench")
            print(f"| {operation} | {connections} | {ours} |{rates}{tails}")


def print_cpu(figures, connections, peers):
    print(f"\n| CPU us per request, {connections} connections | gateway | services | "
          "database |"
          + "".join(f" {peer} |" for peer in peers))
    print("|---" * (4 + len(peers)) + "|")
    for operation, by_connections in figures.items():
        cell = by_connections[connections]
        sums = cpu_groups(cell)
        theirs = "".join(
            f" {statistics.median(one['cpu_us'][peer] for one in cell[peer]):.0f} |"
                         for peer in peers)
        print(f"| {operation} | {sums['gateway']:.0f} | {sums['services']:.0f} |"
              f" {sums['postgres']:.0f} |{theirs}")


def print_aims(figures, facts, busy, systems):
    rows = []
    for system, by_operation in AIMS.items():
        for operation, aim in by_operation.items() if system in systems else ():
            reached = ratio(figures[operation][busy], system)
            rows.append((f"{operation} / {system}, {busy} connections", f"{aim:.2f}",
                         f"{reached:.2f}", reached >= aim))
    if 1 in figures["post"]:
        p50 = median(figures["post"][1]["kith"], "p50_us")
        rows.append(("one connection, p50 of a read", "170 us", f"{p50:.0f} us",
                     p50 <= 170))
    programs = facts["programs"]
    for when, aim in (("idle", 80), ("load", 100)):
        whole, each = facts[f"{when}_mb"]
        rows.append((f"memory ({when}), {programs} programs", f"{aim} MB",
                     f"{whole:.0f} MB (sum of RSS {each:.0f})", whole <= aim))
    rows.append((f"cold start, {programs} programs", "300 ms",
                 f"{facts['cold_ms']:.0f} ms", facts["cold_ms"] <= 300))
    print("\n| to reach | aim | reached | |\n|---|---|---|---|")
    for name, aim, reached, good in rows:
        print(f"| {name} | {aim} | {reached} | {'yes' if good else 'NO'} |")


def cpu_groups(cell):
    """Returns CPU us per request of the gateway, the services and the database."""
    sums = dict.fromkeys(("gateway", "services", "postgres"), 0)
    for one in cell["kith"]:
        for name, us in one["cpu_us"].items():
            sums[name if name in sums else "services"] += us / len(cell["kith"])
    return sums


def record(figures, facts, connections, options):
    """Records the figures that the documents show."""
    rates, cpu = [], []
    others = [system for system in options.systems if system != "kith"]
    for operation, cells in figures.items():
        for count, cell in cells.items():
            row = f"{operation}, {count} connection{'s' if count > 1 else ''}"
            rates.append((row, "Kith", median(cell["kith"], "rate"), "/s"))
            rates += [(row, name, median(cell["kith"], f"{name}_us"), "us")
                      for name in ("p50", "p99")]
            rates += [(row, f"to {other}", ratio(cell, other), "") for other in others]
            rates += [(row, f"p99 of {other}", median(cell[other], "p99_us"), "us")
                      for other in others if other == "rust-shared"]
        sums = cpu_groups(cells[connections])
        cpu += [(operation, "gateway", sums["gateway"], "us"),
                (operation, "services", sums["services"], "us"),
                (operation, "database", sums["postgres"], "us")]
        cpu += [(operation, peer, statistics.median(
            one["cpu_us"][peer] for one in cells[connections][peer]), "us")
            for peer in options.peers]
    documented.record("core", rates)
    documented.record("cpu", cpu)
    documented.record("instance", [
        ("memory, idle", "measured", facts["idle_mb"][0], "MB"),
        (f"memory, {connections} connections", "measured", facts["load_mb"][0], "MB"),
        ("all programs from start to ready", "measured", facts["cold_ms"], "ms")])


def start_peers(options, instance, texts, folder, stack):
    """Starts all peers at once, and checks that each answers as the instance does."""
    peers = [stack.enter_context(Peer(name, instance, texts, folder))
             for name in options.peers]
    for peer in peers:
        peer.compare(OPERATIONS)
    return peers


def main():
    options = arguments()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kith-bench-"))
        os.chmod(folder, 0o755)
        instance = stack.enter_context(Instance(options, folder))
        seen = capture(instance, OPERATIONS)
        scripts = pgbench_scripts(seen, folder)
        facts = {"idle_mb": instance.memory_mb(), "programs": len(instance.programs())}
        with contextlib.ExitStack() as beside:
            peers = start_peers(options, instance, statement_texts(seen), folder, beside)
            requests = request_files(instance, folder)
            for operation in OPERATIONS:  # warm up
                for server in [instance, *peers]:
                    run_wrk(server.port, 8, 1, requests[operation])
            figures = measure(options, instance, peers, scripts, requests)
        facts["load_mb"] = instance.memory_mb()
        facts["cold_ms"] = cold_start_ms(options.build, instance, folder)
        busy = max(options.connection_counts)
        print(f"{options.members:,} members, {options.posts:,} asks; {options.rounds} "
              "rounds of"
              f" {options.seconds:g} s; medians; {os.cpu_count()} cores shared by all")
        print_figures(figures, options.systems)
        print_cpu(figures, busy, options.peers)
        print_aims(figures, facts, busy, options.systems)
        record(figures, facts, busy, options)
        if options.json:
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump({"figures": figures, "facts": facts, "at": time.time()}, file,
                          indent=1)


if __name__ == "__main__":
    main()
