"""Finds and measures the processes that decode images."""

import os
import threading


def parents():
    """Returns the parent of each process that is not ending."""
    found = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            found[int(entry)] = int(fields[1])
    return found


def forker(kith):
    """Returns the decoder, which forks for each image."""
    media = kith.pids("kith-media")
    return next((pid for pid, parent in parents().items() if parent in media), None)


def below(own):
    """Returns the children of a process that are not ending."""
    return [pid for pid, parent in parents().items() if parent == own and own]


def at_work(kith):
    """Returns the processes that currently decode an image."""
    return below(forker(kith))


class Peak(threading.Thread):
    """Measures the largest private memory of a decoding process. It polls as often as
    possible, and the kernel records the peak of each process."""

    def __init__(self, kith):
        super().__init__(daemon=True)
        self.kith, self.most_kib, self.ended, self.forker = kith, 0, False, forker(kith)

    def run(self):
        path = f"/proc/{self.forker}/task/{self.forker}/children"
        while not self.ended:
            with open(path) as file:
                children = file.read().split()
            for pid in children:
                try:
                    with open(f"/proc/{pid}/status") as file:
                        peak = next(line for line in file if line.startswith("VmHWM"))
                    self.most_kib = max(self.most_kib, int(peak.split()[1]))
                except (OSError, StopIteration):
                    continue

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended = True
        self.join()
