"""Which process gets which keys, and how an instance with a single secret is upgraded."""

import base64
import hashlib
import hmac
import os
import shutil
import stat
import subprocess
import time

import support

SERVICES = ("identity", "orgs", "content", "events", "notifications")
PASSWORD = "a long enough phrase"


def environment_of(pid):
    with open(f"/proc/{pid}/environ", "rb") as file:
        entries = file.read().decode().split("\0")
    return dict(entry.split("=", 1) for entry in entries if "=" in entry)


def run(kith, *command, **settings):
    done = kith.run(*command, **settings)
    done.stdout += done.stderr
    return done


def read(path):
    with open(path, "rb") as file:
        return file.read()


@support.test
def gives_each_process_its_own_keys_only(kith):
    run_dir = os.path.realpath(kith.run_dir)
    for name in (*SERVICES, "gateway"):
        [pid] = kith.pids("kith-" + name)
        path = environment_of(pid)["KITH_SECRET_FILE"]
        assert path == os.path.join(run_dir, "keys", name), path
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        lines = read(path).decode().splitlines()
        assert lines[0] == "kith-keys 1 " + name
        purposes = {line.split(" ", 1)[1] for line in lines[1:]}
        assert not purposes & {f"service {other}" for other in SERVICES if other != name}
        if name != "gateway":
            assert not purposes & {f"bus {other}" for other in SERVICES if other != name}
    secret = read(os.path.join(run_dir, "secret"))
    for name in os.listdir(os.path.join(run_dir, "keys")):
        assert secret not in read(os.path.join(run_dir, "keys", name))


@support.test
def no_process_starts_with_the_instances_secret(kith):
    secret = os.path.join(kith.run_dir, "secret")
    for program in ("kith-orgs", "kith-gateway"):
        done = run(kith, program, KITH_SECRET_FILE=secret,
                   KITH_PORT=str(support.free_port()),
                   KITH_BUS_LISTEN=f"ipc://{kith.home}/other.ipc")
        assert done.returncode == 1, done.stdout
        assert "`kithctl keys --out DIR`" in done.stdout, done.stdout
        done = run(kith, program,
                   KITH_SECRET_FILE=os.path.join(kith.run_dir, "keys", "content"),
                   KITH_PORT=str(support.free_port()))
        assert done.returncode == 1, done.stdout
        assert "it holds the keys of content" in done.stdout, done.stdout


@support.test
def kithctl_does_not_take_keys_for_the_secret(kith):
    keys = os.path.join(kith.run_dir, "keys", "identity")
    for command in (("migrate",), ("keys", "--out", kith.home),
                    ("token", "create", "--email", "a@example.org")):
        done = run(kith, "kithctl", *command, KITH_SECRET_FILE=keys)
        assert done.returncode == 1, done.stdout
        assert "not the instance's secret" in done.stdout, done.stdout


@support.test
def writes_the_keys_for_processes_that_are_run_one_by_one(kith):
    folder = os.path.join(kith.home, "written")
    for _ in range(2):
        done = run(kith, "kithctl", "keys", "--out", folder)
        assert done.returncode == 0, done.stdout
        assert f"wrote {folder}/gateway\n" in done.stdout
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert len(os.listdir(folder)) == 8, os.listdir(folder)
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        own = os.path.join(kith.run_dir, "keys", name)
        assert not os.path.exists(own) or read(own) == read(path)
    assert run(kith, "kithctl", "keys").returncode == 2
    assert run(kith, "kithctl", "keys", "--help").returncode == 0
    done = run(kith, "kithctl", "keys", "--out", kith.home + "/none/at/all")
    assert (done.returncode, "No such file" in done.stdout) == (1, True), done.stdout


def older_password(secret, role):
    """Returns a role's password as older releases derived it from the instance's
    secret."""
    extracted = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    key = hmac.new(extracted, b"kith database " + role.encode() + b"\x01",
                   hashlib.sha256).digest()
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def make_it_older(kith):
    """Restores the old passwords and removes the key files; encrypted data stays the
    same."""
    run_dir = os.path.realpath(kith.run_dir)
    secret = read(os.path.join(run_dir, "secret"))
    owner = older_password(secret, "kith_owner")
    url = f"postgresql://kith_owner:{owner}@/kith?host={run_dir}/postgres/socket"
    for service in SERVICES:
        role = "kith_" + service
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", url, "-c",
                        f"ALTER ROLE {role} PASSWORD '{older_password(secret, role)}'"],
                       check=True)
    kith.stop()
    shutil.rmtree(os.path.join(run_dir, "keys"))


@support.test
def an_instance_with_one_secret_for_all_goes_on(kith):
    kith.kithctl("member", "create", "--email", "old@example.org", "--name", "Old",
                 "--password", PASSWORD, "--active")
    wish = {"email": "old@example.org", "password": PASSWORD}
    session = kith.http("POST", "/v1/auth/sign-in", wish).json["token"]
    begun = kith.http("POST", "/v1/auth/totp", {"password": PASSWORD}, session).json
    codes = kith.http("POST", "/v1/auth/totp/confirm",
                      {"code": support.totp(begun["secret"], time.time() - 30)},
                      session).json
    make_it_older(kith)
    kith.start()
    support.eventually(kith.is_ready, support.READY_TIMEOUT_S)
    assert kith.http("GET", "/v1/me", token=session).status == 200
    assert kith.http("GET", "/v1/posts", token=session).status == 200
    assert kith.http("GET", "/v1/orgs", token=session).status == 200
    code = support.totp(begun["secret"], time.time() + 30)
    assert kith.http("POST", "/v1/auth/sign-in", dict(wish, totp=code)).status == 200
    recovery = codes["recoveryCodes"][0]
    assert kith.http("POST", "/v1/auth/sign-in", dict(wish, totp=recovery)).status == 200
    # The notifications service has logged in too: it delivers what identity encrypted.
    kith.http("POST", "/v1/auth/password/forgot", {"email": "old@example.org"})
    assert kith.mailed_token("old@example.org", "/reset-password")


support.main(__name__)
