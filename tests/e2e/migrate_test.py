"""Tests kithctl migrate on a cluster of its own."""

import base64
import hashlib
import hmac
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import beginning

KITHCTL = os.path.join(os.environ.get("KITH_BUILD", "build"), "kithctl")
PASSWORDS = ("SELECT count(*) FROM pg_authid WHERE rolname LIKE 'kith\\_%'"
             " AND rolpassword LIKE 'SCRAM-SHA-256$%'")


def extract(secret):
    return hmac.new(bytes(32), secret, hashlib.sha256).digest()


def expand(key, purpose):
    """The expand step of HKDF, as in common/secret/secret.c."""
    return hmac.new(key, b"kith " + purpose.encode() + b"\x01", hashlib.sha256).digest()


def encoded(key):
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def expanded(key, role):
    return encoded(expand(key, "database " + role))


def derived(secret, role):
    """Returns the password that a role has under this secret."""
    return expanded(extract(secret), role)


class Migrate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.mkdtemp(prefix="kith-migrate-", dir=beginning.FOLDER)
        os.chmod(cls.home, 0o755)
        cls.cluster = os.path.join(cls.home, "pg")
        subprocess.run(["sh", "tests/support/cluster.sh", "start", cls.cluster],
                       check=True, stdout=subprocess.DEVNULL)
        cls.secret = os.path.join(cls.home, "secret")
        with open(os.open(cls.secret, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
            file.write(os.urandom(32))

    @classmethod
    def tearDownClass(cls):
        subprocess.run(["sh", "tests/support/cluster.sh", "stop", cls.cluster],
                       check=False)
        shutil.rmtree(cls.home, ignore_errors=True)

    def setUp(self):
        self.database = "migrate_" + self.id().rsplit(".", 1)[1][:40]
        self.sql(f"CREATE DATABASE {self.database}", "postgres")
        self.environment = dict(
            os.environ, KITH_SECRET_FILE=self.secret, KITH_RUN_DIR=self.home,
            KITH_DATABASE_URL=f"postgresql:///{self.database}?host={self.cluster}"
                              "&user=postgres")

    def sql(self, text, database=None):
        done = subprocess.run(
            ["psql", "-h", self.cluster, "-U", "postgres", "-d",
             database or self.database, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", text],
            text=True, capture_output=True, check=True, timeout=30)
        return done.stdout.strip()

    def start(self, **more):
        return subprocess.Popen([KITHCTL, "migrate"], env=dict(self.environment, **more),
                                text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)

    def migrate(self, **more):
        process = self.start(**more)
        output, _ = process.communicate(timeout=60)
        return process.returncode, output

    def test_applies_each_file_once(self):
        status, output = self.migrate()
        self.assertEqual(status, 0, output)
        self.assertIn("applied 0001_platform", output)
        files = sorted(name[:-4] for name in os.listdir("common/schema/migrations")
                       if name.endswith(".sql"))
        self.assertEqual(self.sql("SELECT name FROM kith.migrations"
                                  " ORDER BY name").split(), files)
        status, output = self.migrate()
        self.assertEqual((status, output), (0, "the database is up to date\n"))

    def test_lets_several_run_at_once(self):
        processes = [self.start() for _ in range(4)]
        outputs = [process.communicate(timeout=60)[0] for process in processes]
        self.assertEqual([process.returncode for process in processes], [0] * 4, outputs)
        self.assertEqual(sum("applied 0001_platform" in output for output in outputs), 1)

    def test_fills_the_words_of_rows_that_exist_in_pieces_and_again(self):
        self.assertEqual(self.migrate()[0], 0)
        self.sql("INSERT INTO kith.members (id, email, name, email_verified_at, status)"
                 " SELECT gen_random_uuid(), n || '@example.org', 'O''Brien 田中太郎',"
                 " now(), 'active' FROM generate_series(1, 450) AS n;"
                 "INSERT INTO kith.profiles (member_id, handle, onboarded_at)"
                 " SELECT id, 'member-' || split_part(email, '@', 1), now()"
                 " FROM kith.members;"
                 "INSERT INTO kith.projects (id, name)"
                 " SELECT gen_random_uuid(), 'C++ ' || n FROM generate_series(1, 450) n;"
                 "UPDATE kith.member_search SET words = NULL, affiliation = '';"
                 "UPDATE kith.projects SET words = NULL;"
                 "UPDATE pg_index SET indisvalid = false"
                 " WHERE indexrelid = 'kith.member_search_words'::regclass;"
                 "DELETE FROM kith.migrations WHERE name BETWEEN '0342' AND '0345'")
        status, output = self.migrate()
        self.assertEqual(status, 0, output)
        self.assertEqual(
            self.sql("SELECT count(DISTINCT xmin::text) > 2, count(*)"
                     " FROM kith.member_search WHERE words @@ '''wobrien'' & ''w太郎'''"),
            "t|450")
        self.assertEqual(self.sql("SELECT count(*) FROM kith.projects"
                                  " WHERE words @@ '''wc++'''"), "450")
        self.assertEqual(self.sql("SELECT count(*) FROM pg_index"
                                  " WHERE NOT indisvalid"), "0")

    def hold_members(self, seconds):
        """Holds a writer's lock of the members for some seconds, in the background."""
        text = ("BEGIN; LOCK TABLE kith.members IN ROW EXCLUSIVE MODE;"
                f" SELECT pg_sleep({seconds}); COMMIT")
        process = subprocess.Popen(
            ["psql", "-h", self.cluster, "-U", "postgres", "-d", self.database, "-qAtX",
             "-c", text], stdout=subprocess.DEVNULL)
        while self.sql("SELECT count(*) FROM pg_locks WHERE granted AND relation ="
                       " 'kith.members'::regclass") == "0":
            self.assertIsNone(process.poll())
        return process

    def test_lets_writers_pass_while_it_waits_for_a_lock(self):
        self.assertEqual(self.migrate()[0], 0)
        self.sql("DROP FUNCTION kith.member_places(text[]);"
                 "DROP PROCEDURE kith.member_places_fill();"
                 "DELETE FROM kith.migrations WHERE name = '0541_identity_places'")
        holder, migration = self.hold_members(4), self.start()
        passed = 0
        while holder.poll() is None:
            # Services wait for a second.
            self.sql("SET lock_timeout = '1s'; BEGIN;"
                     " LOCK TABLE kith.members IN ROW EXCLUSIVE MODE; COMMIT")
            passed += migration.poll() is None
        output, _ = migration.communicate(timeout=60)
        self.assertEqual(migration.returncode, 0, output)
        self.assertIn("applied 0541_identity_places", output)
        self.assertGreater(passed, 3)

    def test_refuses_a_file_that_was_changed_afterwards(self):
        self.migrate()
        self.sql("UPDATE kith.migrations SET checksum = 'other'"
                 " WHERE name = '0001_platform'")
        status, output = self.migrate()
        self.assertEqual(status, 1)
        self.assertIn("0001_platform was changed", output)

    def test_leaves_nothing_of_a_file_that_fails(self):
        self.sql("CREATE SCHEMA kith; CREATE TABLE kith.idempotency ()")
        status, output = self.migrate()
        self.assertEqual(status, 1)
        self.assertIn('relation "idempotency" already exists', output)
        self.assertEqual(self.sql("SELECT count(*) FROM kith.migrations"), "0")
        self.assertEqual(self.sql("SELECT to_regclass('kith.outbox') IS NULL"), "t")
        self.sql("DROP TABLE kith.idempotency")
        self.assertEqual(self.migrate()[0], 0)

    def test_gives_each_service_a_role_with_a_password(self):
        self.migrate()
        self.assertEqual(self.sql(PASSWORDS), "7")
        self.assertEqual(
            self.sql("SELECT array_to_string(setconfig, ';') FROM pg_db_role_setting s"
                     " JOIN pg_database d ON d.oid = s.setdatabase JOIN pg_roles r ON"
                     " r.oid = s.setrole WHERE r.rolname = 'kith_content' AND d.datname ="
                     f" '{self.database}'"),
            'search_path=kith, pg_catalog, pg_temp;statement_timeout=2s;lock_timeout=1s;'
            'idle_in_transaction_session_timeout=5s;jit=off')

    def test_keeps_instances_in_one_cluster_apart_by_prefix(self):
        self.assertEqual(self.migrate(KITH_DATABASE_ROLE_PREFIX="other_")[0], 0)
        self.assertEqual(self.sql("SELECT has_table_privilege('other_content', "
                                  "'kith.posts', 'SELECT')"), "t")
        self.assertEqual(
            self.sql("SELECT count(*) FROM pg_roles r, pg_class c"
                     " WHERE r.rolname LIKE 'kith\\_%'"
                     " AND c.relnamespace = 'kith'::regnamespace AND c.relkind = 'r'"
                     " AND has_table_privilege(r.oid, c.oid, 'SELECT')"), "0")

    def logs_in(self, role, password):
        done = subprocess.run(
            ["psql", "-h", self.cluster, "-U", role, "-d", self.database, "-qAtX",
             "-w", "-c",
             "SELECT session_user"], text=True, capture_output=True, timeout=30,
            env=dict(os.environ, PGPASSWORD=password))
        return done.stdout.strip() == role

    def keys_of(self, process):
        """Returns the keys in a process's key file, by purpose."""
        folder = os.path.join(self.home, "keys")
        subprocess.run([KITHCTL, "keys", "--out", folder], env=self.environment,
                       check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, process), encoding="ascii") as file:
            lines = file.read().splitlines()[1:]
        return {purpose: base64.urlsafe_b64decode(key + "=")
                for key, purpose in (line.split(" ", 1) for line in lines)}

    def test_makes_a_password_of_the_services_own_secret(self):
        self.migrate()
        for service in ("identity", "orgs", "content"):
            own = self.keys_of(service)[f"service {service}"]
            self.assertTrue(self.logs_in(f"kith_{service}",
                                         derived(own, f"kith_{service}")))

    def test_refuses_another_secret_unless_told(self):
        self.migrate()
        own = derived(self.keys_of("orgs")["service orgs"], "kith_orgs")
        other = os.path.join(self.home, "other")
        with open(os.open(other, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
            file.write(os.urandom(32))
        self.sql("INSERT INTO kith.signing_keys (id, modulus, exponent, private_key)"
                 " VALUES (gen_random_uuid(), 'n', 'e', 'sealed')")
        status, output = self.migrate(KITH_SECRET_FILE=other)
        self.assertEqual(status, 1)
        self.assertIn("belongs to another secret than " + other, output)
        self.assertTrue(self.logs_in("kith_orgs", own))
        done = subprocess.run(
            [KITHCTL, "migrate", "--other-secret"], text=True, capture_output=True,
            check=False, env=dict(self.environment, KITH_SECRET_FILE=other))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(self.logs_in("kith_orgs", own))
        # Identity cannot sign with the old key. It makes a new one if there is none.
        self.assertEqual(self.sql("SELECT count(*) FROM kith.signing_keys"
                                  " WHERE retired_at IS NULL"), "0")
        self.assertEqual(self.migrate(KITH_SECRET_FILE=other)[0], 0)
        self.assertEqual(self.migrate()[0], 1)

    def test_makes_no_password_that_another_process_could_derive(self):
        self.migrate()
        with open(self.secret, "rb") as file:
            self.assertFalse(self.logs_in("kith_identity",
                                          derived(file.read(), "kith_identity")))
        for process in ("orgs", "notifications", "gateway"):
            for key in self.keys_of(process).values():
                for password in (derived(key, "kith_identity"),
                                 expanded(key, "kith_identity"),
                                 derived(expand(extract(key), "service identity"),
                                         "kith_identity"), encoded(key)):
                    self.assertFalse(self.logs_in("kith_identity", password), process)

    def test_brings_the_passwords_of_an_older_release_up_to_date(self):
        self.migrate()
        with open(self.secret, "rb") as file:
            secret = file.read()
        for service in ("identity", "orgs"):
            role = f"kith_{service}"
            self.sql(f"ALTER ROLE {role} PASSWORD '{derived(secret, role)}'")
            self.assertTrue(self.logs_in(role, derived(secret, role)))
        self.assertEqual(self.migrate()[0], 0)
        for service in ("identity", "orgs"):
            role, own = f"kith_{service}", self.keys_of(service)[f"service {service}"]
            self.assertFalse(self.logs_in(role, derived(secret, role)))
            self.assertTrue(self.logs_in(role, derived(own, role)))

    def test_says_that_the_database_cannot_be_reached(self):
        status, output = self.migrate(
            KITH_DATABASE_URL="postgresql:///x?host=/tmp/kith-nowhere")
        self.assertEqual(status, 1)
        self.assertIn("cannot be reached", output)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    bad, skipped = len(result.failures) + len(result.errors), len(result.skipped)
    print(f"{result.testsRun - bad - skipped} passed, {bad} failed, {skipped} skipped")
    sys.exit(1 if bad else 0)
