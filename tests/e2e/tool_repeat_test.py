"""Repeats tool calls: some return the first result, others act on the current state."""

import contextlib
import hashlib
import json
import re
import socket
import threading
import urllib.request
import uuid

import support
from support import test
from threads import all_at_once

PORT = support.free_port()
ASK = {"kind": "other", "title": "Six at once", "body": "", "publishTo": {"public": True}}


def done(kith, token, tool, arguments):
    """Returns the data of a call that succeeded and is no replay."""
    result = kith.call_tool(token, tool, arguments)
    assert not result.get("isError") and not is_replay(result), result
    return result["structuredContent"]


def is_replay(result):
    return result.get("_meta", {}).get("replayed", False)


def problem(result):
    """Returns a tool's error message, and the code of the problem document in it."""
    assert result.get("isError"), result
    sentence, document = result["content"][0]["text"].split("\n")
    return sentence, json.loads(document)["code"]


@test
def leaves_an_organization_as_often_as_it_was_joined(kith):
    owner, member = kith.member("Owner", "--active", "--admin"), kith.member("Leaver")
    kith.http("POST", "/v1/orgs", {"slug": "inn", "name": "Inn", "joinPolicy": "open"},
              owner)
    for _ in range(2):
        done(kith, member, "join_org", {"slug": "inn"})
        done(kith, member, "leave_org", {"slug": "inn"})
        assert kith.sql("SELECT count(*) FROM org_members") == "1"
        code = problem(kith.call_tool(member, "leave_org", {"slug": "inn"}))[1]
        assert code == "org_role_required", code


@test
def removes_members_as_often_as_they_came(kith):
    lead, member = kith.member("Lead", "--active", "--admin"), kith.member("Guest")
    user = kith.http("GET", "/v1/me", token=member).json["id"]
    kith.http("POST", "/v1/me/onboarding", {"handle": "guest", "headline": "A guest"},
              member)
    kith.http("POST", "/v1/orgs",
              {"slug": "yard", "name": "Yard", "joinPolicy": "open"}, lead)
    project = kith.http("POST", "/v1/projects", {"name": "Barn"}, lead).json["id"]
    seat, place = {"slug": "yard", "userId": user}, {"id": project, "handle": "guest"}
    for _ in range(2):
        done(kith, member, "join_org", {"slug": "yard"})
        done(kith, lead, "remove_org_member", seat)
        assert problem(kith.call_tool(lead, "remove_org_member", seat))[1] == (
            "member_not_found")
        done(kith, lead, "assign_to_project", place)
        left = done(kith, lead, "remove_from_project", place)
        assert [one["handle"] for one in left["members"]] == ["lead"], left
        assert problem(kith.call_tool(lead, "remove_from_project", place))[1] == (
            "member_not_found")


@test
def gives_equal_calls_at_once_one_result(kith):
    token = kith.member("Sixfold")
    for turn in range(5):
        ask = {**ASK, "title": f"Six at once, {turn}"}
        results = all_at_once([lambda: kith.call_tool(token, "create_post", ask)] * 6)
        assert not any(result.get("isError") for result in results), results
        assert len({result["structuredContent"]["id"] for result in results}) == 1, (
            results)
        assert sorted(map(is_replay, results)) == [False] + [True] * 5, results


@contextlib.contextmanager
def twin_running(kith):
    """Makes the one finished call look as if it were still running: it takes the lock
    that a running call holds, and hides the stored result."""
    holder, op, key = kith.sql("SELECT member, op, key FROM idempotency").split("|")
    kith.sql("UPDATE idempotency SET key = 'later', created_at = now() + interval '1 "
             "hour'")
    number = int.from_bytes(hashlib.sha256(
        uuid.UUID(holder).bytes + op.encode() + b"\0" + key.encode()).digest()[:8],
        "little", signed=True)
    kith.sql("CREATE TABLE ended ()")
    twin = threading.Thread(target=kith.sql, daemon=True, args=(
        f"SELECT pg_advisory_lock({number}); DO $$ BEGIN WHILE NOT EXISTS (SELECT"
        " FROM ended)"
        " LOOP PERFORM pg_sleep(0.02); END LOOP; END $$",))
    twin.start()
    support.eventually(lambda: kith.sql(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        f" AND (classid::bigint << 32 | objid::bigint) = {number}") == "1")

    def end():
        kith.sql(f"UPDATE idempotency SET key = '{key}'; INSERT INTO ended DEFAULT"
                 " VALUES")
        twin.join(timeout=30)

    try:
        yield end
    finally:
        end()
        kith.sql("DROP TABLE ended")


def turned_away():
    """Returns how many calls of create_post were refused because an equal one was
    running."""
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/metrics/content",
                                timeout=10) as answer:
        found = re.search(r'kith_call_problems_total\{[^}]*op="post_create"[^}]*'
                          r'problem="idempotency_in_progress"\} (\d+)',
                          answer.read().decode())
    return int(found[1]) if found else 0


@test
def waits_for_an_equal_call_but_not_for_long(kith):
    token = kith.member("Patient")
    kith.sql("DELETE FROM idempotency")
    first = done(kith, token, "create_post", ASK)
    with twin_running(kith):
        before = turned_away()
        answer = problem(kith.call_tool(token, "create_post", ASK))
        assert turned_away() - before == 4
    assert answer == ("The same call is still running. Wait a moment and call again with "
                      "the same"
                      " arguments: you get its result.",
                      "idempotency_in_progress"), answer
    with twin_running(kith) as end:
        before = turned_away()

        def end_in_time():
            support.eventually(lambda: turned_away() > before, step_s=0.01)
            end()
        result, _ = all_at_once(
            [lambda: kith.call_tool(token, "create_post", ASK), end_in_time])
    again = kith.call_tool(token, "create_post", ASK)
    assert is_replay(again) and again["structuredContent"] == first, again
    # On a busy machine the end may come too late.
    assert result.get("isError") or is_replay(result), result


@test
def forgets_a_client_that_goes_while_it_waits(kith):
    token = kith.member("Hasty")
    kith.sql("DELETE FROM idempotency")
    first = done(kith, token, "create_post", ASK)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                       "params": {"name": "create_post", "arguments": ASK}})
    with twin_running(kith):
        for _ in range(5):
            before = turned_away()
            with socket.create_connection(("127.0.0.1", kith.port)) as client:
                client.sendall((f"POST /mcp HTTP/1.1\r\nHost: localhost:{kith.port}\r\n"
                                f"Authorization: Bearer {token}\r\n"
                                "Content-Type: application/json\r\n"
                                "Accept: application/json, text/event-stream\r\n"
                                f"Content-Length: {len(body)}\r\n\r\n{body}").encode())
                support.eventually(lambda: turned_away() > before, step_s=0.01)
        problem(kith.call_tool(token, "create_post", ASK))
    assert kith.call_tool(token, "create_post", ASK)["structuredContent"] == first


support.main(__name__, KITH_OPERATIONS_PORT=str(PORT))
