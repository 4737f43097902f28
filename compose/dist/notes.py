"""Prints the notes of a release: what changed since the release before it.

    python3 compose/dist/notes.py VERSION [SINCE]

SINCE is a commit or tag; by default the newest tag before HEAD. The notes are made of the
changes of the contract (docs/changelog.md), the settings (docs/configuration.md) and the
migrations, so nobody writes them by hand.
"""

import re
import subprocess
import sys

CHANGELOG, SETTINGS = "docs/changelog.md", "docs/configuration.md"
MIGRATIONS = "common/schema/migrations"
OUTSIDE = "-- kithctl: outside a transaction"


def git(*words):
    done = subprocess.run(["git", *words], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout if done.returncode == 0 else ""


def present(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def release_before():
    tags = git("tag", "--merged", "HEAD", "--sort=-creatordate", "v[0-9]*").split()
    here = git("tag", "--points-at", "HEAD").split()
    return next((tag for tag in tags if tag not in here), None)


def levels(text):
    """The levels of a changelog: number to text."""
    parts = re.split(r"^## Level (\d+).*\n", text, flags=re.M)
    return {int(number): body.strip()
            for number, body in zip(parts[1::2], parts[2::2])}


def lines_of(body):
    """The lines of changes of a level, without headings and empty lines."""
    return {line for line in body.splitlines() if line.startswith("- ")}


def settings(text):
    return dict(re.findall(r"^\| `(KITH_\w+)` \| (.*) \|$", text, re.M))


def contract(before):
    """The changes of the contract. A level that was open then has new lines only."""
    now, then = levels(present(CHANGELOG)), levels(before)
    if not then:
        return "\n\n".join(body for _, body in sorted(now.items(), reverse=True)[:1])
    chosen = []
    for number, body in sorted(now.items(), reverse=True):
        known = lines_of(then.get(number, ""))
        fresh = [line for line in body.splitlines()
                 if not line.startswith("- ") or line not in known]
        if any(line.startswith("- ") for line in fresh):
            text = "\n".join(fresh)
            # Headings above which every line was known.
            chosen.append(re.sub(r"^###+ .*\n+(?=###|\Z)", "", text + "\n",
                                 flags=re.M).strip())
    return "\n\n".join(chosen)


def operation(since):
    """What an operator should know: settings and migrations."""
    now = settings(present(SETTINGS))
    then = settings(git("show", f"{since}:{SETTINGS}")) if since else now
    lines = [f"- New setting `{name}`: {now[name].split(' | ')[-1]}"
             for name in now if name not in then]
    lines += [f"- The setting `{name}` is gone." for name in then if name not in now]
    found = git("diff", "--name-only", "--diff-filter=A", since, "HEAD", "--",
                MIGRATIONS).split() if since else []
    new = [path for path in found if path.endswith(".sql")]
    slow = [path for path in new if OUTSIDE in present(path)]
    if new:
        lines.append(f"- {len(new)} migrations. Run `kithctl migrate` first; the "
                     "processes of the release before keep working.")
    if slow:
        lines.append(f"- {len(slow)} of them read whole tables while the instance runs, "
                     "and may take minutes: " + ", ".join(
                         path.rsplit("/", 1)[1].removesuffix(".sql") for path in slow)
                     + ".")
    return "\n".join(lines)


def main():
    version = sys.argv[1]
    since = sys.argv[2] if len(sys.argv) > 2 else release_before()
    before = git("show", f"{since}:{CHANGELOG}") if since else ""
    print(f"# Kith {version}\n")
    print(f"Changes since {since.removeprefix('v')}.\n" if since else
          "The first release.\n")
    for title, text in (("Operation", operation(since)),
                        ("API and tools", contract(before))):
        if text:
            print(f"## {title}\n\n{text}\n")


main()
