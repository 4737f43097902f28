"""A task's world: its members, what they have, and what a call changed.

A task is a file of tasks/; docs/testing.md explains its format. Each run of a task has
members of its own, and {n} in its texts is a number that no other run has.
"""

import collections
import glob
import json
import os
import re
import subprocess
import tomllib

import support

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tasks")
# Characters of a result for each token of o200k.
TOKEN_CHARACTERS = 3.3
# Tables whose rows follow from others, or from the fact that a call was made.
DERIVED = {"activity", "attempts", "credentials", "creations",
           "event_changes", "event_rechecks", "idempotency", "inbox_counts",
           "known_addresses", "mail_requests", "member_search",
           "org_invitation_counts", "outbox", "post_targets", "progress_targets",
           "signing_keys", "visits"}
STEP = re.compile(r"\[[^\]]*\]|#|[^.\[#]+")


def tasks():
    """Yields each task with its name and a number."""
    for number, path in enumerate(sorted(glob.glob(FOLDER + "/*.toml")), 1):
        with open(path, "rb") as file:
            try:
                task = tomllib.load(file)
            except tomllib.TOMLDecodeError as fault:
                raise AssertionError(f"{path}: {fault}") from fault
        yield {"name": os.path.basename(path)[:-5], "number": number, "seed": [],
               "slip": [], "state": [], "changes": {}, **task}


def dig(value, path):
    """Returns the value at a path, such as items[handle=ada].role or list[0], or the
    number of items at items#."""
    for step in STEP.findall(path):
        if step == "#":
            value = len(value)
        elif step.startswith("["):
            key, _, wanted = step[1:-1].partition("=")
            if not wanted:
                value = value[int(key)]
                continue
            found = [one for one in value if str(one.get(key)) == wanted]
            assert found, f"nothing has {step} in {json.dumps(value)[:600]}"
            value = found[0]
        else:
            value = value[step]
    return value


class World:
    """One run of a task."""

    def __init__(self, kith, task, number):
        self.kith, self.task, self.number = kith, task, number
        self.names, self.tokens = {"n": str(number)}, {}

    def populate(self):
        """Makes the members."""
        for line in self.task["cast"]:
            name, *options = line.split()
            handle = f"{name}-{self.number}"
            full = f"{name.title()} Doe{self.number}"
            address = f"{handle}@example.org"
            made = self.kith.kithctl(
                "member", "create", "--email", address, "--name", full, "--handle",
                handle, *(["--active"] if "pending" not in options else []),
                *(["--admin"] if "admin" in options else []))
            self.tokens[name] = self.kith.kithctl("token", "create", "--email",
                                                  address)["token"]
            if "pending" not in options:
                done = self.kith.http("POST", "/v1/me/onboarding",
                                      {"handle": handle, "headline": "A member"},
                                      self.tokens[name])
                assert done.status == 200, done.text
            self.names.update({name: handle, f"{name}.id": made["userId"],
                               f"{name}.name": full, f"{name}.email": address})
        self.caller = self.task["cast"][0].split()[0]

    def seed(self):
        for step in self.task["seed"]:
            method, path = self.fill(step["do"]).split()
            answer = self.kith.http(method, path, self.fill(step.get("with")),
                                    self.tokens[step["as"]])
            assert answer.status < 300, (self.task["name"], step, answer.text)
            self.save(step, answer.json if answer.body else {})

    def fill(self, value):
        """Replaces {names} in all texts of a value."""
        if isinstance(value, dict):
            return {self.fill(key): self.fill(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self.fill(one) for one in value]
        if isinstance(value, str):
            return re.sub(r"\{([\w.]+)\}", lambda found: str(self.names[found[1]]), value)
        return value

    def save(self, step, answer):
        for name, path in step.get("save", {}).items():
            self.names[name] = dig(answer, self.fill(path))

    def call(self, step, key=None):
        """Calls a tool as the caller, or as the member that the step names."""
        arguments = self.fill(step.get("with", {}))
        if key is not None:
            arguments["requestKey"] = key
        return arguments, self.kith.call_tool(
            self.tokens[step.get("as", self.caller)], step["tool"], arguments)

    def check_state(self):
        for check in self.task["state"]:
            answer = self.kith.http("GET", self.fill(check["get"]),
                                    token=self.tokens[check["as"]])
            assert answer.status == check.get("status", 200), (check, answer.text)
            for path, wanted in check.get("is", {}).items():
                got = dig(answer.json, self.fill(path))
                assert got == self.fill(wanted), (
                    f"{check['get']}: {path} is {got!r}, not {wanted!r}")


def tokens_of(text):
    return len(text) / TOKEN_CHARACTERS


class Rows:
    """All rows of an instance that a call can change, by table and key."""

    def __init__(self, kith):
        # One session, because a program for each statement takes longer than the rest.
        self.psql = subprocess.Popen(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", kith.owner_url()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.sql("SET search_path = kith")
        keys = self.sql(
            "SELECT c.relname, string_agg(format('%I', a.attname), ', '"
            " ORDER BY a.attnum) FROM pg_class c"
            " JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary"
            " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)"
            " WHERE c.relnamespace = 'kith'::regnamespace AND c.relkind = 'r'"
            " GROUP BY c.relname")
        tables = [line.split("|") for line in keys]
        self.query = " UNION ALL ".join(
            f"SELECT '{table}|' || concat_ws(',', {key}) || '|' || md5(t::text)"
            f" FROM {table} t" for table, key in tables if table not in DERIVED)
        self.query += (" UNION ALL SELECT 'mails|' || id || '|' FROM outbox"
                       " WHERE topic = 'mail'")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.psql.stdin.close()
        self.psql.wait()
        self.psql.stdout.close()

    def sql(self, text):
        """Returns the rows of a statement as lines."""
        self.psql.stdin.write(text + ";\n\\echo end of rows\n")
        self.psql.stdin.flush()
        return list(iter(lambda: self.psql.stdout.readline().rstrip("\n"),
                         "end of rows"))

    def administrators(self):
        return int(self.sql("SELECT count(*) FROM members WHERE role = 'admin'"
                            " AND status = 'active'")[0])

    def read(self):
        """Returns the rows, once all notices have arrived."""
        support.eventually(lambda: self.sql(
            "SELECT count(*) FROM outbox WHERE status = 'pending'"
            " AND next_attempt_at < now() + interval '1 second'") == ["0"], step_s=0.01)
        rows = {}
        for line in self.sql(self.query):
            table, key, digest = line.split("|")
            rows[table, key] = digest
        return rows

    @staticmethod
    def changes(before, after):
        """Counts the rows that were added, changed or removed, by table."""
        changed = {row for row in before.keys() | after.keys()
                   if before.get(row) != after.get(row)}
        return dict(collections.Counter(table for table, _ in changed))
