"""Prints the sizes of files, functions and lines; fails above the bounds of style.md.

A function has at most 70 lines, a file 400, and a line 90 columns. A tab counts 8.
"""

import glob
import os
import re
import statistics
import subprocess
import sys

import guide_steps

FUNCTION_LINES_MAX = 70
FILE_LINES_MAX = 400
FOLDERS = ("proto", "common", "gateway", "services", "tests")
LINE_COLUMNS_MAX = 90
# The allowed number of longer lines in comments, strings, documents and scripts; it only
# falls.
LONG_LINES_MAX = 92
# Data files may be longer, such as a word list.
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


# Tables, generated markers, and the comment of a guide's step cannot be broken.
EXEMPT = re.compile(r"\||Measured by |<!-- ")
# Program output, and released migrations, whose checksum is in every database.
GENERATED = re.compile(
    r"docs/(tool-scopes|configuration|changelog)\.md$|tests/fuzz/corpus/"
                       r"|common/schema/migrations/0[012]\d\d_")


def has_words(path, line):
    """Whether the line contains text; clang-format wraps code."""
    if path.endswith((".c", ".h")):
        return '"' in line or re.search(r"/\*|\*/|//|^\s*\*? [A-Z`a-z]", line) is not None
    return True


def long_lines():
    """Returns the number of long lines by file."""
    patterns = ("*.c", "*.h", "*.md", "*.py", "*.sql", "*.sh")
    names = subprocess.run(["git", "ls-files", *patterns], text=True, check=True,
                           stdout=subprocess.PIPE).stdout.split()
    found = {}
    for path in names:
        if GENERATED.match(path) or not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        count = sum(1 for line in lines if len(line.expandtabs(8)) > LINE_COLUMNS_MAX
                    and "://" not in line and not EXEMPT.match(line)
                    and has_words(path, line))
        if count > 0:
            found[path] = count
    return found


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
    print(f"functions        {count}, over {FUNCTION_LINES_MAX} lines: "
          f"{len(long_functions)}")
    places = len(guide_steps.steps(guide_steps.OPERATION))
    print(f"to add an operation, places touched: {places}")
    wide = long_lines()
    print(f"lines over {LINE_COLUMNS_MAX}    {sum(wide.values())} in {len(wide)} files,"
          f" at most {LONG_LINES_MAX}")
    if "--lines" in sys.argv:
        for path, count in sorted(wide.items(), key=lambda item: -item[1]):
            print(f"  {count:5} {path}")
    too_wide = sum(wide.values()) > LONG_LINES_MAX
    for fault in long_functions + [f"{path}: {lengths[path]} lines"
                                   for path in long_files]:
        print(f"too long: {fault}", file=sys.stderr)
    if too_wide:
        print("too many long lines; see them by tests/sizes.py --lines", file=sys.stderr)
    return 1 if long_functions or long_files or too_wide else 0


if __name__ == "__main__":
    sys.exit(main())
