"""Tests the Debian package in a container that runs systemd: installation, setup by the
guide's steps, kills, restarts, an update, a reboot and removal.

    python3 tests/containers/package_test.py [--keep-going] [path of the package]
"""

import functools
import glob
import json
import os
import re
import shutil
import sys
import tempfile
import time

import checks
import stack as stacks
from checks import test
from go_tools import ROOT

NAME = "kith-machine"
IMAGE = "localhost/kith-machine:latest"
PROCESSES = ("gateway", "identity", "orgs", "content", "projects", "events",
             "notifications", "media")
eventually = functools.partial(checks.eventually, timeout_s=60, step_s=0.3)


def on(*command, check=True, text=None):
    return stacks.run("podman", "exec", "-i", NAME, *command, check=check, input=text)


def shell(commands, check=True):
    return on("sh", "-ec", commands, check=check)


def http(method, path, body=None, token=None):
    command = ["curl", "-s", "-o", "/dev/stdout", "-w", "\n%{http_code}", "-X", method,
               "http://localhost:8080" + path]
    if token:
        command += ["-H", "Authorization: Bearer " + token]
    if body is not None:
        command += ["-H", "Content-Type: application/json", "-d", json.dumps(body)]
    text, _, status = on(*command, check=False).rpartition("\n")
    return int(status or 0), text


def is_ready():
    return http("GET", "/health/ready")[0] == 200


def pids():
    """Returns each unit's main process, of the units that run."""
    found = {}
    for name in PROCESSES:
        pid = on("systemctl", "show", "-P", "MainPID", f"kith-{name}.service").strip()
        if pid != "0":
            found[name] = pid
    return found


def kithctl(*arguments):
    words = " ".join(f"'{one}'" for one in arguments)
    return shell("set -a; . /etc/kith/kith.env; . /etc/kith/owner.env; "
                 f"KITH_SECRET_FILE=/etc/kith/secret; kithctl {words}")


class World:
    """State that one test leaves to the next."""
    token = post = None


@test
def is_installed_and_starts_nothing():
    said = on("apt-get", "install", "-y", "-q", "--no-install-recommends",
              "/root/kith.deb")
    assert "no process is started yet" in said, said
    assert pids() == {}
    assert shell("stat -c %a /etc/kith/*.env").split() == ["600"] * 3


@test
def says_what_is_missing():
    """A unit started without its secret names what is missing and changes nothing."""
    done = shell("systemctl start kith.target kith-gateway 2>&1 || true; sleep 1;"
                 "systemctl show -P AssertResult kith-prepare; "
                 "systemctl stop kith.target kith-gateway")
    assert done.split()[-1] == "no" and pids() == {}, done


@test
def starts_by_the_steps_of_the_guide():
    shell("umask 077; head -c 32 /dev/urandom > /etc/kith/secret")
    with open(os.path.join(ROOT, "compose", "dist", "owner.env")) as file:
        steps = re.findall(r"^#\s+sudo -u postgres (.*)$", file.read(), re.M)
    assert len(steps) == 2, steps
    # The guide's command asks for the password on a terminal.
    shell("runuser -u postgres -- " + steps[0].replace(" --pwprompt", ""))
    on("runuser", "-u", "postgres", "--", "psql", "-q",
       text="ALTER ROLE kith_owner PASSWORD 'of my own'")
    shell("runuser -u postgres -- " + steps[1])
    shell("sed -i 's/:password@/:of%20my%20own@/' /etc/kith/owner.env")
    with open(os.path.join(ROOT, "docs", "operations.md")) as file:
        step = re.search(r"^ +(systemctl enable --now kith.target \\\n.*)$", file.read(),
                         re.M).group(1)
    began = time.monotonic()
    on("bash", "-ec", step)
    eventually(is_ready)
    print(f"  ready after {time.monotonic() - began:.1f} s")
    found = json.loads(kithctl("doctor", "--json"))["findings"]
    assert not [one for one in found if one["state"] == "fault"], found


@test
def runs_each_process_as_a_user_of_its_own():
    users = set()
    for name, pid in pids().items():
        status = dict(line.split(":\t", 1) for line in shell(
            f"cat /proc/{pid}/status").splitlines() if ":\t" in line)
        users.add(status["Uid"].split()[0])
        assert int(status["CapEff"], 16) == 0, (name, status)
        assert status["NoNewPrivs"] == "1", (name, status)
        assert status["Seccomp"] == "2", (name, status)
        log = shell(f"journalctl -q -u kith-{name} -o cat")
        assert re.search(r'"event":"sandbox"', log), (name, log[:1000])
        key = on("runuser", "-u", f"kith-{name}", "--", "sh", "-c",
                 "for one; do [ -r /run/kith/keys/$one ] && echo $one; done; true", "sh",
                 *PROCESSES).split()
        assert key == [name], (name, key)
        assert f" kith-{name}[" in shell(f"journalctl -q -u kith-{name} -n 1"), name
    assert len(users) == len(PROCESSES) and "0" not in users, users


@test
def serves_members_and_writes_their_mails():
    email, password = "ada@example.org", "correct horse battery"
    shell("sed -i 's/^#KITH_REGISTRATION=.*/KITH_REGISTRATION=open/' /etc/kith/kith.env")
    on("systemctl", "restart", "kith.target")
    eventually(is_ready)
    status, text = http("POST", "/v1/auth/sign-up",
                        {"email": email, "password": password, "name": "Ada"})
    assert status == 202, text

    def token():
        mails = shell("cat /var/lib/kith/mail/* 2>/dev/null || true").replace("=\n", "")
        return re.search(r"verify-email\?token=(?:3D)?([\w-]+)",
                         mails.replace("=\r\n", ""))
    eventually(token)
    status, text = http("POST", "/v1/auth/verify-email", {"token": token().group(1)})
    assert status == 200, text
    World.token = json.loads(kithctl("token", "create", "--email", email))["token"]
    status, text = http("POST", "/v1/posts", {
        "kind": "idea", "title": "A compiler for looms", "body": "Who weaves?",
        "publishTo": {"public": True}}, World.token)
    assert status == 200, text
    World.post = "/v1/posts/" + json.loads(text)["id"]


def still_serves():
    status, text = http("GET", World.post, token=World.token)
    return is_ready() and status == 200 and "looms" in text


@test
def starts_again_what_is_killed():
    before = pids()
    shell("kill -9 " + " ".join(before.values()))
    eventually(lambda: set(pids()) == set(PROCESSES))
    assert not set(pids().values()) & set(before.values())
    eventually(still_serves)


@test
def runs_the_new_release_after_an_update():
    before = pids()
    on("dpkg", "--install", "/root/kith-next.deb")
    assert on("dpkg-query", "-W", "-f", "${Version}", "kith").endswith("+next")
    eventually(lambda: set(pids()) == set(PROCESSES))
    assert not set(pids().values()) & set(before.values())
    eventually(still_serves)
    assert "KITH_REGISTRATION=open" in shell("cat /etc/kith/kith.env")


@test
def comes_up_when_the_machine_boots():
    stacks.run("podman", "restart", "-t", "30", NAME)
    eventually(still_serves, timeout_s=120)
    failed = on("systemctl", "--failed", "--plain", "--no-legend", check=False)
    assert "kith" not in failed, failed


@test
def leaves_what_cannot_be_had_again():
    on("apt-get", "remove", "-y", "-q", "kith")
    assert pids() == {} and not is_ready()
    on("apt-get", "purge", "-y", "-q", "kith")
    assert shell("ls /etc/kith/secret /var/lib/kith/mail | head -1").strip() == (
        "/etc/kith/secret")
    count = on("runuser", "-u", "postgres", "--", "psql", "-Atd", "kith", "-c",
               "SELECT count(*) FROM kith.members")
    assert int(count) > 0
    assert "kith" not in shell("ls /usr/bin /usr/lib/systemd/system")


def make_machine(package):
    """Builds the image with the package and with one that differs in its version only."""
    stacks.make_base()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(package, folder + "/kith.deb")
        stacks.run("dpkg-deb", "--raw-extract", package, folder + "/next")
        control = folder + "/next/DEBIAN/control"
        with open(control) as file:
            text = re.sub(r"^(Version: .*)$", r"\1+next", file.read(), flags=re.M)
        with open(control, "w") as file:
            file.write(text)
        stacks.run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build",
                   folder + "/next", folder + "/kith-next.deb")
        shutil.rmtree(folder + "/next")
        stacks.build(IMAGE, "tests/containers/images/machine/Dockerfile", folder)


def tell():
    print(shell("journalctl -q -n 60 -o short-precise", check=False))


def main():
    status = checks.skip("the package on a machine")
    if status is not None:
        return status
    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    package = (named or glob.glob(os.path.join(ROOT, "build", "dist", "kith_*.deb"))
               or [None])[0]
    assert package, "there is no package: make dist"
    make_machine(package)
    stacks.run("podman", "rm", "-f", NAME, check=False)
    stacks.run("podman", "run", "-d", "--name", NAME, "--systemd=always", "--privileged",
               "--network", "none", IMAGE)
    try:
        eventually(lambda: on("systemctl", "is-system-running", check=False).strip()
                   in ("running", "degraded"))
        passed, failed = checks.run_all(tell)
    finally:
        if "--keep" not in sys.argv:
            stacks.run("podman", "rm", "-f", NAME, check=False)
    return checks.status_of(passed, failed)


if __name__ == "__main__":
    sys.exit(main())
