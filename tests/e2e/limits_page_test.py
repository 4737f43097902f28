"""The limits on /docs/limits are the limits that the instance enforces."""

import html
import re

import support
from support import test

RATES = {"KITH_READS_PER_MINUTE": "1611", "KITH_WRITES_PER_MINUTE": "1612",
         "KITH_TOOL_CALLS_PER_MINUTE": "1613", "KITH_TOOL_MESSAGES_PER_MINUTE": "1614",
         "KITH_IMAGES_PER_HALF_HOUR": "1615", "KITH_ANONYMOUS_PER_MINUTE": "1616",
         "KITH_CLIENTS_PER_HOUR": "0"}
UNITS = {"KiB": 1024, "MiB": 1024 * 1024}


def rows(kith):
    """Returns the page as {what: how much}."""
    page = kith.http("GET", "/docs/limits").text
    found = re.findall(r'<tr><td>(.*?)</td><td class="number">(.*?)</td></tr>', page)
    return {html.unescape(what): html.unescape(much) for what, much in found}


def amount(kith, beginning):
    """Returns a number of the page; sizes are in bytes."""
    said = next(much for what, much in rows(kith).items() if what.startswith(beginning))
    number, _, unit = said.partition(" ")
    return int(number.replace(",", "")) * UNITS.get(unit, 1)


@test
def says_what_the_operator_has_set(kith):
    said = list(rows(kith).values())
    for name, value in RATES.items():
        shown = "no limit" if value == "0" else f"{value[0]},{value[1:]}"
        assert said.count(shown) == 1, (name, said)
    assert not any("0 is no limit" in what or ";" in what for what in rows(kith))


@test
def says_every_bound_with_a_number(kith):
    found = rows(kith)
    assert len(found) >= len(RATES) + 18, found
    for what, much in found.items():
        assert what[0].isupper()
        assert (much == "no limit" or re.match(r"[1-9][\d,]*( \w+)?$", much))


@test
def refuses_what_is_more_than_it_says(kith):
    token = kith.member("Bounded")
    for who, bound in ((token, amount(kith, "The body of a request, ")),
                       (None, amount(kith, "The body of a request without"))):
        for more, refused in ((0, False), (1, True)):
            body = b'{"email": "' + b"a" * (bound + more - 13) + b'"}'
            path = "/v1/posts" if who else "/v1/auth/password/forgot"
            answer = kith.http("POST", path, raw=body, token=who,
                               headers={"Content-Type": "application/json"})
            assert (answer.status == 413) == refused, (len(body), answer.status,
                                                       answer.text)
    depth = amount(kith, "Nesting of JSON")
    for levels, code in ((depth, "validation_failed"), (depth + 1, "malformed_request")):
        answer = kith.http("POST", "/v1/posts", token=token, headers={
            "Content-Type": "application/json"}, raw=(
                b'{"kind": ' + b"[" * (levels - 1) + b"]" * (levels - 1) + b"}"))
        assert answer.code == code, (levels, answer.text)
    items = amount(kith, "Items on one page")
    for limit, status in ((items, 200), (items + 1, 422)):
        assert kith.http("GET", f"/v1/posts?limit={limit}", token=token).status == status
    target = amount(kith, "The URL of a request")
    for size, status in ((target, 422), (target + 1, 431)):
        path = "/v1/posts?q=" + "a" * (size - len("/v1/posts?q="))
        assert kith.http("GET", path, token=token).status == status, size


@test
def gives_as_many_tokens_and_introductions_as_it_says(kith):
    kith.kithctl("member", "create", "--email", "collector@example.org", "--name",
                 "Collector", "--password", "a phrase that is long enough", "--active")
    signed = kith.http("POST", "/v1/auth/sign-in", {
        "email": "collector@example.org", "password": "a phrase that is long enough"})
    session = signed.json["token"]
    most = amount(kith, "Personal access tokens")
    for i in range(most):
        made = kith.http("POST", "/v1/auth/tokens",
                         {"name": f"T{i}", "scopes": ["profile"]}, session)
        assert made.status == 200, made.text
    one_more = kith.http("POST", "/v1/auth/tokens",
                         {"name": "More", "scopes": ["profile"]}, session)
    assert one_more.code == "validation_failed" and str(most) in one_more.text
    daily = amount(kith, "Introductions")
    token = kith.token("Collector")
    for i in range(daily + 1):
        known = kith.member(f"Known{i}")
        assert kith.http("POST", "/v1/me/onboarding", {"handle": f"known-{i}"},
                         known).status == 200
        asked = kith.http("POST", "/v1/intros",
                          {"contextKind": "profile", "toHandle": f"known-{i}",
                           "message": "Hello"}, token)
        assert (asked.status == 200) == (i < daily), (i, asked.text)
    assert asked.code == "rate_limited", asked.text


@test
def keeps_as_many_former_slugs_as_it_says(kith):
    admin = kith.member("Renamer", "--active", "--admin")
    most = amount(kith, "Former slugs of an organization")
    kith.http("POST", "/v1/orgs", {"slug": "renamed-0", "name": "Renamed"}, admin)
    for i in range(1, most + 2):
        answer = kith.http("PATCH", "/v1/orgs/renamed-0", {"slug": f"renamed-{i}"}, admin)
        assert (answer.status == 200) == (i <= most), (i, answer.text)
    assert answer.code == "rate_limited" and "Retry-After" in answer.headers, answer.text


support.main(__name__, KITH_RATE_LIMITS="on", **RATES)
