"""Floods the sign-in from one network while a member of another network signs in."""

import itertools
import threading
import time

import support
from support import test

PASSWORD = "a long enough phrase"
PER_SECOND = 20
VICTIM_S = 2  # the longest sign-in of somebody in another network
TRIES = 5


class Flood:
    """Sign-ins that fail, from the addresses of one network, at a rate that does not
    depend on the answers."""

    def __init__(self, kith, network="203.0.113", per_second=PER_SECOND):
        self.kith, self.network, self.per_second = kith, network, per_second
        self.over, self.statuses, self.threads = threading.Event(), [], []
        self.pacer = threading.Thread(target=self.pace)

    def guess(self, number):
        answer = self.kith.sign_in(f"stranger{number}@example.org", "wrong password",
                                   f"{self.network}.{number % 250 + 1}")
        self.statuses.append(answer.status)

    def pace(self):
        began = time.monotonic()
        for number in itertools.count():
            wait_s = began + number / self.per_second - time.monotonic()
            if self.over.wait(max(wait_s, 0)):
                break
            self.threads.append(threading.Thread(target=self.guess, args=(number,)))
            self.threads[-1].start()

    def __enter__(self):
        self.pacer.start()
        time.sleep(4)  # calls wait by then
        return self

    def __exit__(self, *_):
        self.over.set()
        self.pacer.join()
        for thread in self.threads:
            thread.join()


def seconds_of(kith, address, email):
    began = time.monotonic()
    answer = kith.sign_in(email, PASSWORD, address)
    assert answer.status == 200, answer.text
    return time.monotonic() - began


@test
def a_flood_from_one_network_delays_no_sign_in_from_another(kith):
    kith.kithctl("member", "create", "--email", "victim@example.org", "--name", "Victim",
                 "--password", PASSWORD, "--active")
    # A sign-in waits for one of the flood, whose hashes take long on a busy machine.
    began = time.monotonic()
    kith.sign_in("stranger@example.org", PASSWORD, "203.0.113.254")
    most_s = max(VICTIM_S, 5 * (time.monotonic() - began))
    with Flood(kith) as flood:
        took = [seconds_of(kith, "198.51.100.7", "victim@example.org")
                for _ in range(TRIES)]
    assert max(took) < most_s, (took, most_s)
    assert set(flood.statuses) <= {401, 429, 503, 504}, set(flood.statuses)


support.main(__name__, KITH_RATE_LIMITS="on", KITH_TRUSTED_PROXIES="127.0.0.1")
