"""Sixty-four members share connections, and no answer contains another member's data.

Each connection carries batches of calls of all members, two of different members in one
write. Each member's profile, ask and headline contain a unique mark, and every answer is
searched for marks. KITH_ISOLATION_CALLS sets the number of calls; the full run has
1000000.
"""

import concurrent.futures
import json
import os
import random
import re
import socket

import support
from support import test

MEMBERS = 64
CALLS = int(os.environ.get("KITH_ISOLATION_CALLS", "100000"))
THREADS = 4
BATCH = 20
CONNECTIONS = 8  # per thread
MARK = re.compile(rb"mark-(\d\d)-x")


class Member:
    def __init__(self, kith, number):
        name = f"Crowd{number:02}"
        self.number, self.token = number, kith.member(name)
        self.mark = f"mark-{number:02}-x"
        done = kith.http("POST", "/v1/me/onboarding", {"handle": f"crowd-{number:02}",
                                                       "bio": self.mark}, self.token)
        assert done.status == 200, done.text
        self.id = done.json["id"]
        # Without a target only the author can see it.
        made = kith.http("POST", "/v1/posts",
                         {"kind": "other", "title": self.mark, "body": "x",
                          "publishTo": {"public": False}}, self.token)
        assert made.status == 200, made.text
        self.ask = made.json["id"]


def post(kith, member, body):
    return (f"POST /mcp HTTP/1.1\r\nHost: localhost:{kith.port}\r\n"
            f"Authorization: Bearer {member.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body


def call(member, other, number):
    """Returns a request of a member, and a text that its answer must contain."""
    tool, arguments, proof = (
        ("get_my_profile", {}, member.id),
        ("get_post", {"id": other.ask}, "post_not_found"),
        ("get_post", {"id": member.ask}, member.mark),
        ("get_member", {"handle": f"crowd-{member.number:02}"}, member.mark),
        ("fetch", {"id": member.ask}, member.ask),
        ("get_post", {"id": other.ask}, "post_not_found"),
        ("get_post", {"id": member.ask}, member.ask),
        ("list_posts", {"mine": True}, member.ask),
        ("get_my_profile", {}, member.mark),
    )[number % 9]
    if number % 100 == 0:
        tool, proof = "update_my_profile", member.mark
        arguments = {"location": f"{member.mark} {number}"}
    if number % 100 == 50:
        tool, arguments, proof = "mark_notifications_read", {}, "unread"
    method, params = "tools/call", {"name": tool, "arguments": arguments}
    if number % 100 == 25:
        method, params, proof = "resources/read", {"uri": "kith://me/profile"}, member.id
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}, proof


def question(kith, members, first):
    """Returns a batch of some member or a single call, a function that checks the answer,
    and the number of calls."""
    member, other = random.sample(members, 2)
    size = random.choice((1, BATCH, BATCH, BATCH))
    calls = [call(member, other, number) for number in range(first, first + size)]
    messages = [message for message, _ in calls]
    sent = post(kith, member, json.dumps(messages if size > 1 else messages[0]).encode())

    def check(head, body):
        assert head.startswith(b"HTTP/1.1 200 "), (head, body)
        read = json.loads(body)
        answers = {answer["id"]: json.dumps(answer)
                   for answer in (read if size > 1 else [read])}
        assert len(answers) == size, body
        for message, proof in calls:
            assert proof in answers[message["id"]], (message, answers[message["id"]])
        assert {int(mark) for mark in MARK.findall(head + body)} <= {member.number}, (
            member.number, body)
    return sent, check, size


class Connection:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def answer(self):
        while b"\r\n\r\n" not in self.rest:
            self.read()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        size = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        while len(self.rest) < size:
            self.read()
        body, self.rest = self.rest[:size], self.rest[size:]
        return head, body

    def read(self):
        more = self.socket.recv(65536)
        assert more, "the connection was closed"
        self.rest += more


def run(kith, members, first, count):
    """Makes this many calls, two batches at a time on each connection."""
    connections = [Connection(kith.port) for _ in range(CONNECTIONS)]
    done = 0
    while done < count:
        asked = []
        for connection in connections:
            pair = []
            for _ in range(2):
                pair.append(question(kith, members, first + done))
                done += pair[-1][2]
            connection.socket.sendall(pair[0][0] + pair[1][0])
            asked.append((connection, [check for _, check, _ in pair]))
        for connection, checks in asked:
            for check in checks:
                check(*connection.answer())
        assert not any(connection.rest for connection in connections)
    for connection in connections:
        connection.socket.close()
    return done


@test
def nobody_is_answered_with_what_is_anothers(kith):
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        members = list(pool.map(lambda number: Member(kith, number), range(MEMBERS)))
    share = CALLS // THREADS
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        done = list(pool.map(lambda i: run(kith, members, 1 + i * (share + 1000), share),
                             range(THREADS)))
    assert sum(done) >= CALLS - THREADS, done
    print(f"{sum(done)} calls of {MEMBERS} members over {THREADS * CONNECTIONS} "
          "connections")


support.main(__name__)
