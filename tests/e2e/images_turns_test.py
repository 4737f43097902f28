"""Tests that the images of some members do not keep others waiting."""

import socket
import threading
import time

import images
import support
from support import test

PNG = images.png(100, 60)


def put(kith, token, data, kind="image/png"):
    return kith.http("PUT", "/v1/me/avatar", raw=data, token=token,
                     headers={"Content-Type": kind})


@test
def a_jpeg_has_a_hundred_scans_at_most(kith):
    token = kith.member("Grace")
    assert put(kith, token, images.progressive(64, 64, 10), "image/jpeg").status == 200
    assert put(kith, token, images.progressive(64, 64, 100), "image/jpeg").status == 200
    many = images.progressive(4000, 4000, 880)
    began = time.monotonic()
    for data in (images.progressive(64, 64, 101), many, many[:-2]):
        refused = put(kith, token, data, "image/jpeg")
        assert refused.status == 422, refused.text
        assert refused.faults == {("#/file", "too_large")}, refused.text
        assert "100 scans" in refused.text
    assert time.monotonic() - began < 3


@test
def the_images_of_one_member_hold_up_no_other(kith):
    attacker, other = kith.member("Ada"), kith.member("Betty")
    slow, answers = images.progressive(1000, 1000, 100), []

    def send(_):
        answers.append(put(kith, attacker, slow, "image/jpeg"))

    threads = [threading.Thread(target=send, args=(i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    while not answers:
        time.sleep(0.01)
    before = len(answers)
    assert put(kith, other, PNG).status == 200
    # Without turns, most of the other fifteen would be answered first.
    assert len(answers) - before <= 4, (before, len(answers))
    for thread in threads:
        thread.join()
    assert {answer.status for answer in answers} <= {200, 503}, answers


class Stalled:
    """Announced bodies that never arrive: they hold memory for bodies."""

    def __init__(self, kith, tokens, each):
        self.kith, self.over = kith, threading.Event()
        self.threads = [threading.Thread(target=self.hold, args=(token,))
                        for token in tokens for _ in range(each)]

    def hold(self, token):
        head = (f"PUT /v1/me/avatar HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                f"{token}\r\nContent-Type: image/png\r\nContent-Length: {8 << 20}"
                "\r\n\r\n").encode()
        while not self.over.is_set():
            with socket.create_connection(("127.0.0.1", self.kith.port)) as client:
                client.sendall(head)
                client.settimeout(0.2)
                while not self.over.is_set():
                    try:
                        client.recv(1)
                        break  # refused or ended: it comes again
                    except socket.timeout:
                        continue
                    except OSError:
                        break

    def __enter__(self):
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()


@test
def stalled_uploads_of_some_members_keep_no_other_out(kith):
    for count, bound_s in ((1, 5), (4, 8)):
        holders = [kith.member(f"holder{count}{i}") for i in range(count)]
        others = [kith.member(f"waiter{count}{i}") for i in range(4)]
        with Stalled(kith, holders, 6):
            time.sleep(1)
            for token in others:
                began = time.monotonic()
                answer = put(kith, token, images.png(600, 400, level=0))
                took = time.monotonic() - began
                assert answer.status == 200 and took < bound_s, (answer.status, took)


support.main(__name__)
