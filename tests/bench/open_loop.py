"""The client of open_loop.c: requests at a rate, whether or not the answers keep up with it."""

import array
import os
import subprocess


def build(folder, name="open_loop"):
    """A program of this folder in C, made in another."""
    path = os.path.join(folder, name)
    subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", path, f"tests/bench/{name}.c"],
                   check=True)
    return path


def times_us(path):
    """A file of times, sorted."""
    times = array.array("I")
    with open(path, "rb") as file:
        times.fromfile(file, os.path.getsize(path) // times.itemsize)
    return sorted(times)


def percentile_ms(times, share):
    """Of sorted times; of no times at all, 0."""
    return times[min(len(times) - 1, int(len(times) * share))] / 1000 if times else 0.0
