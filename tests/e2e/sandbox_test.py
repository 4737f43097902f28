"""Tests the sandbox of an instance's processes by what the kernel reports."""

import http.client
import json
import os
import signal
import subprocess

import support

PROGRAMS = ("kith-gateway", "kith-identity", "kith-orgs", "kith-content", "kith-projects",
            "kith-events", "kith-notifications")
ROOT = os.geteuid() == 0


def threads(pid):
    """Returns the /proc status of each thread."""
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/status") as file:
            yield dict(line.rstrip("\n").split(":\t", 1) for line in file)


def check_confined(pid, program):
    for status in threads(pid):
        assert status["Seccomp"] == "2", (program, status)
        assert status["NoNewPrivs"] == "1", (program, status)
        for kind in ("CapEff", "CapPrm", "CapInh", "CapAmb"):
            assert int(status[kind], 16) == 0, (program, kind, status)
    assert len(os.listdir(f"/proc/{pid}/task")) > 1, program


def logged(kith, program):
    """Returns the log line in which a program reports its sandbox."""
    with open(f"{kith.run_dir}/log/{program.removeprefix('kith-')}.log") as file:
        said = [json.loads(line) for line in file]
    return [line for line in said if line["event"].startswith("sandbox")][-1]


def impossible(kith):
    """Whether this build (such as a sanitizer's) or this machine has no sandbox."""
    return logged(kith, "kith-gateway").get("missing") == "landlock, seccomp"


def needs_a_sandbox(kith):
    """Skips the test where there is no sandbox."""
    if impossible(kith):
        support.skip("nothing can be confined here")


@support.test
def confines_every_thread_of_every_process(kith):
    needs_a_sandbox(kith)
    for program in PROGRAMS:
        [pid] = kith.pids(program)
        check_confined(pid, program)


@support.test
def says_so_in_every_log(kith):
    needs_a_sandbox(kith)
    for program in PROGRAMS:
        line = logged(kith, program)
        assert line["event"] == "sandbox" and line["level"] == "info", line
        assert line["landlock"] > 0 and 0 < line["calls"] < 70, line


def serves(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health", headers={"Host": "localhost"})
        return connection.getresponse().status in (200, 503)
    except OSError:
        return False
    finally:
        connection.close()


@support.test
def leaves_root_no_capability_but_its_port(kith):
    needs_a_sandbox(kith)
    if not ROOT:
        support.skip("only root has capabilities to lose")
    port = support.free_port(512, 1024)  # binding to it needs a privilege
    gateway = subprocess.Popen(
        [os.path.join(kith.build, "kith-gateway")],
        env=kith.environment_of("gateway", KITH_PORT=str(port)),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        support.eventually(lambda: serves(port))
        check_confined(gateway.pid, "kith-gateway")
        for status in threads(gateway.pid):
            assert int(status["CapBnd"], 16) == 0, status
    finally:
        gateway.terminate()
        assert gateway.wait(support.STOP_TIMEOUT_S) == 0


@support.test
def tells_the_operator_what_was_ended_by_its_sandbox(kith):
    [pid] = kith.pids("kith-orgs")
    kith.violations += 1
    os.kill(pid, signal.SIGSYS)
    support.eventually(lambda: "orgs was ended by its sandbox" in kith.said())
    support.eventually(lambda: kith.http("GET", "/health/ready").status == 200)


support.main(__name__)
