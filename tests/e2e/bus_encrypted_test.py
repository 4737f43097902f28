"""Tests the encrypted bus between machines: eavesdropping, replay, and unauthorized
peers."""

import os
import signal
import socket
import ssl
import subprocess
import threading
import time

import support
from threads import Together
from paging import titles_written

FIRST, SECOND, WIRE = (support.free_port() for _ in range(3))
TITLE = "Looking for a locksmith"


class Wire:
    """A proxy between the gateway and the second replica, which records the gateway's
    bytes."""

    def __init__(self):
        self.heard = []  # the bytes that the gateway sent, by connection
        self.listener = socket.create_server(("127.0.0.1", WIRE))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            try:
                far = socket.create_connection(("127.0.0.1", SECOND))
            except OSError:
                near.close()
                continue
            heard = bytearray()
            self.heard.append(heard)
            for source, target, keep in ((near, far, heard), (far, near, None)):
                threading.Thread(target=self.carry, args=(source, target, keep),
                                 daemon=True).start()

    @staticmethod
    def carry(source, target, keep):
        try:
            while data := source.recv(65536):
                if keep is not None:
                    keep += data
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def is_cut_off(connection):
    """Returns what a peer receives until the other side closes the connection, as it
    must."""
    heard = b""
    connection.settimeout(8)
    try:
        while data := connection.recv(4096):
            heard += data
    except ConnectionResetError:
        pass
    return heard


class Replicas:
    """Two content services on tls+tcp; the gateway reaches the second through a Wire."""

    def __init__(self, kith):
        self.kith, self.wire = kith, Wire()
        self.first, self.second = self.start(FIRST), self.start(SECOND)
        support.eventually(self.serve, 20)

    def start(self, port):
        return self.kith.start_beside("kith-content",
                                      KITH_BUS_LISTEN=f"tls+tcp://127.0.0.1:{port}")

    def serve(self):
        return self.kith.http("GET", "/health/ready").status == 200 and any(
            len(heard) > 1000 for heard in self.wire.heard)


replicas = None


def scene(kith):
    global replicas
    replicas = replicas or Replicas(kith)
    return replicas


@support.test
def carries_calls_and_shows_nothing_of_them(kith):
    wire = scene(kith).wire
    token = kith.member("Ada")
    before = sum(map(len, wire.heard))
    for number in range(40):
        kith.publish(token, f"{TITLE} {number}", body="y" * 3900)
    assert sum(map(len, wire.heard)) > before + 15000, "no call went through the wire"
    for heard in wire.heard:
        assert TITLE.encode() not in heard and b"post_create" not in heard
        assert b"yyyyyyyyyyyyyyyy" not in heard
    assert len(titles_written(kith, token)) == 40


@support.test
def makes_a_recording_worthless_to_every_replica(kith):
    wire = scene(kith).wire
    token = kith.token("Ada")
    before = titles_written(kith, token)
    recordings = [bytes(heard) for heard in wire.heard if len(heard) > 3000]
    assert recordings
    for recording in recordings:
        for port in (FIRST, SECOND):
            with socket.create_connection(("127.0.0.1", port)) as stranger:
                try:
                    stranger.sendall(recording)
                except OSError:
                    pass
                assert b"\0SP\0" not in is_cut_off(stranger)
    assert titles_written(kith, token) == before


@support.test
def hears_nobody_out_who_lacks_the_key(kith):
    scene(kith)
    for said in (b"\0SP\0\0\x30\0\0", b"GET / HTTP/1.1\r\n\r\n", b"", os.urandom(200)):
        with socket.create_connection(("127.0.0.1", FIRST)) as stranger:
            stranger.sendall(said)
            assert b"\0SP\0" not in is_cut_off(stranger)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", FIRST)) as stranger:
        try:
            context.wrap_socket(stranger)
            raise AssertionError("a handshake without the key succeeded")
        except (ssl.SSLError, OSError):
            pass
    assert kith.http("GET", "/health/ready").status == 200


@support.test
def has_no_use_for_a_gateway_of_another_instance(kith):
    scene(kith)
    folder = os.path.join(kith.home, "other")
    os.mkdir(folder)
    secret = os.path.join(folder, "secret")
    with open(os.open(secret, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
        file.write(os.urandom(32))
    subprocess.run([os.path.join(kith.build, "kithctl"), "keys", "--out", folder],
                   check=True, env=dict(kith.environment, KITH_SECRET_FILE=secret),
                   capture_output=True)
    owner = os.stat(kith.run_dir)
    for path in (folder, os.path.join(folder, "gateway")):
        os.chown(path, owner.st_uid, owner.st_gid)
    port = support.free_port()
    gateway = support.start_as(owner, os.path.join(kith.build, "kith-gateway"), dict(
        kith.environment, KITH_PORT=str(port), KITH_BASE_URL=kith.base,
        KITH_SECRET_FILE=os.path.join(folder, "gateway")))
    other = support.At(kith, port)
    try:
        def asked():
            try:
                return other.http("GET", "/health")
            except OSError:
                return None
        support.eventually(asked)
        time.sleep(1)
        assert other.http("GET", "/health/ready").status == 503
    finally:
        gateway.terminate()
        gateway.wait(15)


@support.test
def says_whether_it_takes_calls(kith):
    scene(kith)

    def healthy(address):
        return subprocess.run([os.path.join(kith.build, "kith-content"), "--health"],
                              env=kith.environment_of("content", KITH_BUS_LISTEN=address),
                              capture_output=True).returncode == 0
    port = support.free_port()
    everywhere = f"tls+tcp://*:{port}"
    assert not healthy(everywhere)
    replica = kith.start_beside("kith-content", KITH_BUS_LISTEN=everywhere)
    try:
        support.eventually(lambda: healthy(everywhere), 20)
        assert healthy(f"tls+tcp://localhost:{port}")
        assert healthy(f"tls+tcp://127.0.0.1:{FIRST}")
    finally:
        replica.kill()
        replica.wait()


@support.test
def fails_no_read_when_a_replica_dies(kith):
    both = scene(kith)
    token = kith.token("Ada")
    failed, read = [], [0]

    def reader():
        while not reading.ending.is_set():
            answer = kith.http("GET", "/v1/posts", token=token)
            read[0] += 1
            if answer.status != 200:
                failed.append(answer.text)

    reading = Together([reader] * 4)
    try:
        with reading:
            time.sleep(1)
            both.second.send_signal(signal.SIGKILL)
            both.second.wait()
            time.sleep(1)
            both.second = both.start(SECOND)
            time.sleep(1)
    finally:
        for process in (both.first, both.second):
            process.terminate()
            assert process.wait(15) == 0
    assert not failed, failed[:3]
    assert read[0] > 100, read


support.main(__name__, KITH_BUS_CONTENT=(
    f"ipc://{{run_dir}}/bus/content.ipc,tls+tcp://127.0.0.1:{FIRST}"
    f",tls+tcp://127.0.0.1:{WIRE}"))
