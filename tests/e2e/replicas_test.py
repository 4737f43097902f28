"""Kills, stops and drains replicas of a service, and kills the database."""

import os
import signal
import socket
import subprocess
import time

import support
from paging import titles_written
from threads import Together

READERS, WRITERS = 6, 3


def address(kith, number):
    return f"ipc://{kith.run_dir}/bus/content{'' if number == 1 else f'-{number}'}.ipc"


def start_replica(kith, number):
    """Starts another kith-content beside the one that `kithctl run` supervises."""
    return kith.start_beside("kith-content", KITH_BUS_LISTEN=address(kith, number))


class Load(Together):
    """Reads and writes until it is stopped, and records every result."""

    def __init__(self, kith, token, post):
        self.kith, self.token, self.post = kith, token, post
        self.failed_reads, self.reads, self.unknown = [], 0, 0
        self.acknowledged, self.sent = {}, set()
        super().__init__([self.read] * READERS + [
            lambda n=n: self.write(n) for n in range(WRITERS)])

    def read(self):
        while not self.ending.is_set():
            answer = self.kith.http("GET", f"/v1/posts/{self.post}", token=self.token)
            self.reads += 1
            if answer.status != 200:
                self.failed_reads.append((answer.status, answer.text))

    def write(self, writer):
        number = 0
        while not self.ending.is_set():
            number += 1
            title = f"Written by {writer} as number {number}"
            self.sent.add(title)
            answer = self.kith.http("POST", "/v1/posts", token=self.token, body={
                "kind": "other", "title": title, "body": "",
                "publishTo": {"public": True}})
            if answer.status == 200:
                self.acknowledged[title] = answer.json["id"]
            else:
                assert answer.status == 503, answer.text
                self.unknown += 1


@support.test
def fails_no_read_and_repeats_no_write_while_replicas_die(kith):
    token = kith.member("Loaded")
    post = kith.http("POST", "/v1/posts", token=token, body={
        "kind": "idea", "title": "Read all the time", "body": "",
        "publishTo": {"public": True}}).json["id"]
    second, third = start_replica(kith, 2), start_replica(kith, 3)
    try:
        time.sleep(1)
        with Load(kith, token, post) as load:
            time.sleep(1.5)
            second.send_signal(signal.SIGKILL)
            second.wait()
            time.sleep(1.5)
            third.send_signal(signal.SIGSTOP)
            time.sleep(2)
            third.send_signal(signal.SIGCONT)
            time.sleep(0.5)
            second = start_replica(kith, 2)
            time.sleep(1.5)
            third.send_signal(signal.SIGTERM)
            assert third.wait(15) == 0, "a drained replica exits in good order"
            time.sleep(0.5)
    finally:
        for replica in (second, third):
            if replica.poll() is None:
                replica.kill()
                replica.wait()
    written = titles_written(kith, token)
    assert not load.failed_reads, load.failed_reads[:3]
    assert load.reads > 200, (load.reads, load.acknowledged)
    assert len(load.acknowledged) > 50, (load.reads, load.acknowledged)
    assert len(written) == len(set(written)), "a write was carried out twice"
    assert set(load.acknowledged) <= set(written), "an acknowledged write is lost"
    assert set(written) - {"Read all the time"} <= load.sent


@support.test
def recovers_by_itself_when_the_database_is_killed(kith):
    token = kith.member("Patient")
    assert kith.http("GET", "/v1/me", token=token).status == 200
    killed = kith.postmaster()
    os.kill(killed, signal.SIGKILL)
    # The old sessions outlive the postmaster briefly: only a new connection is a
    # recovery.
    support.eventually(lambda: kith.postmaster() not in (None, killed), 30)
    support.eventually(lambda: kith.http("GET", "/v1/me", token=token).status == 200, 30)
    support.eventually(lambda: kith.http("GET", "/v1/posts", token=token).status ==
                       200, 10)
    support.eventually(lambda: kith.http("GET", "/health/ready").status == 200, 10)
    answer = kith.http("POST", "/v1/posts", token=token, body={
        "kind": "idea", "title": "After the fall", "body": ""})
    assert answer.status == 200, answer.text


@support.test
def starts_a_service_again_that_ended(kith):
    token = kith.member("Steady")
    [pid] = kith.pids("kith-identity")
    os.kill(pid, signal.SIGKILL)
    support.eventually(lambda: kith.http("GET", "/v1/me", token=token).status == 200, 15)
    assert kith.pids("kith-identity") != [pid]


def health(kith, **settings):
    return subprocess.run([os.path.join(kith.build, "kith-content"), "--health"],
                          env=kith.environment_of("content", **settings), text=True,
                          capture_output=True)


def is_healthy(kith, **settings):
    return health(kith, **settings).returncode == 0


@support.test
def gives_no_call_to_a_replica_that_has_not_reached_the_database(kith):
    token = kith.token("Steady")
    with socket.socket() as nobody:  # holds a port on which nothing listens
        nobody.bind(("127.0.0.1", 0))
        settings = {"KITH_BUS_LISTEN": address(kith, 2), "KITH_DATABASE_URL":
                    f"postgresql://127.0.0.1:{nobody.getsockname()[1]}/kith"}
        replica = kith.start_beside("kith-content", **settings)
        try:
            began, reasons = time.monotonic(), set()
            while time.monotonic() - began < 3:
                done = health(kith, **settings)
                assert done.returncode == 1, done
                reasons.add(done.stderr)
                answer = kith.http("GET", "/v1/posts", token=token)
                assert answer.status == 200, answer.text
            assert any("is not ready: it has not reached its database yet" in reason
                       for reason in reasons), reasons
            # It reports this for a limited time; afterwards its answers name the cause.
            support.eventually(lambda: is_healthy(kith, **settings), 15)
        finally:
            replica.kill()
            replica.wait()
    assert is_healthy(kith)
    assert not is_healthy(kith, KITH_BUS_LISTEN=address(kith, 3))


@support.test
def says_whether_the_gateway_is_ready(kith):
    def ask(**settings):
        return subprocess.run([os.path.join(kith.build, "kith-gateway"), "--health"],
                              env=kith.environment_of("gateway", **settings),
                              capture_output=True).returncode
    support.eventually(lambda: ask() == 0)
    assert ask(KITH_PORT=str(support.free_port())) == 1


# The gateway is configured with three addresses of the content service.
support.main(__name__, KITH_BUS_CONTENT=",".join(
    f"ipc://{{run_dir}}/bus/content{more}.ipc" for more in ("", "-2", "-3")))
