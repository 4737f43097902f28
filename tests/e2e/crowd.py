"""Opens many connections that each do the same, to test how many the gateway bears.

    crowd.py PORT KIND COUNT FIRST [REQUEST]

Opens COUNT connections from the FIRST of 250 addresses on, and acts on each as KIND says.
Then prints "ready N", where N connections are open, and closes them at the end of its
input. Several processes make one crowd, because the number of descriptors of a process is
limited.

    idle    sends a request, reads the answer, then stays idle
    heads   sends an unfinished head of the maximum length
    bodies  sends the largest anonymous body except its last byte
    unread  sends REQUEST and reads nothing of its answer
"""

import contextlib
import socket
import sys

ADDRESSES = 250
BODY_BYTES = 16 * 1024
HEAD = (b"GET /health?" + b"a" * 8000 + b" HTTP/1.1\r\nHost: localhost\r\n" + b"A: "
        + b"a" * 9500)
IDLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = (b"POST /v1/auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
        b"application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % BODY_BYTES) + b" " * (BODY_BYTES - 1)


def connect(port, number, receive_bytes=None, network=0):
    """Connects from one of many addresses of this machine. With `network`, each number
    has a network of its own."""
    client = socket.socket()
    client.settimeout(10)
    if receive_bytes:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    client.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
    client.bind((f"127.{network}.{number}.1" if network else
                 f"127.0.1.{number % ADDRESSES + 1}", 0))
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
    port, kind, count, first = (
        int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
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
