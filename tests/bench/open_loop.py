"""Builds and reads the results of open_loop.c, a client that sends at a fixed rate."""

import array
import os
import subprocess


def build(folder, name="open_loop"):
    """Compiles a C program of this folder into another folder."""
    path = os.path.join(folder, name)
    subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", path, f"tests/bench/{name}.c"],
                   check=True)
    return path


def times_us(path):
    """Returns the times in a file, sorted."""
    times = array.array("I")
    with open(path, "rb") as file:
        times.fromfile(file, os.path.getsize(path) // times.itemsize)
    return sorted(times)


def percentile_ms(times, share):
    """Returns a percentile of sorted times; 0 without times."""
    return times[min(len(times) - 1, int(len(times) * share))] / 1000 if times else 0.0
