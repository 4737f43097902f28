#!/usr/bin/env python3
"""Sends raw requests that must not be carried out to a server on HOST PORT.

Each payload hides or disguises a request for /v1/canary. A correct server answers with an
error or not at all, closes the connection, and carries out nothing. With --canary-log
FILE the server writes a line there for each request that it carries out. Without it the
canary's answer is recognized by its X-Request-Id.

Prints "N passed, N failed" and exits with 1 when a payload got through.
"""
import argparse
import re
import socket
import sys
import time

CANARY_ID = "canary-was-run"
CANARY = (f"GET /v1/canary HTTP/1.1\r\nHost: x\r\n"
          f"X-Request-Id: {CANARY_ID}\r\n\r\n").encode()
PATH = b"/v1/canary"


def head(line=b"GET " + PATH + b" HTTP/1.1", *fields, host=b"Host: x", end=b"\r\n"):
    """Returns a head of the given lines; each contains the canary's id, to recognize its
    answer."""
    lines = [line] + ([host] if host else [])
    lines += [f"X-Request-Id: {CANARY_ID}".encode(), *fields]
    return end.join(lines) + end + end


def get(*fields, **options):
    return head(b"GET " + PATH + b" HTTP/1.1", *fields, **options)


def post(*fields, body=b"", **options):
    return head(b"POST " + PATH + b" HTTP/1.1", *fields, **options) + body


def target(path, method=b"GET", version=b"HTTP/1.1"):
    return head(method + b" " + path + b" " + version)


def hidden(*fields, before=b""):
    """A POST whose body is a request of its own under the other reading of its length."""
    length = str(len(CANARY)).encode()
    fields = [field.replace(b"{length}", length) for field in fields]
    # The outer request has another path, so only the hidden request counts as the canary.
    lines = [b"POST /v1/outer HTTP/1.1", b"Host: x", *fields]
    return b"\r\n".join(lines) + b"\r\n\r\n" + before + CANARY


CHUNKED = b"Transfer-Encoding: chunked"
LAST_CHUNK = b"0\r\n\r\n"
CHUNKS = b"3\r\nabc\r\n" + LAST_CHUNK
LENGTH = b"Content-Length: {length}"

# Must be refused: nothing is carried out, an answer has a status of 400 or above, and the
# connection is closed, whatever follows.
REFUSED = {
    # lengths
    "two lengths, 0 first": hidden(b"Content-Length: 0", LENGTH),
    "two lengths, 0 last": hidden(LENGTH, b"Content-Length: 0"),
    "two equal lengths": hidden(b"Content-Length: 0", b"Content-Length: 0"),
    "two lengths of different case": hidden(b"content-length: 0", LENGTH),
    "a list of lengths": hidden(b"Content-Length: 0, {length}"),
    "a list of equal lengths": hidden(b"Content-Length: 0, 0"),
    "a length with a plus": hidden(b"Content-Length: +0"),
    "a negative length": hidden(b"Content-Length: -1"),
    "a hexadecimal length": hidden(b"Content-Length: 0x0"),
    "a length with a letter": hidden(b"Content-Length: 0a"),
    "a length with a blank inside": hidden(b"Content-Length: 0 0"),
    "a length with a fraction": hidden(b"Content-Length: 0.0"),
    "an empty length": hidden(b"Content-Length:"),
    "a length of 30 digits": hidden(b"Content-Length: " + b"9" * 30),
    "a length over 64 bits": hidden(b"Content-Length: 18446744073709551616"),
    "a length over 63 bits": hidden(b"Content-Length: 9223372036854775808"),
    "a quoted length": hidden(b'Content-Length: "0"'),
    # a length and chunks
    "a length, then chunks": hidden(LENGTH, CHUNKED, before=LAST_CHUNK),
    "chunks, then a length": hidden(CHUNKED, LENGTH, before=LAST_CHUNK),
    "chunks and a length of 0": hidden(CHUNKED, b"Content-Length: 0", before=LAST_CHUNK),
    # transfer encodings
    "chunked twice": hidden(CHUNKED, CHUNKED, before=LAST_CHUNK),
    "chunked, chunked": hidden(b"Transfer-Encoding: chunked, chunked", before=LAST_CHUNK),
    "gzip, chunked": hidden(b"Transfer-Encoding: gzip, chunked", before=LAST_CHUNK),
    "chunked, identity": hidden(b"Transfer-Encoding: chunked, "
                                b"identity", before=LAST_CHUNK),
    "identity": hidden(b"Transfer-Encoding: identity"),
    "identity and a length": hidden(b"Transfer-Encoding: identity", LENGTH),
    "xchunked": hidden(b"Transfer-Encoding: xchunked", before=LAST_CHUNK),
    "quoted chunked": hidden(b'Transfer-Encoding: "chunked"', before=LAST_CHUNK),
    "chunked with a parameter": hidden(b"Transfer-Encoding: chunked;a=b",
                                       before=LAST_CHUNK),
    "chunked before a vertical tab": hidden(b"Transfer-Encoding: chunked\x0b",
                                            before=LAST_CHUNK),
    "chunked with a blank inside": hidden(b"Transfer-Encoding: chun ked",
                                          before=LAST_CHUNK),
    "a length with a vertical tab behind": hidden(b"Content-Length: 0\x0b"),
    "chunked after a vertical tab": hidden(b"Transfer-Encoding: \x0bchunked",
                                           before=LAST_CHUNK),
    "an empty encoding": hidden(b"Transfer-Encoding:", before=LAST_CHUNK),
    "a folded encoding": hidden(b"Transfer-Encoding:\r\n chunked", before=LAST_CHUNK),
    "chunked in HTTP/1.0": hidden(CHUNKED, before=LAST_CHUNK).replace(b"1.1", b"1.0", 1),
    # blanks and names
    "a blank before the colon of a length": hidden(b"Content-Length : {length}"),
    "a tab before the colon of a length": hidden(b"Content-Length\t: {length}"),
    "a blank before the colon of an encoding": hidden(b"Transfer-Encoding : chunked",
                                                      before=LAST_CHUNK),
    "a blank before a name": get().replace(b"\r\nX-Request", b"\r\n X-Request"),
    "a tab before a name": get().replace(b"\r\nX-Request", b"\r\n\tX-Request"),
    "a blank before the first name": get(host=b" Host: x"),
    "a name with a blank inside": get(b"Content Length: 0"),
    "an empty name": get(b": x"),
    "an empty name first": get(host=b": x\r\nHost: x"),
    "a name with a NUL": get(b"A\x00b: x"),
    "a name with a control byte": get(b"A\x01b: x"),
    "a name beyond ASCII": get(b"\xc3\xa4: x"),
    "a name in parentheses": get(b"(a): x"),
    "a line without a colon": get(b"nothing"),
    # values
    "a value with a NUL": get(b"A: b\x00c"),
    "a length with a NUL behind": hidden(b"Content-Length: 0\x00{length}"),
    "a value with a bare CR": get(b"A: b\rc"),
    "a value with a bell": get(b"A: \x07"),
    "a value with DEL": get(b"A: \x7f"),
    "a value with an escape": get(b"A: \x1b[2J"),
    "a folded value": get(b"A: b\r\n c"),
    "a value folded with a tab": get(b"A: b\r\n\tc"),
    # line ends
    "bare LF everywhere": get(end=b"\n"),
    "a bare LF after the request line": get().replace(b"HTTP/1.1\r\n", b"HTTP/1.1\n"),
    "a bare LF after a header": get().replace(b"Host: x\r\n", b"Host: x\n"),
    "a bare LF as the empty line": get()[:-2] + b"\n",
    "a bare LF that hides a header": get(b"A: b\nContent-Length: 5"),
    "CR CR LF": get().replace(b"Host: x\r\n", b"Host: x\r\r\n"),
    # hosts
    "no host": get(host=None),
    "an empty host": get(host=b"Host:"),
    "a blank host": get(host=b"Host: "),
    "two hosts": get(b"Host: y"),
    "two equal hosts": get(b"Host: x"),
    "two hosts of different case": get(b"HOST: y"),
    "a host with a path": get(host=b"Host: x/y"),
    "a host with a user": get(host=b"Host: a@x"),
    "a host with a blank": get(host=b"Host: x y"),
    "a list of hosts": get(host=b"Host: x,y"),
    "a host with half a bracket": get(host=b"Host: [::1"),
    "a host with an address that is none": get(host=b"Host: [::x]"),
    "an IPv4 address in brackets": get(host=b"Host: [127.0.0.1]:80"),
    "a bracket within a host": get(host=b"Host: x[::1]"),
    "a port that is a word": get(host=b"Host: localhost:x"),
    "a port that is too large": get(host=b"Host: localhost:65536"),
    "two ports": get(host=b"Host: localhost:80:80"),
    "a port without a host": get(host=b"Host: :80"),
    # methods and versions
    "a method with a bracket": target(PATH, b"G<T"),
    "a method in lower case": target(PATH, b"get"),
    "CONNECT": target(b"x:80", b"CONNECT"),
    "TRACK": target(PATH, b"TRACK"),
    "PROPFIND": target(PATH, b"PROPFIND"),
    "an empty method": target(PATH, b""),
    "a method with a NUL": target(PATH, b"GET\x00"),
    "a long method": target(PATH, b"G" * 5000),
    "HTTP/1.0 with chunks": head(b"POST " + PATH + b" HTTP/1.0", CHUNKED) + CHUNKS,
    "HTTP/1.0 with two lengths": hidden(b"Content-Length: 0", LENGTH).replace(
        b"1.1", b"1.0", 1),
    "HTTP/1.0 with two hosts": head(b"GET " + PATH + b" HTTP/1.0", b"Host: y"),
    "HTTP/1.0 with an empty host": head(b"GET " + PATH + b" HTTP/1.0", host=b"Host:"),
    "HTTP/1.00": target(PATH, version=b"HTTP/1.00"),
    "HTTP/1.": target(PATH, version=b"HTTP/1."),
    "HTTP/0.9": b"GET " + PATH + b"\r\n\r\n",
    "HTTP/2.0": target(PATH, version=b"HTTP/2.0"),
    "HTTP/1.2": target(PATH, version=b"HTTP/1.2"),
    "HTTP/1.10": target(PATH, version=b"HTTP/1.10"),
    "http/1.1": target(PATH, version=b"http/1.1"),
    "HTTP/1,1": target(PATH, version=b"HTTP/1,1"),
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    # the request line and targets
    "two blanks before the target": target(b" " + PATH),
    "two blanks before the version": target(PATH + b" "),
    "a blank behind the version": target(PATH, version=b"HTTP/1.1 "),
    "a tab as a separator": target(PATH).replace(b"GET ", b"GET\t", 1),
    "a blank in the target": target(PATH + b"/a b"),
    "a request inside a target": target(PATH + b" HTTP/1.1\x0b/x"),
    "a tab in the target": target(PATH + b"\t"),
    "a NUL in the target": target(PATH + b"\x00x"),
    "a control byte in the target": target(PATH + b"\x01"),
    "DEL in the target": target(PATH + b"\x7f"),
    "UTF-8 in the target": target(PATH + b"\xc3\xa4"),
    "a fragment": target(PATH + b"#x"),
    "an absolute target of another host": target(b"http://evil.example" + PATH),
    "an absolute target of another port": target(b"http://x:81" + PATH),
    "an absolute target with a user": target(b"http://a@x" + PATH),
    "an absolute target without a host": target(b"http://" + PATH),
    "an absolute target without a host, of HTTP/1.0": head(
        b"GET http://" + PATH + b" HTTP/1.0", host=None),
    "an absolute target of another scheme": target(b"ftp://x" + PATH),
    "an absolute target with a query alone": target(b"http://x?a=b"),
    "an absolute target with two slashes": target(b"http://x/" + PATH),
    "an absolute target with dots": target(b"http://x/v1/x/../canary"),
    "an absolute target and no host": head(b"GET http://x" + PATH + b" HTTP/1.1",
                                           host=None),
    "a target without a slash": target(b"v1/canary"),
    "an asterisk of GET": target(b"*"),
    "an asterisk and a path": target(b"*" + PATH, b"OPTIONS"),
    "a bare authority": target(b"x:80"),
    "an empty target": target(b""),
    "only a query": target(b"?a=b"),
    # ambiguous paths
    "%2f": target(b"/v1%2fcanary"),
    "%2F": target(b"/v1/x%2F..%2Fcanary"),
    "%5c": target(b"/v1/x%5c..%5ccanary"),
    "a backslash": target(b"/v1\\canary"),
    "%2e%2e": target(b"/v1/x/%2e%2e/canary"),
    "%2E.": target(b"/v1/x/%2E./canary"),
    "%2e": target(b"/v1/%2e/canary"),
    "dots": target(b"/v1/x/../canary"),
    "a dot": target(b"/v1/./canary"),
    "dots at the end": target(b"/v1/canary/x/.."),
    "%00": target(b"/v1/canary%00"),
    "%00 inside": target(b"/v1/canary%00.html"),
    "%0a": target(b"/v1/canary%0a"),
    "%7f": target(b"/v1/canary%7f"),
    "//": target(b"//v1/canary"),
    "// inside": target(b"/v1//canary"),
    "// at the end": target(b"/v1/canary//"),
    "an escape cut short": target(b"/v1/canary%2"),
    "an escape of no digits": target(b"/v1/canary%zz"),
    "a lone percent": target(b"/v1/canary%"),
    "overlong UTF-8": target(b"/v1/x%c0%af..%c0%afcanary"),
    "a surrogate": target(b"/v1/canary%ed%a0%80"),
    "broken UTF-8": target(b"/v1/canary%ff"),
    # oversized
    "a target over 8 KiB": target(PATH + b"?" + b"a" * 9000),
    "a target of 100 KiB": target(PATH + b"?" + b"a" * 100000),
    "headers over 18 KiB": get(*[b"A%d: " % i + b"a" * 960 for i in range(18)]),
    "headers over 24 KiB": get(*[b"A%d: " % i + b"a" * 1000 for i in range(24)]),
    "one header of 100 KiB": get(b"A: " + b"a" * 100000),
    "65 headers": get(*[b"A%d: b" % i for i in range(63)]),
    "1,000 headers": get(*[b"A%d: b" % i for i in range(1000)]),
    "cookies of 18 KiB": get(b"Cookie: " + b"a" * 18432),
    "cookies of 30 KiB": get(b"Cookie: " + b"a=b; " * 6000),
    "headers of 10 KiB beside cookies": get(
        b"Cookie: " + b"a" * 14336, *[b"A%d: " % i + b"a" * 940 for i in range(10)]),
    "an announced gigabyte": post(b"Content-Length: 1000000000", body=b"x"),
    # fields that must be unique
    "two credentials": get(b"Authorization: Bearer a", b"Authorization: Bearer b"),
    "two content types": post(b"Content-Type: application/json",
                              b"Content-Type: text/html", b"Content-Length: 2",
                              body=b"{}"),
    "two cookies": get(b"Cookie: a=b", b"Cookie: a=c"),
    "two idempotency keys": get(b"Idempotency-Key: a", b"Idempotency-Key: b"),
    "two If-Match": get(b'If-Match: "a"', b'If-Match: "b"'),
    "two If-None-Match": get(b'If-None-Match: "a"', b'If-None-Match: "b"'),
    "two origins": get(b"Origin: http://x", b"Origin: http://y"),
    "two request ids": get(b"X-Request-Id: a"),
    # chunks
    "a chunk size of no digits": post(CHUNKED, body=b"g\r\nabc\r\n" + LAST_CHUNK),
    "a chunk size with 0x": post(CHUNKED, body=b"0x3\r\nabc\r\n" + LAST_CHUNK),
    "a negative chunk size": post(CHUNKED, body=b"-3\r\nabc\r\n" + LAST_CHUNK),
    "a chunk size with a plus": post(CHUNKED, body=b"+3\r\nabc\r\n" + LAST_CHUNK),
    "an empty chunk size": post(CHUNKED, body=b"\r\nabc\r\n" + LAST_CHUNK),
    "a chunk size over 64 bits": post(CHUNKED, body=b"1" + b"0" * 16 + b"\r\nabc\r\n"),
    "a blank before a chunk size": post(CHUNKED, body=b" 3\r\nabc\r\n" + LAST_CHUNK),
    "a blank behind a chunk size": post(CHUNKED, body=b"3 \r\nabc\r\n" + LAST_CHUNK),
    "a chunk longer than its size": post(CHUNKED, body=b"2\r\nabc\r\n" + LAST_CHUNK),
    "a chunk without its CRLF": post(CHUNKED, body=b"3\r\nabc" + LAST_CHUNK),
    "chunks beyond the limit": post(CHUNKED,
                                    body=(b"8000\r\n" + b"a" * 0x8000 + b"\r\n") * 400),
    # a second request after a refused one
    "behind a bad method": target(b"/v1/outer", b"BAD") + CANARY,
    "behind a bad path": target(b"/v1/%2e%2e/outer") + CANARY,
    "behind a bad version": target(b"/v1/outer", version=b"HTTP/1.2") + CANARY,
    "behind a head that is too large": b"GET /v1/outer HTTP/1.1\r\nHost: x\r\nCookie: "
                                       + b"a" * 40000 + b"\r\n\r\n" + CANARY,
    "behind an oversize body": b"POST /v1/outer HTTP/1.1\r\nHost: x\r\n"
                               b"Content-Length: 100000000\r\n\r\n" + CANARY * 100,
}

# May be carried out, but nothing hidden behind it may: proxies read these chunked bodies
# differently. The connection is closed in any case.
OUTER_ONLY = {
    "a chunk extension with a bare LF": hidden(CHUNKED, before=b"0;a\n\r\n"),
    "a chunk extension with a bare CR": hidden(CHUNKED, before=b"0;a\rb\r\n\r\n"),
    "bare LF between chunks": hidden(CHUNKED, before=b"3\nabc\n0\n\n"),
    "a trailer with a length": hidden(CHUNKED, before=b"0\r\nContent-Length: 5\r\n\r\n"),
    "a trailer with a host": hidden(CHUNKED, before=b"0\r\nHost: y\r\n\r\n"),
    "many zeros as the last chunk": hidden(CHUNKED, before=b"0" * 14 + b"\r\n\r\n"),
    "a plain chunked body": hidden(CHUNKED, before=CHUNKS),
    "a client that asks for the end": b"GET /v1/outer HTTP/1.1\r\nHost: x\r\n"
                                      b"Connection: close\r\n\r\n" + CANARY,
    "behind HTTP/1.0": b"GET /v1/outer HTTP/1.0\r\n\r\n" + CANARY,
    "behind HTTP/1.0 that asks to be kept": b"GET /v1/outer HTTP/1.0\r\nHost: x\r\n"
                                            b"Connection: keep-alive\r\n\r\n" + CANARY,
    "behind a body of HTTP/1.0": b"POST /v1/outer HTTP/1.0\r\nContent-Length: 2\r\n"
                                 b"Connection: Keep-Alive\r\n\r\n{}" + CANARY,
    "chunks with a blank behind": hidden(b"Transfer-Encoding: chunked \t",
                                         before=CHUNKS),
}

# Valid: all of it must be carried out, and the connection is kept. These show that the
# test would notice a canary that runs.
CARRIED_OUT = {
    "one request": (get(), 1),
    "two pipelined requests": (get() + get(), 2),
    "a body of known length": (post(b"Content-Length: 2",
                                    b"Content-Type: application/json",
                                    body=b"{}") + get(), 2),
    "a length with zeros before it": (post(b"Content-Length: 002", body=b"{}") + get(),
                                      2),
    "blanks around values": (get(b"A: \t b \t", b"B:c", b"C:"), 1),
    "blanks behind a length": (post(b"Content-Length: 2 \t",
                                    b"Content-Type: application/json ",
                                    body=b"{}") + get(), 2),
    "blanks behind a host": (get(host=b"Host: x \t "), 1),
    "an absolute target": (target(b"http://x" + PATH), 1),
    "an absolute target in capitals": (target(b"HTTP://X" + PATH + b"?a=b"), 1),
    "an absolute target of https": (target(b"https://x" + PATH), 1),
    "cookies of 14 KiB": (get(b"Cookie: " + b"a" * 14336), 1),
    "many cookies of 14 KiB": (get(b"Cookie: " + b"ab=cde; " * 1792), 1),
    "cookies of 8 KiB in pieces": (get(b"Cookie: " + b"a" * 8192), 1),
    "cookies of 8 KiB twice": (get(b"Cookie: " + b"a" * 8192)
                               + get(b"Cookie: " + b"b" * 8192), 2),
    "a query that has everything": (target(PATH + b"?a=b&c=%20+%C3%A4&d[]=/?:@!$'()*,;"),
                                    1),
    "headers of 9 KiB": (get(*[b"A%d: " % i + b"a" * 950 for i in range(9)]), 1),
    "64 headers": (get(*[b"A%d: b" % i for i in range(62)]), 1),
    "64 headers of 5 KiB": (get(*[b"A%d: " % i + b"b" * 80 for i in range(62)]), 1),
    "a target of 8 KiB": (head(b"GET " + PATH + b"?" + b"a" * (8192 - len(PATH) - 1)
                               + b" HTTP/1.1",
                               *[b"A%d: " % i + b"b" * 40 for i in range(12)]), 1),
    "an empty line before the request": (b"\r\n" + get(), 1),
    "a request in pieces of a byte": (get(), 1),
}


class Server:
    def __init__(self, options):
        self.address = (options.host, options.port)
        self.wait_s = options.wait
        self.log = options.canary_log

    def executed(self):
        """Returns the paths carried out so far; None without a log."""
        if not self.log:
            return None
        with open(self.log, encoding="latin-1") as file:
            return file.read().splitlines()

    def send(self, payload, piece=1 << 30):
        """Returns what the server sends, and how the connection ends: closed, kept, or
        hanging."""
        end_s = time.monotonic() + self.wait_s
        received = b""
        with socket.create_connection(self.address, self.wait_s) as client:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                for i in range(0, len(payload), piece):
                    client.sendall(payload[i:i + piece])
            except (BrokenPipeError, ConnectionResetError):
                pass  # refused while it was being sent: an answer follows nevertheless
            while True:
                left_s = end_s - time.monotonic()
                if left_s <= 0:
                    return received, "open"
                client.settimeout(left_s)
                try:
                    more = client.recv(1 << 16)
                except socket.timeout:
                    return received, "open"
                except ConnectionResetError:
                    return received, "closed"
                if not more:
                    return received, "closed"
                received += more


def statuses(received):
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]


def canaries(lines):
    return sum("canary" in line for line in lines)


def check_refused(server, payload, only_errors):
    before = server.executed()
    received, end = server.send(payload)
    after = server.executed()
    found = statuses(received)
    if end != "closed":
        return f"the connection was not closed after {found}"
    if only_errors and any(status < 400 for status in found):
        return f"it was answered with {found}"
    if not only_errors and not found:
        return "it was not answered"
    if any(status >= 500 and status not in (501, 505) for status in found):
        return f"the server failed with {found}"
    if not only_errors and CANARY_ID.encode() in received:
        return "the hidden request was answered"
    if only_errors and len(found) > 1:
        return f"it was answered {len(found)} times"
    if only_errors and b"<html>" in received:
        return "it was answered with the page of the library"
    if before is not None and canaries(after) > canaries(before):
        return "the canary was carried out"
    if before is not None and only_errors and len(after) > len(before):
        return f"it was carried out: {after[len(before):]}"
    return None


def check_carried_out(server, name, payload, count):
    before = server.executed()
    piece = 1 << 30
    if "pieces" in name:
        piece = 1 if len(payload) < 1024 else 900
    received, end = server.send(payload, piece)
    after = server.executed()
    found = statuses(received)
    if len(found) != count:
        return f"{count} answers were due, {found} came"
    if end != "open":
        return "the connection was not kept"
    if before is not None and canaries(after) - canaries(before) != count:
        return f"{count} should have been carried out: {after[len(before):]}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--canary-log")
    parser.add_argument("--wait", type=float, default=3.0,
                        help="seconds after which a silent connection counts as hanging")
    options = parser.parse_args()
    server = Server(options)
    faults = []
    for name, payload in REFUSED.items():
        faults.append((name, check_refused(server, payload, True)))
    for name, payload in OUTER_ONLY.items():
        faults.append((name, check_refused(server, payload, False)))
    server.wait_s = min(server.wait_s, 0.5)
    for name, (payload, count) in CARRIED_OUT.items():
        faults.append((name, check_carried_out(server, name, payload, count)))
    for name, fault in faults:
        if fault:
            print(f"FAIL {name}: {fault}")
    failed = sum(fault is not None for _, fault in faults)
    print(f"{len(faults) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
