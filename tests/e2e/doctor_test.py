"""Tests kithctl doctor and kithctl migrate --check on an instance with one fault at a
time."""

import contextlib
import json
import os
import resource
import socket
import ssl
import subprocess
import threading

import mail_sink
import support
from sessions import server
from support import test


def run(kith, *words, limit=None, **settings):
    def lower():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    environment = {**kith.environment, **settings}
    return subprocess.run(
        [os.path.join(kith.build, "kithctl"), *words], text=True, capture_output=True,
        timeout=60, check=False, stdin=subprocess.DEVNULL, preexec_fn=lower,
        env={name: value for name, value in environment.items() if value is not None})


def examine(kith, limit=None, **settings):
    """The findings as (check, state): [sentences]; each must have a hint."""
    done = run(kith, "doctor", "--json", limit=limit, **settings)
    document = json.loads(done.stdout)
    found = {}
    for finding in document["findings"]:
        assert (finding["state"] == "ok") == ("hint" not in finding), finding
        assert finding.get("cure") == finding.get("hint"), finding  # the deprecated name
        found.setdefault((finding["check"], finding["state"]), []).append(
            finding["found"] + " | " + finding.get("hint", ""))
    faults = sum(len(all) for (_, state), all in found.items() if state == "fault")
    assert document["faults"] == faults, document
    assert done.returncode == (1 if faults else 0), document
    return found


def expect(kith, check, state, words, limit=None, **settings):
    found = examine(kith, limit, **settings)
    assert any(words in text for text in found.get((check, state), [])), found
    # No other check may fail because of the fault.
    others = {check_ for check_, state_ in found if state_ == "fault"} - {check}
    assert not others, found


def migrate_check(kith):
    done = run(kith, "migrate", "--check")
    return done.returncode, done.stdout + done.stderr


@test
def finds_no_fault_where_there_is_none(kith):
    found = examine(kith)
    assert {state for _, state in found} == {"ok", "warning"}, found
    assert {check for check, state in found if state == "ok"} >= {
        "run folder", "disk", "keys", "port", "database", "migrations", "connections",
        "roles"}, found
    done = run(kith, "doctor")
    assert done.returncode == 0 and "\n0 faults, " in done.stdout, done.stdout
    assert run(kith, "doctor", "--what").returncode == 2


@test
def reads_the_settings_as_the_processes_do(kith):
    expect(kith, "configuration", "fault", "KITH_WORKERS must", KITH_WORKERS="many")
    expect(kith, "configuration", "warning", "KITH_SMPT_URL is not a setting",
           KITH_SMPT_URL="smtp://a")
    expect(kith, "configuration", "warning", "KITH_RATE_LIMITS is off")
    found = examine(kith, KITH_RATE_LIMITS="on",
                    KITH_BUS_CONTENT=f"ipc://{kith.run_dir}/bus/content.ipc")
    assert ("configuration", "ok") in found, found


@test
def detects_too_few_files(kith):
    expect(kith, "file limits", "fault", "but the gateway needs at least", limit=90)
    expect(kith, "file limits", "warning", "instead of KITH_CONNECTIONS_MAX", limit=1000)


@test
def detects_a_port_that_somebody_else_has(kith):
    with socket.socket() as other, socket.socket() as more:
        other.bind(("0.0.0.0", 0))
        other.listen()
        other.settimeout(0.1)
        more.bind(("0.0.0.0", 0))
        more.listen()
        port, operations = str(other.getsockname()[1]), str(more.getsockname()[1])
        expect(kith, "port", "fault", f"port {port} cannot be used", KITH_PORT=port)
        expect(kith, "port", "fault", f"the metrics port {operations} cannot be used", KITH_PORT=str(
            support.free_port()), KITH_OPERATIONS_PORT=operations)


@test
def detects_secrets_and_keys_that_do_not_fit(kith):
    other = os.path.join(kith.home, "other-secret")
    with open(os.open(other, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
        file.write(os.urandom(32))
    found = examine(kith, KITH_SECRET_FILE=other, KITH_DATABASE_URL=kith.owner_url())
    assert len(found["keys", "fault"]) == 8
    assert "does not match the secret" in found["keys", "fault"][0]
    assert len(found["roles", "fault"]) == 7, found
    expect(kith, "keys", "fault", "kithctl run once", KITH_SECRET_FILE="/nowhere",
           KITH_DATABASE_URL=kith.owner_url())
    path = os.path.join(kith.run_dir, "keys", "orgs")
    os.chmod(path, 0o644)
    expect(kith, "keys", "fault", "users other than its owner may read it")
    os.chmod(path, 0o600)


@test
def detects_a_run_folder_that_others_may_write(kith):
    path = os.path.join(kith.run_dir, "bus")
    os.chmod(path, 0o770)
    expect(kith, "run folder", "fault", f"chmod go-w {path}")
    os.chmod(path, 0o700)
    if os.geteuid() == 0:
        owner = os.stat(path)
        os.chown(path, owner.st_uid + 1, owner.st_gid)
        expect(kith, "run folder", "fault", "does not belong to the user")
        os.chown(path, owner.st_uid, owner.st_gid)
    assert ("run folder", "ok") in examine(kith)


@test
def detects_a_full_disk(kith):
    small = os.path.join(kith.home, "small")
    os.mkdir(small)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", small],
                      check=False, capture_output=True).returncode != 0:
        support.skip("no file system can be mounted here")
    try:
        found = examine(kith, KITH_RUN_DIR=small, KITH_DATABASE_URL=kith.owner_url(),
                        KITH_SECRET_FILE=os.path.join(kith.run_dir, "secret"))
        assert "MiB" in found["disk", "fault"][0], found
    finally:
        subprocess.run(["umount", small], check=True)


@test
def detects_a_database_that_cannot_be_reached(kith):
    expect(kith, "database", "fault", "the database cannot be reached",
           KITH_DATABASE_URL=f"postgresql://localhost:{support.free_port()}/kith")
    expect(kith, "database", "fault", "password authentication failed",
           KITH_DATABASE_URL=kith.owner_url().replace(":", ":x", 2).replace(
               ":x//", "://"))


@test
def detects_roles_with_other_passwords(kith):
    kith.sql("ALTER ROLE kith_content PASSWORD 'another'")
    expect(kith, "roles", "fault", "kith-content cannot log in")
    done = run(kith, "migrate")  # the hint
    assert done.returncode == 0, done.stderr
    assert ("roles", "ok") in examine(kith)
    done = run(kith, "migrate", KITH_DATABASE_URL=kith.owner_url())
    assert done.returncode == 0, done.stderr


@test
def detects_missing_migrations(kith):
    assert migrate_check(kith) == (0, "the database is up to date\n")
    last = kith.sql("SELECT name || ' ' || checksum FROM migrations ORDER BY name DESC"
                    " LIMIT 1")
    name, checksum = last.split()
    kith.sql(f"DELETE FROM migrations WHERE name = '{name}'")
    assert migrate_check(kith) == (3, f"pending {name}\n")
    expect(kith, "migrations", "fault", f"1 migrations are pending, the first is {name}")
    kith.sql(f"INSERT INTO migrations (name, checksum) VALUES ('{name}', 'x')")
    status, said = migrate_check(kith)
    assert status == 3 and said.startswith(f"changed {name}"), said
    expect(kith, "migrations", "fault", f"{name} differs from the applied text")
    kith.sql(f"UPDATE migrations SET checksum = '{checksum}' WHERE name = '{name}'")
    kith.sql("INSERT INTO migrations (name, checksum) VALUES ('9999_newer', 'x')")
    status, said = migrate_check(kith)
    assert status == 0 and "unknown 9999_newer" in said, said
    expect(kith, "migrations", "warning", "9999_newer")
    kith.sql("DELETE FROM migrations WHERE name = '9999_newer'")
    server(kith, "CREATE DATABASE empty")
    empty = kith.owner_url().replace("@/kith?", "@/empty?")
    done = run(kith, "migrate", "--check", KITH_DATABASE_URL=empty)
    assert done.returncode == 3 and done.stdout.startswith("pending 0001_"), done.stdout
    assert done.stdout.count("pending ") > 40
    done = run(kith, "migrate", "--check",
               KITH_DATABASE_URL="postgresql://localhost:1/kith")
    assert done.returncode == 1 and done.stderr, done.stdout
    server(kith, "DROP DATABASE empty")


@test
def detects_wrong_server_settings(kith):
    expect(kith, "connections", "warning", "one replica of each service may open",
           KITH_WORKERS="200")
    with contextlib.ExitStack() as stack:
        for _ in range(85):
            process = subprocess.Popen(["psql", "-X", "-q", kith.owner_url()],
                                       stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.stdin.close)
        support.eventually(lambda: any(
            "in use" in text for text in examine(kith).get(("connections", "fault"), [])),
                           20, 0.2)
    server(kith, "ALTER SYSTEM SET fsync = off")
    kith.sql("SELECT pg_reload_conf()")
    support.eventually(lambda: any(
        "fsync is off" in text for text in examine(kith).get(("database", "fault"), [])))
    server(kith, "ALTER SYSTEM RESET fsync")
    kith.sql("SELECT pg_reload_conf()")
    server(kith, "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'"
           " TEMPLATE template0")
    found = examine(kith,
                    KITH_DATABASE_URL=kith.owner_url().replace("@/kith?", "@/ascii?"))
    assert any("not encoded in UTF-8" in text for text in found["database", "fault"]), (
        found)
    server(kith, "DROP DATABASE ascii")


@test
def detects_a_clock_that_goes_ahead(kith):
    kith.sql("CREATE SCHEMA ahead; CREATE FUNCTION ahead.clock_timestamp() RETURNS "
             "timestamptz"
             " LANGUAGE sql AS 'SELECT now() + interval ''1 minute'''")
    expect(kith, "clock", "fault", "ms ahead of this machine's", KITH_DATABASE_URL=kith.owner_url()
           + "&options=-csearch_path%3Dahead%2Cpg_catalog")
    kith.sql("DROP SCHEMA ahead CASCADE")


def certificate(kith, name, days):
    files = [os.path.join(kith.home, f"{name}-{days}.{end}") for end in ("pem", "key")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", str(days), "-subj",
                    "/CN=" + name, "-addext", f"subjectAltName=DNS:{name}", "-keyout",
                    files[1], "-out", files[0]], check=True, capture_output=True)
    return files


@test
def detects_mail_servers_that_accept_nothing(kith):
    def at(port, scheme="smtp"):
        return f"{scheme}://user:p%40ss@localhost:{port}"
    expect(kith, "mail", "warning", "no mail server is configured")
    expect(kith, "mail", "fault", "cannot be reached on port", KITH_SMTP_URL=at(
        support.free_port()))
    expect(kith, "mail", "fault", "cannot be resolved", KITH_SMTP_URL="smtp://mail.invalid")
    expect(kith, "mail", "fault", "does not send an SMTP greeting", KITH_SMTP_URL=at(kith.port))
    with mail_sink.MailSink() as sink:
        expect(kith, "mail", "ok", "without TLS, on this machine",
               KITH_SMTP_URL=at(sink.port))
    pair = certificate(kith, "localhost", 90)
    for option, scheme in (("--starttls", "smtp"), ("--tls", "smtps")):
        with mail_sink.MailSink(option, *pair) as sink:
            expect(kith, "mail", "fault", "self-signed certificate", KITH_SMTP_URL=at(
                sink.port, scheme))
            expect(kith, "mail", "ok", "is valid for", KITH_SMTP_CA_FILE=pair[0],
                   KITH_SMTP_URL=at(sink.port, scheme))
            expect(kith, "mail", "fault", "cannot be read", KITH_SMTP_CA_FILE="/nowhere",
                   KITH_SMTP_URL=at(sink.port, scheme))
    soon = certificate(kith, "localhost", 3)
    with mail_sink.MailSink("--tls", *soon) as sink:
        expect(kith, "mail", "warning", "of localhost expires in", KITH_SMTP_CA_FILE=soon[0],
               KITH_SMTP_URL=at(sink.port, "smtps"))
    other = certificate(kith, "elsewhere.example", 90)
    with mail_sink.MailSink("--tls", *other) as sink:
        expect(kith, "mail", "fault", "hostname mismatch", KITH_SMTP_CA_FILE=other[0],
               KITH_SMTP_URL=at(sink.port, "smtps"))


@test
def detects_a_front_without_a_certificate(kith):
    pair = certificate(kith, "localhost", 60)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*pair)
    listener = socket.create_server(("localhost", 0))

    def serve():
        while True:
            try:
                client, _ = listener.accept()
                with context.wrap_socket(client, server_side=True):
                    pass
            except ssl.SSLError:
                continue
            except OSError:
                return
    threading.Thread(target=serve, daemon=True).start()
    base = f"https://localhost:{listener.getsockname()[1]}"
    expect(kith, "certificate", "ok", "is valid for", KITH_BASE_URL=base, SSL_CERT_FILE=pair[0])
    expect(kith, "certificate", "fault", "self-signed certificate", KITH_BASE_URL=base)
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    expect(kith, "certificate", "fault", "cannot be reached", KITH_BASE_URL=base)
    expect(kith, "certificate", "warning", "is not encrypted", KITH_PLAIN_HTTP="on",
           KITH_BASE_URL="http://kith.example")


support.main(__name__)
