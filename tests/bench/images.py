"""What uploads and hosts that do not answer cost, and what they do to the others.

    python3 tests/bench/images.py --build build

Sixteen members send an image of 8 MiB each at once; while they do, another one reads its own account.
Prints images a second, the gateway's processor time for each, the memory of the gateway, of media
and of the decoder with its children at its peak, and the 99th percentile of GET /v1/me alone and
beside the uploads; and the same percentile beside fifty images that are fetched from a host which
takes connections and says nothing.
"""

import argparse
import os
import socket
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import images  # noqa: E402
import support  # noqa: E402

UPLOADS, ROUNDS, READS = 16, 3, 300
FETCHES, FETCHES_EACH = 50, 2


def resident_mib(pids):
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/statm") as file:
                total += int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        except OSError:
            continue
    return total / 2 ** 20


def cpu_ms(pids):
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat") as file:
            total += sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
    return total * 1000 / os.sysconf("SC_CLK_TCK")


def of_decoder(kith):
    """The decoder and its children."""
    found = set(kith.pids("kith-media"))
    media, parents = set(found), {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as file:
                parents[int(entry)] = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
    for _ in range(2):
        found |= {pid for pid, parent in parents.items() if parent in found}
    return found - media


class Watch(threading.Thread):
    """The most memory that was seen."""

    def __init__(self, kith):
        super().__init__(daemon=True)
        self.kith, self.most, self.ended = kith, {}, False
        self.fixed = {name: kith.pids("kith-" + name) for name in ("gateway", "media")}

    def run(self):
        while not self.ended:
            seen = {name: resident_mib(pids) for name, pids in self.fixed.items()}
            seen["decoder"] = resident_mib(of_decoder(self.kith))
            for name, mib in seen.items():
                self.most[name] = max(self.most.get(name, 0), mib)
            time.sleep(0.05)


def p99_ms(kith, token, until):
    times = []
    while len(times) < READS or not until():
        began = time.monotonic()
        assert kith.http("GET", "/v1/me", token=token).status == 200
        times.append(time.monotonic() - began)
        time.sleep(0.005)
    return sorted(times)[len(times) * 99 // 100] * 1000


def at_once(work, items):
    """Threads that are under way, one for each item."""
    threads = [threading.Thread(target=work, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    return threads


def beside(kith, reader, threads):
    """The percentile while the threads are under way."""
    found = p99_ms(kith, reader, lambda: not any(thread.is_alive() for thread in threads))
    for thread in threads:
        thread.join()
    return found


def uploads(kith, tokens, reader):
    data = images.noise(1670, 1670)
    assert 7.9 * 2 ** 20 < len(data) <= 8 * 2 ** 20, len(data)
    alone = p99_ms(kith, reader, lambda: True)
    watch, statuses = Watch(kith), []
    watch.start()

    def send(token):
        for _ in range(ROUNDS):
            try:
                statuses.append(kith.http(
                    "PUT", "/v1/me/avatar", raw=data, token=token,
                    headers={"Content-Type": "image/png"}).status)
            except OSError:  # the connection was ended
                statuses.append(0)

    gateways = kith.pids("kith-gateway")
    began, spent = time.monotonic(), cpu_ms(gateways)
    found = beside(kith, reader, at_once(send, tokens))
    seconds, watch.ended = time.monotonic() - began, True
    spent = cpu_ms(gateways) - spent
    done = statuses.count(200)
    print(f"{UPLOADS} members, {ROUNDS} images each of {len(data) / 2 ** 20:.1f} MiB: {done} made, "
          f"{len(statuses) - done} refused ({sorted(set(statuses))}), "
          f"{done / seconds:.1f} images a second")
    print(f"gateway: {spent / len(statuses):.0f} ms of processor time for each, reads included")
    print("peak: " + ", ".join(f"{name} {mib:.0f} MiB" for name, mib in watch.most.items()))
    print(f"GET /v1/me: p99 {alone:.1f} ms alone, {found:.1f} ms beside uploads")


def stalled(kith, tokens, reader, host):
    alone = p99_ms(kith, reader, lambda: True)
    answers, url = [], "http://127.0.0.1:%d/image.png" % host.getsockname()[1]

    def fetch(token):
        answers.append(kith.http("PUT", "/v1/me/avatar/from-url", {"url": url}, token).code)

    found = beside(kith, reader, at_once(fetch, tokens * FETCHES_EACH))
    print(f"{FETCHES} fetches from a host that does not answer: "
          + ", ".join(f"{answers.count(code)} {code}" for code in sorted(set(answers), key=str)))
    print(f"GET /v1/me: p99 {alone:.1f} ms alone, {found:.1f} ms beside them "
          f"({found / alone:.1f} times)")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    os.environ["KITH_BUILD"] = parser.parse_args().build
    with socket.create_server(("127.0.0.1", 0), backlog=100) as host, support.Kith(
            KITH_FETCH_ALLOW="127.0.0.1:%d" % host.getsockname()[1]) as kith:
        tokens = [kith.member(f"Member{i}") for i in range(FETCHES // FETCHES_EACH)]
        reader = kith.member("Reader")
        uploads(kith, tokens[:UPLOADS], reader)
        stalled(kith, tokens, reader, host)


main()
