"""What becomes of three times the requests that an instance can answer.

The peak is that of a closed loop of 32 connections, measured before and after each step. A step is
an open loop at three times the peak, on 64 to 2,000 connections: what is admitted, how soon the
rest is refused, and whether a second later all is as it was. At last, with the default limits, how
others fare beside a member who floods. The status is 1 when something is out of its bounds.

    python3 tests/bench/overload.py --build build
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

import open_loop
from instance import Instance
from open_loop import percentile_ms

OPERATION = "feed"
TIMES_PEAK = 3
PEAK_CONNECTIONS = 32
PER_PROCESS = 1000  # of their descriptors
ADMITTED_MIN = 0.9
ADMITTED_P999_MS_MAX = 500
REFUSED_P99_MS_MAX = 5
FLOOD_RATIO_MAX = 2.0
MEMORY_MIB_MAX = 16
OTHERS_RATE = 64
# After the clients have connected: what the kernel puts off of that takes a processor for tens of
# milliseconds, and is none of the load's.
SETTLE_S = 0.5


class Limited(Instance):
    """An instance with its default limits on rates."""

    def __init__(self, options, folder):
        super().__init__(options, folder)
        self.environment["KITH_RATE_LIMITS"] = "on"


def children_s():
    """The CPU time of the processes that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Load:
    """The sum of some processes that ask an instance at a rate; 0 is a closed loop."""

    def __init__(self, bench, connections, rate, seconds, tokens=None):
        self.seconds = seconds
        count = -(-connections // PER_PROCESS)
        requests = bench.requests(tokens)
        self.outs = [os.path.join(bench.folder, f"times-{bench.number}-{at}")
                     for at in range(count)]
        bench.number += 1
        self.processes = [subprocess.Popen(
            [bench.client, str(bench.instance.port), str(connections // count),
             str(rate // count), str(seconds), requests, out],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for out in self.outs]
        for process in self.processes:
            assert process.stdout.readline() == "ready\n"

    def start(self):
        for process in self.processes:
            process.stdin.write("\n")
            process.stdin.flush()
        return self

    def times(self, status):
        return sorted(time for out in self.outs for time in open_loop.times_us(f"{out}.{status}"))

    def finish(self):
        totals, before_s = {}, children_s()
        for process in self.processes:
            said = json.loads(process.communicate(timeout=60)[0])
            for name, count in said.items():
                totals[name] = totals.get(name, 0) + count
        self.totals = totals
        self.left = 1 - (children_s() - before_s) / (self.seconds * os.cpu_count())
        self.admitted, self.refused = self.times(200), self.times(503)
        self.admitted_rate = len(self.admitted) / self.seconds
        return self


class Bench:
    def __init__(self, instance, folder, client):
        self.instance, self.folder, self.client, self.number = instance, folder, client, 0

    def requests(self, tokens=None):
        """A file of one request for each member."""
        path = os.path.join(self.folder, f"requests-{self.number}")
        with open(path, "wb") as file:
            for number, token in enumerate(self.instance.tokens):
                if tokens is not None and number not in tokens:
                    continue
                method, target, _ = self.instance.request(OPERATION, number)
                request = (f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n"
                           f"Authorization: Bearer {token}\r\n\r\n").encode()
                file.write(b"%d\n%s" % (len(request), request))
        return path

    def load(self, *arguments, **more):
        load = Load(self, *arguments, **more)
        time.sleep(SETTLE_S)
        before_us = self.gateway_cpu_us()
        load.start().finish()
        load.cpu_us = self.gateway_cpu_us() - before_us
        return load

    def gateway_mib(self):
        with open(f"/proc/{self.instance.programs()['gateway']}/status") as file:
            return next(int(line.split()[1]) for line in file
                        if line.startswith("VmRSS")) / 1024


    def gateway_cpu_us(self):
        """What the gateway has used of the CPUs since it was started."""
        with open(f"/proc/{self.instance.programs()['gateway']}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1e6 / os.sysconf("SC_CLK_TCK")


class Verdict:
    def __init__(self):
        self.failed = 0

    def say(self, holds, text):
        self.failed += not holds
        print(("ok   " if holds else "FAIL ") + text, flush=True)


def judge(load, peak_rate, left, verdict):
    """The clients share the processors, and three times the requests take them more: what is
    admitted is held to the peak that the processors have left, with what they take beyond the
    peak's taken away."""
    share = load.admitted_rate / peak_rate
    fair = share * left / load.left
    verdict.say(fair >= ADMITTED_MIN,
                f"admitted {load.admitted_rate:,.0f} a second, {share:.0%} of the peak, {fair:.0%} "
                f"of it where the clients leave {load.left:.0%} of the processors, not {left:.0%}")
    worst = percentile_ms(load.admitted, 0.999)
    verdict.say(worst <= ADMITTED_P999_MS_MAX, f"admitted p50 "
                f"{percentile_ms(load.admitted, 0.5):.0f} ms, p99.9 {worst:.0f} ms")
    late = percentile_ms(load.refused, 0.99)
    verdict.say(late <= REFUSED_P99_MS_MAX, f"refused {len(load.refused):,}, p50 "
                f"{percentile_ms(load.refused, 0.5):.1f} ms, p99 {late:.1f} ms, p99.9 "
                f"{percentile_ms(load.refused, 0.999):.1f} ms")
    odd = {name: load.totals[name] for name in ("others", "lost", "hanging", "without_retry")}
    verdict.say(not any(odd.values()), f"nothing else: {odd}")


def overload(bench, options, verdict):
    bench.load(PEAK_CONNECTIONS, 0, 2)
    before = bench.load(PEAK_CONNECTIONS, 0, options.seconds)
    for connections in map(int, options.connections.split(",")):
        single_ms = percentile_ms(bench.load(1, 0, 2).admitted, 0.5)
        before_mib = bench.gateway_mib()
        rate = int(before.admitted_rate * TIMES_PEAK)
        load = bench.load(connections, rate, options.seconds)
        time.sleep(1)
        again = bench.load(1, 0, 2)
        mib = bench.gateway_mib() - before_mib
        after = bench.load(PEAK_CONNECTIONS, 0, options.seconds)
        peak_rate = (before.admitted_rate + after.admitted_rate) / 2
        print(f"{connections} connections, {rate:,} requests a second, {load.totals['unsent']:,} "
              f"of which found none free; the peak is {before.admitted_rate:,.0f} before, "
              f"{after.admitted_rate:,.0f} after:")
        judge(load, peak_rate, (before.left + after.left) / 2, verdict)
        admitted_us = before.cpu_us / max(1, len(before.admitted))
        refused_us = (load.cpu_us - admitted_us * len(load.admitted)) / max(1, len(load.refused))
        print(f"     the gateway takes {admitted_us:.0f} us of CPU for an answer at the peak, and "
              f"{refused_us:.0f} us for a refusal")
        again_ms = percentile_ms(again.admitted, 0.5)
        verdict.say(again_ms <= 2 * single_ms and not again.refused and mib <= MEMORY_MIB_MAX,
                    f"one at a time {again_ms:.1f} ms a second later, {single_ms:.1f} ms before; "
                    f"memory {mib:+.1f} MiB")
        before = after


def flood(bench, options, verdict):
    others = range(1, len(bench.instance.tokens))
    first = bench.load(16, OTHERS_RATE, options.seconds, tokens=others)
    storm = Load(bench, 64, 0, options.seconds + 2, tokens=[0]).start()
    time.sleep(1)
    beside = bench.load(16, OTHERS_RATE, options.seconds, tokens=others)
    storm.finish()
    before_ms, after_ms = percentile_ms(first.admitted, 0.99), percentile_ms(beside.admitted, 0.99)
    verdict.say(after_ms <= FLOOD_RATIO_MAX * before_ms and not beside.refused,
                f"others beside a member who floods ({len(storm.admitted) / storm.seconds:,.0f} a "
                f"second admitted, {storm.totals['others'] / storm.seconds:,.0f} answered 429): p99 "
                f"{after_ms:.1f} ms, {before_ms:.1f} ms alone, "
                f"{after_ms / max(before_ms, 0.001):.2f} times")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--orgs", type=int, default=500)
    parser.add_argument("--posts", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--connections", default="64,500,2000")
    options = parser.parse_args()
    os.environ["KITH_CONNECTIONS_PER_ADDRESS"] = "4000"
    verdict = Verdict()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        client = open_loop.build(folder)
        for part, kind in ((overload, Instance), (flood, Limited)):
            home = os.path.join(folder, part.__name__)
            os.mkdir(home, 0o755)
            with kind(options, home) as instance:
                part(Bench(instance, home, client), options, verdict)
    return 1 if verdict.failed else 0


if __name__ == "__main__":
    sys.exit(main())
