"""Plays the tasks of tests/agents/ as an assistant would, without a model.

Each task is a file; docs/testing.md explains its format, and how to try the tasks with a
model. All tasks share one instance, and each has members of its own.
"""

import concurrent.futures
import json
import os
import re
import sys

import support
from support import test

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../agents"))

import injected  # pylint: disable=wrong-import-position
from discovery import Index  # pylint: disable=wrong-import-position
from world import Rows, World, tasks, tokens_of  # pylint: disable=wrong-import-position

TASKS_MIN = 60
FIRST_TOOLS = 5
# Each refusal that a run has seen: whether the caller is an administrator, the slip, and
# the sentence.
REFUSED = []
# The calls that wrote something: the world, the step, and its request key.
WRITTEN = []


def faults_of(check):
    """Runs a check of each task and fails with the list of those that failed."""
    failed = []
    for task in tasks():
        try:
            check(task)
        except Exception as fault:  # pylint: disable=broad-except
            failed.append(f"{task['name']}: {fault!r}")
    assert not failed, f"{len(failed)} of the tasks:\n" + "\n".join(failed)


def texts(result):
    return "\n".join(item["text"] for item in result["content"])


def refuse(world, slip):
    """Makes a wrong call, whose refusal must name what helps."""
    _, result = world.call(slip)
    text = texts(result)
    assert result.get("isError"), f"the slip {slip} succeeded: {text[:300]}"
    sentence = text.split("\n")[0]
    admin = any(line.split()[0] == slip.get("as", world.caller) and "admin" in line
                for line in world.task["cast"])
    REFUSED.append((admin, slip, sentence))
    for word in world.fill(slip["cure"]):
        assert word in sentence, f"{word!r} is not in {sentence!r}"


def play(world, instead=None):
    """Makes the reference calls, of which a slip may replace one. Returns the number of
    tokens that a model reads and writes."""
    tokens = 0
    slips = [slip for slip in world.task["slip"] if "instead" not in slip]
    for at, step in enumerate(world.task["call"]):
        if instead is not None and instead["instead"] == at + 1:
            step = {**step, **instead}
        for slip in slips:
            if slip.get("before", 1) == at + 1 and instead is None:
                refuse(world, slip)
        key = None
        if step.get("writes"):
            key = f"{world.task['name']}-{world.number}-{at}"
            WRITTEN.append((world, step, key))
        arguments, result = world.call(step, key)
        text = texts(result)
        assert not result.get("isError"), f"{step['tool']} {arguments}: {text}"
        for word in world.fill(step.get("says", [])):
            assert word in text, f"{word!r} is not in {text!r}"
        world.save(step, result["structuredContent"])
        tokens += tokens_of(text) + tokens_of(json.dumps(arguments))
    return tokens


def settle(rows, world, before, changes):
    changed = rows.changes(before, rows.read())
    admins = rows.administrators()
    named = {"administrators": admins, "other administrators": admins - 1}
    changes = {table: named.get(count, count) for table, count in changes.items()}
    assert changed == changes, f"{world.task['name']} changed {changed}, not {changes}"
    world.check_state()


def worlds_of(kith, chosen):
    """Makes the members of several worlds at once."""
    worlds = [World(kith, task, number) for task, number in chosen]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(World.populate, worlds))
    return {world.number: world for world in worlds}


@test
def tasks_end_as_they_should(kith):
    worlds = worlds_of(kith, [(task, task["number"]) for task in tasks()])
    assert len(worlds) >= TASKS_MIN, len(worlds)

    def check(task, rows):
        world = worlds[task["number"]]
        world.seed()
        before = rows.read()
        tokens = play(world)
        settle(rows, world, before, task["changes"])
        assert tokens <= task["tokens"], f"{tokens:.0f} tokens"
        assert tokens > task["tokens"] / 3, f"only {tokens:.0f} tokens: lower the limit"

    with Rows(kith) as rows:
        faults_of(lambda task: check(task, rows))


@test
def likely_slips_do_what_was_meant(kith):
    chosen = {task["number"] * 1000 + at: (task, slip) for task in tasks()
              for at, slip in enumerate(task["slip"]) if "instead" in slip}
    worlds, failed = worlds_of(
        kith, [(task, number) for number, (task, _) in chosen.items()]), []
    for number, (task, slip) in chosen.items():
        world = worlds[number]
        try:
            world.seed()
            with Rows(kith) as rows:
                before = rows.read()
                play(world, slip)
                settle(rows, world, before, task["changes"])
        except Exception as fault:  # pylint: disable=broad-except
            failed.append(f"{task['name']}, {slip}: {fault!r}")
    assert not failed, "\n".join(failed)


def repeat_all():
    """Repeats each write; none may be done again."""
    for world, step, key in WRITTEN:
        arguments, result = world.call(step, key)
        assert not result.get("isError"), (arguments, texts(result))
        assert result["_meta"]["replayed"], (arguments, result)
        assert "nothing was done twice" in texts(result), texts(result)


@test
def repeated_writes_are_done_once(kith):
    assert len(WRITTEN) > 30, len(WRITTEN)
    with Rows(kith) as rows:
        before = rows.read()
    for age in "1 second", "61 seconds":
        kith.sql(f"UPDATE idempotency SET created_at = now() - interval '{age}'")
        repeat_all()
    kith.stop()
    kith.start()
    support.eventually(kith.is_ready, support.READY_TIMEOUT_S)
    repeat_all()
    with Rows(kith) as rows:
        changed = rows.changes(before, rows.read())
    assert changed == {}, changed


def listed(kith, token):
    answer = kith.http("POST", "/mcp", {"jsonrpc": "2.0", "id": 1,
                                        "method": "tools/list", "params": {}}, token)
    return {tool["name"]: tool for tool in answer.json["result"]["tools"]}


def known_words(tools):
    """Names of tools and of all arguments, and the values of arguments."""
    known = set(tools)

    def walk(schema):
        for name, inner in schema.get("properties", {}).items():
            known.add(name)
            known.update(inner.get("enum", []))
            known.update(inner.get("items", {}).get("enum", []))
            walk(inner)
            walk(inner.get("items", {}))
    for tool in tools.values():
        walk(tool["inputSchema"])
        walk(tool["outputSchema"])
    return known


@test
def refusals_name_only_what_the_caller_has(kith):
    tools = {admin: listed(kith, kith.member(f"Lint{admin}", "--active",
                                             *(["--admin"] if admin else [])))
             for admin in (False, True)}
    known = {admin: known_words(tools[admin]) for admin in tools}
    assert len(REFUSED) > 50, len(REFUSED)
    for admin, slip, sentence in REFUSED:
        tool = slip["tool"]
        named = set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", sentence)) - set(slip["with"])
        assert named <= known[admin], f"{tool}: {sentence}: {named - known[admin]}"
        wrong = re.search(r"[Hh]eader|/v1/|\bHTTP\b|\b(?:GET|POST|PUT|PATCH|DELETE) |"
                          r"\b(?:401|403|404|409|422|429|503)\b|"
                          r"Idempotency-Key|If-Match", sentence)
        assert not wrong, f"{tool}: {sentence}"


@test
def utterances_find_the_tools(kith):
    member = listed(kith, kith.member("Finder"))
    admin = listed(kith, kith.member("Findmin", "--active", "--admin"))

    def check(task):
        admins = "admin" in task["cast"][0].split()
        tools = admin if admins else member
        ranked = Index(tools.values()).rank(task["utterance"])
        for tool in task["needs"]:
            assert tool in tools, f"{tool} does not exist"
            place = ranked.index(tool) + 1
            assert place <= FIRST_TOOLS, f"{tool} is at {place}, after {ranked[:5]}"

    faults_of(check)


@test
def an_obedient_assistant_finds_nothing_to_obey(kith):
    scene = injected.Scene(kith)
    token, faults, seen = scene.victim["token"], [], 0
    reads = scene.reads()
    reading = {name for name, tool in listed(kith, token).items()
               if tool["annotations"]["readOnlyHint"]}
    assert reading == reads.keys(), reading ^ reads.keys()
    calls = [(name, {**arguments, **more}) for name, arguments in reads.items()
             for more in ({}, {"detail": "full"})[:2 if "detail" in listed(kith, token)[
                 name]["inputSchema"]["properties"] else 1]]
    with Rows(kith) as rows:
        before = rows.read()
        for tool, arguments in calls:
            result = kith.call_tool(token, tool, arguments)
            assert not result.get("isError"), (tool, texts(result))
            found = injected.unmarked(result)
            injected.obey(kith, token, found)
            seen += injected.counted(result)
            faults += [f"{tool}: {name}" for name, _ in found]
        changed = rows.changes(before, rows.read())
    for tool, arguments in scene.writes():
        result = kith.call_tool(token, tool, arguments)
        assert not result.get("isError"), (tool, texts(result))
        faults += [f"{tool}: {name}" for name, _ in injected.unmarked(result)]
    assert not faults, "\n".join(sorted(set(faults)))
    assert changed == {} and seen > 100, (changed, seen)


support.main(__name__)
