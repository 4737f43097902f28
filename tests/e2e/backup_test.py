"""Tests kithctl backup and kithctl restore, including damaged backups and failures."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import support
from support import test
from threads import Together

PASSWORD = "correct horse battery"


def psql(kith, statement, database="postgres"):
    done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c",
                           statement, kith.owner_url(database)], check=True, text=True,
                          stdout=subprocess.PIPE)
    return done.stdout.strip()


def run(kith, *words, **settings):
    return kith.run("kithctl", *words, **settings)


def key(kith, name="key"):
    path = os.path.join(kith.home, name)
    if not os.path.exists(path):
        with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
            file.write(os.urandom(32))
    return path


def backup(kith, name, *words, **settings):
    path = os.path.join(kith.home, name)
    done = run(kith, "backup", "--file", path, *words, **settings)
    assert done.returncode == 0, done.stderr
    return path, done.stdout


def archive_of(path):
    """The archive of an unencrypted backup: the contents of all frames but the first."""
    with open(path, "rb") as file:
        data = file.read()
    frames, at = [], len("kith-backup 1\n") + 1 + 16
    while at < len(data):
        size = int.from_bytes(data[at:at + 4], "big") & 0x7fffffff
        frames.append(data[at + 4:at + 4 + size])
        at += 4 + size + 16
    return b"".join(frames[1:])


def refused(done, *words):
    assert done.returncode == 1 and done.stderr, done.stdout
    for word in words:
        assert word in done.stderr, done.stderr


def contents(kith):
    """Returns each table's row count and digest, computed independently of kithctl."""
    names = psql(kith, "SELECT relname FROM pg_class"
                       " WHERE relnamespace = 'kith'::regnamespace"
                 " AND relkind = 'r' ORDER BY 1", "kith").split()
    union = " UNION ALL ".join(
        f"SELECT '{name}', count(*), md5(coalesce(string_agg(md5(t::text), '' ORDER BY"
        f" md5(t::text)), '')) FROM kith.{name} t" for name in names)
    return dict(line.split("|", 1) for line in psql(kith, union, "kith").splitlines())


def databases(kith):
    return set(psql(kith, "SELECT datname FROM pg_database"
                          " WHERE datname LIKE 'kith%'").split())


def stays(before, after):
    """Returns the differences, except for what running processes write on their own."""
    moving = {"service_heartbeats", "backups"}
    return {name for name in before.keys() | after.keys()
            if before.get(name) != after.get(name)} - moving


def populate(kith):
    """Fills many tables and remembers credentials and an image for later checks."""
    if hasattr(kith, "populated"):
        return
    kith.kithctl("member", "create", "--email", "ada@example.org", "--name", "Ada",
                 "--active", "--admin", "--password", PASSWORD)
    kith.populated = kith.kithctl("token", "create", "--email",
                                  "ada@example.org")["token"]
    for number in range(40):
        kith.publish(kith.populated, f"Looking for carpenter {number}\u00e4\\\"",
                     body="Lines\nand\ttabs\\, and \\. alone:\n\\.\n")
    answer = kith.http("POST", "/v1/orgs", {"name": "Looms", "slug": "looms"},
                       kith.populated)
    assert answer.status == 200, answer.text
    with open("docs/images/desktop.png", "rb") as file:
        image = file.read()
    answer = kith.http("PUT", "/v1/me/avatar", raw=image, token=kith.populated,
                       headers={"Content-Type": "image/png"})
    assert answer.status == 200, answer.text
    me = kith.http("GET", "/v1/me", token=kith.populated).json
    kith.image = next(value for value in json.dumps(me).split('"')
                      if value.endswith(".webp"))


def serves(kith):
    """Checks that a sign-in, a token, a list and an image work."""
    def signs_in():
        answer = kith.http("POST", "/v1/auth/sign-in", {
            "email": "ada@example.org", "password": PASSWORD})
        return answer.status == 200
    support.eventually(signs_in, 30)
    # Each loop of the gateway caches for a moment that the token was invalid.
    support.eventually(lambda: all(
        kith.http("GET", "/v1/posts", token=kith.populated).status == 200
        for _ in range(10)), 20)
    answer = kith.http("GET", "/v1/posts?limit=100", token=kith.populated)
    assert len(answer.json.get("items", ())) == 40, answer.text
    answer = kith.http("GET", kith.image[len(kith.base):])
    assert answer.status == 200 and answer.body[8:12] == b"WEBP", answer.status


@test
def is_complete_and_encrypted_and_describes_itself(kith):
    populate(kith)
    path, said = backup(kith, "sealed", "--key-file", key(kith))
    assert "read back and verified, encrypted" in said and "secret" in said, said
    assert os.stat(path).st_mode & 0o777 == 0o600
    with open(path, "rb") as file:
        content = file.read()
    assert b"PGDMP" not in content and b"carpenter" not in content
    assert b"members" not in content
    assert run(kith, "backup", "verify", "--file", path, "--key-file",
               key(kith)).returncode == 0
    assert run(kith, "backup", "verify", "--file", path,
               KITH_BACKUP_KEY_FILE=key(kith)).returncode == 0
    plain, said = backup(kith, "plain")
    assert "not encrypted" in said, said
    kith.sql("INSERT INTO image_objects (id, image) VALUES (gen_random_uuid(), gen_random_uuid())")
    _, said = backup(kith, "elsewhere")
    kith.sql("DELETE FROM image_objects")
    assert "The backup contains no images" in said, said
    refused(run(kith, "backup", "--file", plain), "already exists")
    folder = os.path.join(kith.home, "nightly")
    os.mkdir(folder)
    done = run(kith, "backup", "--file", folder)
    named, = os.listdir(folder)
    assert done.returncode == 0 and re.fullmatch(r"kith-\d{8}T\d{6}Z", named), done.stderr
    left = [name for name in os.listdir(kith.home) if ".part" in name]
    assert left == [], left


@test
def rejects_a_changed_backup(kith):
    populate(kith)
    for name, words in (("changed-s", ("--key-file", key(kith))), ("changed-p", ())):
        path, _ = backup(kith, name, *words)
        with open(path, "rb") as file:
            whole = bytearray(file.read())
        first = int.from_bytes(whole[31:35], "big")
        second = 31 + 4 + first + 16
        bad = {"empty": b"", "magic": b"x" + whole[1:], "cut": whole[:-1], "half":
               whole[:len(whole) // 2], "without its last frame": whole[:second],
               "longer": whole + b"\0", "first frame twice": whole[:second] + whole[31:],
               "without its first": whole[:31] + whole[second:]}
        for place in (20, 31, 36, second + 5, len(whole) // 2, len(whole) - 1):
            other = bytearray(whole)
            other[place] ^= 1
            bad[f"byte {place}"] = other
        for what, content in bad.items():
            with open(path, "wb") as file:
                file.write(content)
            done = run(kith, "backup", "verify", "--file", path, *words)
            assert done.returncode == 1, what
            assert re.fullmatch(f"kithctl: {path}: .*\n", done.stderr), (what, done)
            refused(run(kith, "restore", "--replace", "--file", path, *words))
    path, _ = backup(kith, "keyed", "--key-file", key(kith))
    refused(run(kith, "backup", "verify", "--file", path), "--key-file")
    refused(run(kith, "backup", "verify", "--file", path, "--key-file", key(kith, "other-key")),
            "the key is wrong")
    plain, _ = backup(kith, "unkeyed")
    refused(run(kith, "restore", "--replace", "--file", plain, "--key-file", key(kith)),
            "is not encrypted")
    os.chmod(key(kith, "open-key"), 0o644)
    refused_key = run(kith, "backup", "--file", path + "2", "--key-file",
                      key(kith, "open-key"))
    assert refused_key.returncode == 2, refused_key.stderr
    assert "chmod 600" in refused_key.stderr, refused_key.stderr
    assert databases(kith) == {"kith"} and kith.http("GET", "/health/ready").status == 200


@test
def writes_no_file_when_it_cannot(kith):
    before = set(os.listdir(kith.home))
    done = run(kith, "backup", "--file", os.path.join(kith.home, "none"), PATH="/nowhere",
               KITH_DATABASE_URL=f"postgresql://localhost:{support.free_port()}/kith")
    refused(done, "cannot be reached")
    refused(run(kith, "backup", "--file", "/nowhere/at/all"), "No such file")
    kith.sql("ALTER TABLE posts RENAME TO posts_away")
    kith.sql("ALTER TABLE posts_away RENAME TO posts")
    assert set(os.listdir(kith.home)) == before
    assert run(kith, "backup").returncode == run(kith, "restore",
                                                 "--file").returncode == 2


@test
def tells_when_the_last_one_was_complete(kith):
    def finding():
        done = kith.run("kithctl", "doctor", "--json")
        found = [one for one in json.loads(done.stdout)["findings"]
                 if one["check"] == "backup"]
        return [(one["state"], one["found"]) for one in found]

    backup(kith, "noted")
    assert finding() == [("ok", "the last complete backup is 0 days old")]
    kith.sql("UPDATE backups SET made_at = now() - interval '3 days'")
    assert run(kith, "backup", "--file", "/proc/none").returncode == 1
    assert finding() == [("warning", "the last complete backup is 3 days old")]
    kith.sql("DELETE FROM backups")
    assert finding() == []


@test
def is_consistent_while_others_write(kith):
    populate(kith)
    writer = kith.member("Writer")
    written = []

    def write():
        while not writing.ending.is_set():
            written.append(kith.publish(writer, "Written meanwhile").json["id"])
            kith.http("DELETE", f"/v1/posts/{written[-1]}", token=writer)

    writing = Together([write] * 3)
    with writing:
        support.eventually(lambda: len(written) > 5)
        path, _ = backup(kith, "moment", "--key-file", key(kith))
    # The manifest's counts and checksums are compared with the restored database.
    done = run(kith, "restore", "--replace", "--file", path, "--key-file", key(kith))
    assert done.returncode == 0, done.stderr
    former = next(name for name in databases(kith) if "_before_" in name)
    [statement] = re.findall("To delete it: kithctl psql -c '(.*)'$", done.stdout, re.M)
    assert run(kith, "psql", "-c", statement).stdout == "DROP DATABASE\n", statement
    assert former not in databases(kith)
    kith.kithctl("member", "create", "--email", "z@example.org", "--name", "Zoe")
    kith.sql("DELETE FROM posts WHERE title = 'Written meanwhile'")
    serves(kith)


def run_on_a_share(kith, *words, **settings):
    """Runs kithctl on a file system without hard links and O_TMPFILE."""
    return subprocess.run([sys.executable, "tests/e2e/poor_files.py",
                           os.path.join(kith.build, "kithctl"), *words], text=True,
                          capture_output=True, timeout=240, check=False,
                          stdin=subprocess.DEVNULL, env={**kith.environment, **settings})


@test
def needs_no_links_and_no_files_without_a_name(kith):
    populate(kith)
    folder = os.path.join(kith.home, "share")
    os.mkdir(folder)
    path = os.path.join(folder, "backup")
    words = ("--file", path, "--key-file", key(kith))
    done = run_on_a_share(kith, "backup", *words)
    assert done.returncode == 0, done.stderr
    assert os.listdir(folder) == ["backup"]
    refused(run_on_a_share(kith, "backup", *words), "already exists")
    # A folder remembers when a file was made in it, or taken away.
    before = os.stat(folder).st_mtime_ns
    here = os.path.join(kith.home, "here")
    refused(run_on_a_share(kith, "restore", "--replace", *words, TMPDIR=here), here,
            "TMPDIR")
    os.mkdir(here)
    made = os.stat(here).st_mtime_ns
    done = run_on_a_share(kith, "restore", "--replace", *words, TMPDIR=here)
    assert done.returncode == 0, done.stderr
    assert os.listdir(here) == [], "it was not decrypted here"
    assert os.stat(here).st_mtime_ns > made, "it was not decrypted here"
    assert os.stat(folder).st_mtime_ns == before, (
        "something was written beside the backup")
    for name in databases(kith) - {"kith"}:
        psql(kith, f'DROP DATABASE "{name}"')
    serves(kith)


def order_of_tables(kith, path):
    """Returns the order in which pg_restore starts to restore table rows. The rows are
    discarded, because the target database lacks the tables."""
    archive = path + ".archive"
    with open(archive, "wb") as file:
        file.write(archive_of(path))
    done = subprocess.run(["pg_restore", "--verbose", "--jobs=2", "--section=data",
                           "--dbname", kith.owner_url("postgres"), archive], text=True,
                          capture_output=True, timeout=60, check=False)
    return re.findall(r"launching item \d+ TABLE DATA (\w+)", done.stderr)


@test
def begins_with_the_largest_table(kith):
    """pg_restore needs the offset of each table in the archive; otherwise it uses archive
    order."""
    populate(kith)
    path, _ = backup(kith, "located")
    order = order_of_tables(kith, path)
    assert order[0] == "images" and "posts" in order, order


@test
def replaces_no_database_that_is_not_empty(kith):
    populate(kith)
    path, _ = backup(kith, "over", "--key-file", key(kith))
    before = contents(kith)
    refused(run(kith, "restore", "--file", path, "--key-file", key(kith)), "is not empty")
    with open(os.path.join(kith.home, "secret-2"), "wb") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(os.urandom(32))
    refused(run(kith, "restore", "--replace", "--file", path, "--key-file", key(kith),
                KITH_SECRET_FILE=os.path.join(kith.home, "secret-2"),
                KITH_DATABASE_URL=kith.owner_url()), "another secret")
    refused(run(kith, "restore", "--replace", "--file", path, "--key-file", key(kith),
                KITH_DATABASE_ROLE_PREFIX="other_"), "KITH_DATABASE_ROLE_PREFIX")
    assert databases(kith) == {"kith"} and not stays(before, contents(kith))
    serves(kith)


@test
def restores_all_or_nothing(kith):
    """A kill at any time keeps the previous database; a failure leaves nothing behind."""
    populate(kith)
    path, _ = backup(kith, "killed", "--key-file", key(kith))
    words = [os.path.join(kith.build, "kithctl"), "restore", "--replace", "--file", path,
             "--key-file", key(kith)]
    # A missing role makes the dump's GRANT statements fail.
    psql(kith, "ALTER DATABASE template1 CONNECTION LIMIT -1")
    began = time.monotonic()
    done = subprocess.run(words, env=kith.environment, capture_output=True, text=True,
                          check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    took = time.monotonic() - began
    for name in databases(kith) - {"kith"}:
        psql(kith, f'DROP DATABASE "{name}"')
    before = contents(kith)
    for part in (0.2, 0.4, 0.6, 0.8, 0.95):
        process = subprocess.Popen(words, env=kith.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        time.sleep(took * part)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        support.eventually(lambda: psql(
            kith, "SELECT count(*) FROM pg_stat_activity"
                  " WHERE datname LIKE 'kith%fresh%'") == "0")
        assert "kith" in databases(kith)
        assert not stays(before, contents(kith)), part
        for name in databases(kith) - {"kith"}:
            psql(kith, f'DROP DATABASE "{name}"')
    serves(kith)


@test
def the_drill(kith):
    populate(kith)
    before = contents(kith)
    path, _ = backup(kith, "drill", "--key-file", key(kith))
    kept = os.path.join(kith.home, "kept-secret")
    shutil.copy2(os.path.join(kith.run_dir, "secret"), kept)
    kith.stop()
    shutil.rmtree(os.path.realpath(kith.run_dir))
    os.mkdir(kith.run_dir)
    shutil.copy2(kept, os.path.join(kith.run_dir, "secret"))
    if os.geteuid() == 0:
        subprocess.run(["chown", "nobody", kith.run_dir,
                        os.path.join(kith.run_dir, "secret")], check=True)
    kith.start()
    support.eventually(kith.is_ready, support.READY_TIMEOUT_S)
    assert kith.http("GET", "/v1/me", token=kith.populated).status == 401
    done = run(kith, "restore", "--file", path, "--key-file", key(kith))
    assert done.returncode == 0, done.stderr
    assert databases(kith) == {
        "kith"}, "the empty database was kept beside the restored one"
    assert not stays(before, contents(kith)), stays(before, contents(kith))
    serves(kith)
    done = run(kith, "doctor")
    assert done.returncode == 0, done.stdout


support.main(__name__)
