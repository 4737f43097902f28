"""Many connections that each do one thing, for tests of how many the gateway bears.

    crowd.py PORT KIND COUNT FIRST [REQUEST]

opens COUNT connections, from the FIRST of 250 addresses on, does what KIND says on each, writes
"ready N", N of them being open, and closes them when its input ends. A process may have few
descriptors, so several of these make a crowd.

    idle    a request on each, whose answer is read; then nothing
    heads   a head that is never finished, as long as one may be
    bodies  all of a stranger's largest body but its last byte
    unread  REQUEST, and not a byte of its answer is read
"""

import contextlib
import socket
import sys

ADDRESSES = 250
BODY_BYTES = 16 * 1024
HEAD = (b"GET /health?" + b"a" * 8000 + b" HTTP/1.1\r\nHost: localhost\r\n" + b"A: " + b"a" * 1500)
IDLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = (b"POST /v1/auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % BODY_BYTES) + b" " * (BODY_BYTES - 1)


def connect(port, number, receive_bytes=None):
    """A connection from one of many addresses of this machine."""
    client = socket.socket()
    client.settimeout(10)
    if receive_bytes:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    client.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
    client.bind((f"127.0.1.{number % ADDRESSES + 1}", 0))
    client.connect(("127.0.0.1", port))
    return client


def is_open(client):
    client.setblocking(False)
    try:
        return client.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def main():
    port, kind, count, first = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    said = {"idle": IDLE, "heads": HEAD, "bodies": BODY,
            "unread": sys.argv[5].encode() if len(sys.argv) > 5 else b""}[kind]
    clients = []
    for number in range(first, first + count):
        with contextlib.suppress(OSError):
            clients.append(connect(port, number, 4096 if kind == "unread" else None))
            clients[-1].sendall(said)
    if kind == "idle":
        for client in clients:
            with contextlib.suppress(OSError):
                client.recv(4096)
    print("ready", sum(is_open(client) for client in clients), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
