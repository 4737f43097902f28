"""Runs compose/compose.yaml in containers: sign-up by mail, REST and tools, replicas that
start, die and are partitioned under load, a rolling restart, published ports, and
outgoing connections."""

import json
import os
import re
import shutil
import signal
import sys
import time

import checks
import stack as stacks
from checks import eventually, test

sys.path.insert(0, os.path.join(stacks.ROOT, "tests", "e2e"))

from images import png  # noqa: E402

SERVICES = ("identity", "orgs", "content", "projects", "events", "notifications", "media")
REACH_OUT = {"media", "notifications"}


class World:
    """State that one test leaves to the next."""
    token = event = None


@test
def comes_up_and_is_ready(kith):
    began = time.monotonic()
    kith.compose("up", "-d", "--no-build", timeout=900)
    eventually(lambda: kith.http("GET", "/health/ready")[0] == 200, 120)
    print(f"  up and ready after {time.monotonic() - began:.0f} s")


def mails(kith, recipient):
    container = kith.containers("mail")[0]
    text = stacks.run("podman", "exec", container, "sh", "-c", "cat /tmp/accepted",
                      check=False)
    for line in text.splitlines():
        if line.startswith("{") and recipient in line:
            file = json.loads(line)["file"]
            yield stacks.run("podman", "exec", container, "cat", f"/tmp/{file}")


@test
def a_member_signs_up_by_mail_and_posts_by_rest_and_by_tool(kith):
    email, password = "ada@example.org", "correct horse battery"
    status, answer = kith.http("POST", "/v1/auth/sign-up",
                               {"email": email, "password": password, "name": "Ada"})
    assert status == 202, answer

    def link():
        for mail in mails(kith, email):
            found = re.search(r"verify-email\?token=(?:3D)?([\w=\r\n-]+)", mail)
            if found:
                return re.sub(r"=\r?\n", "", found.group(1)).split()[0]
        return None
    token = eventually(link, 60)
    status, answer = kith.http("POST", "/v1/auth/verify-email", {"token": token})
    assert status == 200, answer
    status, answer = kith.http("POST", "/v1/auth/sign-in",
                               {"email": email, "password": password})
    assert status == 200, answer
    World.token = kith.kithctl("token", "create", "--email", email)["token"]
    status, post = kith.http("POST", "/v1/posts", {
        "kind": "idea", "title": "A compiler for looms", "body": "Who weaves?",
        "publishTo": {"public": True}}, World.token)
    assert status == 200, post
    status, answer = kith.http(
        "POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "list_posts", "arguments": {}}}, World.token,
        headers={"Accept": "application/json, text/event-stream",
                 "MCP-Protocol-Version": "2025-06-18"})
    assert status == 200 and post["id"] in json.dumps(answer), answer


@test
def keeps_images_in_the_store(kith):
    """Tests the profile s3: a bucket whose objects are files of the volume."""
    status, answer = kith.http("PUT", "/v1/me/avatar", png(64, 64), World.token,
                               headers={"Content-Type": "image/png"})
    assert status == 200, answer
    path = re.search(r"/media/[\w-]+\.webp", json.dumps(answer)).group(0)
    status, image = kith.http("GET", path)
    assert status == 200 and image[:4] == "RIFF", (status, image[:20])
    store = kith.containers("store")[0]

    def objects():
        return stacks.run("podman", "exec", store, "find", "/data/kith", "-type",
                          "f").split()
    eventually(objects)
    print(f"  {len(objects())} objects in the store")


@test
def publishes_the_front_alone_and_lets_two_services_out(kith):
    for container in kith.containers():
        service = container.removeprefix(stacks.PROJECT + "-").rsplit("-", 1)[0]
        about = kith.inspect(container)
        published = [
            port for port, to in (about["NetworkSettings"]["Ports"] or {}).items() if to]
        assert bool(published) == (service == "front"), (service, published)
        pid = about["State"]["Pid"]
        with open(f"/proc/{pid}/net/route") as file:
            routes = [line.split() for line in file.readlines()[1:]]
        outward = any(route[1] == "00000000" for route in routes)
        assert outward == (service in REACH_OUT | {"front", "mail"}), (service, routes)


@test
def runs_confined_without_root_and_without_a_file_to_write(kith):
    for container in kith.containers():
        service = container.removeprefix(stacks.PROJECT + "-").rsplit("-", 1)[0]
        about = kith.inspect(container)
        assert about["HostConfig"]["ReadonlyRootfs"], service
        with open(f"/proc/{about['State']['Pid']}/status") as file:
            status = dict(line.rstrip("\n").split(":\t", 1) for line in file
                          if ":\t" in line)
        if service in SERVICES + ("gateway",):
            assert status["Uid"].split()[0] == "10001", status["Uid"]
            assert int(status["CapEff"], 16) == 0, status["CapEff"]
            assert status["Seccomp"] == "2" and status["NoNewPrivs"] == "1", service
            log = kith.log(container)
            assert re.search(r'"event":"sandbox(_incomplete)?"', log), log[:2000]
            if service == "gateway":
                line = re.search(r'.*"event":"sandbox.*', log).group(0)
                print("  the sandbox in a container says: " + line[:160])


@test
def finds_replicas_that_come_and_drops_those_that_go(kith):
    status, event = kith.http("POST", "/v1/events", {
        "title": "Weavers meet", "startsAt": "2099-05-01T18:00:00Z",
        "endsAt": "2099-05-01T20:00:00Z", "timezone": "Europe/Berlin"}, World.token)
    assert status == 200, event
    World.event = f"/v1/events/{event['id']}"
    with stacks.Load(kith, World.event, World.token) as load:
        time.sleep(1)
        kith.compose("up", "-d", "--no-build", "--no-recreate", "--scale", "events=3")
        eventually(lambda: len(kith.containers("events")) == 3)
        first, second, third = kith.containers("events")
        for container in (second, third):
            kith.await_health(container)
        # The new replicas serve without the original one.
        stacks.run("podman", "kill", "--signal", "KILL", first)
        time.sleep(4)
        network = f"{stacks.PROJECT}_bus"
        stacks.run("podman", "network", "disconnect", network, second)
        time.sleep(6)
        assert kith.http("GET", World.event, token=World.token)[0] == 200
        stacks.run("podman", "network", "connect", "--alias", "events", network, second)
        time.sleep(3)
        stacks.run("podman", "stop", "-t", "15", third)
        time.sleep(3)
    print(f"  {load.sent} reads, {len(load.failed)} failed")
    assert load.sent > 200 and not load.failed, load.failed[:5]


@test
def starts_a_process_again_that_hangs(kith):
    """Docker and Podman restart only what has ended, so the health check ends it."""
    container = kith.containers("events")[0]
    began = kith.inspect(container)["State"]["StartedAt"]
    pids = stacks.run("podman", "top", container, "hpid", "comm").splitlines()[1:]
    pid, = [int(line.split()[0]) for line in pids if line.split()[1] == "kith-events"]
    os.kill(pid, signal.SIGSTOP)
    eventually(lambda: kith.inspect(container)["State"]["StartedAt"] != began, 90)
    kith.await_health(container)
    eventually(lambda: kith.http("GET", "/health/ready")[0] == 200, 60)


@test
def lets_the_doctor_find_no_fault(kith):
    kith.compose("run", "--rm", "migrate", "doctor")


@test
def restarts_one_after_the_other_under_load(kith):
    every = [f"--scale={name}=2" for name in ("gateway", "identity", "events")]
    kith.compose("up", "-d", "--no-build", "--no-recreate", *every)
    eventually(lambda: all(len(kith.containers(name)) == 2
                           for name in ("gateway", "identity", "events")), 60)
    for name in ("identity", "events"):
        for container in kith.containers(name):
            kith.await_health(container)
    restarts = []
    with stacks.Load(kith, World.event, World.token) as load:
        for name in ("events", "identity", "gateway"):
            for container in kith.containers(name):
                restarts.append((container, round(time.monotonic(), 2)))
                stacks.run("podman", "restart", "-t", "15", container)
                kith.await_health(container)
    print(f"  {load.sent} reads, {len(load.failed)} failed")
    assert load.sent > 200 and not load.failed, (load.failed[:5], restarts)


@test
def backs_up_and_restores(kith):
    """Backs up from an image without a shell into a volume, with the commands of the
    guide only."""
    said = kith.compose("run", "--rm", "-T", "backup")
    path = re.search(r"^(/backups/kith-\d{8}T\d{6}Z): \d+ rows .* read back and verified", said, re.M).group(1)
    kith.compose("run", "--rm", "-T", "backup", "backup", "verify", "--file", path)
    said = kith.compose("run", "--rm", "-T", "backup", "restore", "--replace", "--file",
                        path)
    assert f"restored kith from {path}" in said, said
    eventually(lambda: kith.http("GET", "/v1/me", token=World.token)[0] == 200)


@test
def says_what_it_takes(kith):
    for name, size in stacks.sizes().items():
        print(f"  image {name}: {size:.0f} MB")
    total = 0.0
    lines = stacks.run("podman", "ps", "--format", "{{.Names}}").split()
    for container in sorted(name for name in lines if name.startswith(stacks.PROJECT)):
        resident = 0
        pids = stacks.run("podman", "top", container, "hpid").split()[1:]
        for pid in pids:
            try:
                with open(f"/proc/{pid}/smaps_rollup") as file:
                    resident += next(int(line.split()[1]) for line in file
                                     if line.startswith("Pss:"))
            except OSError:
                continue
        total += resident / 1024
        print(f"  {container}: {resident / 1024:.0f} MiB")
    print(f"  all of it: {total:.0f} MiB (proportional set size)")
    assert 0 < total < 2048


def tell_what_was_logged(kith):
    """Keeps each container's log, and prints its errors."""
    folder = os.path.join(stacks.CACHE, "logs")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for container in kith.containers(ended=True):
        log = kith.log(container)
        with open(os.path.join(folder, container + ".log"), "w") as file:
            file.write(log)
        for line in [one for one in log.splitlines() if '"level":"error"' in one][-8:]:
            print(f"  {container}: {line[:300]}")
    print(f"  all logs: {folder}")


def in_a_stack():
    """Returns how many tests passed and failed, in a stack of their own."""
    with stacks.Stack("dev", "s3", KITH_SMTP_URL="smtp://127.0.0.1:1025",
                      KITH_RATE_LIMITS="off", KITH_REGISTRATION="open",
                      KITH_S3_URL="http://store:7070/kith", KITH_S3_ACCESS_KEY="kith",
                      KITH_S3_SECRET_KEY="a/very+secret=key") as kith:
        return checks.run_all(tell_what_was_logged, kith)


def main():
    status = checks.skip("the stack in containers")
    if status is not None:
        return status
    began = time.monotonic()
    if "--images-as-they-are" not in sys.argv:
        stacks.make_images()
    print(f"images after {time.monotonic() - began:.0f} s")
    return checks.status_of(*in_a_stack())


if __name__ == "__main__":
    sys.exit(main())
