"""Counts what the schema uses of PostgreSQL that a distributed engine may lack, and tries
to distribute its tables with Citus.

    sh tests/support/with_database.sh build/kithctl python3 tests/bench/schema.py
    python3 tests/bench/schema.py --citus URL     # a migrated database with Citus

With --citus each table is distributed by the first column of its primary key, in a
transaction that is rolled back: as it is; then with foreign keys dropped and triggers
allowed. The reason of each refusal is counted.
"""

import argparse
import collections
import glob
import os
import re
import subprocess

import figures

COUNTS = {
    "tables": "SELECT count(*) FROM pg_class WHERE relnamespace = 'kith'::regnamespace"
              " AND relkind = 'r'",
    "triggers": "SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
                " WHERE c.relnamespace = 'kith'::regnamespace AND NOT t.tgisinternal",
    "foreign keys": "SELECT count(*) FROM pg_constraint WHERE contype = 'f'"
                    " AND connamespace = 'kith'::regnamespace",
    "functions in PL/pgSQL": "SELECT count(*) FROM pg_proc p JOIN pg_language l"
                             " ON l.oid = p.prolang WHERE l.lanname = 'plpgsql'"
                             " AND p.pronamespace = 'kith'::regnamespace",
    "functions in SQL": "SELECT count(*) FROM pg_proc p JOIN pg_language l"
                        " ON l.oid = p.prolang WHERE l.lanname = 'sql'"
                        " AND p.pronamespace = 'kith'::regnamespace",
}
REASONS = (("triggers", "because it has triggers"),
           ("a foreign key to a table that is not distributed", "referenced table"),
           ("a unique key without the distribution column", "cannot create constraint"))


COUNT = " "  # a unit that is not shown; without one, a figure is a ratio


class Database:
    def __init__(self, url):
        self.url = url

    def run(self, sql):
        """Returns the lines of the answer and the first error, or None."""
        done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.url, "-c",
                               sql], capture_output=True, text=True, check=False)
        errors = re.findall(r"^ERROR:.*", done.stderr, re.M)
        return done.stdout.split("\n"), errors[0] if errors else None

    def value(self, sql):
        lines, error = self.run(sql)
        assert error is None, error
        return lines[0]

    def column(self, sql):
        lines, error = self.run(sql)
        assert error is None, error
        return [line for line in lines if line]


# QUEUE_… are of services/identity/credentials/credential_sql.h.
ADVISORY_LOCK = r"\bpg_(?:try_)?advisory_\w+\(|\bQUEUE_(?:ALONE|SHARED)\("


def in_statements(pattern):
    """How many statements of the services and functions of the schema match."""
    count = 0
    for path in glob.glob("common/*/*.[ch]") + glob.glob("services/**/*.c",
                                                         recursive=True):
        if path.startswith("services/ctl/"):
            continue
        with open(path, encoding="utf-8") as file:
            count += len(re.findall(pattern, file.read()))
    return count


def of_schema(database):
    rows = [(what, "number", int(database.value(sql)), COUNT)
            for what, sql in COUNTS.items()]
    locks = in_statements(ADVISORY_LOCK) + int(database.value(
        "SELECT count(*) FROM pg_proc WHERE prosrc LIKE '%pg_advisory%'"
        " AND pronamespace = 'kith'::regnamespace"))
    rows.append(("advisory locks, places", "number", locks, COUNT))
    channels = in_statements(r"\.channel = \"")
    rows.append(("tasks woken by NOTIFY", "number", channels, COUNT))
    return rows


def try_table(database, table, free):
    """Distributes a table; returns the error. `free` drops and permits what it can."""
    keys = database.column(
        "SELECT a.attname FROM pg_constraint c JOIN pg_attribute a ON a.attrelid ="
        f" c.conrelid AND a.attnum = c.conkey[1] WHERE c.conrelid = 'kith.{table}'"
        "::regclass AND c.contype = 'p'")
    column = keys[0] if keys else "id"
    before = ""
    if free:
        before = "SET LOCAL citus.enable_unsafe_triggers = on;" + "".join(
            f"ALTER TABLE {line.replace('|', ' DROP CONSTRAINT ')};"
            for line in database.column(
                "SELECT conrelid::regclass, conname FROM pg_constraint WHERE contype ="
                f" 'f' AND 'kith.{table}'::regclass IN (conrelid, confrelid)"))
    return database.run(f"BEGIN; {before} SELECT create_distributed_table("
                        f"'kith.{table}', '{column}'); ROLLBACK")[1]


def with_citus(database):
    tables = database.column("SELECT relname FROM pg_class WHERE relkind = 'r' AND"
                             " relnamespace = 'kith'::regnamespace ORDER BY 1")
    rows = []
    for column, free in (("as it is", False), ("without foreign keys", True)):
        reasons = collections.Counter()
        for table in tables:
            error = try_table(database, table, free)
            reason = next((name for name, part in REASONS if error and part in error),
                          error)
            reasons["can be distributed" if error is None else reason] += 1
            if error:
                print(f"{column}: {table}: {error}")
        for reason in ["can be distributed", *(name for name, _ in REASONS)]:
            rows.append((reason, column, reasons.pop(reason, 0), COUNT))
        assert not reasons, reasons
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--citus", metavar="URL")
    citus = parser.parse_args().citus
    if citus:
        name, rows = "citus", with_citus(Database(citus))
    else:
        name, rows = "schema", of_schema(Database(os.environ["KITH_TEST_DATABASE_URL"]))
    for row in rows:
        print(*row)
    figures.record(name, rows)


main()
