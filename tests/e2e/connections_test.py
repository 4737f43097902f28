"""Connection limits apply to the whole gateway, whatever its number of loops."""

import socket

import support

OPENED = 40


def served(kith):
    """Returns how many of many simultaneous connections get an answer."""
    connections = [socket.create_connection(("127.0.0.1", kith.port), timeout=5)
                   for _ in range(OPENED)]
    count = 0
    for connection in connections:
        try:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            count += connection.recv(64).startswith(b"HTTP/1.1 ")
        except OSError:
            pass
    for connection in connections:
        connection.close()
    return count


def check(**settings):
    with support.Kith(KITH_LOOPS="2", **settings) as kith:
        # A connection that just ended may still be counted.
        support.eventually(lambda: served(kith) in (10, 11), 10)
        for _ in range(3):
            count = served(kith)
            assert count <= 11, f"{count} connections were served, with {settings}"


def main():
    check(KITH_CONNECTIONS_PER_ADDRESS="10")
    check(KITH_CONNECTIONS_MAX="10")
    support.finish(2)


if __name__ == "__main__":
    main()
