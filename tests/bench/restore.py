"""Measures the recovery of an instance with 1,000,000 asks after the loss of its machine.

A world is created and backed up, encrypted; then everything but the secret, the key and
the backup is destroyed. The time runs on an empty, ready instance until the database has
the rows and checksums of the backup and a member has signed in. The status is 1 when it
exceeds a minute.

    python3 tests/bench/restore.py --build build
"""

import argparse
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import types

import figures
from instance import Instance

SECONDS_MAX = 60
PASSWORD = "correct horse battery"


def kithctl(instance, *words):
    began = time.monotonic()
    subprocess.run([f"{instance.build}/kithctl", *words], env=instance.environment,
                   check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


def signs_in(instance):
    connection = http.client.HTTPConnection("127.0.0.1", instance.port, timeout=10)
    connection.request("POST", "/v1/auth/sign-in",
                       headers={"Content-Type": "application/json"},
                       body=json.dumps({"email": "drill@example.org",
                                        "password": PASSWORD}))
    return connection.getresponse().status == 200


def start_empty(instance):
    """Starts the instance on a machine that lost everything but the secret."""
    kept = instance.folder + "/kept-secret"
    shutil.copy2(f"{instance.run_dir}/secret", kept)
    owner = os.stat(instance.run_dir)
    instance.process.terminate()
    instance.process.wait(30)
    shutil.rmtree(instance.run_dir)
    os.mkdir(instance.run_dir)
    shutil.copy2(kept, f"{instance.run_dir}/secret")
    for path in (instance.run_dir, f"{instance.run_dir}/secret"):
        os.chown(path, owner.st_uid, owner.st_gid)
    instance.process = subprocess.Popen([f"{instance.build}/kithctl", "run"], text=True,
                                        env=instance.environment, stdout=subprocess.PIPE)
    if not any(line.startswith("ready:")
               for line in iter(instance.process.stdout.readline, "")):
        sys.exit("the instance did not start")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--members", type=int, default=100_000)
    parser.add_argument("--orgs", type=int, default=2_000)
    parser.add_argument("--posts", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kith-restore-") as folder:
        os.chmod(folder, 0o755)
        key, backup = f"{folder}/key", f"{folder}/backup"
        with open(os.open(key, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
            file.write(os.urandom(32))
        world = types.SimpleNamespace(build=options.build, members=options.members,
                                      orgs=options.orgs, posts=options.posts)
        with Instance(world, folder) as instance:
            kithctl(instance, "member", "create", "--email", "drill@example.org",
                    "--name", "Drill", "--active", "--password", PASSWORD)
            wrote = kithctl(instance, "backup", "--file", backup, "--key-file", key)
            size = os.path.getsize(backup)
            start_empty(instance)
            began = time.monotonic()
            restored = kithctl(instance, "restore", "--file", backup, "--key-file", key)
            while not signs_in(instance):
                if time.monotonic() - began > 10 * SECONDS_MAX:
                    sys.exit("nobody can sign in")
                time.sleep(0.1)
            whole = time.monotonic() - began
    print(f"{options.posts:,} asks of {options.members:,} members:"
          f" backup, read again: {wrote:.1f} s, {size / 2**20:.0f} MiB;"
          f" restore, compared: {restored:.1f} s; until a member has signed in: "
          f"{whole:.1f} s")
    figures.record("restore", [
        ("backup, with verification", "measured", wrote, "s"),
        ("size of the backup", "measured", size / 2**20, "MiB"),
        ("restore, until a member has signed in", "measured", whole, "s")])
    return 0 if whole <= SECONDS_MAX else 1


if __name__ == "__main__":
    sys.exit(main())
