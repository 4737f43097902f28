"""Tests kithctl secret rotate: what stays, what ends, and a kill at each of its steps."""

import contextlib
import glob
import os
import signal
import stat
import subprocess
import time

import cluster
import support
from support import test

PASSWORD = "purple elephants dance"
ADDRESS = "ada@example.org"
WISH = {"email": ADDRESS, "password": PASSWORD}
NOWHERE = "smtp://127.0.0.1:1"


def secret_of(kith):
    with open(os.path.join(kith.run_dir, "secret"), "rb") as file:
        return file.read()


def rotate(kith, **settings):
    return kith.run("kithctl", "secret", "rotate", **settings)


def rotated(kith, **settings):
    """Rotates and returns the output; the old secret could decrypt everything."""
    before = secret_of(kith)
    done = rotate(kith, **settings)
    assert done.returncode == 0, done.stderr
    assert "could not be decrypted" not in done.stdout, done.stdout
    assert secret_of(kith) != before
    return done.stdout


@contextlib.contextmanager
def stopped(kith):
    kith.stop()
    try:
        yield
    finally:
        kith.start()
        support.eventually(kith.is_ready, support.READY_TIMEOUT_S)


def populate(kith):
    """Creates each kind of value that the secret encrypts or derives, once."""
    if hasattr(kith, "session"):
        return
    kith.kithctl("member", "create", "--email", ADDRESS, "--name", "Ada", "--password",
                 PASSWORD, "--active")
    kith.session = kith.http("POST", "/v1/auth/sign-in", WISH).json["token"]
    begun = kith.http("POST", "/v1/auth/totp", {"password": PASSWORD}, kith.session).json
    kith.seed = begun["secret"]
    kith.codes = kith.http("POST", "/v1/auth/totp/confirm",
                           {"code": support.totp(kith.seed, time.time() - 30)},
                           kith.session).json["recoveryCodes"]
    kith.feed = kith.http("GET", "/v1/me/calendar", token=kith.session).json["url"]
    kith.once = kith.http("POST", "/v1/auth/tokens", {"name": "a", "scopes": ["profile"]},
                          kith.session, {"Idempotency-Key": "once"})
    assert kith.once.status == 200, kith.once.text
    support.eventually(lambda: kith.sql("SELECT count(*) FROM signing_keys") == "1")
    # The mail server does not exist, so this link waits encrypted.
    kith.http("POST", "/v1/auth/password/forgot", {"email": ADDRESS})
    support.eventually(
        lambda: kith.sql("SELECT count(*) FROM outbox WHERE secret IS NOT NULL") != "0")


@test
def refuses_while_kith_runs(kith):
    before = secret_of(kith)
    done = rotate(kith)
    assert done.returncode == 1 and "Kith is running" in done.stderr, done.stderr
    done = rotate(kith, KITH_DATABASE_URL=kith.owner_url())
    assert done.returncode == 1 and "kith_identity" in done.stderr, done.stderr
    assert secret_of(kith) == before
    assert not glob.glob(os.path.join(kith.run_dir, "secret?*"))
    assert kith.run("kithctl", "secret", "rotate", "--help").returncode == 0
    assert kith.run("kithctl", "secret", "rotate", "now").returncode == 2


@test
def keeps_what_members_have(kith):
    populate(kith)
    before = secret_of(kith)
    kith.environment.pop("KITH_SMTP_URL")
    with stopped(kith):
        said = rotated(kith)
        assert "1 members are mailed" in said, said
        [kept] = glob.glob(os.path.join(kith.run_dir, "secret?*"))
        assert kept in said, said
        with open(kept, "rb") as file:
            assert file.read() == before
        for path in (kept, os.path.join(kith.run_dir, "secret")):
            status = os.stat(path)
            assert stat.S_IMODE(status.st_mode) == 0o600
            assert status.st_uid == os.stat(kith.run_dir).st_uid
    assert kith.http("GET", "/v1/me", token=kith.session).status == 200
    code = support.totp(kith.seed, time.time() + 30)
    assert kith.http("POST", "/v1/auth/sign-in", dict(WISH, totp=code)).status == 200
    assert kith.http("GET", "/v1/me", token=kith.once.json["token"]).status == 200
    # The link in the mail that waited works.
    token = kith.mailed_token(ADDRESS, "/reset-password")
    assert kith.http("POST", "/v1/auth/password/reset",
                     {"token": token, "password": PASSWORD + "r"}).status == 204
    WISH["password"] = PASSWORD + "r"
    healthy = kith.run("kithctl", "migrate", "--check",
                       KITH_DATABASE_URL=kith.owner_url())
    assert healthy.returncode == 0, healthy.stderr


@test
def ends_what_the_old_secret_could_forge(kith):
    populate(kith)
    for code in kith.codes[:2]:
        answer = kith.http("POST", "/v1/auth/sign-in", dict(WISH, totp=code))
        assert answer.status == 401, answer.text
    subjects = [str(mail["Subject"]) for mail in support.eventually(
        lambda: kith.mails_to(ADDRESS))]
    assert any("recovery codes" in subject for subject in subjects), subjects
    path = kith.feed.removeprefix(kith.base)
    assert kith.http("GET", path).status == 404
    fresh = kith.http("POST", "/v1/auth/sign-in", dict(
        WISH, totp=support.totp(kith.seed, time.time() + 60)))
    assert fresh.status in (200, 401), fresh.text
    assert kith.sql("SELECT count(*) FROM idempotency WHERE sealed"
                    " AND response <> ''") == "0"


def build_killer(kith):
    library = os.path.join(kith.home, "killer.so")
    subprocess.run(["gcc", "-shared", "-fPIC", "-D_GNU_SOURCE",
                    "-I/usr/include/postgresql", "-o", library, "tests/e2e/killer.c"],
                   check=True)
    return library


def steps_of(kith, library, **settings):
    """Rotates once, and returns the steps of that."""
    path = os.path.join(kith.home, "steps")
    with open(path, "w+") as file:
        os.chmod(path, 0o666)  # the command has another user's rights at times
        done = rotate(kith, LD_PRELOAD=library, KITH_STEPS=path, **settings)
        assert done.returncode == 0, done.stderr
        return file.read().splitlines()


def chosen(steps):
    """The steps before which a kill matters: each one that changes files, each around the
    commit, and a sample of the statements of the transaction."""
    files = {"rename", "link", "unlink", "fsync"}
    for number, name in enumerate(steps, 1):
        around = "COMMIT" in " ".join(steps[max(number - 2, 0):number + 1])
        if name in files or around or number % 15 == 0:
            yield number


@test
def survives_a_kill_at_each_step(kith):
    populate(kith)
    library = build_killer(kith)
    interrupted = 0
    with stopped(kith):
        steps = steps_of(kith, library)
        assert {"link", "rename", "COMMIT", "reencrypt"} <= set(steps), steps
        for number in chosen(steps):
            done = rotate(kith, LD_PRELOAD=library, KITH_KILL_AT=str(number))
            assert done.returncode == -signal.SIGKILL, (number, steps, done.stderr)
            if os.path.exists(os.path.join(kith.run_dir, "secret.next")):
                interrupted += 1
                refused = kith.run("kithctl", "keys", "--out", kith.home + "/keys")
                assert "kithctl secret rotate" in refused.stderr, (number, refused)
            done = rotate(kith)
            assert done.returncode == 0, (number, steps[number - 1], done.stderr)
            assert "could not be decrypted" not in done.stdout, (number, done.stdout)
            assert not os.path.exists(os.path.join(kith.run_dir, "secret.next"))
        assert interrupted > 5, interrupted
    code = support.totp(kith.seed, time.time() + 30)
    assert kith.http("GET", "/v1/me", token=kith.session).status in (200, 401)
    kith.sql("UPDATE totp SET last_step = 0")
    assert kith.http("POST", "/v1/auth/sign-in", dict(WISH, totp=code)).status == 200
    assert int(kith.sql("SELECT count(*) FROM secret_rotations")) <= 10


@test
def changes_nothing_when_it_fails(kith):
    populate(kith)
    before = secret_of(kith)
    kith.sql("ALTER TABLE signing_keys ADD CONSTRAINT stays CHECK (octet_length("
             "private_key) < 10) NOT VALID")
    with stopped(kith):
        done = rotate(kith)
        assert done.returncode == 1 and "nothing was changed" in done.stderr, done.stderr
        assert secret_of(kith) == before
        assert not os.path.exists(os.path.join(kith.run_dir, "secret.next"))
    kith.sql("ALTER TABLE signing_keys DROP CONSTRAINT stays")
    assert kith.http("GET", "/health/ready").status == 200


@test
def works_on_a_server_of_the_operators(kith):
    """As in compose: the owner's password is derived, and comes from a pgpass file."""
    with cluster.folder("kith-pg-") as home, cluster.running(home) as url:
        prepared = os.path.join(kith.home, "prepared")
        settings = {"KITH_SECRET_FILE": os.path.join(kith.home, "other")}
        assert kith.run("kithctl", "prepare", "--out", prepared,
                        **settings).returncode == 0
        with open(f"{prepared}/database/password") as file:
            password = file.read()
        cluster.psql(home, f"CREATE ROLE kith_owner LOGIN CREATEROLE PASSWORD"
                           f" '{password}'")
        cluster.psql(home, "ALTER DATABASE kith OWNER TO kith_owner")
        settings["KITH_DATABASE_URL"] = (
            f"{url.split('&user=')[0]}&user=kith_owner"
            f"&passfile={prepared}/database/pgpass")
        done = kith.run("kithctl", "migrate", **settings)
        assert done.returncode == 0, done.stderr
        library = build_killer(kith)
        renames = steps_of(kith, library, **settings).index("rename") + 1
        # The pgpass file has the password of before until `prepare` runs again.
        for kill in (renames, None):
            assert kith.run("kithctl", "migrate", "--check", **settings).returncode == 1
            assert kith.run("kithctl", "prepare", "--out", prepared,
                            **settings).returncode == 0
            assert kith.run("kithctl", "migrate", "--check", **settings).returncode == 0
            if kill is not None:
                done = rotate(kith, LD_PRELOAD=library, KITH_KILL_AT=str(kill),
                              **settings)
                assert done.returncode == -signal.SIGKILL, done.stderr
                done = kith.run("kithctl", "prepare", "--out", prepared, **settings)
                assert "kithctl secret rotate" in done.stderr, done.stderr
                done = rotate(kith, **settings)
                assert done.returncode == 0, done.stderr


support.main(__name__, KITH_SMTP_URL=NOWHERE)
