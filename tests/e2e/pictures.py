"""Makes the pictures of the README from an instance with a few members:

    KITH_BUILD=build python3 tests/e2e/pictures.py docs/images
"""

import os
import sys

import images
import packages
import pages_stage as stage
import support

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")
EDGE = 256
PEOPLE = (
    ("Ada Brandt", "ada", "Restores looms, and builds new ones", ["founder"], "#c2553a"),
    ("Tomás Okafor", "tomas", "Invests in machines that last", ["investor"], "#2f6f9f"),
    ("Priya Raghunathan", "priya", "Runs a knitting studio", ["operator"], "#7a4fa3"),
    ("Li Xiaolong", "xiaolong", "Compilers and looms", ["founder"], "#2c8a5b"),
)
ASKS = (
    ("priya", "operator_wanted", "Somebody who runs a mill at night",
     "Four looms, one shift, in Aberdeen."),
    ("xiaolong", "cofounder_wanted", "A cofounder who sells to mills",
     "The software draws; nobody sells it yet."),
    ("tomas", "idea", "Could heat from server rooms dry wool?",
     "I look for critics, and for a server room."),
    ("ada", "seeking_investors", "A second loom hall in Aberdeen",
     "We raise 400,000 for a second hall and have half of it."),
)


def portrait(color):
    """Returns a picture of a person: a head and shoulders in two shades of a color."""
    full = bytes.fromhex(color[1:])
    pale = bytes((value + 3 * 255) // 4 for value in full)
    middle, rows = EDGE / 2, []
    for y in range(EDGE):
        row = bytearray()
        for x in range(EDGE):
            head = (x - middle) ** 2 + (y - EDGE * .4) ** 2 < (EDGE * .19) ** 2
            body = (x - middle) ** 2 + (y - EDGE * 1.05) ** 2 < (EDGE * .4) ** 2
            row += full if head or body else pale
        rows.append(bytes(row))
    return images.png(EDGE, EDGE, rows=rows)


def furnish(kith):
    """Creates members, an organization, asks, an event and an introduction."""
    tokens = {}
    for name, handle, headline, roles, color in PEOPLE:
        address = f"{handle}@harbour.example"
        kith.kithctl("member", "create", "--email", address, "--name", name, "--password",
                     stage.PASSWORD, "--admin" if handle == "ada" else "--active")
        token = tokens[handle] = stage.token_of(kith, address, "network:write,profile")
        stage.called(kith, "POST", "/v1/me/onboarding", {
            "handle": handle, "headline": headline, "roles": roles,
            "lookingFor": ["investors", "cofounder"], "skills": ["Weaving", "Rust"],
            "location": "Aberdeen"}, token)
        answer = kith.http("PUT", "/v1/me/avatar", raw=portrait(color), token=token,
                           headers={"Content-Type": "image/png"})
        assert answer.status == 200, answer.text
    admin = stage.token_of(kith, "ada@harbour.example", "admin")
    stage.called(kith, "POST", "/v1/orgs", {
        "slug": "harbour-lab", "name": "Harbour Lab", "kind": "community"}, admin)
    for handle, kind, title, body in ASKS:
        stage.called(kith, "POST", "/v1/posts", {
            "kind": kind, "title": title, "body": body, "tags": ["looms"],
            "publishTo": {"public": True}}, tokens[handle])
    stage.called(kith, "POST", "/v1/orgs/harbour-lab/events", {
        "title": "Open loom evening", "startsAt": "2031-05-06T17:00:00Z",
        "endsAt": "2031-05-06T20:00:00Z", "timezone": "Europe/London",
        "location": "Old Mill, Aberdeen", "publish": True}, admin)
    stage.called(kith, "POST", "/v1/intros", {
        "contextKind": "profile", "toHandle": "ada",
        "message": "I saw your loom hall. Shall we talk?"}, tokens["tomas"])


def main():
    folder = os.path.abspath(sys.argv[1])
    packages.install(FOLDER, "--ignore-scripts")
    support.READY_TIMEOUT_S = 180
    with support.Kith() as kith:
        furnish(kith)
        print(packages.node(
            "pictures.mjs", FOLDER, KITH_URL=kith.base, KITH_PICTURES=folder,
            KITH_CHROMIUM=packages.chromium(),
            KITH_COOKIE=stage.cookie_of(kith, "ada@harbour.example")))


main()
