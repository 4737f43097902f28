"""Prints the dependencies between folders and between the files of a folder.

A cycle is an error. A room is a folder of the sources. A room depends on another when one
of its files includes a file of the other. Every main.c and proto/ops.c are exempt,
because they connect everything.
A test outside of a room's own test folder that includes its inside.h is an error, too.

Within a folder, a file depends on another when it includes it, or when it uses a name
that only the other file defines. `tests/rooms.py FOLDER ...` prints the dependencies of a
folder's files; an upward arrow is a dependency that closes a cycle.
"""

import collections
import glob
import os
import re
import sys

FOLDERS = ("proto", "common", "gateway", "services")
FILE_CYCLES_MAX = 0


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


def without_comments(text):
    """C source without its comments and strings, line for line."""
    def blank(match):
        return " " + "\n" * match.group(0).count("\n")
    return re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', blank, text, flags=re.S)


def definitions(text):
    """The functions and data with external linkage that a C source defines."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = re.match(r"^(\w+)\(", line)
        if found and number > 0:
            above = []
            for index in range(number - 1, max(number - 4, -1), -1):
                if not re.match(r"^[a-z]", lines[index]):
                    break
                above.append(lines[index])
            body = next((later for later in lines[number:number + 15]
                         if later.startswith("{") or later.rstrip().endswith(";")), "")
            if above and not any("static" in word
                                 for word in above) and body.startswith("{"):
                yield found.group(1)
        found = re.match(r"^(?!static|extern|typedef|return)(?:const )?(?:struct |enum )?"
                         r"\w[\w *]*?\b(\w+)(?:\[[^\]]*\])? = ", line)
        if found:
            yield found.group(1)


def file_arrows():
    """Returns, for each folder and pair of files, the names that the first uses of the
    second."""
    texts, bare, owners = {}, {}, collections.defaultdict(set)
    for folder in FOLDERS:
        for path in sorted(glob.glob(f"{folder}/**/*.[ch]", recursive=True)):
            with open(path, encoding="utf-8") as file:
                texts[path] = file.read()
            bare[path] = without_comments(texts[path])
            if path.endswith(".c"):
                for name in definitions(bare[path]):
                    owners[name].add(path)
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for path, text in bare.items():
        folder = os.path.dirname(path)
        for name in re.findall(r'^#include "([^"]+)"', texts[path], re.M):
            if os.path.dirname(name) == folder:
                found[folder][path, name].add("#include")
        if not path.endswith(".c"):
            continue
        tags = re.sub(r"\b(?:struct|enum|union) \w+", " ", text)
        local = set(re.findall(r"\*(?:const )?([a-z_]\w*)\s*[,;)=\[]", tags))
        called = set(re.findall(r"\b([a-z_]\w*)\s*\(", tags))
        for name in called | set(re.findall(r"\b[a-z_]\w+", tags)) - local:
            if len(owners.get(name, ())) == 1:
                other = next(iter(owners[name]))
                if os.path.dirname(other) == folder and other != path:
                    found[folder][path, other].add(name)
    return found


def upward(part, found):
    """The dependencies of a cycle that close it, in a depth-first order."""
    below, state, result = collections.defaultdict(list), {}, []
    for a, b in sorted(found):
        if a in part and b in part:
            below[a].append(b)

    def visit(path):
        state[path] = "open"
        for other in below[path]:
            if other not in state:
                visit(other)
            elif state[other] == "open":
                result.append((path, other))
        state[path] = "closed"

    for path in sorted(part):
        if path not in state:
            visit(path)
    return result


def check_files(folders):
    """Prints the folders whose files make cycles, or all given folders; returns the
    number of cycles."""
    every = file_arrows()
    cycles = arrows_count = upward_count = 0
    for folder in sorted(every):
        found = every[folder]
        files = {path for pair in found for path in pair}
        parts = circles(files, found)
        closing = [pair for part in parts for pair in upward(part, found)]
        cycles, arrows_count = cycles + len(parts), arrows_count + len(found)
        upward_count += len(closing)
        for part in parts:
            print(f"a cycle of files in {folder}: "
                  + ", ".join(os.path.basename(path) for path in part), file=sys.stderr)
        if folders and folder not in folders:
            continue
        for a, b in sorted(found) if folders else closing:
            print(f"  {'up   ' if (a, b) in closing else 'down '} {a} -> "
                  f"{os.path.basename(b)}: {', '.join(sorted(found[a, b])[:4])}")
    print(f"files            {arrows_count} arrows within folders, upward: "
          f"{upward_count}, "
          f"cycles: {cycles}")
    return cycles


def circles(rooms, found):
    """Returns the sets of rooms that reach each other (Tarjan's strongly connected
    components)."""
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


def own_tests(room):
    """The folders of tests that may include a room's inside.h."""
    name = re.sub(r"^(?:common|services)/", "", room)
    return {room, f"tests/unit/{name}", f"tests/handlers/{name}"}


def strangers():
    """The tests that include the inside.h of a room that is not theirs."""
    found = []
    for path in sorted(glob.glob("tests/**/*.[ch]", recursive=True)):
        with open(path, encoding="utf-8") as file:
            for name in re.findall(r'^#include "([^"]*inside\.h)"', file.read(), re.M):
                if os.path.dirname(path) not in own_tests(os.path.dirname(name)):
                    found.append(f"{path} includes {name} of another room")
    return found


def main():
    rooms, found = arrows()
    ties = circles(rooms, found)
    height = floors(rooms, found)
    print(f"rooms            {len(rooms)} on {max(height.values()) + 1} floors, "
          f"{len(found)} arrows, circles: {len(ties)}")
    for floor in range(max(height.values()), -1, -1):
        print(f"  floor {floor:2}  "
              + "  ".join(sorted(r for r in rooms if height[r] == floor)))
    for part in ties:
        print("a circle of rooms: " + ", ".join(part), file=sys.stderr)
        for (a, b), files in sorted(found.items()):
            if a in part and b in part:
                print(f"  {a} -> {b}: {files[0]}" + (f" and {len(files) - 1} more"
                      if len(files) > 1 else ""), file=sys.stderr)
    foreign = strangers()
    for line in foreign:
        print(line, file=sys.stderr)
    cycles = check_files(sys.argv[1:])
    return 1 if cycles > FILE_CYCLES_MAX or ties or foreign else 0


if __name__ == "__main__":
    sys.exit(main())
