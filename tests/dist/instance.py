"""Runs the processes of a release by the settings of its package, each as its own user."""

import json
import os
import re
import signal
import subprocess
import urllib.error
import urllib.request

import support

PROCESSES = ("gateway", "identity", "orgs", "content", "projects", "events",
             "notifications", "media")


def run(*command, **more):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
                          **more).stdout


def settings_of(path):
    with open(path) as file:
        return dict(line.strip().split("=", 1) for line in file
                    if re.match(r"[A-Z_]+=", line))


def settle(package, home, cluster):
    """The package's settings with free ports, and with paths below a folder."""
    settings = {**settings_of(f"{package}/kith.env"), "PATH": os.environ["PATH"]}
    owner = settings_of(f"{package}/owner.env")
    assert set(owner) == {"KITH_DATABASE_URL"}
    assert "@" not in settings["KITH_DATABASE_URL"]
    port = support.free_port()
    settings.update(KITH_PORT=str(port), KITH_BASE_URL=f"http://localhost:{port}",
                    KITH_DATABASE_URL=f"postgresql:///dist?host={cluster}",
                    KITH_RUN_DIR=home + "/run")
    for name in PROCESSES[1:]:
        assert settings[f"KITH_BUS_{name.upper()}"].startswith("tcp://127.0.0.1:")
        settings[f"KITH_BUS_{name.upper()}"] = f"tcp://127.0.0.1:{support.free_port()}"
    return settings


def start(programs, home, settings):
    """Starts each process as a user of its own, and yields it."""
    os.chmod(home + "/keys", 0o711)
    os.makedirs(home + "/run/mail")
    for number, name in enumerate(PROCESSES):
        user = 61000 + number
        os.chown(f"{home}/keys/{name}", user, user)
        if name == "notifications":
            os.chown(home + "/run/mail", user, user)
        environment = {**settings, "KITH_SECRET_FILE": f"{home}/keys/{name}"}
        if name == "gateway":
            del environment["KITH_DATABASE_URL"]
        else:
            environment["KITH_BUS_LISTEN"] = settings[f"KITH_BUS_{name.upper()}"]
        with open(f"{home}/{name}.log", "wb") as log:
            yield subprocess.Popen(
                [f"{programs}/kith-{name}"], env=environment, user=user, group=user,
                extra_groups=[], stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def check(programs, package, home, then=None, patience_s=60, **more):
    """Prepares a database as kith-prepare does, starts the programs on it until they are
    ready, and calls `then` with the port. The doctor finds nothing but the test cluster's
    setting. `more` are settings of all programs."""
    os.makedirs(home + "/run")
    cluster = os.path.join(home, "pg")
    run("sh", "tests/support/cluster.sh", "start", cluster)
    started = []
    try:
        settings = {**settle(package, home, cluster), **more}
        subprocess.run(["psql", "-h", cluster, "-U", "postgres", "-c",
                        "CREATE DATABASE dist"], check=True, stdout=subprocess.DEVNULL)
        secret = home + "/secret"
        with open(os.open(secret, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
            file.write(os.urandom(32))
        owner = {**settings, "KITH_SECRET_FILE": secret,
                 "KITH_DATABASE_URL": settings["KITH_DATABASE_URL"] + "&user=postgres"}
        run(programs + "/kithctl", "migrate", env=owner)
        run(programs + "/kithctl", "keys", "--out", home + "/keys", env=owner)
        started.extend(start(programs, home, settings))
        port = settings["KITH_PORT"]

        def is_ready():
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready",
                                            timeout=5):
                    return True
            except (OSError, urllib.error.HTTPError):
                return False
        support.eventually(is_ready, patience_s, 0.2)
        found = json.loads(subprocess.run(
            [programs + "/kithctl", "doctor", "--json"], env=owner, text=True,
            check=False, stdout=subprocess.PIPE).stdout)
        faults = [one["found"] for one in found["findings"] if one["state"] == "fault"]
        # The test cluster runs without fsync, which the doctor reports.
        assert len(faults) == 1 and "fsync is off" in faults[0], faults
        if then is not None:
            then(port)
    except AssertionError:
        for name in PROCESSES:
            if os.path.exists(f"{home}/{name}.log"):
                with open(f"{home}/{name}.log") as log:
                    print(name, log.read()[-500:])
        raise
    finally:
        for process in started:
            process.send_signal(signal.SIGTERM)
        try:
            for process in started:
                process.wait(patience_s)
        finally:
            for process in started:
                process.kill()
            run("sh", "tests/support/cluster.sh", "stop", cluster)
