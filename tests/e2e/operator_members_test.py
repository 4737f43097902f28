"""Tests the commands of kithctl that administer an instance without a browser."""

import json
import re
import time

import support
from support import test

PASSWORD = "a long enough phrase"


def lines(kith, *words):
    """The objects that a list prints with --json."""
    done = kith.run("kithctl", *words, "--json")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def refused(kith, *words, status=1):
    done = kith.run("kithctl", *words)
    assert done.returncode == status, (done.stdout, done.stderr)
    assert not done.stdout, done.stdout
    return done.stderr


def acts(kith, member):
    """The operator's entries about a member in the audit log, oldest first."""
    return kith.sql("SELECT action FROM audit WHERE credential_kind = 'operator'"
                    f" AND actor IS NULL AND wire_id('usr', subject_id) = '{member}'"
                    " AND action NOT IN ('member.create', 'token.issue')"
                    " ORDER BY id").split()


def eventually(kith, token, status):
    end = time.monotonic() + 3
    while kith.http("GET", "/v1/me", token=token).status != status:
        assert time.monotonic() < end, kith.http("GET", "/v1/me", token=token).text
        time.sleep(0.05)


@test
def lists_and_shows_members(kith):
    token = kith.member("Ada", "--active", "--handle", "ada")
    kith.http("POST", "/v1/me/onboarding", {"handle": "ada"}, token)
    kith.kithctl("member", "create", "--email", "grace@example.org", "--name", "Grace")
    members = lines(kith, "member", "list")
    assert {one["name"] for one in members} >= {"Ada", "Grace"}, members
    assert [one["name"] for one in lines(kith, "member", "list", "--status", "pending")
            ] == ["Grace"]
    assert [one["handle"] for one in lines(kith, "member", "list", "--q", "ada@")
            ] == ["ada"]
    table = kith.run("kithctl", "member", "list").stdout.splitlines()
    assert table[0].split() == ["ID", "HANDLE", "E-MAIL", "STATUS", "ROLE", "CREATED",
                                "NAME"], table
    assert len(table) == 1 + len(members)
    assert re.search(r" \d{4}-\d\d-\d\d \d\d:\d\d UTC  Grace$", table[1]), table[1]
    ada = kith.kithctl("member", "show", "ada", "--json")
    assert ada["tokens"] == 1 and ada["secondFactor"] is False, ada
    for way in (ada["id"], ada["email"], "@ada"):
        assert kith.kithctl("member", "show", way, "--json")["id"] == ada["id"]
    assert "second factor  no" in kith.run("kithctl", "member", "show", "ada").stdout
    assert "member list" in refused(kith, "member", "show", "nobody")


@test
def prints_long_lists_to_their_end_and_no_control_characters(kith):
    kith.sql("INSERT INTO members (id, email, name, email_verified_at, status)"
             " SELECT new_id(), 'bulk' || n || '@example.org', 'Bulk ' || n, now(),"
             " 'active' FROM generate_series(1, 250) n")
    kith.sql("UPDATE members SET name = E'Bulk\\u009b31m\\u202e' WHERE email ="
             " 'bulk7@example.org'")
    found = lines(kith, "member", "list", "--q", "bulk")
    assert len({one["id"] for one in found}) == 250
    table = kith.run("kithctl", "member", "list", "--q", "bulk").stdout
    assert table.count("\n") == 251
    assert "Bulk?31m?" in table and "\x9b" not in table and "\u202e" not in table


@test
def changes_roles_and_states_as_the_operator(kith):
    kith.member("Root", "--active", "--admin")
    token = kith.member("Rowdy", "--active", "--handle", "rowdy")
    user = kith.http("GET", "/v1/me", token=token).json["id"]
    assert kith.kithctl("member", "promote", "rowdy", "--json")["role"] == "admin"
    assert kith.sql("SELECT payload ->> 'note' FROM outbox WHERE"
                    " payload ->> 'template' = 'role_given'"
                    " AND payload ->> 'toAddress' = 'root@example.org'") == (
        "@rowdy: administrator of this instance. Given by the operator.")
    assert kith.kithctl("member", "demote", "rowdy", "--json")["role"] == "member"
    kith.kithctl("member", "suspend", "rowdy", "--reason", "Spam")
    eventually(kith, token, 403)
    assert "reason" in refused(kith, "member", "reinstate", "rowdy")
    kith.kithctl("member", "reinstate", "rowdy", "--reason", "A mistake")
    eventually(kith, token, 200)
    assert acts(kith, user) == ["member.set_role", "member.set_role", "member.suspend",
                                "member.reinstate"]


@test
def an_invite_comes_with_the_link_that_uses_it(kith):
    said = kith.run("kithctl", "invite", "create", "--expires-in-days", "3").stdout
    code = re.search(r"^code +(\S+)$", said, re.M)[1]
    assert re.search(rf"^link +{kith.base}/sign-up\?inviteCode={code}$", said, re.M), said
    assert re.search(r"^expires +\S+ \d\d:\d\d UTC$", said, re.M), said
    page = kith.http("GET", f"/sign-up?inviteCode={code}").text
    assert f'value="{code}"' in page, page
    assert kith.kithctl("invite", "create", "--json")["code"] not in said


@test
def a_reset_link_sets_a_password(kith):
    kith.member("Forgetful", "--active", "--handle", "forgetful")
    link = kith.kithctl("member", "reset-link", "forgetful", "--json")["link"]
    answer = kith.http("POST", "/v1/auth/password/reset",
                       {"token": link.split("token=")[1], "password": PASSWORD})
    assert answer.status in (200, 204), answer.text
    answer = kith.http("POST", "/v1/auth/sign-in",
                       {"email": kith.kithctl("member", "show", "forgetful",
                                              "--json")["email"],
                        "password": PASSWORD})
    assert answer.status == 200, answer.text


@test
def gives_an_account_back_at_another_address(kith):
    """A thief has moved the account to an address of his own."""
    thief = kith.member("Robbed", "--active", "--handle", "robbed")
    kith.member("Other", "--active", "--handle", "other")
    owned = kith.kithctl("member", "show", "other", "--json")["email"]
    assert "another account" in refused(kith, "member", "set-email", "robbed",
                                        "--email", owned)
    done = kith.run("kithctl", "member", "set-email", "robbed", "--email",
                    "robbed@home.example")
    first = re.search(rf"^link +({kith.base}/reset-password\?token=\S+)$", done.stdout,
                      re.M)[1]
    eventually(kith, thief, 401)
    assert kith.kithctl("member", "show", "robbed@home.example",
                        "--json")["password"] is False
    again = kith.kithctl("member", "set-email", "robbed", "--email",
                         "owner@home.example", "--json")
    assert again["email"] == "owner@home.example", again
    for link, status in ((first, 404), (again["link"], 204)):
        answer = kith.http("POST", "/v1/auth/password/reset",
                           {"token": link.split("token=")[1], "password": PASSWORD})
        assert answer.status == status, answer.text


@test
def deletes_a_member_only_when_told_twice(kith):
    token = kith.member("Leaver", "--active", "--handle", "leaver")
    user = kith.http("GET", "/v1/me", token=token).json["id"]
    assert "--yes" in refused(kith, "member", "delete", "leaver", status=2)
    assert kith.http("GET", "/v1/me", token=token).status == 200
    assert user in kith.run("kithctl", "member", "delete", "leaver", "--yes").stdout
    eventually(kith, token, 401)
    assert acts(kith, user) == ["member.delete"]
    refused(kith, "member", "show", "leaver")


@test
def lists_organizations_and_reports(kith):
    admin = kith.member("Founder", "--active", "--admin", "--handle", "founder")
    answer = kith.http("POST", "/v1/orgs", {"slug": "hidden", "name": "Hidden",
                                            "visibility": "unlisted"}, admin)
    assert answer.status == 200, answer.text
    assert [one["slug"] for one in lines(kith, "org", "list")] == ["hidden"]
    assert "unlisted" in kith.run("kithctl", "org", "list").stdout
    org = answer.json["id"]
    answer = kith.http("POST", "/v1/reports", {
        "subjectType": "org", "subjectId": org, "reason": "Sells things"}, admin)
    assert answer.status in (200, 201), answer.text
    [report] = lines(kith, "report", "list", "--status", "open")
    assert report["subjectId"] == org and report["reason"] == "Sells things"
    table = kith.run("kithctl", "report", "list").stdout
    assert "founder" in table and "Sells things" in table, table


support.main(__name__)
