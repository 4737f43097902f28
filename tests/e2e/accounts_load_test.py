"""Tests that hashing passwords does not keep other requests waiting."""

import time

import support
from support import test
from threads import Together

PASSWORD = "a long enough phrase"
BUSY = "busy@example.org"


def sign_in(kith):
    return kith.http("POST", "/v1/auth/sign-in", {"email": BUSY, "password": PASSWORD})


def median_ms(samples):
    return sorted(samples)[len(samples) // 2] * 1000


@test
def hashing_does_not_keep_readers_waiting(kith):
    """Sixteen simultaneous sign-ins share two workers; reads continue meanwhile."""
    reader = kith.member("Patient")
    kith.kithctl("member", "create", "--email", BUSY, "--name", "Busy",
                 "--password", PASSWORD, "--active")
    assert sign_in(kith).status == 200

    def read(count):
        took = []
        for _ in range(count):
            began = time.monotonic()
            assert kith.http("GET", "/v1/me", token=reader).status == 200
            took.append(time.monotonic() - began)
        return took

    read(20)
    people = [lambda: sign_in(kith).status] * 16
    with Together(people) as signing_in:
        busy = read(20)
    assert signing_in.results == [200] * 16, signing_in.results
    # One hash takes about 50 ms, so sixteen on two workers take 400 ms.
    assert median_ms(busy) < 150, median_ms(busy)


support.main(__name__)
