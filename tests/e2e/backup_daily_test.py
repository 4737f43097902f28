"""Tests kithctl backup daily, which containers use in place of a timer."""

import datetime
import os
import signal
import subprocess

import support
from support import test


def start(kith, *words, **more):
    return subprocess.Popen(
        [os.path.join(kith.build, "kithctl"), "backup", "daily", *words],
        env=kith.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, **more)


@test
def makes_a_backup_at_the_time_of_day_and_ends_when_asked(kith):
    folder = os.path.join(kith.home, "backups")
    os.mkdir(folder, 0o700)
    soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=1)
    # An empty word is what a compose file makes of an option that is off.
    process = start(kith, "--at", soon.strftime("%H:%M"), "--file", folder, "--keep", "2",
                    "")
    try:
        names = support.eventually(lambda: [
            name for name in os.listdir(folder) if name.startswith("kith-")
            and ".part" not in name], 120, 0.5)
        assert len(names) == 1 and process.poll() is None, names
        done = kith.run("kithctl", "backup", "verify", "--file",
                        os.path.join(folder, names[0]))
        assert done.returncode == 0, done.stderr
    finally:
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=20)
    assert process.returncode == 0 and "is complete" in said, said


@test
def refuses_what_is_no_time_of_day(kith):
    for words in ((), ("--at", "25:00", "--file", "x"), ("--at", "03:00"),
                  ("--at", "3 o'clock", "--file", "x")):
        process = start(kith, *words)
        said, _ = process.communicate(timeout=20)
        assert process.returncode == 2 and "usage:" in said, said


support.main(__name__)
