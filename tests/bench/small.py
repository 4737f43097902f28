"""Measures a small machine: everything, including PostgreSQL, on one core and in 1 GiB.

An instance with 100,000 members and 1,000,000 asks gets a mixed open loop of 500 requests
a second: the n-th request is due at n / 500 s and its latency runs from then, whether or
not earlier answers have come. Affinity restricts the instance to one core. A control
group restricts the memory where this program may create one; elsewhere memory is only
measured. The load comes from the machine's other cores, if there are any. The status is 1
when latency or memory exceeds its bound.

    python3 tests/bench/small.py --build build
"""

import argparse
import contextlib
import os
import random
import sys
import tempfile

import figures
import open_loop
from instance import Instance, children
from open_loop import percentile_ms
from overload import Load

RATE = 500
CONNECTIONS = 64
SECONDS = 20
WARM_SECONDS = 5
MEMORY_BYTES = 1024 * 1024 * 1024
P99_MS_MAX = 25
P999_MS_MAX = 100
# Per hundred requests.
MIX = {"feed": 40, "post": 30, "me": 20, "create": 10}
REQUESTS = 1000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--members", type=int, default=100_000)
    parser.add_argument("--orgs", type=int, default=2_000)
    parser.add_argument("--posts", type=int, default=1_000_000)
    parser.add_argument("--rate", type=int, default=RATE)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    return parser.parse_args()


def own_group(controller):
    """Returns this program's group for a controller; "" asks for that of cgroup v2."""
    with open("/proc/self/cgroup", encoding="utf-8") as file:
        for line in file:
            _, controllers, path = line.rstrip("\n").split(":", 2)
            if controller in controllers.split(","):
                return path
    return "/"


class Group:
    """A memory control group, by the interface of cgroup v1 or v2."""

    def __init__(self):
        self.folder = None
        for root, self.before, self.limit, self.usage in (
                ("/sys/fs/cgroup", own_group(""), "memory.max", "memory.current"),
                ("/sys/fs/cgroup/memory", own_group("memory"), "memory.limit_in_bytes",
                 "memory.usage_in_bytes")):
            folder = f"{root}/kith-bench-small-{os.getpid()}"
            with contextlib.suppress(OSError):
                os.mkdir(folder)
                if os.path.exists(f"{folder}/{self.limit}"):
                    self.folder = folder
                    return
                os.rmdir(folder)

    def write(self, name, value):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(f"{value}\n")

    def enter(self):
        """Moves this program into the group; programs started from now on belong to
        it."""
        if self.folder:
            self.write("cgroup.procs", os.getpid())

    def leave(self):
        """Moves this program back to its original group."""
        if self.folder:
            with open(f"{os.path.dirname(self.folder)}{self.before}/cgroup.procs", "w",
                      encoding="utf-8") as file:
                file.write(f"{os.getpid()}\n")

    def bound(self):
        """Sets the memory limit, which also reclaims cached files."""
        if self.folder:
            self.write(self.limit, MEMORY_BYTES)

    def usage_mib(self):
        if not self.folder or not os.path.exists(f"{self.folder}/{self.usage}"):
            return "not measured"
        with open(f"{self.folder}/{self.usage}", encoding="utf-8") as file:
            return f"{int(file.read()) / 2**20:.0f}"

    def remove(self):
        if self.folder:
            with contextlib.suppress(OSError):
                os.rmdir(self.folder)


class Mixed:
    """Has the interface that overload.Load needs: a client, and a mix of requests."""

    def __init__(self, instance, folder, client):
        self.instance, self.folder, self.client, self.number = instance, folder, client, 0

    def requests(self, _):
        path = os.path.join(self.folder, "requests")
        kinds = [kind for kind, share in MIX.items()
                 for _ in range(share * REQUESTS // 100)]
        random.Random(18).shuffle(kinds)
        with open(path, "wb") as file:
            for number, kind in enumerate(kinds):
                sample = number % len(self.instance.tokens)
                method, target, body = self.instance.request(kind, sample)
                request = (f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n"
                           f"Authorization: Bearer {self.instance.tokens[sample]}\r\n"
                           + ("Content-Type: application/json\r\nContent-Length: "
                              f"{len(body)}\r\n"
                              if body else "") + "\r\n" + body).encode()
                file.write(b"%d\n%s" % (len(request), request))
        return path


def shared_mib(pids):
    """Returns the memory of some processes, with shared pages counted once."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            with open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as file:
                total += next(int(line.split()[1]) for line in file
                              if line.startswith("Pss:"))
    return total / 1024


def measure(options, instance, folder, client):
    """Returns the load, and the memory of the instance during it."""
    bench = Mixed(instance, folder, client)
    Load(bench, CONNECTIONS, options.rate, WARM_SECONDS).start().finish()
    load = Load(bench, CONNECTIONS, options.rate, options.seconds).start().finish()
    return load, shared_mib([instance.process.pid] + children(instance.process.pid))


def report(options, load, mib, usage_mib):
    """Prints the figures, and returns whether all are within their bounds."""
    late = len(load.refused) + sum(
        load.totals[name] for name in ("others", "lost", "hanging", "unsent"))
    p50, p99, p999 = (percentile_ms(load.admitted, share) for share in (0.5, 0.99, 0.999))
    print(f"{options.members:,} members, {options.posts:,} asks, one core, {options.rate}"
          f" requests/s for {options.seconds} s on {CONNECTIONS} connections")
    print("\n| answered | refused or lost | p50 ms | p99 ms | p99.9 ms | processes MiB |"
          " with files MiB |\n|---|---|---|---|---|---|---|")
    print(f"| {len(load.admitted):,} | {late:,} | {p50:.1f} | {p99:.1f} | {p999:.1f} | "
          f"{mib:.0f} |"
          f" {usage_mib} |")
    figures.record("small", [
        ("p50", "measured", p50, "ms"), ("p99", "measured", p99, "ms"),
        ("p99.9", "measured", p999, "ms"),
        ("refused or lost", "measured", late, "requests"),
        ("memory of all processes, database included", "measured", mib, "MiB")])
    return (late == 0 and p99 <= P99_MS_MAX and p999 <= P999_MS_MAX
            and mib * 2**20 <= MEMORY_BYTES)


def main():
    options = arguments()
    cores = sorted(os.sched_getaffinity(0))
    group = Group()
    with tempfile.TemporaryDirectory(prefix="kith-small-") as folder:
        os.chmod(folder, 0o755)
        client = open_loop.build(folder)
        # It starts inside the group, so that each process has one core from the
        # beginning.
        os.sched_setaffinity(0, {cores[0]})
        group.enter()
        with Instance(options, folder) as instance:
            group.leave()
            os.sched_setaffinity(0, set(cores[1:]) or {cores[0]})
            group.bound()
            load, mib = measure(options, instance, folder, client)
            usage = group.usage_mib()
        group.remove()
    return 0 if report(options, load, mib, usage) else 1


if __name__ == "__main__":
    sys.exit(main())
