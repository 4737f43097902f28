"""Prints the share of lines and branches that the tests reached, by file and by folder.

    python3 tests/coverage.py build-coverage

The build has --coverage, and its tests have run.
"""

import glob
import os
import re
import subprocess
import sys

FILE = re.compile(r"File '([^'/][^']*\.c)'\nLines executed:([\d.]+)% of (\d+)\n"
                  r"(?:Branches executed:[\d.]+% of \d+\n"
                  r"Taken at least once:([\d.]+)% of (\d+))?")


class Count:
    """Counts lines and branches, and how many of them were reached."""

    def __init__(self):
        self.lines = self.lines_reached = self.branches = self.branches_reached = 0.0

    def add(self, lines, lines_share, branches, branches_share):
        self.lines += lines
        self.lines_reached += lines * lines_share / 100
        self.branches += branches
        self.branches_reached += branches * branches_share / 100

    def __str__(self):
        def share(reached, total):
            return f"{100 * reached / total:6.1f} %" if total else "       -"
        return (f"{share(self.lines_reached, self.lines)} of {self.lines:5.0f} lines  "
                f"{share(self.branches_reached, self.branches)} of {self.branches:5.0f} "
                "branches")


def main():
    build = sys.argv[1]
    files, folders, everything = {}, {}, Count()
    for notes in sorted(glob.glob(f"{build}/**/*.gcno", recursive=True)):
        if "/tests/" in notes or not os.path.exists(notes[:-5] + ".gcda"):
            continue
        output = subprocess.run(["gcov", "-b", "-n", "-o", os.path.dirname(notes), notes],
                                text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, check=True).stdout
        for path, share, lines, branch_share, branches in FILE.findall(output):
            numbers = (int(lines), float(share), int(branches or 0),
                       float(branch_share or 0))
            for count in (files.setdefault(path, Count()),
                          folders.setdefault(os.path.dirname(path), Count()), everything):
                count.add(*numbers)
    for path, count in sorted(files.items()):
        print(f"{count}  {path}")
    print()
    for folder, count in sorted(folders.items()):
        print(f"{count}  {folder}/")
    print(f"{everything}  in all")


if __name__ == "__main__":
    main()
