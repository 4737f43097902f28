"""Captures the statements that an instance runs for a request from PostgreSQL's log.

pgbench then runs the same text with the same values, so that the comparison follows the
code. pgbench omits transactions around single reads, to measure the highest possible
limit.
"""

import os
import re
import time

# The peers' name for a statement, and a substring that only this statement has.
NAMES = {
    "feed": ("feed", "WITH everybody AS"),
    "orgs": ("feed", "FROM post_targets t JOIN orgs o"),
    "post": ("post", "WHERE p.id = $2"),
    "me": ("me", "m.email AS email"),
    "create": ("create", "INSERT INTO posts"),
    "resolve": ("me", "FROM credentials c"),
}
# pgbench prepares each script once per connection, so a few scripts give enough variety.
SCRIPTS = 4
TRANSACTION = re.compile(r"^(BEGIN|COMMIT|ROLLBACK)", re.I)
ENTRY = re.compile(r"LOG:  execute \w+: (.*)$")
PARAMETER = re.compile(r"\$(\d+) = (NULL|'(?:[^']|'')*')")


def read_log(text):
    """Returns [(statement, {number: literal}), …] in the order of execution."""
    seen = []
    for line in text.splitlines():
        entry = ENTRY.search(line)
        if entry:
            seen.append((entry.group(1), {}))
        elif "DETAIL:  parameters: " in line and seen:
            seen[-1][1].update({int(n): v for n, v in PARAMETER.findall(line)})
    return [one for one in seen if not TRANSACTION.match(one[0])]


def capture(instance, operations):
    """Returns seen[operation] = one list of statements per sample request."""
    instance.owner_sql("ALTER SYSTEM SET log_statement = 'all'")
    instance.owner_sql("SELECT pg_reload_conf()")
    time.sleep(0.5)
    seen = {}
    for operation in operations:
        seen[operation] = []
        for number in range(len(instance.tokens)):
            time.sleep(0.02)
            start = os.path.getsize(instance.database_log)
            instance.send(operation, number)
            time.sleep(0.05)
            with open(instance.database_log, encoding="utf-8", errors="replace") as log:
                log.seek(start)
                seen[operation].append(read_log(log.read()))
    instance.owner_sql("ALTER SYSTEM RESET log_statement")
    instance.owner_sql("SELECT pg_reload_conf()")
    return seen


def is_of(statement):
    """Whether a statement belongs to the operation, and not to token look-up or outbox
    delivery."""
    return "credentials" not in statement and "outbox" not in statement


def inlined(statement, values):
    return re.sub(r"\$(\d+)",
                  lambda found: values.get(int(found.group(1)), "NULL"), statement)


def pgbench_scripts(seen, folder):
    """Returns scripts[operation] = files, one per sample request."""
    scripts = {}
    for operation, samples in seen.items():
        scripts[operation] = []
        for number, statements in enumerate(samples[:SCRIPTS]):
            path = os.path.join(folder, f"{operation}-{number}.sql")
            lines = [(text, dict(values)) for text, values in statements
                     if is_of(text)]
            with open(path, "w", encoding="utf-8") as file:
                if operation == "create":
                    file.write("\\set r random(1, 9000000000000000)\n")
                    for text, values in lines:
                        if "INSERT INTO posts" in text:  # each run creates a new ask
                            values[2] = "lpad(to_hex(:r::bigint), 32, '0')::uuid"
                for text, values in lines:
                    file.write(inlined(text, values)
                               + ";\n")
            scripts[operation].append(path)
    return scripts


def statement_texts(seen):
    """Returns the statements by the peers' names for them."""
    texts = {}
    for name, (operation, piece) in NAMES.items():
        for statements in seen[operation]:
            for text, _ in statements:
                if piece in text and name not in texts:
                    texts[name] = text
    missing = set(NAMES) - set(texts)
    if missing:
        raise SystemExit(f"these statements were not seen: {sorted(missing)}")
    return texts
