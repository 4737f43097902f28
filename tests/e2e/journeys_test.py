"""Leads people through the pages in a browser: founder and investor, community manager
and member, lead, administrator. Each journey is traveled with scripts, without scripts,
and by keyboard alone (reference/journeys.mjs)."""

import json
import os
import re

import images
import packages
import support
from pages import PASSWORD
from support import test

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")
WAYS = ("scripts", "plain", "keyboard")
STEPS = 30  # of one way


def member(kith, tag, name, role="member", **profile):
    """Creates a member, and returns a token. A guest never signs in, so a guest has no
    password to hash."""
    address = f"{role}-{tag}@example.org"
    password = () if role.startswith("guest-") else ("--password", PASSWORD)
    kith.kithctl("member", "create", "--email", address, "--name", f"{name} {tag}",
                 "--active", *password)
    token = kith.token(f"{role}-{tag}")
    made = kith.http("POST", "/v1/me/onboarding",
                     {"handle": f"{role}-{tag}", **profile}, token)
    assert made.status == 200, made.text
    return token


def sign_up(kith, tag):
    """Creates an account that waits for an administrator."""
    address = f"pending-{tag}@example.org"
    body = {"email": address, "password": PASSWORD, "name": "Pia"}
    # A busy machine may not hash a password in time.
    support.eventually(
        lambda: kith.http("POST", "/v1/auth/sign-up", body).status == 202, 60)
    token = kith.mailed_token(address, "/verify-email")
    assert kith.http("POST", "/v1/auth/verify-email", {"token": token}).status < 300


def furnish(kith, root, tag):
    """Creates those whom the travelers of one way meet, and returns their tokens."""
    tokens = {f"guest-{one}-{tag}": member(kith, tag, one.capitalize(), f"guest-{one}")
              for one in ("one", "two", "three")}
    for name, role, profile in (
            ("Ines", "investor", {"roles": ["investor"],
                                  "skills": [f"Carding {tag}"]}),
            ("Mira", "manager", {}),
            ("Wanda", "waiter", {}), ("Lea", "lead", {}), ("Milo", "mate", {}),
            ("Rene", "reader", {})):
        member(kith, tag, name, role, **profile)
    seller = member(kith, tag, "Sam", "seller")
    kith.publish(seller, f"Cheap looms {tag}")
    for owner, slug, name in ((root, f"harbour-{tag}", f"Harbour Lab {tag}"), (
            member(kith, tag, "Olga", "owner"), f"guild-{tag}", f"Guild {tag}")):
        organization(kith, root, owner, slug, name)
    sign_up(kith, tag)
    return tokens


def organization(kith, root, owner, slug, name):
    """Creates an open organization that belongs to this member."""
    made = kith.http("POST", "/v1/orgs", {"slug": slug, "name": name}, root)
    assert made.status == 200, made.text
    changed = kith.http("PATCH", f"/v1/orgs/{slug}", {
        "visibility": "public", "joinPolicy": "open"}, root)
    assert changed.status == 200, changed.text
    if owner != root:
        kith.sql("UPDATE org_members SET member_id = (SELECT id FROM members WHERE email"
                 f" = 'owner-{slug.removeprefix('guild-')}@example.org') WHERE org_id ="
                 f" (SELECT id FROM orgs WHERE slug = '{slug}')")


@test
def leads_people_with_and_without_scripts_and_by_keyboard(kith):
    browser = packages.chromium()
    packages.install(FOLDER, "--ignore-scripts")
    kith.kithctl("member", "create", "--email", "root@example.org", "--name", "Root",
                 "--password", PASSWORD, "--admin")
    root, tokens = kith.token("root", "admin"), {}
    for tag in WAYS:
        tokens.update(furnish(kith, root, tag))
    picture, file = (os.path.join(kith.home, name) for name in ("a.png", "tokens.json"))
    with open(picture, "wb") as out:
        out.write(images.png(256, 256))
    with open(file, "w") as out:
        json.dump(tokens, out)
    said = packages.node("journeys.mjs", FOLDER, 400, KITH_URL=kith.base,
                         KITH_CHROMIUM=browser, KITH_PICTURE=picture, KITH_TOKENS=file,
                         KITH_MAILS=os.path.join(kith.run_dir, "mail"))
    passed = re.search(r"^(\d+) passed, 0 failed$", said, re.M)
    assert passed, said
    assert int(passed.group(1)) >= STEPS * len(WAYS) or os.environ.get("KITH_JOURNEY")


support.main(__name__)
