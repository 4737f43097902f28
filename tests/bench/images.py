"""Measures uploads and stalled fetches, and how they delay other requests.

    python3 tests/bench/images.py --build build

Sixteen members upload images of 8 MiB one after the other, while the benchmarks' usual
client reads GET /v1/me. The uploading process has the lowest priority: in reality
uploaders have their own machines, and here they would take a processor from the instance.
Prints images per second, the gateway's CPU time per image, peak memory of the gateway,
media and the decoder with its children, and the 99th percentile of GET /v1/me alone and
during the uploads. Also prints this percentile during fifty fetches from a host that
accepts connections and never answers. Last, one member, and then four, keep many
expensive images on their way, and other members upload normal ones from time to time,
small images and photos of 12 megapixels with grain: their longest time must stay within
one second, and within two, or, if that is longer, within two and four times the time
alone.

Decoding occupies a processor. The effect of that alone is measured beside an independent
process that computes at the lowest priority. On virtual processors this takes several
times as long as alone, because the host schedules a waking processor late. The status is
1 when reads during uploads take more than twice the longer of both references, or reads
during fetches more than twice the time alone.
"""

import argparse
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

import figures
import open_loop

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import images  # noqa: E402
import support  # noqa: E402

UPLOADS = 16
READS_A_SECOND, SECONDS = 200, 8
FETCHES, FETCHES_EACH = 50, 2
TIMES_MAX = 2.0
ATTACKS, NORMAL_UPLOADS = 14, 20
# The longest time of a normal upload beside so many attackers: in seconds, or in times as
# long as alone if that is longer.
ATTACKERS = {1: 1.0, 4: 2.0}
TIMES_ALONE = {1: 2, 4: 4}
NORMAL = {"a small image": (images.noise(600, 400), "image/png"),
          "a photo": (images.photo(4000, 3000), "image/jpeg")}
PIECE = 64 * 1024


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


def below(pids):
    """Returns the descendants of some processes."""
    found = []
    for pid in pids:
        try:
            with open(f"/proc/{pid}/task/{pid}/children") as file:
                found += map(int, file.read().split())
        except OSError:
            continue
    return found + below(found) if found else []


class Watch(threading.Thread):
    """Records the peak memory of some processes."""

    def __init__(self, kith):
        super().__init__(daemon=True)
        self.most, self.ended = {}, False
        self.fixed = {name: kith.pids("kith-" + name) for name in ("gateway", "media")}

    def run(self):
        while not self.ended:
            seen = {name: resident_mib(pids) for name, pids in self.fixed.items()}
            seen["decoder"] = resident_mib(below(self.fixed["media"]))
            for name, mib in seen.items():
                self.most[name] = max(self.most.get(name, 0), mib)
            time.sleep(0.05)


class Reader:
    """Reads an account at a fixed rate on two connections."""

    def __init__(self, kith, token, folder):
        self.port, self.folder = kith.port, folder
        self.client = open_loop.build(folder)
        self.requests = os.path.join(folder, "requests")
        request = (f"GET /v1/me HTTP/1.1\r\nHost: localhost:{kith.port}\r\n"
                   f"Authorization: Bearer {token}\r\n\r\n").encode()
        with open(self.requests, "wb") as file:
            file.write(b"%d\n%s" % (len(request), request))

    def p99_ms(self, seconds=SECONDS):
        out = os.path.join(self.folder, "times")
        subprocess.run([self.client, str(self.port), "2", str(READS_A_SECOND),
                        str(seconds), self.requests, out], check=True, input=b"\n",
                       stdout=subprocess.DEVNULL)
        times = open_loop.times_us(out + ".200")
        assert len(times) > READS_A_SECOND * seconds * 0.9, (
            "the reader got too few answers")
        return open_loop.percentile_ms(times, 0.99)


def at_once(work, items):
    """Starts a thread for each item and returns the threads."""
    threads = [threading.Thread(target=work, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    return threads


def judge(name, alone_ms, beside_ms, computing_ms=0):
    measured = [("alone", "p99", alone_ms, "ms"),
                (f"beside {name}", "p99", beside_ms, "ms")]
    if computing_ms:
        measured.append(("beside a process that computes", "p99", computing_ms, "ms"))
    figures.record(f"media-{name.split()[-1]}", measured)
    least_ms = max(alone_ms, computing_ms)
    computing = ""
    if computing_ms:
        computing = f", {computing_ms:.1f} ms beside a process that computes"
    print(f"GET /v1/me: p99 {alone_ms:.1f} ms alone{computing}, {beside_ms:.1f} ms "
          "beside them "
          f"({beside_ms / alone_ms:.1f} times as long as alone, "
          f"{beside_ms / least_ms:.1f} times the longest of these, at most {TIMES_MAX})")
    return beside_ms <= TIMES_MAX * least_ms


def lower_priority():
    """Lowers the priority as far as Linux allows: in the session, and of the session
    (sched(7))."""
    os.setsid()
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    try:
        with open("/proc/self/autogroup", "w") as file:
            file.write("19")
    except OSError:  # a kernel without scheduling groups by session
        pass


def compute(over):
    """Occupies a processor at the lowest priority."""
    lower_priority()
    while not over.is_set():
        for _ in range(100_000):
            pass


def beside_computing_ms(reader):
    over = multiprocessing.Event()
    computing = multiprocessing.Process(target=compute, args=(over,), daemon=True)
    computing.start()
    found = reader.p99_ms()
    over.set()
    computing.join()
    return found


def pieces(data):
    """Yields the data in pieces, as a network delivers it. A single send would make the
    kernel copy for milliseconds, in which nothing else runs on this processor."""
    return (data[at:at + PIECE] for at in range(0, len(data), PIECE))


def send(kith, tokens, data, over, told):
    """Uploads in a process until `over` is set, and reports the status of each answer."""
    lower_priority()
    statuses = []

    def work(token):
        while not over.is_set():
            try:
                statuses.append(kith.http(
                    "PUT", "/v1/me/avatar", raw=pieces(data), token=token, headers={
                        "Content-Type": "image/png",
                        "Content-Length": str(len(data))}).status)
            except OSError:  # the connection was closed
                statuses.append(0)

    for thread in at_once(work, tokens):
        thread.join()
    told.put(statuses)


def uploads(kith, tokens, reader):
    data = images.noise(1670, 1670)
    assert 7.9 * 2 ** 20 < len(data) <= 8 * 2 ** 20, len(data)
    alone, computing = reader.p99_ms(), beside_computing_ms(reader)
    watch, over, told = Watch(kith), multiprocessing.Event(), multiprocessing.Queue()
    gateways = kith.pids("kith-gateway")
    began, spent = time.monotonic(), cpu_ms(gateways)
    sending = multiprocessing.Process(target=send, args=(kith, tokens, data, over, told),
                                      daemon=True)
    sending.start()
    watch.start()
    found = reader.p99_ms()
    over.set()
    statuses = told.get()
    sending.join()
    seconds, watch.ended = time.monotonic() - began, True
    spent = cpu_ms(gateways) - spent
    done = statuses.count(200)
    print(f"{UPLOADS} members, images of {len(data) / 2 ** 20:.1f} MiB: {done} made, "
          f"{len(statuses) - done} refused ({sorted(set(statuses))}), "
          f"{done / seconds:.1f} images a second")
    print(f"gateway: {spent / len(statuses):.0f} ms of processor time for each, reads "
          "included")
    print("peak: "
          + ", ".join(f"{name} {mib:.0f} MiB" for name, mib in watch.most.items()))
    return judge(f"{UPLOADS} uploads", alone, found, computing)


def stalled(kith, tokens, reader, host):
    alone = reader.p99_ms()
    answers, url = [], "http://127.0.0.1:%d/image.png" % host.getsockname()[1]

    def fetch(token):
        answers.append(kith.http("PUT", "/v1/me/avatar/from-url", {"url": url},
                                 token).code)

    threads = at_once(fetch, tokens * FETCHES_EACH)
    found = reader.p99_ms()
    for thread in threads:
        thread.join()
    print(f"{FETCHES} fetches from a host that does not answer: "
          + ", ".join(f"{answers.count(code)} {code}"
                      for code in sorted(set(answers), key=str)))
    return judge(f"{FETCHES} fetches", alone, found)


def put_photo(kith, posting, data, kind):
    """Sets the photo of a member's post. It is not cut, so it takes longer than a
    square."""
    token, post = posting
    return kith.http("PUT", f"/v1/posts/{post}/photo", raw=data, token=token,
                     headers={"Content-Type": kind}).status


def times_of(kith, postings, data, kind):
    """Returns the times of normal uploads, one after the other."""
    times = []
    for i in range(NORMAL_UPLOADS):
        began = time.monotonic()
        status = put_photo(kith, postings[i % len(postings)], data, kind)
        assert status == 200, status
        times.append(time.monotonic() - began)
        time.sleep(0.2)
    return sorted(times)


def beside_attackers(kith, attackers, members, data, kind):
    """Returns the times of each normal image while members send expensive ones."""
    over, statuses = threading.Event(), []

    def attack(attacker):
        while not over.is_set():
            statuses.append(put_photo(kith, attacker, data, kind))

    threads = at_once(attack, attackers * (ATTACKS // len(attackers)))
    time.sleep(5)
    found = {name: times_of(kith, members, normal, kind)
             for name, (normal, kind) in NORMAL.items()}
    over.set()
    for thread in threads:
        thread.join()
    print(f"{len(threads)} {kind} of {len(attackers)} members: "
          + ", ".join(f"{statuses.count(s)} {s}" for s in sorted(set(statuses))))
    return found


def beside_attack(kith, attackers, members):
    """One member sends JPEGs of as many scans as allowed; four send PNGs of as many
    pixels."""
    alone = {name: times_of(kith, members, *normal) for name, normal in NORMAL.items()}
    found = {
        1: beside_attackers(kith, attackers[:1], members,
                            images.progressive(2400, 2400, 100), "image/jpeg"),
        4: beside_attackers(kith, attackers[:4], members, images.png(5600, 5600),
                            "image/png")}
    rows, held = [], True
    for name in NORMAL:
        rows.append((f"{name} alone", "longest", alone[name][-1] * 1000, "ms"))
        for count, times in found.items():
            bound = max(ATTACKERS[count], TIMES_ALONE[count] * alone[name][-1])
            held &= times[name][-1] <= bound
            rows += [(f"{name} beside {count} of them", "median",
                      times[name][len(times[name]) // 2] * 1000, "ms"),
                     (f"{name} beside {count} of them", "longest",
                      times[name][-1] * 1000, "ms")]
            print(f"{name} beside {count}: at most {times[name][-1] * 1000:.0f} ms, "
                  f"alone {alone[name][-1] * 1000:.0f} ms (bound {bound:.1f} s)")
    figures.record("media-attack", rows)
    return held


def post_of(kith, token):
    return token, kith.publish(token).json["id"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    os.environ["KITH_BUILD"] = parser.parse_args().build
    with tempfile.TemporaryDirectory() as folder, \
            socket.create_server(("127.0.0.1", 0), backlog=100) as host, support.Kith(
                KITH_FETCH_ALLOW="127.0.0.1:%d" % host.getsockname()[1]) as kith:
        tokens = [kith.member(f"Member{i}") for i in range(FETCHES // FETCHES_EACH)]
        reader = Reader(kith, kith.member("Reader"), folder)
        held = [uploads(kith, tokens[:UPLOADS], reader),
                stalled(kith, tokens, reader, host),
                beside_attack(kith, *(
                    [post_of(kith, token) for token in part]
                    for part in (tokens[:4], tokens[4:])))]
    return 0 if all(held) else 1


sys.exit(main())
