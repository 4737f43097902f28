"""Carries out every example of the guides."""

import gzip
import html
import json
import os
import re
import shutil
import subprocess

import packages
import support
from support import test

GUIDES = ("rest", "assistant", "operator", "admin")


def blocks(kith, guide, kind):
    """Returns the examples of a guide, as a reader copies them."""
    page = kith.http("GET", f"/docs/start/{guide}")
    assert page.status == 200 and kith.base in page.text, guide
    found = re.findall(rf'<pre class="{kind}" tabindex="0"><code>(.*?)</code></pre>',
                       page.text, re.S)
    return [html.unescape(block) for block in found]


@test
def carries_out_every_example_of_the_guides(kith):
    token = kith.member("Reader", "--active", "--admin")
    folder = os.path.join(kith.home, "checkout")
    os.mkdir(folder)
    os.symlink(kith.build, os.path.join(folder, "build"))
    for guide in GUIDES:
        examples = blocks(kith, guide, "run")
        assert len(examples) >= 1, guide
        script = "set -euo pipefail\n" + "\n".join(examples).replace(
            "kith_pat_\u2026", token)
        assert "\u2026" not in script, guide
        done = subprocess.run(["bash", "-c", script], cwd=folder, env=kith.environment,
                              text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=60)
        assert done.returncode == 0, (guide, done.stdout)
        if guide == "rest":
            assert "304\n" in done.stdout, done.stdout
            assert '"validation_failed"' in done.stdout, done.stdout


@test
def carries_out_the_commands_of_the_readme(kith):
    """Runs all of them except those that start the instance or a third-party program."""
    with open(os.path.join(os.path.dirname(__file__), "../../README.md"),
              encoding="utf-8") as file:
        lines = re.findall(r"^    (.*)$", file.read(), re.M)
    commands = [line for line in lines if not line.startswith(("make ", "claude "))]
    assert len(commands) > 8 and set(lines) > {"make run"}
    folder = os.path.join(kith.home, "clone")
    os.mkdir(folder)
    os.symlink(kith.build, os.path.join(folder, "build"))
    script = "set -euo pipefail\n" + "\n".join(commands)
    done = subprocess.run(
        ["bash", "-c", script.replace("http://localhost:8080", kith.base)], cwd=folder,
        env=kith.environment, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=60)
    assert done.returncode == 0, done.stdout
    for word in ("/reset-password?token=", '"structuredContent"',
                 '"A compiler for looms"'):
        assert word in done.stdout, (word, done.stdout)


@test
def shows_a_configuration_that_clients_can_read(kith):
    token = kith.member("Configured")
    assert len(blocks(kith, "assistant", "json")) == 2
    for block in blocks(kith, "assistant", "json"):
        said = json.loads(block.replace("kith_pat_\u2026", token))
        server = said["mcpServers" if "mcpServers" in said else "servers"]["kith"]
        assert server["url"] == kith.base + "/mcp"
        answer = kith.http("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"},
                           headers={**server["headers"],
                                    "Accept": "application/json, text/event-stream"})
        assert answer.status == 200, answer.text


@test
def leads_from_each_document_to_others_that_exist(kith):
    for path in ("/docs", "/docs/tools", "/docs/limits", "/docs/try", "/docs/changelog",
                 *(f"/docs/start/{guide}" for guide in GUIDES)):
        page = kith.http("GET", path, headers={"Accept-Encoding": "gzip"})
        assert page.status == 200 and page.headers["ETag"], path
        text = gzip.decompress(page.body).decode()
        for link in set(re.findall(r'(?:href|src)="(/[^"#?]*)"', text)):
            status = kith.http("GET", link, headers={"Accept": "text/html"}).status
            assert status in (200, 303), (path, link, status)
    tools = kith.http("GET", "/docs/tools").text
    with open(os.path.join(os.path.dirname(__file__), "../../docs/tools.json")) as file:
        for name in re.findall(r'"name": ?"(\w+)"', file.read())[:5]:
            assert f"<code>{name}</code>" in tools, name


@test
def maps_itself_for_language_models(kith):
    text = kith.http("GET", "/llms.txt")
    assert text.status == 200 and text.headers["Content-Type"].startswith("text/plain")
    assert text.text.startswith("# Kith\n")
    for link in re.findall(r"\]\((.*?)\)", text.text):
        assert link.startswith(kith.base + "/"), link
        assert kith.http("GET", link.removeprefix(kith.base)).status == 200, link


@test
def tries_a_call_in_the_viewer_with_a_token_that_is_pasted(kith):
    page = kith.http("GET", "/docs/try")
    if not shutil.which("npm"):
        support.skip("there is no npm: the gateway was built without the viewer")
    assert "/assets/swagger-ui-bundle.js" in page.text, "make viewer"
    policy = page.headers["Content-Security-Policy"]
    assert "unsafe" not in policy and "script-src 'self'" in policy, policy
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")
    browser = packages.chromium()
    packages.install(folder, "--ignore-scripts")
    done = subprocess.run(
        ["node", "viewer.mjs"], cwd=folder, text=True, timeout=240,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=dict(os.environ, KITH_URL=kith.base, KITH_CHROMIUM=browser,
                 KITH_TOKEN=kith.member("Viewer")))
    assert done.returncode == 0, done.stdout[-3000:]


support.main(__name__)
