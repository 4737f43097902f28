"""Checks every permission on projects and affiliations, over REST and as a tool.

A cell of the table gives a caller's result for an operation in a state. A refusal must
not change the database, so a new world is created only after a success.
"""

import uuid

import support
from permissions import Sql, judge, main, rows, surfaces, wire_id

CALLERS = ("lead", "teammate", "owner", "admin", "insider", "stranger", "platform")
CODES = {
    ".": None, "N": "project_not_found", "L": "project_lead_required",
    "A": "project_archived",
    "O": "org_not_found", "R": "org_role_required", "a": "affiliation_not_found",
    "X": "affiliation_exists", "T": "invalid_transition", "m": "member_not_found",
    "l": "last_lead", "F": "validation_failed",
}


def respond(action):
    return ("POST", "/v1/project-affiliations/{affiliation}/" + action,
            "respond_to_affiliation",
            {"affiliation": "{affiliation}", "action": action}, {})


def project(method, tool, more=None, path=""):
    return (method, "/v1/projects/{id}" + path, tool, {"id": "{project}", **(more or {})})


# The format is described in permissions.py.
OPERATIONS = {
    "create": ("POST", "/v1/projects", "create_project", {"name": "Fresh"}),
    "list": ("GET", "/v1/projects", "list_projects", {}),
    "search": ("GET", "/v1/projects", "list_projects", {"q": "world"}),
    "list of member": ("GET", "/v1/projects", "list_projects",
                       {"member": "{other_handle}"}),
    "list of org": ("GET", "/v1/projects", "list_projects", {"org": "{slug}"}),
    "org and search": ("GET", "/v1/projects", "list_projects",
                       {"org": "{slug}", "q": "world"}),
    "own": ("GET", "/v1/me/projects", None, {}),
    "of org": ("GET", "/v1/orgs/{slug}/projects", None, {"slug": "{slug}"}),
    "get": project("GET", "get_project"),
    "update": project("PATCH", "update_project", {"summary": "New"}),
    "archive": project("PATCH", "update_project", {"status": "archived"}),
    "unarchive": project("PATCH", "update_project", {"status": "active"}),
    "delete": project("DELETE", "delete_project"),
    "assign": project("POST", "assign_to_project", {"handle": "{extra_handle}"},
                      "/members"),
    "assign nobody": project("POST", "assign_to_project", {"handle": "nobody-here"},
                             "/members"),
    "promote": project("POST", "assign_to_project",
                       {"handle": "{other_handle}", "role": "lead"}, "/members"),
    "demote lead": project("POST", "assign_to_project",
                           {"handle": "{lead_handle}", "role": "member"}, "/members"),
    "remove": ("DELETE", "/v1/projects/{id}/members/{userId}", None,
               {"id": "{project}", "userId": "{other}"}),
    "remove by handle": (None, None, "remove_from_project",
                         {"id": "{project}", "handle": "{other_handle}"}),
    "remove lead": ("DELETE", "/v1/projects/{id}/members/{userId}", None,
                    {"id": "{project}", "userId": "{lead}"}),
    "remove lead by handle": (None, None, "remove_from_project",
                              {"id": "{project}", "handle": "{lead_handle}"}),
    "remove outsider": ("DELETE", "/v1/projects/{id}/members/{userId}", None,
                        {"id": "{project}", "userId": "{extra}"}),
    "leave": ("DELETE", "/v1/projects/{id}/members/me", "remove_from_project",
              {"id": "{project}", "handle": "{own_handle}"}, {}),
    "request": ("POST", "/v1/projects/{project}/affiliations", "request_affiliation",
                {"project": "{project}", "org": "{slug}", "kind": "program"},
                {"orgSlug": "{slug}", "kind": "program"}),
    "invite": ("POST", "/v1/orgs/{org}/project-affiliations", "invite_project",
               {"org": "{slug}", "project": "{project}", "kind": "program"},
               {"projectId": "{project}", "kind": "program"}),
    "affiliations": ("GET", "/v1/projects/{project}/affiliations", "list_affiliations",
                     {"project": "{project}"}),
    "of organization": ("GET", "/v1/orgs/{org}/project-affiliations", "list_affiliations",
                        {"org": "{slug}"}),
    "pending ones": ("GET", "/v1/orgs/{org}/project-affiliations", "list_affiliations",
                     {"org": "{slug}", "status": "pending"}),
    "read": ("GET", "/v1/project-affiliations/{affiliation}", None,
             {"affiliation": "{affiliation}"}),
    "set cohort": ("PATCH", "/v1/project-affiliations/{affiliation}",
                   "update_affiliation",
                   {"affiliation": "{affiliation}", "cohort": "W26"}),
    "set terms": ("PATCH", "/v1/project-affiliations/{affiliation}", "update_affiliation",
                  {"affiliation": "{affiliation}", "terms": "Ten percent"}),
    "accept": respond("accept"),
    "decline": respond("decline"),
    "cancel": respond("cancel"),
    "end": respond("end"),
    "invite team": ("POST", "/v1/project-affiliations/{affiliation}/invite-team",
                    "invite_project_team", {"affiliation": "{affiliation}"}),
}

# A state is SQL on the project :p, the organization :o and the affiliation :f, which
# initially awaits the organization's answer.
OVER = "UPDATE affiliations SET status = 'ended', decided_at = now(), ended_at = now()" \
       " WHERE id = :f"
ACTIVE = "UPDATE affiliations SET status = 'active', decided_at = now() WHERE id = :f"
PRIVATE = "UPDATE projects SET visibility = 'private' WHERE id = :p"
ARCHIVED = "UPDATE projects SET status = 'archived' WHERE id = :p"
STATES = {
    "": "",
    "private": PRIVATE,
    "archived": ARCHIVED,
    "over": OVER,
    "active": ACTIVE,
    "by org": "UPDATE affiliations SET initiated_by = 'org', requester_id = (SELECT"
              " member_id FROM org_members WHERE org_id = :o AND role = 'owner')"
              " WHERE id = :f",
    "private over": f"{PRIVATE}; {OVER}",
    "private active": f"{PRIVATE}; {ACTIVE}",
    "archived active": f"{ARCHIVED}; {ACTIVE}",
    "two leads": "UPDATE project_members SET role = 'lead' WHERE project_id = :p",
    "unlisted over": f"UPDATE orgs SET visibility = 'unlisted' WHERE id = :o; {OVER}",
    "renamed": "UPDATE orgs SET slug = slug || '-moved' WHERE id = :o",
}

# Operation, state, and a result for each of CALLERS.
TABLE = """
create                |                 | .......
list                  |                 | .......
search                |                 | .......
list of member        |                 | .......
list of org           |                 | RR...RR
list of org           | renamed         | RR...RR
list of org           | missing         | OOOOOOO
org and search        |                 | FFFFFFF
own                   |                 | .......
of org                |                 | RR...RR
of org                | renamed         | RR...RR
of org                | missing         | OOOOOOO
get                   |                 | .......
get                   | archived        | .......
get                   | private         | ....NN.
get                   | private active  | ....NN.
get                   | private over    | ..NNNN.
get                   | missing         | NNNNNNN
update                |                 | .LLLLL.
update                | archived        | ALLLLLA
update                | private         | .LLLNN.
update                | missing         | NNNNNNN
archive               |                 | .LLLLL.
archive               | archived        | .LLLLL.
unarchive             |                 | .LLLLL.
unarchive             | archived        | .LLLLL.
delete                |                 | .LLLLL.
delete                | archived        | .LLLLL.
delete                | private         | .LLLNN.
delete                | missing         | NNNNNNN
assign                |                 | .LLLLL.
assign                | archived        | ALLLLLA
assign                | private over    | .LNNNN.
assign                | missing         | NNNNNNN
assign nobody         |                 | mmmmmmm
assign nobody         | archived        | mmmmmmm
promote               |                 | .LLLLL.
promote               | archived        | ALLLLLA
demote lead           |                 | lLLLLLl
demote lead           | two leads       | ..LLLL.
remove                |                 | .LLLLL.
remove                | archived        | ALLLLLA
remove                | private         | .LLLNN.
remove                | missing         | NNNNNNN
remove by handle      |                 | .LLLLL.
remove by handle      | archived        | ALLLLLA
remove lead           |                 | lLLLLLl
remove lead           | two leads       | ..LLLL.
remove lead by handle |                 | lLLLLLl
remove outsider       |                 | mmmmmmm
leave                 |                 | l.mmmmm
leave                 | two leads       | ..mmmmm
leave                 | archived        | l.mmmmm
leave                 | private         | l.mmNNm
leave                 | missing         | NNNNNNN
request               |                 | XLLLLLX
request               | over            | .LLLLL.
request               | unlisted over   | RLLLLLR
request               | private over    | .LNNNN.
request               | archived        | ALLLLLA
request               | missing         | NNNNNNN
invite                |                 | RRXXRRR
invite                | over            | RR..RRR
invite                | renamed         | RRXXRRR
invite                | private over    | RRNNNNR
invite                | archived        | RRAARRR
invite                | missing         | OOOOOOO
affiliations          |                 | .......
affiliations          | private         | ....NN.
affiliations          | private over    | ..NNNN.
affiliations          | missing         | NNNNNNN
of organization       |                 | RR...RR
of organization       | renamed         | RR...RR
of organization       | missing         | OOOOOOO
pending ones          |                 | RR..RRR
read                  |                 | .......
read                  | over            | .......
read                  | private         | ....aa.
read                  | private active  | .....a.
read                  | private over    | ....aa.
read                  | missing         | aaaaaaa
set cohort            |                 | RR..RRR
set cohort            | active          | RR..RRR
set cohort            | over            | RRTTRRR
set cohort            | archived        | RRAARRR
set cohort            | private         | RR..aaR
set cohort            | private active  | RR..RaR
set cohort            | missing         | aaaaaaa
set terms             |                 | .L..LLL
set terms             | active          | .L..LLL
set terms             | over            | TLTTLLL
set terms             | archived        | ALAALLL
set terms             | private active  | .L..LaL
set terms             | private over    | TLTTaaL
accept                |                 | RR..RRR
accept                | by org          | .LLLLL.
accept                | active          | RR..RRR
accept                | over            | RRTTRRR
accept                | archived        | RRAARRR
accept                | archived active | RR..RRR
accept                | private         | RR..aaR
accept                | private active  | RR..RaR
accept                | missing         | aaaaaaa
decline               |                 | RR..RRR
decline               | by org          | .LLLLL.
decline               | active          | RRTTRRR
decline               | archived        | RRAARRR
cancel                |                 | .LLLLL.
cancel                | by org          | RR..RRR
cancel                | active          | TLLLLLT
cancel                | archived        | ALLLLLA
end                   |                 | TLTTLLT
end                   | active          | .L..LL.
end                   | over            | .L..LL.
end                   | archived active | ALAALLA
end                   | private active  | .L..La.
invite team           |                 | RRTTRRR
invite team           | active          | RR..RRR
invite team           | archived active | RRAARRR
invite team           | private active  | RR..RaR
invite team           | missing         | aaaaaaa
"""

# Everything that an operation writes, except notification mails, which appear
# asynchronously.
FINGERPRINT = """SELECT md5(string_agg(t, ',' ORDER BY t)) FROM (
SELECT j::text AS t FROM projects j UNION ALL SELECT r::text FROM project_members r
UNION ALL SELECT f::text FROM affiliations f
UNION ALL SELECT i::text FROM org_invitations i
UNION ALL SELECT x.id::text FROM outbox x WHERE NOT payload ? 'notice') all_rows;"""


class World:
    """The callers, and new projects and organizations when needed."""

    def __init__(self, kith, sql):
        self.kith, self.sql, self.number = kith, sql, 0
        self.tokens = {}
        for name in CALLERS + ("other", "extra"):
            options = ["--active", "--admin"] if name == "platform" else ["--active"]
            self.tokens[name] = kith.member(name.capitalize(), "--handle", name + "-one",
                                            *options)
        sql.ask("UPDATE profiles SET onboarded_at = now();")
        rows = sql.ask("SELECT split_part(email, '@', 1), id FROM members;").splitlines()
        self.members = {name: uuid.UUID(value) for name, value in
                        (row.split("|") for row in rows)}

    def build(self, state):
        """Creates a project and an organization in a state, and returns the names of
        their records."""
        self.number += 1
        p, o, f = uuid.uuid4(), uuid.uuid4(), uuid.uuid4()
        m = {name: f"'{value}'" for name, value in self.members.items()}
        statements = [
            # Rows of earlier cells would slow down the fingerprint.
            "DELETE FROM projects", "DELETE FROM orgs", "DELETE FROM outbox",
            f"INSERT INTO projects (id, name, member_count) VALUES ('{p}', 'World', 3)",
            f"INSERT INTO project_members (project_id, member_id, role) VALUES"
            f" ('{p}', {m['lead']}, 'lead'), ('{p}', {m['teammate']}, 'member'),"
            f" ('{p}', {m['other']}, 'member')",
            f"INSERT INTO orgs (id, slug, name, member_count)"
            f" VALUES ('{o}', 'world-{self.number}', 'World', 3)",
            "INSERT INTO org_members (org_id, member_id, role)"
            f" VALUES ('{o}', {m['owner']},"
            f" 'owner'), ('{o}', {m['admin']}, 'admin'), ('{o}', {m['insider']}, "
            "'member')",
            "INSERT INTO affiliations (id, project_id, org_id, kind, initiated_by, "
            "requester_id)"
            f" VALUES ('{f}', '{p}', '{o}', 'program', 'project', {m['lead']})",
        ]
        if state != "missing":
            change = STATES[state]
            for name, value in (("p", p), ("o", o), ("f", f)):
                change = change.replace(":" + name, f"'{value}'")
            statements.append(change)
        self.sql.ask("BEGIN; " + "; ".join(statements) + "; COMMIT;")
        if state == "missing":
            p, f = uuid.uuid4(), uuid.uuid4()
        return {
            "slug": "nothing-here" if state == "missing" else f"world-{self.number}",
            "project": wire_id("proj", p), "affiliation": wire_id("aff", f),
            **{name: wire_id("usr", self.members[name])
               for name in ("lead", "other", "extra")},
            **{name + "_handle": name + "-one" for name in ("lead", "other", "extra")},
        }


def check(world, operation, state, caller, expected, names):
    """Tries one cell on both surfaces; returns the failures as lines, and an unchanged
    world."""
    wrong, shapes = [], {}
    for name, ask in surfaces(OPERATIONS[operation]):
        names = names or world.build(state)
        before = world.sql.ask(FINGERPRINT)
        code, answer = ask(world.kith, OPERATIONS[operation],
                           {**names, "own_handle": caller + "-one"}, world.tokens[caller])
        done = world.sql.ask(FINGERPRINT) != before
        wrong += judge(f"{operation} [{state}] by {caller}, {name}", code, expected, done)
        if code is None and isinstance(answer, dict):
            shapes[name] = sorted(answer)
        if done:
            names = None
    if len(shapes) == 2 and shapes["REST"] != shapes["tool"]:
        wrong.append(f"{operation} [{state}] by {caller}: {shapes}")
    return wrong, names


def cells(world):
    done, wrong = 0, []
    for operation, state, letters in rows(TABLE, CALLERS):
        names = None
        for caller, letter in zip(CALLERS, letters):
            found, names = check(world, operation, state, caller, CODES[letter], names)
            wrong += found
            done += not found
    return done, wrong


def run(url):
    with support.Kith(KITH_DATABASE_URL=url) as kith:
        sql = Sql(url)
        done, wrong = cells(World(kith, sql))
        sql.close()
    return done, wrong


if __name__ == "__main__":
    main(run)
