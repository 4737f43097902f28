"""Walks the orders of sign-up, another mail, verification, forgotten password, new
password and sign-in, with one person and with two who use the same address. Each order
runs over REST and over the pages."""

import email
import email.policy
import glob
import os
import re
import threading

import support
from pages import get, post
from support import test
from threads import all_at_once

PASSWORDS = {"A": "apricots are orange", "B": "blueberries are blue",
             "C": "cherries are crimson"}
TOGETHER = 3  # password hashes of more would time out on a busy machine

# What a step does, and what it answers:
#   A up        signs up with password A: an empty word means that it is accepted
#   resend      asks for another verification mail; forgot: for a link to a new password
#   verify 2    opens the second verification link: ok; choose: without a password; gone
#   A in        signs in with password A: ok; unverified; wrong
#   C by link 1     sets password C with the token of the first verification link
#   C by reset 1    sets password C with the first link of "forgot" or of a verification
ORDERS = {
    # One person.
    "the first link": ("A up, A in unverified, verify 1 ok, A in ok, verify 1 gone,"
                       "A in ok, C by link 1 gone"),
    "another mail": (
        "A up, resend, A in unverified, verify 2 ok, A in ok, verify 1 gone"),
    "another mail that was not needed": (
        "A up, resend, verify 1 ok, A in ok, verify 2 gone"),
    "two more mails": "A up, resend, resend, verify 3 ok, A in ok, C by link 3 gone",
    "signing up twice": "A up, A up, verify 2 ok, A in ok, verify 1 gone",
    "signing up twice and another mail": "A up, A up, resend, verify 3 ok, A in ok",
    "another mail and signing up again": "A up, resend, A up, verify 3 ok, A in ok",
    "forgotten before verification": ("A up, forgot, A in unverified, verify 2 choose,"
                                      "A in wrong, C by link 2 ok, C in ok"),
    "forgotten before and after": ("A up, forgot, verify 1 choose, C by link 1 ok,"
                                   "C in ok, A in wrong"),
    "another mail, and forgotten": ("A up, resend, verify 2 ok, forgot, A in ok,"
                                    "C by reset 1 ok, C in ok, A in wrong,"
                                    "C by reset 1 gone, C by link 2 gone"),
    "a new password too early": (
        "A up, C by link 1 gone, verify 1 ok, A in ok, C in wrong"),
    "signing up with an account": "A up, verify 1 ok, A up, A in ok",
    "another mail with an account": ("A up, verify 1 ok, resend, forgot, C by reset 1 ok,"
                                     "A up, A in wrong, C in ok"),
    "a wrong password": "A up, C in wrong, verify 1 ok, C in wrong, A in ok",
    # Two people, or one who types another password.
    "a stranger first, whose link is opened": (
        "B up, A up, verify 1 choose, A in wrong, B in wrong, verify 1 gone,"
        "verify 2 gone, C by link 1 ok, C in ok, B in wrong, C by link 1 gone"),
    "a stranger first, and the own link": (
        "B up, A up, verify 2 choose, B in wrong, A in wrong, C by reset 1 ok, C in ok,"
        "C by link 2 gone"),
    "a stranger first, and another mail": (
        "B up, A up, resend, verify 3 choose, B in wrong, C by link 3 ok, C in ok,"
        "C by reset 1 gone"),
    "another mail before a stranger": (
        "A up, resend, B up, verify 2 choose, B in wrong, A by link 2 ok, A in ok"),
    "another mail for a stranger's sign-up": (
        "B up, resend, A up, verify 2 choose, B in wrong, A by link 2 ok, A in ok"),
    "a stranger between": (
        "A up, B up, A up, verify 3 choose, B in wrong, C by link 3 ok, C in ok"),
    "the latest sign-up is told": "A up, B up, A in wrong, B in unverified",
    "forgotten with two sign-ups": (
        "A up, B up, forgot, verify 3 choose, A in wrong, forgot, C by reset 2 ok,"
        "C in ok, C by link 3 gone"),
    "no password yet, and signing up again": (
        "A up, B up, verify 1 choose, A up, B up, A in wrong, B in wrong,"
        "C by link 1 ok, C in ok, B in wrong"),
    "a stranger later": (
        "A up, verify 1 ok, B up, B in wrong, A in ok, resend, B in wrong"),
}


class Mails:
    """The mails of an instance by address. Each file is read once."""

    def __init__(self, kith):
        self.folder, self.lock = os.path.join(kith.run_dir, "mail"), threading.Lock()
        self.known, self.found = set(), {}

    def to(self, address):
        """Returns the texts of the mails to an address, oldest first."""
        with self.lock:
            paths = set(glob.glob(os.path.join(self.folder, "*.eml"))) - self.known
            for path in sorted(paths, key=os.path.getmtime):
                with open(path, "rb") as file:
                    mail = email.message_from_binary_file(
                        file, policy=email.policy.default)
                self.found.setdefault(str(mail["To"]), []).append(
                    mail.get_body(("plain",)).get_content())
            self.known |= paths
            return [text for to, texts in self.found.items() if address in to
                    for text in texts]


class Rest:
    """The steps as a program carries them out."""

    def __init__(self, kith, address):
        self.kith, self.address = kith, address

    def call(self, path, **body):
        return self.kith.http("POST", "/v1/auth/" + path, body)

    def sign_up(self, password):
        assert self.call("sign-up", email=self.address, password=password,
                         name="Ada").status == 202

    def ask(self, what):
        path = {"resend": "verify-email/resend", "forgot": "password/forgot"}[what]
        assert self.call(path, email=self.address).status == 202

    def verify(self, token):
        answer = self.call("verify-email", token=token)
        if answer.status == 200:
            assert answer.json["email"] == self.address, answer.text
            return "choose" if answer.json["passwordNeeded"] else "ok"
        assert answer.code == "token_not_found", answer.text
        return "gone"

    def sign_in(self, password):
        answer = self.call("sign-in", email=self.address, password=password)
        if answer.status == 200:
            return "ok"
        return {"invalid_credentials": "wrong",
                "email_not_verified": "unverified"}[answer.code]

    def set_password(self, token, password):
        answer = self.call("password/reset", token=token, password=password)
        assert answer.status == 204 or answer.code == "token_not_found", answer.text
        return "ok" if answer.status == 204 else "gone"


def links_of(page):
    return set(re.findall(r'href="(/[^"?]*)', page.text))


class Pages:
    """The steps as a person carries them out."""

    def __init__(self, kith, address):
        self.kith, self.address = kith, address

    def sign_up(self, password):
        answer = post(self.kith, "/sign-up", {"email": self.address, "name": "Ada",
                                              "password": password})
        assert answer.headers["Location"] == "/check-mail", answer.text

    def ask(self, what):
        path = {"resend": "/check-mail", "forgot": "/forgot-password"}[what]
        answer = post(self.kith, path, {"email": self.address})
        assert answer.headers["Location"].startswith(path + "?done="), answer.text

    def verify(self, token):
        answer = post(self.kith, "/verify-email", {"token": token})
        if answer.status != 303:
            return self.gone(answer, "/check-mail")
        where = answer.headers["Location"]
        page = get(self.kith, where)
        assert "Your e-mail address is confirmed." in page.text, page.text
        if where.startswith("/sign-in?"):
            return "ok"
        assert where.startswith("/reset-password?"), where
        assert f'name="token" value="{token}"' in page.text, page.text
        return "choose"

    def gone(self, page, *ways):
        """A link that leads nowhere has no form, and names ways on."""
        assert page.status == 404 and "<form" not in page.text, page.text
        assert {"/sign-in", "/forgot-password", *ways} <= links_of(page), page.text
        return "gone"

    def sign_in(self, password):
        answer = post(self.kith, "/sign-in",
                      {"email": self.address, "password": password})
        if answer.status == 303:
            return "ok"
        unverified = 'action="/check-mail"' in answer.text
        assert unverified == (answer.status == 403), answer.text
        return "unverified" if unverified else "wrong"

    def set_password(self, token, password):
        answer = post(self.kith, "/reset-password",
                      {"token": token, "password": password})
        if answer.status != 303:
            return self.gone(answer)
        assert answer.headers["Location"] == "/sign-in?done=password_reset"
        return "ok"


class Order:
    """Carries out one order of steps for an address of its own."""

    def __init__(self, driver, mails):
        self.driver, self.kith, self.mails = driver, driver.kith, mails
        self.verified = False

    def link(self, path, number):
        """Waits for the link of this number, and returns its token."""
        pattern = re.escape(self.kith.base + path) + r"\?token=([\w-]+)"

        def look():
            found = [match.group(1) for text in self.mails.to(self.driver.address)
                     for match in [re.search(pattern, text)] if match]
            return found[number - 1] if len(found) >= number else None
        return support.eventually(look)

    def expect_mail(self, act, *arguments):
        def count():
            return len(self.mails.to(self.driver.address))
        before = count()
        act(*arguments)
        support.eventually(lambda: count() > before)

    def step(self, words):
        """Returns what the step answers; an empty word if there is one answer only."""
        driver = self.driver
        if words[0] in ("resend", "forgot"):
            # An account gets no verification mail; the next mail shows that none came.
            if words[0] == "resend" and self.verified:
                driver.ask("resend")
            else:
                self.expect_mail(driver.ask, words[0])
            return ""
        if words[0] == "verify":
            answer = driver.verify(self.link("/verify-email", int(words[1])))
            self.verified = self.verified or answer != "gone"
            return answer
        password = PASSWORDS[words[0]]
        if words[1] == "up":
            self.expect_mail(driver.sign_up, password)
            return ""
        if words[1] == "in":
            return driver.sign_in(password)
        path = {"link": "/verify-email", "reset": "/reset-password"}[words[2]]
        return driver.set_password(self.link(path, int(words[3])), password)

    def walk(self, steps):
        """Returns the steps with their answers, as they are written above."""
        lines = []
        for line in steps.split(","):
            words = line.split()
            known = words[-1] in ("ok", "choose", "gone", "unverified", "wrong")
            asked = words[:-1] if known else words
            lines.append(" ".join([*asked, self.step(asked)]).strip())
        return ", ".join(lines)


def walk_all(kith, driver):
    waiting, mails = list(enumerate(ORDERS.items())), Mails(kith)
    faults = []

    def walk():
        while waiting:
            at, (name, steps) = waiting.pop(0)
            address = f"{driver.__name__.lower()}{at}@example.org"
            steps = ", ".join(step.strip() for step in steps.split(","))
            try:
                found = Order(driver(kith, address), mails).walk(steps)
            except Exception as fault:
                raise AssertionError(f"{name}: {steps}") from fault
            if found != steps:
                faults.append(f"{name}:\n  expected {steps}\n  found    {found}")
    all_at_once([walk] * TOGETHER)
    assert not faults, "\n".join(faults)


@test
def every_order_ends_well_over_rest(kith):
    walk_all(kith, Rest)


@test
def every_order_ends_well_on_the_pages(kith):
    walk_all(kith, Pages)


@test
def a_link_without_its_token_has_no_form(kith):
    for path, way in (("/verify-email", "/check-mail"),
                      ("/reset-password", "/forgot-password")):
        page = get(kith, path)
        assert "The link is incomplete." in page.text, page.text
        assert "<form" not in page.text and way in links_of(page), page.text


support.main(__name__, KITH_REGISTRATION="approval")
