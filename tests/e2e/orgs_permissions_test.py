"""Checks every permission on organizations, over REST and as a tool.

A cell of the table gives a caller's result for an operation in a state. Each cell gets a
new organization and is tried on both surfaces; a refusal must not change the database.
"""

import uuid

import support
from permissions import Sql, judge, main, rows, surfaces, wire_id

CALLERS = ("owner", "admin", "member", "stranger", "platform", "requester", "invitee")
CODES = {
    ".": None, "R": "org_role_required", "N": "org_not_found", "I": "org_invite_only",
    "L": "last_owner", "M": "already_member", "T": "invalid_transition",
    "A": "admin_required", "E": "invitation_email_mismatch", "X": "invitation_expired",
    "V": "invitation_revoked", "P": "org_application_pending", "F": "validation_failed",
    "m": "member_not_found", "j": "join_request_not_found", "i": "invitation_not_found",
    "a": "org_application_not_found",
}

# The format is described in permissions.py.
OPERATIONS = {
    "list mine": ("GET", "/v1/orgs", "list_orgs", {"scope": "mine"}),
    "list listed": ("GET", "/v1/orgs", "list_orgs", {"scope": "listed"}),
    "create": ("POST", "/v1/orgs", "create_org", {"slug": "{fresh}", "name": "Fresh"}),
    "get": ("GET", "/v1/orgs/{slug}", "get_org", {"slug": "{slug}"}),
    "update": ("PATCH", "/v1/orgs/{slug}", "update_org",
               {"slug": "{slug}", "name": "Renamed"}),
    "rename": ("PATCH", "/v1/orgs/{slug}", "update_org",
               {"slug": "{slug}", "newSlug": "{fresh}"}, {"slug": "{fresh}"}),
    "join": ("POST", "/v1/orgs/{slug}/join", "join_org",
             {"slug": "{slug}", "message": "Hi"}),
    "leave": ("DELETE", "/v1/orgs/{slug}/members/me", "leave_org", {"slug": "{slug}"}),
    "members": ("GET", "/v1/orgs/{slug}/members", "list_org_members", {"slug": "{slug}"}),
    "make admin": ("PATCH", "/v1/orgs/{slug}/members/{userId}/role",
                   "set_org_member_role",
                   {"slug": "{slug}", "userId": "{other}", "role": "admin"}),
    "make owner": ("PATCH", "/v1/orgs/{slug}/members/{userId}/role",
                   "set_org_member_role",
                   {"slug": "{slug}", "userId": "{other}", "role": "owner"}),
    "demote owner": ("PATCH", "/v1/orgs/{slug}/members/{userId}/role",
                     "set_org_member_role",
                     {"slug": "{slug}", "userId": "{owner}", "role": "member"}),
    "make outsider": ("PATCH", "/v1/orgs/{slug}/members/{userId}/role",
                      "set_org_member_role",
                      {"slug": "{slug}", "userId": "{outsider}", "role": "member"}),
    "remove": ("DELETE", "/v1/orgs/{slug}/members/{userId}", "remove_org_member",
               {"slug": "{slug}", "userId": "{other}"}),
    "remove owner": ("DELETE", "/v1/orgs/{slug}/members/{userId}", "remove_org_member",
                     {"slug": "{slug}", "userId": "{owner}"}),
    "requests": ("GET", "/v1/orgs/{slug}/join-requests", "list_join_requests",
                 {"slug": "{slug}", "status": "pending"}),
    "approve": ("POST", "/v1/orgs/{slug}/join-requests/{id}/approve",
                "respond_to_join_request",
                {"slug": "{slug}", "id": "{request}", "decision": "approve"}, {}),
    "decline": ("POST", "/v1/orgs/{slug}/join-requests/{id}/decline",
                "respond_to_join_request",
                {"slug": "{slug}", "id": "{request}", "decision": "decline"}, {}),
    "invite": ("POST", "/v1/orgs/{slug}/invitations", "invite_to_org",
               {"slug": "{slug}", "email": "{fresh}@example.org"}),
    "invite member": ("POST", "/v1/orgs/{slug}/invitations", "invite_to_org",
                      {"slug": "{slug}", "email": "MEMBER@example.org"}),
    "invitations": ("GET", "/v1/orgs/{slug}/invitations", "list_org_invitations",
                    {"slug": "{slug}"}),
    "revoke": ("DELETE", "/v1/orgs/{slug}/invitations/{id}", "revoke_org_invitation",
               {"slug": "{slug}", "id": "{invitation}"}),
    "accept": ("POST", "/v1/org-invitations/{token}/accept", None,
               {"token": "{token}"}),
    "own invitations": ("GET", "/v1/me/org-invitations", "list_my_invitations", {}),
    "accept own": ("POST", "/v1/me/org-invitations/{id}/accept",
                   "accept_org_invitation",
                   {"id": "{invitation}"}),
    "decline own": ("POST", "/v1/me/org-invitations/{id}/decline",
                    "decline_org_invitation",
                    {"id": "{invitation}"}),
    "withdraw": ("DELETE", "/v1/orgs/{slug}/join-requests/mine",
                 "withdraw_join_request",
                 {"slug": "{slug}"}),
    "apply": ("POST", "/v1/org-applications", "apply_for_org",
              {"slug": "{fresh}", "name": "Fresh", "applicantRole": "Chair"}),
    "apply for taken": ("POST", "/v1/org-applications", "apply_for_org",
                        {"slug": "{slug}", "name": "Fresh", "applicantRole": "Chair"}),
    "applications": ("GET", "/v1/admin/org-applications", "list_org_applications",
                     {"status": "pending"}),
    "approve application": ("POST", "/v1/admin/org-applications/{id}/approve",
                            "approve_org_application", {"id": "{application}"}),
    "decline application": ("POST", "/v1/admin/org-applications/{id}/decline",
                            "decline_org_application",
                            {"id": "{application}", "reason": "No"}),
}

# A state is SQL on the organization :o; :caller is the calling member.
STATES = {
    "": "",
    "open": "UPDATE orgs SET join_policy = 'open' WHERE id = :o",
    "invite only": "UPDATE orgs SET join_policy = 'invite_only' WHERE id = :o",
    "unlisted": "UPDATE orgs SET visibility = 'unlisted' WHERE id = :o",
    "renamed": "UPDATE orgs SET slug = slug || '-moved' WHERE id = :o",
    "two owners": "UPDATE org_members SET role = 'owner' WHERE org_id = :o"
                  " AND member_id = :other",
    "approved": "UPDATE org_join_requests SET status = 'approved', decided_at = now()"
                " WHERE org_id = :o",
    "declined": "UPDATE org_join_requests SET status = 'declined', decided_at = now()"
                " WHERE org_id = :o",
    "expired": "UPDATE org_invitations SET expires_at = now() WHERE org_id = :o",
    "revoked": "UPDATE org_invitations SET status = 'revoked' WHERE org_id = :o",
    "accepted": "UPDATE org_invitations SET status = 'accepted' WHERE org_id = :o",
    "applied": "UPDATE org_applications SET applicant_id = :caller WHERE id = :p",
    "refused": "UPDATE org_applications SET status = 'declined', decided_at = now()"
               " WHERE id = :p",
}

# Operation, state, and a result for each of CALLERS.
TABLE = """
list mine           |             | .......
list listed         |             | .......
create              |             | AAAA.AA
get                 |             | .......
get                 | unlisted    | .......
get                 | renamed     | .......
get                 | missing     | NNNNNNN
update              |             | ..RRRRR
update              | renamed     | ..RRRRR
update              | missing     | NNNNNNN
rename              |             | ..RRRRR
rename              | renamed     | ..RRRRR
join                |             | .......
join                | open        | .......
join                | invite only | ...IIII
join                | declined    | .......
join                | renamed     | .......
join                | missing     | NNNNNNN
leave               |             | L..RRRR
leave               | two owners  | ...RRRR
leave               | missing     | NNNNNNN
members             |             | ...RRRR
members             | open        | ...RRRR
members             | renamed     | ...RRRR
members             | missing     | NNNNNNN
make admin          |             | ..RRRRR
make admin          | two owners  | .RRRRRR
make admin          | missing     | NNNNNNN
make owner          |             | .RRRRRR
demote owner        |             | LRRRRRR
demote owner        | two owners  | .RRRRRR
make outsider       |             | mmRRRRR
remove              |             | ..RRRRR
remove              | two owners  | .RRRRRR
remove              | missing     | NNNNNNN
remove owner        |             | LRRRRRR
remove owner        | two owners  | .RRRRRR
requests            |             | ..RRRRR
requests            | missing     | NNNNNNN
approve             |             | ..RRRRR
approve             | approved    | ..RRRRR
approve             | declined    | TTRRRRR
approve             | missing     | NNNNNNN
decline             |             | ..RRRRR
decline             | declined    | ..RRRRR
decline             | approved    | TTRRRRR
invite              |             | ..RRRRR
invite              | open        | ..RRRRR
invite              | missing     | NNNNNNN
invite member       |             | MMRRRRR
invitations         |             | ..RRRRR
invitations         | missing     | NNNNNNN
revoke              |             | ..RRRRR
revoke              | revoked     | ..RRRRR
revoke              | accepted    | TTRRRRR
revoke              | expired     | TTRRRRR
revoke              | missing     | NNNNNNN
accept              |             | EEEEEE.
accept              | invite only | EEEEEE.
accept              | accepted    | EEEEEEX
accept              | expired     | EEEEEEX
accept              | revoked     | EEEEEEV
own invitations     |             | .......
accept own          |             | iiiiii.
accept own          | invite only | iiiiii.
accept own          | accepted    | iiiiiiX
accept own          | expired     | iiiiiiX
accept own          | revoked     | iiiiiiV
decline own         |             | iiiiii.
decline own         | accepted    | iiiiiiT
decline own         | expired     | iiiiiiX
decline own         | revoked     | iiiiii.
withdraw            |             | jjjjj.j
withdraw            | renamed     | jjjjj.j
withdraw            | approved    | jjjjjjj
withdraw            | declined    | jjjjjjj
withdraw            | missing     | NNNNNNN
apply               |             | .......
apply               | applied     | PPPPPPP
apply for taken     |             | FFFFFFF
applications        |             | AAAA.AA
approve application |             | AAAA.AA
approve application | refused     | AAAATAA
decline application |             | AAAA.AA
decline application | refused     | AAAA.AA
"""

# Everything that an operation writes, except notification mails, which appear
# asynchronously.
FINGERPRINT = """SELECT md5(string_agg(t, ',' ORDER BY t)) FROM (
SELECT o::text AS t FROM orgs o UNION ALL SELECT m::text FROM org_members m UNION ALL
SELECT r::text FROM org_join_requests r UNION ALL SELECT i::text FROM org_invitations i
UNION ALL SELECT a::text FROM org_applications a UNION ALL SELECT s::text FROM org_slugs s
UNION ALL SELECT x.id::text FROM outbox x WHERE NOT payload ? 'notice') all_rows;"""


class World:
    """The callers, and a new organization for each cell."""

    def __init__(self, kith, sql):
        self.kith, self.sql, self.number = kith, sql, 0
        self.tokens = {}
        for name in CALLERS + ("other", "applicant"):
            options = ["--active", "--admin"] if name == "platform" else ["--active"]
            self.tokens[name] = kith.member(name.capitalize(), *options)
        rows = sql.ask("SELECT split_part(email, '@', 1), id FROM members;").splitlines()
        self.members = {name: uuid.UUID(value) for name, value in
                        (row.split("|") for row in rows)}

    def build(self, state, caller):
        """Creates an organization in a state, and returns the names of its records."""
        self.number += 1
        ids = {name: uuid.uuid4() for name in "orip"}
        word = f"token-{self.number}"
        m = {name: f"'{value}'" for name, value in self.members.items()}
        o = f"'{ids['o']}'"
        statements = [
            # An application of an earlier cell would block this one.
            "DELETE FROM org_applications",
            f"INSERT INTO orgs (id, slug, name, member_count)"
            f" VALUES ({o}, 'world-{self.number}', 'World', 4)",
            f"INSERT INTO org_members (org_id, member_id, role) VALUES"
            f" ({o}, {m['owner']}, 'owner'), ({o}, {m['admin']}, 'admin'),"
            f" ({o}, {m['member']}, 'member'), ({o}, {m['other']}, 'member')",
            f"INSERT INTO org_join_requests (id, org_id, member_id, message)"
            f" VALUES ('{ids['r']}', {o}, {m['requester']}, '')",
            f"INSERT INTO org_invitations (id, org_id, email, role, hash, invited_by,"
            f" to_stranger, expires_at) VALUES ('{ids['i']}', {o}, 'invitee@example.org',"
            f" 'member', sha256('{word}'), {m['owner']}, false, now() + interval '1 "
            "day')", "INSERT INTO org_applications (id, applicant_id, slug, name, kind, "
            "description,"
            f" location, website, applicant_role, message) VALUES ('{ids['p']}',"
            f" {m['applicant']}, 'wanted-{self.number}', 'Wanted', 'club', '', '', '', "
            "'x', '')",
        ]
        if state != "missing":
            change = STATES[state].replace(":other", m["other"]).replace(
                ":caller", m[caller])
            statements.append(change.replace(":o", o).replace(":p", f"'{ids['p']}'"))
        self.sql.ask("BEGIN; " + "; ".join(statements) + "; COMMIT;")
        return {
            "slug": "nothing-here" if state == "missing" else f"world-{self.number}",
            "fresh": f"fresh-{self.number}", "token": word,
            "request": wire_id("jreq", ids["r"]), "invitation": wire_id("oinv", ids["i"]),
            "application": wire_id("oapp", ids["p"]),
            "owner": wire_id("usr", self.members["owner"]),
            "other": wire_id("usr", self.members["other"]),
            "outsider": wire_id("usr", self.members["applicant"]),
        }


def check(world, operation, state, caller, expected):
    """Tries one cell on both surfaces, and returns the failures as lines."""
    wrong, shapes = [], {}
    for name, ask in surfaces(OPERATIONS[operation]):
        names = world.build(state, caller)
        before = world.sql.ask(FINGERPRINT)
        code, answer = ask(world.kith, OPERATIONS[operation], names, world.tokens[caller])
        wrong += judge(f"{operation} [{state}] by {caller}, {name}", code, expected,
                       world.sql.ask(FINGERPRINT) != before)
        if code is None and isinstance(answer, dict):
            shapes[name] = sorted(answer)
    if len(shapes) == 2 and shapes["REST"] != shapes["tool"]:
        if operation != "applications":  # a bare array over REST
            wrong.append(f"{operation} [{state}] by {caller}: {shapes}")
    return wrong


def cells(world):
    done, wrong = 0, []
    for operation, state, letters in rows(TABLE, CALLERS):
        for caller, letter in zip(CALLERS, letters):
            found = check(world, operation, state, caller, CODES[letter])
            wrong += found
            done += not found
    return done, wrong


def pending_accounts(world):
    """Checks that members with a pending account may do nothing."""
    token = world.kith.member("Waiting", "--handle", "waiting-one")
    wrong, done = [], 0
    for operation in OPERATIONS:
        names = world.build("", "stranger")
        admin = OPERATIONS[operation][1].startswith("/v1/admin") or operation == "create"
        for name, ask in surfaces(OPERATIONS[operation]):
            code, _ = ask(world.kith, OPERATIONS[operation], names, token)
            good = code == "membership_pending" or (admin and code == "admin_required")
            done += good
            if not good:
                wrong.append(f"{operation} by a pending account, {name}: {code}")
    return done, wrong


def run(url):
    with support.Kith(KITH_DATABASE_URL=url) as kith:
        sql = Sql(url)
        world = World(kith, sql)
        done, wrong = cells(world)
        more_done, more_wrong = pending_accounts(world)
        sql.close()
    return done + more_done, wrong + more_wrong


if __name__ == "__main__":
    main(run)
