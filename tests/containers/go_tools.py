"""Programs of the Go modules that compose/tools names, built once and kept in KITH_E2E_CACHE.

They want a newer Go than a stable Debian has. An older one fetches the new one as the module that it
is published as, so that one mirror of modules is all there has to be.
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
    done = subprocess.run(command, cwd=folder, text=True, env=dict(os.environ, CGO_ENABLED="0"),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 0, " ".join(command) + "\n" + (done.stdout + done.stderr)[-4000:]
    return done.stdout


def fetch(go, module, folder):
    """Where the files of a module are."""
    return json.loads(run(go, "mod", "download", "-json", module, folder=folder))["Dir"]


def fetch_go(to):
    """What a mirror serves has no file that may be run; those that must be are found by how they begin."""
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
    """A Go that can build the tools."""
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
    """Where the files of one of the modules are that compose/tools/`module` names."""
    return fetch(go(), name, folder_of(module))


def build(module, package, name):
    """The path of a program."""
    program = os.path.join(CACHE, name)
    if not os.path.exists(program):
        run(go(), "build", "-trimpath", "-ldflags=-s -w", "-o", program, package,
            folder=folder_of(module))
    return program
