"""Prints how large files and functions are, and fails where the house's bounds are broken.

The bounds are those of docs/style.md: a function fits a screen, a file a sitting.
"""

import glob
import re
import statistics
import sys

import guide_steps

FUNCTION_LINES_MAX = 70
FILE_LINES_MAX = 400
FOLDERS = ("proto", "common", "gateway", "services", "tests")
# Data is not read from top to bottom: a word list may be longer.
DATA = {"services/identity/sign_in/common_passwords.c"}


def sources():
    for folder in FOLDERS:
        yield from sorted(glob.glob(f"{folder}/**/*.[ch]", recursive=True))


def functions(lines):
    """The name and length of each function: its body opens and closes in column 0."""
    start = name = None
    for number, line in enumerate(lines):
        if line.startswith("{") and number > 0:
            start = number
            for above in range(number - 1, max(number - 12, -1), -1):
                found = re.match(r"^(\w+)\(", lines[above])
                if found:
                    name, start = found.group(1), above
                    break
        elif line.startswith("}") and start is not None:
            if name:
                yield name, number - start + 1
            start = name = None


def main():
    lengths, long_functions, long_files, count = {}, [], [], 0
    for path in sources():
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        lengths[path] = len(lines)
        if len(lines) > FILE_LINES_MAX and path not in DATA:
            long_files.append(path)
        for name, length in functions(lines):
            count += 1
            if length > FUNCTION_LINES_MAX:
                long_functions.append(f"{path}: {name} has {length} lines")
    ordered = sorted(lengths.values())
    longest = max(lengths, key=lengths.get)
    print(f"files            {len(ordered)} .c and .h, {sum(ordered)} lines")
    print(f"median file      {statistics.median(ordered):.0f} lines")
    print(f"90 % below       {ordered[int(len(ordered) * 0.9)]} lines")
    print(f"longest file     {lengths[longest]} lines, {longest}")
    print(f"functions        {count}, over {FUNCTION_LINES_MAX} lines: {len(long_functions)}")
    print(f"to add an operation, places touched: {len(guide_steps.steps(guide_steps.OPERATION))}")
    for fault in long_functions + [f"{path}: {lengths[path]} lines" for path in long_files]:
        print(f"too long: {fault}", file=sys.stderr)
    return 1 if long_functions or long_files else 0


if __name__ == "__main__":
    sys.exit(main())
