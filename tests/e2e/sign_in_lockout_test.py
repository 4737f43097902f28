"""Strangers use up the limits of one account while its owner signs in."""

from concurrent.futures import ThreadPoolExecutor

import support
from support import test

PASSWORD, OWNER = "loom weaver seven", "owner@example.org"


def forgot(kith, address):
    """Asks for a link, and returns how many mails the owner has got then."""
    answer = kith.http("POST", "/v1/auth/password/forgot", {"email": OWNER},
                       headers={"X-Forwarded-For": address})
    assert (answer.status, answer.json) == (202, {"status": "reset_sent"}), answer.text
    support.eventually(lambda: kith.sql("SELECT count(*) FROM mail_requests") == "0")
    return int(kith.sql("SELECT count(*) FROM outbox WHERE payload ->> 'template' ="
                        f" 'reset_password' AND payload ->> 'toAddress' = '{OWNER}'"))


@test
def a_flood_at_one_account_leaves_its_owner_the_known_network(kith):
    kith.kithctl("member", "create", "--email", OWNER, "--name", "Owner",
                 "--password", PASSWORD, "--active")
    assert kith.sign_in(OWNER, PASSWORD, "198.51.100.7").status == 200
    addresses = [f"203.0.{number % 16}.7" for number in range(16 * 7)]
    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(
            lambda address: kith.sign_in(OWNER, "wrong password", address).status,
            addresses))
    assert statuses.count(401) == 100 and statuses.count(429) == 12, statuses
    assert kith.sign_in(OWNER, PASSWORD, "192.0.2.1").status == 429
    assert kith.sign_in(OWNER, PASSWORD, "198.51.100.7").status == 200
    assert kith.sign_in(OWNER, PASSWORD, "198.51.100.8").status == 200


@test
def mails_of_strangers_leave_the_known_network_of_the_owner_its_own(kith):
    counts = [forgot(kith, f"203.0.113.{number}") for number in range(1, 8)]
    assert counts == [1, 2, 3, 4, 5, 5, 5], counts
    assert forgot(kith, "198.51.100.9") == 6
    assert forgot(kith, "192.0.3.2") == 6


support.main(__name__, KITH_RATE_LIMITS="on", KITH_TRUSTED_PROXIES="127.0.0.1")
