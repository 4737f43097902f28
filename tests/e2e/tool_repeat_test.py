"""A tool that is called twice: what gets its first result again, and what meets the state as it is."""

import json

import support
from support import test


def call(kith, token, tool, arguments):
    """The result of a tool."""
    answer = kith.http("POST", "/mcp", {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments}}, token)
    return answer.json["result"]


def done(kith, token, tool, arguments):
    """The data of a call that succeeds and is carried out."""
    result = call(kith, token, tool, arguments)
    assert not result.get("isError") and not is_replay(result), result
    return result["structuredContent"]


def is_replay(result):
    return result.get("_meta", {}).get("replayed", False)


def problem(result):
    """What a tool says, and the code of the document beneath."""
    assert result.get("isError"), result
    sentence, document = result["content"][0]["text"].split("\n")
    return sentence, json.loads(document)["code"]


@test
def leaves_an_organization_as_often_as_it_was_joined(kith):
    owner, member = kith.member("Owner", "--active", "--admin"), kith.member("Leaver")
    kith.http("POST", "/v1/orgs", {"slug": "inn", "name": "Inn", "joinPolicy": "open"}, owner)
    for _ in range(2):
        done(kith, member, "join_org", {"slug": "inn"})
        done(kith, member, "leave_org", {"slug": "inn"})
        assert kith.sql("SELECT count(*) FROM org_members") == "1"
        code = problem(call(kith, member, "leave_org", {"slug": "inn"}))[1]
        assert code == "org_role_required", code


@test
def removes_members_as_often_as_they_came(kith):
    lead, member = kith.member("Lead", "--active", "--admin"), kith.member("Guest")
    user = kith.http("GET", "/v1/me", token=member).json["id"]
    kith.http("POST", "/v1/me/onboarding", {"handle": "guest", "headline": "A guest"}, member)
    kith.http("POST", "/v1/orgs", {"slug": "yard", "name": "Yard", "joinPolicy": "open"}, lead)
    project = kith.http("POST", "/v1/projects", {"name": "Barn"}, lead).json["id"]
    seat, place = {"slug": "yard", "userId": user}, {"id": project, "handle": "guest"}
    for _ in range(2):
        done(kith, member, "join_org", {"slug": "yard"})
        done(kith, lead, "remove_org_member", seat)
        assert problem(call(kith, lead, "remove_org_member", seat))[1] == "member_not_found"
        done(kith, lead, "assign_to_project", place)
        left = done(kith, lead, "remove_from_project", place)
        assert [one["handle"] for one in left["members"]] == ["lead"], left
        assert problem(call(kith, lead, "remove_from_project", place))[1] == "member_not_found"


support.main(__name__)
