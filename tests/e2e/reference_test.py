"""Tests the API reference with linters, a generated client, and a browser."""

import os
import re
import shutil
import subprocess
import tempfile

import packages
import support

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")
TIMEOUT_S = 300


def run(command, cwd=FOLDER, **environment):
    """Runs a program of the folder's packages, and returns its output."""
    packages.install(FOLDER, "--ignore-scripts")
    done = subprocess.run(command, cwd=cwd, text=True, timeout=TIMEOUT_S,
                          errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, **environment))
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


def program(name):
    return os.path.join(FOLDER, "node_modules", ".bin", name)


def document(kith, folder):
    path = os.path.join(folder, "openapi.json")
    with open(path, "wb") as file:
        # The linter wants no localhost, where this instance is.
        file.write(kith.http("GET", "/openapi.json").body.replace(
            b'"servers":[{"url":"' + kith.base.encode(), b'"servers":[{"url":"/'))
    return path


@support.test
def gives_linters_nothing_to_warn_of(kith):
    with tempfile.TemporaryDirectory() as folder:
        path = document(kith, folder)
        redocly = run([program("redocly"), "lint", path, "--config", "redocly.yaml"],
                      REDOCLY_TELEMETRY="off", REDOCLY_SUPPRESS_UPDATE_NOTICE="true")
        assert "warning" not in redocly.split("validating", 1)[1], redocly
        spectral = run([program("spectral"), "lint", path, "--ruleset", "spectral.yaml",
                        "--fail-severity", "hint"])
        assert "No results with a severity of 'hint' or higher found" in spectral, (
            spectral)


@support.test
def makes_a_client_that_compiles(kith):
    with tempfile.TemporaryDirectory() as folder:
        path = document(kith, folder)
        run([program("openapi-typescript"), path, "-o",
             os.path.join(folder, "kith.d.ts")])
        shutil.copy(os.path.join(FOLDER, "client.ts"), folder)
        run([program("tsc"), "--strict", "--noEmit", "--target", "es2022",
             "client.ts"], cwd=folder)


@support.test
def shows_pages_that_everybody_can_use(kith):
    browser = packages.chromium()
    printed = run(["node", "pages.mjs"], KITH_URL=kith.base, KITH_CHROMIUM=browser)
    passed, failed = re.findall(r"^(\d+) passed, (\d+) failed$", printed, re.M)[-1]
    assert int(passed) > 50 and int(failed) == 0, printed


support.main(__name__)
