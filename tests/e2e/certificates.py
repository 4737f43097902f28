"""Certificate authorities and certificates for tests."""

import os
import subprocess

KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


class Authority:
    """A test authority; `file` is its certificate, which the instance's processes may
    read."""

    def __init__(self, folder, name):
        os.makedirs(folder, exist_ok=True)
        os.chmod(folder, 0o755)
        self.path = os.path.join(folder, name)
        self.file, self.key = self.path + ".pem", self.path + ".key"
        run("openssl", "req", "-x509", *KEY, "-days", "2", "-subj", "/CN=" + name,
            "-keyout", self.key, "-out", self.file)
        os.chmod(self.file, 0o644)

    def issue(self, host):
        """Returns the files of a host's certificate and key."""
        base = f"{self.path}-{host}"
        run("openssl", "req", *KEY, "-subj", "/CN=" + host, "-addext",
            "subjectAltName=DNS:" + host, "-keyout", base + ".key", "-out", base + ".csr")
        run("openssl", "x509", "-req", "-in", base + ".csr", "-CA", self.file, "-CAkey",
            self.key, "-CAcreateserial", "-copy_extensions", "copy", "-days", "2", "-out",
            base + ".pem")
        return base + ".pem", base + ".key"
