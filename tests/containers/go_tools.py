"""Builds the Go programs that compose/tools names, once, in KITH_E2E_CACHE.

They need a newer Go than Debian stable has. The older Go downloads the newer one as a
module, so that a module mirror is the only source.
"""

import json
import os
import platform
import re
import shutil
import stat
import subprocess
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
CACHE = os.environ.get("KITH_E2E_CACHE", "/var/cache/kith-e2e")
WANTED = (1, 25)
TOOLCHAIN = "golang.org/toolchain@v0.0.1-go1.25.0.linux-{}"
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, text=True,
                          env=dict(os.environ, CGO_ENABLED="0"), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    assert done.returncode == 0, " ".join(command) + "\n" + (
        done.stdout + done.stderr)[-4000:]
    return done.stdout


def fetch(go, module, folder):
    """Returns the folder of a module's files."""
    return json.loads(run(go, "mod", "download", "-json", module, folder=folder))["Dir"]


def fetch_go(to):
    """Files from a mirror are not executable; programs are recognized by their first
    bytes."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "go.mod"), "w") as file:
            file.write("module kith.example/tests/toolchain\n")
        name = TOOLCHAIN.format(MACHINES[platform.machine()])
        shutil.rmtree(to + ".new", ignore_errors=True)
        shutil.copytree(fetch("go", name, folder), to + ".new")
    for place, _, names in os.walk(to + ".new"):
        os.chmod(place, 0o755)
        for path in (os.path.join(place, name) for name in names):
            with open(path, "rb") as file:
                if file.read(4) == b"\x7fELF":
                    os.chmod(path, stat.S_IRWXU | stat.S_IRGRP | stat.S_IXGRP)
    os.rename(to + ".new", to)


def go():
    """Returns a Go that can build the tools."""
    said = run("go", "env", "GOVERSION", folder="/")
    if tuple(map(int, re.findall(r"\d+", said)[:2])) >= WANTED:
        return "go"
    to = os.path.join(CACHE, "go")
    if not os.path.exists(to):
        fetch_go(to)
    return os.path.join(to, "bin", "go")


def folder_of(module):
    return os.path.join(ROOT, "compose", "tools", module)


def download(module, name):
    """Returns the folder of a module that compose/tools/`module` names."""
    return fetch(go(), name, folder_of(module))


def build(module, package, name):
    """Builds a program without optimization, which takes a third less time."""
    program = os.path.join(CACHE, name)
    if not os.path.exists(program):
        run(go(), "build", "-trimpath", "-gcflags=all=-N -l -dwarf=false",
            "-ldflags=-s -w", "-o", program, package,
            folder=folder_of(module))
    return program
