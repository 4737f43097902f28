"""A sandboxed instance that needs the network: a database reached by name and over TLS,
and a replica reached by name."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile

import cluster
import support
from sandbox_test import PROGRAMS, check_confined, impossible

REPLICA_PORT = support.free_port()


class Server:
    """A cluster that listens on a name and accepts TLS connections only."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="kith-tls-", dir="/tmp")
        os.chmod(self.home, 0o755)
        self.port = support.free_port()
        self.data = os.path.join(self.home, "data")

    def __enter__(self):
        subprocess.run(["sh", cluster.PROGRAM, "start", self.home], check=True,
                       stdout=subprocess.DEVNULL)
        certificate, key = f"{self.data}/server.crt", f"{self.data}/server.key"
        cluster.as_owner("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
                         "-days", "2",
                         "-subj", "/CN=localhost", "-keyout", key, "-out", certificate)
        self.root = os.path.join(self.home, "certificates", "root.crt")
        os.mkdir(os.path.dirname(self.root))
        shutil.copy(certificate, self.root)
        os.chmod(os.path.dirname(self.root), 0o755)
        os.chmod(self.root, 0o644)
        with open(f"{self.data}/postgresql.conf", "a") as file:
            file.write(f"listen_addresses = 'localhost'\nport = {self.port}\nssl = on\n")
        with open(f"{self.data}/pg_hba.conf", "a") as file:
            for address in ("127.0.0.1/32", "::1/128"):
                file.write(f"hostssl all postgres {address} trust\n"
                           f"hostssl all all {address} scram-sha-256\n")
        self.restart()
        return self

    def restart(self):
        binaries = subprocess.run(["sh", "-c", "ls -d /usr/lib/postgresql/*/bin | tail "
                                               "-n 1"], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.strip()
        cluster.as_owner(f"{binaries}/pg_ctl", "-D", self.data, "-l",
                         f"{self.home}/log", "-m", "fast", "-w", "-t", "60", "restart")

    def __exit__(self, *_):
        subprocess.run(["sh", cluster.PROGRAM, "stop", self.home], check=False,
                       stdout=subprocess.DEVNULL)
        shutil.rmtree(self.home, ignore_errors=True)

    @property
    def url(self):
        return (f"postgresql://postgres@localhost:{self.port}/kith?sslmode=verify-full"
                f"&sslrootcert={self.root}")


def reads(kith, token):
    return kith.http("GET", "/v1/posts", token=token).status == 200


def check_network():
    """Looks up names, reads certificates and reconnects inside the sandbox. Returns
    whether this machine has a sandbox."""
    with Server() as server, support.Kith(
            KITH_DATABASE_URL=server.url,
            KITH_BUS_CONTENT=f"ipc://{{run_dir}}/bus/content.ipc,"
                             f"tcp://localhost:{REPLICA_PORT}") as kith:
        token = kith.member("Ada")
        assert reads(kith, token)
        server.restart()
        support.eventually(lambda: reads(kith, token), 30)
        kith.http("POST", "/v1/auth/password/forgot", body={"email": "ada@example.org"})
        support.eventually(lambda: kith.mails_to("ada@example.org"), 30)
        # Certificates are renewed by replacing the file.
        shutil.copy(server.root, server.root + ".new")
        os.rename(server.root + ".new", server.root)
        server.restart()
        support.eventually(lambda: reads(kith, token), 30)
        check_replica(kith, token)
        confined = not impossible(kith)
        for program in PROGRAMS if confined else ():
            [pid] = kith.pids(program)
            check_confined(pid, program)
    return confined


def check_replica(kith, token):
    """A replica that starts later is found by its name, and can serve alone."""
    replica = kith.start_beside("kith-content",
                                KITH_BUS_LISTEN=f"tcp://127.0.0.1:{REPLICA_PORT}")
    [first] = [pid for pid in kith.pids("kith-content") if pid != replica.pid]
    try:
        os.kill(first, signal.SIGSTOP)
        support.eventually(lambda: all(reads(kith, token) for _ in range(20)), 30)
        if not impossible(kith):
            check_confined(replica.pid, "kith-content")
    finally:
        os.kill(first, signal.SIGCONT)
        replica.terminate()
        assert replica.wait(support.STOP_TIMEOUT_S) == 0


def main():
    confined = check_network()
    print("1 passed, 0 failed" if confined else "0 passed, 0 failed, 1 skipped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
