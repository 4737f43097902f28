"""Tests stale reads on a streaming replica (docs/adr/0045-reads-on-a-replica.md)."""

import glob
import os
import shutil
import signal
import time
import urllib.request

import cluster
import support
from cluster import psql
from threads import Together

BEHIND_MAX_S = 2.0  # READ_BEHIND_MAX_MS of proto/op.h


class Replica:
    """A streaming replica, in a folder, of the cluster in another folder."""

    def __init__(self, primary, folder):
        self.folder = folder
        self.programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        with open(os.path.join(primary, "data", "pg_hba.conf"), "a") as file:
            file.write("local replication postgres trust\n")
        psql(primary, "SELECT pg_reload_conf()")
        os.mkdir(folder)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        cluster.as_owner(f"{self.programs}/pg_basebackup", "-h", primary, "-U",
                         "postgres", "-D",
                 f"{folder}/data", "-R", "-X", "stream", "--checkpoint=fast", "--no-sync")
        with open(os.path.join(folder, "data", "postgresql.conf"), "a") as file:
            file.write(f"unix_socket_directories = '{folder}'\n")
        self.start()

    def control(self, *words):
        cluster.as_owner(f"{self.programs}/pg_ctl", "-D", f"{self.folder}/data", *words)

    def start(self):
        self.control("-w", "-t", "60", "-l", f"{self.folder}/log", "start")

    def stop(self):
        self.control("-m", "immediate", "-w", "stop")

    def end(self):
        """Stops the replica if it runs."""
        cluster.as_owner("sh", "-c", f"{self.programs}/pg_ctl -D {self.folder}/data"
                                     " -m immediate stop; true")

    def signal(self, number):
        """Sends a signal to the postmaster, and then to its children."""
        with open(f"{self.folder}/data/postmaster.pid", encoding="utf-8") as file:
            first = int(file.readline())
        os.kill(first, number)
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                    if int(file.read().rpartition(")")[2].split()[1]) == first:
                        os.kill(int(entry), number)
            except OSError:
                continue


def count(kith):
    """Returns how many calls of content the replica has answered."""
    url = f"http://127.0.0.1:{kith.environment['KITH_OPERATIONS_PORT']}/metrics/content"
    with urllib.request.urlopen(url, timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    for line in lines:
        if line.startswith("kith_database_replica_reads_total{"):
            return int(line.split()[-1])
    return 0


def titles(kith, token):
    answer = kith.http("GET", "/v1/posts", token=token)
    assert answer.status == 200, answer.text
    return [item["title"] for item in answer.json["items"]]


def comes_to_be_read(kith, reader):
    before = count(kith)

    def read():
        titles(kith, reader)
        return count(kith) > before
    support.eventually(read, 15)


def shows_members_what_they_wrote(kith, writer, replica):
    psql(replica.folder, "SELECT pg_wal_replay_pause()")
    for number in range(8):
        kith.publish(writer, f"Written {number}")
        assert titles(kith, writer)[0] == f"Written {number}"


def shows_others_no_stale_rows(kith, writer, reader):
    """Replay on the replica is paused."""
    for number in range(2):
        kith.publish(writer, f"Told {number}")
        told = time.monotonic()
        while titles(kith, reader)[0] != f"Told {number}":
            assert time.monotonic() - told < BEHIND_MAX_S + 1.0, (
                "the replica is too stale")
    before = count(kith)
    titles(kith, reader)
    assert count(kith) == before, "a replica with paused replay must not be used"


def is_avoided(kith):
    """Whether content's latest log entry says that the replica is too stale."""
    said = kith.log("content")
    return said.rfind("replica_is_behind") > said.rfind("replica_serves")


def comes_to_be_read_while_nobody_writes(kith, primary, reader, replica):
    """The primary's WAL segment has ended and nothing of the next one exists yet."""
    titles(kith, reader)
    # After a while the primary logs a snapshot of the running transactions.
    writer = int(psql(primary, "SELECT pid FROM pg_stat_activity"
                      " WHERE backend_type = 'background writer'"))
    os.kill(writer, signal.SIGSTOP)
    try:
        replica.stop()
        psql(primary, "SELECT pg_switch_wal()")
        support.eventually(lambda: is_avoided(kith), 20)
        replica.start()
        comes_to_be_read(kith, reader)
    finally:
        os.kill(writer, signal.SIGCONT)


def read_while(kith, reader, happens):
    """Reads in several threads all the time; returns the longest wait."""
    reads = []

    def read():
        while not reading.ending.is_set():
            began = time.monotonic()
            titles(kith, reader)
            reads.append(time.monotonic() - began)

    reading = Together([read] * 4)
    with reading:
        support.eventually(lambda: len(reads) > 50 or reading.faults)
        happens()
        after = len(reads)
        support.eventually(lambda: len(reads) > after + 100 or reading.faults)
    return max(reads)


def answers_although_the_replica_says_nothing(kith, reader, replica):
    """The replica's host is up and accepts statements, but does not answer."""
    comes_to_be_read(kith, reader)

    def fall_silent():
        replica.signal(signal.SIGSTOP)
        support.eventually(lambda: is_avoided(kith), 20)

    try:
        slowest = read_while(kith, reader, fall_silent)
    finally:
        replica.signal(signal.SIGCONT)
    assert slowest < BEHIND_MAX_S + 1.0, slowest
    comes_to_be_read(kith, reader)


def answers_although_the_replica_dies(kith, reader, replica):
    read_while(kith, reader, replica.stop)


def avoids_a_promoted_server(kith, writer, reader, replica):
    replica.start()
    comes_to_be_read(kith, reader)
    there = titles(kith, reader)
    replica.control("-w", "promote")
    deleted = psql(replica.folder, "DELETE FROM kith.posts")
    assert len(there) > 5 and deleted != "DELETE 0", (there, deleted)
    # It counts as fresh until READ_BEHIND_MAX_MS after the last check.
    answered = count(kith)
    for _ in range(10):
        assert titles(kith, reader) == there, "a promoted server must not be read"
    assert count(kith) == answered
    kith.publish(writer, "After the promotion")
    assert len(titles(kith, reader)) > 5


def says_so(kith):
    done = kith.run("kithctl", "doctor")
    return [line for line in done.stdout.splitlines() if "replica" in line]


def check(home, url):
    primary = f"{home}/a"
    replica = Replica(primary, f"{home}/b")
    passed = 0
    try:
        with support.Kith(KITH_DATABASE_URL=url,
                          KITH_DATABASE_READ_URL=f"postgresql:///kith?host={home}/b",
                          KITH_OPERATIONS_PORT=str(support.free_port())) as kith:
            writer, reader = kith.member("Writer"), kith.member("Reader")
            kith.publish(writer, "The first")
            for function, arguments in (
                    (comes_to_be_read, (reader,)),
                    (shows_members_what_they_wrote, (writer, replica)),
                    (shows_others_no_stale_rows, (writer, reader)),
                    (lambda *_: psql(replica.folder,
                                     "SELECT pg_wal_replay_resume()"), ()),
                    (comes_to_be_read, (reader,)),
                    (comes_to_be_read_while_nobody_writes, (primary, reader, replica)),
                    (answers_although_the_replica_says_nothing, (reader, replica)),
                    (answers_although_the_replica_dies, (reader, replica)),
                    (avoids_a_promoted_server,
                     (writer, reader, replica))):
                function(kith, *arguments)
                passed += 1
            said = says_so(kith)
            assert any("does not replicate" in line for line in said), said
    finally:
        replica.end()
    return passed


def main():
    with cluster.folder("kith-replica-") as home, cluster.running(f"{home}/a") as url:
        passed = check(home, url)
    support.finish(passed)


if __name__ == "__main__":
    main()
