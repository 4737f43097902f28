"""Tests texts of every script through a whole instance: addresses beyond ASCII, names that
show nothing, and searches."""

from urllib.parse import quote

import support
from support import test

PASSWORD = "a long enough phrase"
STORED = "max@xn--mller-kva.example"


def sign_in(kith, email):
    return kith.http("POST", "/v1/auth/sign-in", {"email": email, "password": PASSWORD})


def join(kith, email, name, handle):
    """Returns a session of a new member who can be found."""
    kith.kithctl("member", "create", "--email", email, "--name", name,
                 "--password", PASSWORD, "--active")
    token = sign_in(kith, email).json["token"]
    answer = kith.http("POST", "/v1/me/onboarding", {"handle": handle}, token)
    assert answer.status == 200, answer.text
    return token


def found(kith, token, q):
    answer = kith.http("GET", "/v1/members?q=" + quote(q), token=token)
    assert answer.status == 200, answer.text
    return [(card["name"], card["reasons"]) for card in answer.json["items"]]


@test
def both_forms_of_an_address_find_the_same_account(kith):
    join(kith, "max@müller.example", "Max", "max-mueller")
    for email in ("max@müller.example", "MAX@MÜLLER.example", STORED):
        answer = sign_in(kith, email)
        assert answer.status == 200, (email, answer.text)
    me = kith.http("GET", "/v1/me", token=answer.json["token"])
    assert me.json["email"] == STORED, me.text
    wish = {"email": "max@müller.example"}
    assert kith.http("POST", "/v1/auth/password/forgot", wish).status == 202
    assert kith.mailed_token(STORED, "/reset-password")
    assert sign_in(kith, "mäx@example.org").code == "validation_failed"


@test
def addresses_are_answered_as_uris(kith):
    token = sign_in(kith, STORED).json["token"]
    answer = kith.http("PATCH", "/v1/me", {
        "links": {" Bücher ": "https://bücher.example/straße?q=é"}}, token)
    assert answer.status == 200, answer.text
    profile = kith.http("GET", "/v1/me", token=token).json
    assert profile["profile"]["links"] == {
        "Bücher": "https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A9"}, profile


@test
def short_texts_show_something_on_one_line(kith):
    token = sign_in(kith, STORED).json["token"]
    for change, pointer, code in (
            ({"skills": ["a\nb"]}, "#/skills/0", "format"),
            ({"skills": ["\u2800"]}, "#/skills/0", "too_short"),
            ({"links": {"\u3164": "https://a.example"}}, "#/links/\u3164", "too_short"),
            ({"links": {"a\nb": "https://a.example"}}, "#/links/a\nb", "format")):
        answer = kith.http("PATCH", "/v1/me", change, token)
        assert answer.status == 422, answer.text
        fault = answer.json["errors"][0]
        assert (fault["pointer"], fault["code"]) == (pointer, code), answer.text
    for name in ("\u2800", "\u0301\u200d"):
        answer = kith.http("PATCH", "/v1/auth/account", {"name": name}, token)
        assert answer.json["errors"][0]["code"] == "too_short", answer.text


@test
def searches_find_words_of_every_script(kith):
    token = sign_in(kith, STORED).json["token"]
    for number, name in enumerate(("田中太郎", "O'Brien", "أحمد")):
        join(kith, f"m{number}@example.org", name, f"person-{number}")
    kith.http("PATCH", "/v1/me", {"skills": ["C++"], "bio": "می\u200cخواهم"}, token)
    for q, expected in (
            ("太郎", [("田中太郎", ["name"])]), ("OBrien", [("O'Brien", ["name"])]),
            ("احمد", [("أحمد", ["name"])]), ("C++", [("Max", ["skills"])]),
            ("میخواهم", [("Max", ["bio"])]), ("C#", []), ("%", []),
            ("太郎 c++ nobody", [("田中太郎", ["name"]), ("Max", ["skills"])])):
        assert found(kith, token, q) == expected, (q, found(kith, token, q))
    assert len(found(kith, token, "")) == 4


support.main(__name__)
