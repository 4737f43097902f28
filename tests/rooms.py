"""The rooms of the house and the arrows between them; fails where they make a circle.

A room is a folder of the sources; an arrow is an `#include` of a file in another room. The
fronts, which tie everything together, stand before the house: every main.c, and proto/ops.c.
"""

import collections
import glob
import os
import re
import sys

FOLDERS = ("proto", "common", "gateway", "services")


def is_front(path):
    return os.path.basename(path) == "main.c" or path == "proto/ops.c"


def arrows():
    """For each pair of rooms, which files of the first include which of the second."""
    found, rooms = collections.defaultdict(list), set()
    for folder in FOLDERS:
        for path in glob.glob(f"{folder}/**/*.[ch]", recursive=True):
            if is_front(path):
                continue
            room = os.path.dirname(path)
            rooms.add(room)
            with open(path, encoding="utf-8") as file:
                for name in re.findall(r'^#include "([^"]+)"', file.read(), re.M):
                    if os.path.dirname(name) != room:
                        found[room, os.path.dirname(name)].append(f"{path} -> {name}")
    return rooms, found


def circles(rooms, found):
    """The sets of rooms that reach each other (Tarjan's strongly connected components)."""
    below = {room: sorted(b for a, b in found if a == room) for room in rooms}
    number, low, stack, result = {}, {}, [], []

    def visit(room):
        number[room] = low[room] = len(number)
        stack.append(room)
        for other in below.get(room, ()):
            if other not in number:
                visit(other)
            if other in stack:
                low[room] = min(low[room], low[other])
        if low[room] == number[room]:
            part = []
            while not part or part[-1] != room:
                part.append(stack.pop())
            result.append(part)

    for room in sorted(rooms):
        if room not in number:
            visit(room)
    return [sorted(part) for part in result if len(part) > 1]


def floors(rooms, found):
    """How high each room stands: one above the highest of those that it leans on."""
    height = {}

    def of(room):
        if room not in height:
            height[room] = 0
            height[room] = 1 + max((of(b) for a, b in found if a == room and b in rooms),
                                   default=-1)
        return height[room]

    for room in rooms:
        of(room)
    return height


def main():
    rooms, found = arrows()
    ties = circles(rooms, found)
    height = floors(rooms, found)
    print(f"rooms            {len(rooms)} on {max(height.values()) + 1} floors, "
          f"{len(found)} arrows, circles: {len(ties)}")
    for floor in range(max(height.values()), -1, -1):
        print(f"  floor {floor:2}  " + "  ".join(sorted(r for r in rooms if height[r] == floor)))
    for part in ties:
        print("a circle of rooms: " + ", ".join(part), file=sys.stderr)
        for (a, b), files in sorted(found.items()):
            if a in part and b in part:
                print(f"  {a} -> {b}: {files[0]}" + (f" and {len(files) - 1} more"
                      if len(files) > 1 else ""), file=sys.stderr)
    return 1 if ties else 0


if __name__ == "__main__":
    sys.exit(main())
