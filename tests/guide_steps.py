"""The steps of a guide in docs/, which tests/e2e carries out on a copy of the tree.

A step is a comment and the block of code below it:

    <!-- create PATH -->
    <!-- append PATH -->
    <!-- edit PATH: after "TEXT" line -->      or before
    <!-- edit PATH: after "TEXT" line of "TEXT" -->   the first after the other text
"""

import os
import re
import shutil
import subprocess
import tempfile
import typing

OPERATION = "docs/adding-an-operation.md"
RESOURCE = "docs/adding-a-resource.md"
STEP = re.compile(r"<!-- (edit|append|create) (\S+?)"
                  r'(?:: (after|before) "(.*?)" line(?: of "(.*?)")?)? -->\n'
                  r"```(?:c|sql|text)\n(.*?)```", re.S)


class Step(typing.NamedTuple):
    """An edit beside a line, text appended to a file, or a new file."""
    kind: str
    path: str
    side: str
    line: str
    within: str
    text: str


def steps(page):
    """Returns the steps of the page; each of its code blocks must be a step."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    found = [Step(*step) for step in STEP.findall(text)]
    blocks = len(re.findall(r"^```\w+$", text, re.M))
    assert len(found) == blocks > 0, "a block of code is not a step"
    return found


def copy_of_the_tree():
    """Copies the tree and its build; returns the folder, and the build's name in it."""
    home = tempfile.mkdtemp(prefix="kith-copy-", dir="/tmp")
    os.chmod(home, 0o755)
    names = subprocess.run(["git", "ls-files"], text=True, check=True,
                           stdout=subprocess.PIPE)
    for name in names.stdout.split("\n"):
        if name and os.path.exists(name):
            os.makedirs(os.path.join(home, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(name, os.path.join(home, name))
    # Built files stay valid as long as their folder keeps its name.
    build = os.path.basename(os.environ.get("KITH_BUILD", "build"))
    shutil.copytree(os.environ.get("KITH_BUILD", "build"), os.path.join(home, build),
                    symlinks=True, ignore=shutil.ignore_patterns("tidy"))
    return home, build


def edited(before, step):
    """Returns the text of a file after an edit."""
    lines = before.splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if step.within in line)
    places = [n for n, line in enumerate(lines) if step.line in line and n >= first]
    assert len(places) == 1 or (step.within and places), (step, places)
    at, text = places[0] + (step.side == "after"), step.text
    # The last name of a list has no continuation.
    continued = "\\\n"
    if (step.side == "after" and text.endswith(continued)
            and not lines[at - 1].endswith(continued)):
        lines[at - 1] = lines[at - 1].rstrip() + " \\\n"
        text = text.rstrip().rstrip("\\").rstrip() + "\n"
    return "".join(lines[:at]) + text + "".join(lines[at:])


def carry_out(page, home):
    for step in steps(page):
        path = os.path.join(home, step.path)
        before = ""
        if step.kind != "create":
            with open(path, encoding="utf-8") as file:
                before = file.read()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(edited(before, step) if step.kind == "edit"
                       else before + step.text)


def make(home, build, *targets):
    """Builds targets of the copy, with the sanitizers that the build's name implies."""
    name, sanitize = re.match(r"(.*?)(?:-(address\S*))?$", build).groups()
    flags = [f"BUILD={name}"]
    if sanitize:
        flags.append(f"SANITIZE={sanitize.replace('-', ',')}")
    environment = {name: value for name, value in os.environ.items()
                   if name != "MAKEFLAGS"}
    done = subprocess.run(["make", "-j2", *flags, *targets], cwd=home, env=environment,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=400)
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout
