"""The measured figures, in one file from which the documents take them.

docs/figures.json has the tables of the benchmarks. A benchmark that `make` runs replaces
its tables there by record(). In a document the line

    <!-- figures core -->

is followed by the table `core` and a line that says how it was measured:

    python3 tests/bench/figures.py            # writes the tables into the documents
    python3 tests/bench/figures.py --check    # fails where a document has other figures
"""

import datetime
import json
import os
import re
import subprocess
import sys

FILE = "docs/figures.json"
DOCUMENTS = ("README.md", "docs/performance.md", "docs/scaling.md")
# The `make` target that runs each benchmark; a benchmark without a target is not
# recorded.
COMMAND = "KITH_BENCH_COMMAND"
BLOCK = re.compile(r"^<!-- figures ([\w-]+) -->\n(?:(?:\|.*\n)+\nMeasured by .*\n)?",
                   re.M)
MEASUREMENT = re.compile(r"\d[\d,.]* ?(?:a second|/s|us|ms|s|[KMG]i?B)\b")


def load():
    with open(FILE, encoding="utf-8") as file:
        return json.load(file)


def save(tables):
    """Writes one figure per line, so that diffs are readable."""
    parts = []
    for name, table in sorted(tables.items()):
        rows = ",\n".join(f"   {json.dumps(row)}" for row in table["figures"])
        about = "".join(f'  "{key}": {json.dumps(table[key])},\n'
                        for key in ("command", "date", "commit", "machine"))
        parts.append(f' "{name}": {{\n{about}  "figures": [\n{rows}]}}')
    with open(FILE, "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(parts) + "\n}\n")


def git(*words):
    return subprocess.run(["git", *words], text=True, check=True,
                          stdout=subprocess.PIPE).stdout.strip()


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"^model name\s*: (.*)$", file.read(), re.M)
    gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    name = f", {model.group(1)}" if model else ""
    return f"{os.cpu_count()} cores{name}, {gib:.0f} GiB"


def record(table, figures):
    """Replaces a table of (row, column, value, unit); a value may be [least, most]."""
    if COMMAND not in os.environ:
        return
    tables = load()
    changed = git("status", "--porcelain", "--", ".", ":!docs", ":!README.md")
    tables[table] = {
        "command": os.environ[COMMAND],
        "date": datetime.date.today().isoformat(),
        "commit": git("rev-parse", "--short=7", "HEAD")
                  + (" with changes" if changed else ""),
        "machine": machine(),
        "figures": [[row, column, round_off(value), unit]
                    for row, column, value, unit in figures],
    }
    save(tables)


def round_off(value):
    if isinstance(value, (list, tuple)):
        return [round_off(one) for one in value]
    if abs(value) >= 100 or value == round(value):
        return round(value)
    return float(f"{value:.4g}")


def digits(value, unit):
    """Returns three significant digits, or all of an integer; a ratio has two
    decimals."""
    if not unit:
        return f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) else f"{value:.3g}"


def in_words(value, unit):
    values = value if isinstance(value, list) else [value]
    number = " to ".join(digits(one, unit) for one in values)
    return f"{number}{unit}" if unit == "/s" else f"{number} {unit}".rstrip()


def rendered(name, table):
    rows = list(dict.fromkeys(row for row, *_ in table["figures"]))
    columns = list(dict.fromkeys(column for _, column, *_ in table["figures"]))
    cells = {(row, column): in_words(value, unit)
             for row, column, value, unit in table["figures"]}
    lines = [f"<!-- figures {name} -->", "| | " + " | ".join(columns) + " |",
             "|---" * (1 + len(columns)) + "|"]
    for row in rows:
        line = " | ".join(cells.get((row, column), "") for column in columns)
        lines.append(f"| {row} | {line} |")
    return ("\n".join(lines) + f"\n\nMeasured by `{table['command']}`, {table['date']},"
            f" {table['commit']}; {table['machine']}.\n")


def main():
    tables, stale = load(), []
    for path in DOCUMENTS:
        with open(path, encoding="utf-8") as file:
            before = file.read()
        after = BLOCK.sub(lambda found: rendered(found[1], tables[found[1]]), before)
        if path == "README.md" and MEASUREMENT.search(BLOCK.sub("", before)):
            sys.exit(f"{path} has a figure outside of a table of {FILE}")
        if before != after:
            stale.append(path)
        if before != after and "--check" not in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(after)
    if stale and "--check" in sys.argv:
        sys.exit(f"{', '.join(stale)}: other figures than {FILE}; run `make docs`")


if __name__ == "__main__":
    main()
