"""Prints the line coverage of each source file from a build with --coverage."""

import glob
import os
import re
import subprocess
import sys


def main():
    build, covered, total = sys.argv[1], 0, 0
    for notes in sorted(glob.glob(f"{build}/**/*.gcno", recursive=True)):
        if "/tests/" in notes or not os.path.exists(notes[:-5] + ".gcda"):
            continue
        output = subprocess.run(["gcov", "-n", "-o", os.path.dirname(notes), notes], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                check=True).stdout
        for path, share, lines in re.findall(
                r"File '([^'/][^']*\.c)'\nLines executed:([\d.]+)% of (\d+)", output):
            print(f"{float(share):6.1f} %  {path}")
            covered += float(share) / 100 * int(lines)
            total += int(lines)
    print(f"{100 * covered / max(total, 1):6.1f} %  of {total} lines")


if __name__ == "__main__":
    main()
