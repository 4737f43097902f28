"""Runs the mail server of tests/support/mail_server.py beside a test."""

import collections
import email
import email.policy
import json
import os
import subprocess
import sys
import tempfile
import shutil

import support

PROGRAM = os.path.join(os.path.dirname(__file__), "..", "support", "mail_server.py")


class MailSink:
    """A mail server on a free port. It can be stopped and restarted on the same port."""

    def __init__(self, *options, host="127.0.0.1"):
        self.folder = tempfile.mkdtemp(prefix="kith-sink-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.port = support.free_port()
        self.host = host
        self.options = options
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, PROGRAM, str(self.port), self.folder, "--host", self.host,
             *self.options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout.readline() == b"ready\n"
        return self

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
        self.process = None

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def say(self, mode):
        """Sets how the server treats all messages from now on; see mail_server.py."""
        with open(os.path.join(self.folder, "mode"), "w") as file:
            file.write(mode)

    def accepted(self):
        """Returns the envelopes of all accepted messages, oldest first."""
        try:
            with open(os.path.join(self.folder, "accepted")) as file:
                return [json.loads(line) for line in file if line.endswith("\n")]
        except OSError:
            return []

    def connections(self):
        return self.counted("connections")

    def begun(self):
        """Returns how many messages have arrived, whatever the server answered."""
        return self.counted("begun")

    def counted(self, name):
        try:
            return os.path.getsize(os.path.join(self.folder, name)) // 2
        except OSError:
            return 0

    def raw(self, envelope):
        with open(os.path.join(self.folder, envelope["file"]), "rb") as file:
            return file.read()

    def mail(self, envelope):
        return email.message_from_bytes(self.raw(envelope), policy=email.policy.default)

    def to(self, address):
        """Returns the envelopes of messages to an address."""
        return [one for one in self.accepted() if one["to"] == [address]]

    def counts(self):
        """Returns how often each Message-ID was accepted."""
        return collections.Counter(str(self.mail(one)["Message-ID"])
                                   for one in self.accepted())
