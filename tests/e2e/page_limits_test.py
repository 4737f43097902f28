"""What pages and approvals take of the limits of their member."""

import socket
import time

import support
from pages import asking_token, get, post, signed_in
from support import test

UNREACHABLE = "http://127.0.0.1:1/a.png"


@test
def an_image_from_an_address_counts_on_a_page(kith):
    """Known attack: the form fetched as often as a member may write."""
    cookie, csrf = signed_in(kith, "Ada")
    form = {"csrf": csrf, "url": UNREACHABLE}
    statuses = [post(kith, "/me/avatar/from-url", form, cookie).status for _ in range(5)]
    assert statuses == [422] * 4 + [429], statuses
    token = kith.token("Ada")
    rest = kith.http("PUT", "/v1/me/avatar/from-url", {"url": UNREACHABLE}, token)
    assert rest.status == 429, rest.text


def approve(kith, approval, csrf, cookie):
    return post(kith, f"/approvals/{approval}/approve", {"csrf": csrf}, cookie).status


@test
def each_approval_of_an_image_counts(kith):
    """Known attack: a request whose image cannot be fetched waits and is approved again
    and again."""
    cookie, csrf = signed_in(kith, "Betty")
    asked = kith.http("PUT", "/v1/me/avatar/from-url", {"url": UNREACHABLE},
                      asking_token(kith, cookie, csrf)["token"])
    assert asked.status == 202, asked.text
    statuses = [approve(kith, asked.json["id"], csrf, cookie) for _ in range(4)]
    assert statuses == [422] * 3 + [429], statuses


@test
def an_approval_counts_as_a_write(kith):
    cookie, csrf = signed_in(kith, "Clara")
    asked = kith.http("POST", "/v1/posts", {"kind": "idea", "title": "Looms",
                                            "body": "Cheap.",
                                            "publishTo": {"public": True}},
                      asking_token(kith, cookie, csrf)["token"])
    assert asked.status == 202, asked.text
    statuses = [approve(kith, asked.json["id"], csrf, cookie) for _ in range(40)]
    assert statuses[0] == 303 and statuses[-1] == 429, statuses
    assert kith.http("GET", "/v1/me", token=kith.token("Clara")).status == 200


@test
def the_count_of_the_bar_is_a_read(kith):
    """Known attack: a page without other reads counted the inbox without a limit."""
    cookie, _ = signed_in(kith, "Dora")
    token = kith.token("Dora")

    def is_used_up():
        for _ in range(110):
            assert get(kith, "/search", cookie).status == 200
        return kith.http("GET", "/v1/me", token=token).status == 429

    # A slow machine gives some back meanwhile.
    assert any(is_used_up() for _ in range(5))


@test
def malformed_chunks_after_a_while_are_answered_with_a_problem(kith):
    """Known attack: while the token is looked up again, the library answered."""
    token = kith.member("Eve")
    head = ("PATCH /v1/me HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {token}\r\n"
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    for wait_s in (0, 1.3):
        with socket.create_connection(("127.0.0.1", kith.port), timeout=10) as client:
            client.sendall(head.encode())
            time.sleep(wait_s)
            client.sendall(b"F" * 18 + b"\r\n")
            answer = client.recv(65536).decode().lower()
        assert answer.startswith("http/1.1 400 "), answer
        assert "malformed_request" in answer, answer
        assert "x-content-type-options: nosniff" in answer, answer


support.main(__name__, KITH_RATE_LIMITS="on", KITH_IMAGES_PER_HALF_HOUR="4",
             KITH_WRITES_PER_MINUTE="30", KITH_READS_PER_MINUTE="100",
             KITH_ANONYMOUS_PER_MINUTE="1000")
