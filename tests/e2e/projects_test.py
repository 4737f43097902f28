"""Tests confidentiality of projects and affiliations, and how progress entries show a
project that is archived, private, left or deleted."""

import json
import os

import support
from permissions import Sql

TERMS = "marker-of-the-terms"
NAME = "Markerofthename"
NOTE = "marker-of-the-message"


def ok(answer):
    assert answer.status in (200, 204), answer.text
    return answer.json if answer.status == 200 else None


def tool(kith, token, name, **arguments):
    return kith.http("POST", "/mcp", support.tool_call(name, arguments), token)


class World:
    """A project with two members, and an organization with three."""

    def __init__(self, kith, prefix, visibility):
        self.kith, self.tokens = kith, {}
        names = ("lead", "teammate", "owner", "admin", "insider", "stranger", "rival")
        for name in names:
            self.tokens[name] = kith.member(prefix + name.capitalize(), "--handle",
                                            f"{prefix}-{name}", "--active")
        self.tokens["platform"] = kith.member(prefix + "Platform", "--active", "--admin")
        kith.sql("UPDATE profiles SET onboarded_at = now()")
        self.prefix, self.slug, self.name = prefix, prefix + "-guild", f"{NAME} {prefix}"
        for slug, owner in ((self.slug, "owner"), (prefix + "-rivals", "rival")):
            kith.sql("INSERT INTO orgs (id, slug, name)"
                     f" VALUES (gen_random_uuid(), '{slug}',"
                     f" '{slug}')")
            self.join(slug, owner, "owner")
        self.join(self.slug, "admin", "admin")
        self.join(self.slug, "insider", "member")
        self.project = self.ask("lead", "POST", "/v1/projects", {
            "name": self.name, "visibility": visibility})["id"]
        self.ask("lead", "POST", f"/v1/projects/{self.project}/members",
                 {"handle": prefix + "-teammate"})

    def join(self, slug, name, role):
        self.kith.sql(
            "INSERT INTO org_members (org_id, member_id, role)"
            f" SELECT o.id, m.id, '{role}'"
            f" FROM orgs o, members m WHERE o.slug = '{slug}' AND m.email ="
            f" lower('{self.prefix}{name}@example.org'); UPDATE orgs SET member_count ="
            f" member_count + 1 WHERE slug = '{slug}'")

    def ask(self, who, method, path, body=None, **headers):
        return ok(self.kith.http(method, path, body, self.tokens[who], headers=headers))

    def affiliate(self, slug):
        return self.ask("lead", "POST", f"/v1/projects/{self.project}/affiliations",
                        {"orgSlug": slug, "kind": "program", "message": NOTE})["id"]

    def everything(self, who):
        """Returns everything that somebody can read of projects, on all surfaces."""
        seen, token = [], self.tokens[who]
        paths = ["/v1/projects?q=marker&status=all", f"/v1/projects?q={NAME}",
                 "/v1/projects?q=", f"/v1/projects?member={self.prefix}-lead&status=all",
                 "/v1/me/projects?status=all", f"/v1/projects?org={self.slug}&status=all",
                 f"/v1/projects/{self.project}",
                 f"/v1/orgs/{self.slug}/projects?status=all",
                 f"/v1/orgs/{self.slug}/project-affiliations",
                 f"/v1/projects/{self.project}/affiliations", "/v1/me/notifications",
                 "/v1/progress", f"/v1/progress?project={self.project}",
                 f"/v1/progress?author={self.prefix}-lead", "/v1/auth/export"]
        paths += [f"/v1/project-affiliations/{one}" for one in self.affiliations]
        for path in paths:
            answer = self.kith.http("GET", path, token=token)
            seen.append((path, answer.text))
        # An unauthorized member can change nothing, and the refusal reveals nothing.
        # Administrators of the platform may act for the team.
        for one in self.affiliations if who != "platform" else ():
            for action in ("accept", "decline", "cancel", "end", "invite-team"):
                answer = self.kith.http(
                    "POST", f"/v1/project-affiliations/{one}/{action}", {}, token)
                assert answer.status in (403, 404, 409) or who in ("rival", "owner",
                                                                   "admin"), (
                    who, action, answer.text)
                seen.append((action, answer.text))
            answer = self.kith.http("PATCH", f"/v1/project-affiliations/{one}",
                                    {"terms": 17}, token)
            seen.append(("PATCH", answer.text))
        for name, arguments in (
                ("list_projects", {"q": "marker", "status": "all"}),
                ("list_projects", {}), ("list_projects", {"org": self.slug}),
                ("get_project", {"id": self.project}),
                ("list_affiliations", {"project": self.project}),
                ("list_affiliations", {"org": self.slug}), ("list_progress", {}),
                ("list_notifications", {})):
            seen.append((name, tool(self.kith, token, name, **arguments).text))
        return seen


def expect_unknown(world, who, marker):
    for place, text in world.everything(who):
        assert marker not in text, f"{who} learns of it from {place}: {text}"


def expect_masked(world, who, affiliation):
    """A member of the organization sees that the affiliation exists, but only public
    details."""
    read = world.ask(who, "GET", f"/v1/project-affiliations/{affiliation}")
    listed = world.ask(who, "GET", f"/v1/orgs/{world.slug}/project-affiliations")["items"]
    called = tool(world.kith, world.tokens[who], "list_affiliations", org=world.slug,
                  detail="full")
    assert listed == called.json["result"]["structuredContent"]["items"] == [read]
    assert (read["status"], read["project"]["name"]) == ("active", "A private project")
    assert (read["message"], read["requester"], read["terms"], read["viewerSide"]) == (
        "", None, None, None)


def tables_with(kith, marker):
    """Returns the tables that contain a text, plain or in hex."""
    folder = os.path.join(os.path.realpath(kith.run_dir), "postgres", "socket")
    with open(os.path.join(kith.run_dir, "secret"), "rb") as file:
        password = support.owner_password(file.read())
    sql = Sql(f"postgresql://kith_owner:{password}@/kith?host={folder}")
    names = sql.ask("SELECT relname FROM pg_class"
                    " WHERE relnamespace = 'kith'::regnamespace"
                    " AND relkind = 'r';").split()
    found = {name for name in names if sql.ask(
        f"SELECT count(*) FROM {name} t WHERE t::text LIKE '%{marker}%'"
        f" OR t::text LIKE '%{marker.encode().hex()}%';") != "0"}
    sql.close()
    return found


@support.test
def terms_stay_between_the_two_sides(kith):
    world = World(kith, "deal", "network")
    mine, other = world.affiliate(world.slug), world.affiliate("deal-rivals")
    world.affiliations = [mine, other]
    world.ask("rival", "POST", f"/v1/project-affiliations/{other}/accept",
              {"inviteTeam": False})
    world.ask("lead", "PATCH", f"/v1/project-affiliations/{mine}", {"terms": TERMS})
    keyed = {"Idempotency-Key": "deal"}
    accepted = world.ask("owner", "POST", f"/v1/project-affiliations/{mine}/accept", {},
                         **keyed)
    assert accepted["terms"] == TERMS
    again = world.ask("owner", "POST", f"/v1/project-affiliations/{mine}/accept", {},
                      **keyed)
    assert again == accepted
    updated = tool(kith, world.tokens["admin"], "update_affiliation", affiliation=mine,
                   terms=TERMS + " and more").json["result"]["structuredContent"]
    assert updated["terms"].startswith(TERMS)
    # A rejected text must not appear in the log either.
    kith.http("PATCH", f"/v1/project-affiliations/{mine}", {"terms": TERMS * 400},
              world.tokens["lead"])
    for who in ("lead", "owner", "admin"):
        assert world.ask(who, "GET", f"/v1/project-affiliations/{mine}")["terms"]
    for who in ("teammate", "insider", "stranger", "rival", "platform"):
        if who == "rival":
            world.affiliations = [mine]
        expect_unknown(world, who, TERMS)
    assert tables_with(kith, TERMS) == {"affiliations"}
    support.eventually(lambda: kith.mails_to("dealteammate@example.org"))
    for folder, _, files in os.walk(os.path.realpath(kith.run_dir)):
        for name in files:
            path = os.path.join(folder, name)
            if "/postgres/" not in folder + "/" and os.path.isfile(path):
                with open(path, "rb") as file:
                    assert TERMS.encode() not in file.read(), path
    # Exports omit the terms, even for the affiliation's two parties.
    for who in ("lead", "owner"):
        assert TERMS not in kith.http("GET", "/v1/auth/export",
                                      token=world.tokens[who]).text


@support.test
def whoever_loses_the_side_loses_the_terms(kith):
    world = World(kith, "lost", "network")
    mine = world.affiliate(world.slug)
    world.affiliations = [mine]
    world.ask("lead", "PATCH", f"/v1/project-affiliations/{mine}", {"terms": TERMS})
    path = f"/v1/project-affiliations/{mine}"
    tag = kith.http("GET", path, token=world.tokens["admin"]).headers["ETag"]
    kith.sql("DELETE FROM org_members WHERE member_id ="
             " (SELECT id FROM members WHERE email = 'lostadmin@example.org')")
    answer = kith.http("GET", path, token=world.tokens["admin"],
                       headers={"If-None-Match": tag})
    assert answer.status == 200 and answer.json["terms"] is None
    stale = kith.http("PATCH", path, {"terms": "Mine"}, world.tokens["admin"],
                      headers={"If-Match": tag})
    assert stale.status in (403, 412), stale.text


@support.test
def a_private_projects_name_stays_inside(kith):
    world = World(kith, "quiet", "private")
    mine, other = world.affiliate(world.slug), world.affiliate("quiet-rivals")
    world.affiliations = [mine, other]
    world.ask("rival", "POST", f"/v1/project-affiliations/{other}/decline", {})
    world.ask("owner", "POST", f"/v1/project-affiliations/{mine}/accept",
              {"inviteTeam": True})
    world.ask("lead", "POST", "/v1/progress", {
        "kind": "milestone", "title": "Done", "projectId": world.project,
        "publishTo": {"public": True}})
    for who in ("owner", "admin", "teammate"):
        assert world.ask(who, "GET", f"/v1/projects/{world.project}")["name"] == (
            world.name)
    world.ask("lead", "PATCH", f"/v1/project-affiliations/{mine}", {"terms": TERMS})
    expect_masked(world, "insider", mine)
    for who in ("insider", "stranger", "rival"):
        # The organization that declined still sees the name that it was sent.
        for marker in (world.name, TERMS) + ((NOTE,) if who != "rival" else ()):
            expect_unknown(world, who, marker)
        entries = world.ask(who, "GET", "/v1/progress?author=quiet-lead")["items"]
        assert [entry["projectId"] for entry in entries] == [None]
    # A former team member and a formerly affiliated organization no longer see it.
    world.ask("teammate", "DELETE", f"/v1/projects/{world.project}/members/me")
    world.ask("lead", "POST", f"/v1/project-affiliations/{mine}/end")
    world.ask("lead", "PATCH", f"/v1/projects/{world.project}",
              {"name": world.name + " again"})
    for who in ("teammate", "owner", "admin"):
        expect_unknown(world, who, world.name)
    listed = world.ask("owner", "GET",
                       f"/v1/orgs/{world.slug}/project-affiliations")["items"]
    assert [(one["status"], one["project"]["name"]) for one in listed] == [
        ("ended", "A private project")]


@support.test
def the_feed_of_progress_knows_what_became_of_a_project(kith):
    world = World(kith, "feed", "network")
    entry = world.ask("teammate", "POST", "/v1/progress", {
        "kind": "learning", "title": "Learned", "projectId": world.project})
    path = f"/v1/progress/{entry['id']}"

    def shown(who):
        answer = kith.http("GET", path, token=world.tokens[who])
        listed = world.ask(who, "GET", "/v1/progress")["items"]
        if answer.status == 404:
            assert entry["id"] not in [one["id"] for one in listed]
            return None
        assert entry["id"] in [one["id"] for one in listed]
        by_project = world.ask(who, "GET",
                               f"/v1/progress?project={world.project}")["items"]
        assert (entry["id"] in [one["id"] for one in by_project]) == (
            bool(answer.json["projectId"]))
        return answer.json["projectName"]

    name = world.name
    assert shown("lead") == name and shown("teammate") == name
    assert shown("stranger") is None
    world.ask("lead", "PATCH", f"/v1/projects/{world.project}", {"status": "archived"})
    assert shown("lead") == name and shown("teammate") == name
    # New entries may still refer to an archived project.
    world.ask("lead", "POST", "/v1/progress", {
        "kind": "milestone", "title": "Sold", "projectId": world.project})
    world.ask("teammate", "DELETE", f"/v1/projects/{world.project}/members/me")
    refused = kith.http("POST", "/v1/progress", {
        "kind": "learning", "title": "More", "projectId": world.project},
                        world.tokens["teammate"])
    assert refused.faults == {("#/projectId", "not_allowed")}, refused.text
    assert shown("teammate") == name and shown("lead") == name
    world.ask("lead", "PATCH", f"/v1/projects/{world.project}", {"status": "active"})
    world.ask("lead", "PATCH", f"/v1/projects/{world.project}", {"visibility": "private"})
    assert shown("lead") == name
    assert kith.http("GET", path,
                     token=world.tokens["teammate"]).json["projectName"] is None
    world.ask("lead", "DELETE", f"/v1/projects/{world.project}")
    assert kith.http("GET", path, token=world.tokens["lead"]).status == 404
    left = world.ask("teammate", "GET", path)
    assert (left["projectId"], left["projectName"]) == (None, None)


@support.test
def tags_and_conditions_hold(kith):
    world = World(kith, "tags", "network")
    path = f"/v1/projects/{world.project}"
    first = kith.http("GET", path, token=world.tokens["lead"])
    tag = first.headers["ETag"]
    assert kith.http("GET", path, token=world.tokens["lead"],
                     headers={"If-None-Match": tag}).status == 304
    changed = kith.http("PATCH", path, {"summary": "New"}, world.tokens["lead"],
                        headers={"If-Match": tag})
    assert changed.status == 200 and changed.headers["ETag"] not in (None, tag)
    for method, body in (("PATCH", {"summary": "Newer"}), ("DELETE", None)):
        stale = kith.http(method, path, body, world.tokens["lead"],
                          headers={"If-Match": tag})
        assert stale.code == "precondition_failed", stale.text
    made = kith.http("POST", "/v1/projects", {"name": "Other"}, world.tokens["lead"],
                     headers={"Idempotency-Key": "once"})
    again = kith.http("POST", "/v1/projects", {"name": "Other"}, world.tokens["lead"],
                      headers={"Idempotency-Key": "once"})
    assert made.json == again.json and again.headers["Idempotency-Replayed"] == "true"
    assert made.headers["Location"].endswith("/v1/projects/" + made.json["id"])
    assert json.loads(kith.http("GET", "/v1/me/projects?limit=1",
                                token=world.tokens["lead"]).text)["nextCursor"]


support.main(__name__)
