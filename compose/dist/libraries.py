"""Finds the libraries that a program loads, as ldd does, but for each architecture.

    python3 compose/dist/libraries.py PROGRAM...

prints the paths of the libraries and of the loader. The libraries are those of Debian's
folder for the program's architecture.
"""

import functools
import os
import re
import subprocess
import sys

TRIPLETS = {"Advanced Micro Devices X86-64": "x86_64-linux-gnu",
            "AArch64": "aarch64-linux-gnu"}


@functools.lru_cache(maxsize=None)
def read(path):
    """Returns the triplet of a program or library, its loader and its libraries."""
    text = subprocess.run(["readelf", "--wide", "-h", "-l", "-d", path], check=True,
                          text=True, stdout=subprocess.PIPE,
                          env={**os.environ, "LC_ALL": "C"}).stdout
    machine = re.search(r"Machine: +(.+)", text).group(1)
    loader = re.search(r"program interpreter: (\S+)\]", text)
    return (TRIPLETS.get(machine), loader and loader.group(1),
            re.findall(r"\(NEEDED\).*\[(.+?)\]", text))


def path_of(name, triplet):
    for folder in (f"/lib/{triplet}", f"/usr/lib/{triplet}", "/lib", "/usr/lib"):
        if os.path.exists(f"{folder}/{name}"):
            return f"{folder}/{name}"
    raise SystemExit(f"libraries: {name} is not installed for {triplet}")


def needed(program):
    """The libraries that a program names itself."""
    return set(read(program)[2])


def loaded(program):
    """All libraries that a program loads: name to path."""
    found, todo = {}, [program]
    while todo:
        triplet, _, names = read(todo.pop())
        for name in names:
            # The loader is a library of others, too.
            if name not in found and not name.startswith("ld-linux"):
                found[name] = path_of(name, triplet)
                todo.append(found[name])
    return found


def main():
    paths = set()
    for program in sys.argv[1:]:
        paths.update(loaded(program).values())
        paths.add(read(program)[1])
    print("\n".join(sorted(paths)))


if __name__ == "__main__":
    main()
