"""Tests kithctl doctor and kithctl migrate --check on an instance with one fault at a
time."""

import contextlib
import http.server
import json
import os
import pwd
import re
import resource
import signal
import socket
import ssl
import subprocess
import threading

import mail_sink
import objects
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
    def alone():
        found = examine(kith, limit, **settings)
        assert any(words in text for text in found.get((check, state), [])), found
        # No other check may fail because of the fault; on a busy machine, the answer of
        # the database may be late once.
        return {check_ for check_, state_ in found if state_ == "fault"} <= {check}
    support.eventually(alone, 10, 0.2)


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
def tells_that_the_instance_of_the_run_folder_uses_another_port(kith):
    found = examine(kith, KITH_PORT=str(support.free_port()))
    [said] = found["port", "fault"]
    assert f"process {kith.process.pid} runs it on port {kith.port}, and" in said, said
    assert f"KITH_PORT={kith.port} KITH_BASE_URL={kith.base}" in said, said
    assert ("port", "ok") not in found, found


@test
def reads_the_settings_as_the_processes_do(kith):
    expect(kith, "configuration", "fault", "KITH_WORKERS must", KITH_WORKERS="many")
    expect(kith, "configuration", "warning", "KITH_SMPT_URL is not a setting",
           KITH_SMPT_URL="smtp://a")
    expect(kith, "configuration", "warning", "KITH_PORT_FILE is not a setting",
           KITH_PORT_FILE="/nowhere")
    expect(kith, "configuration", "warning", "KITH_RATE_LIMITS is off")
    token = os.path.join(kith.home, "metrics-token")
    with open(os.open(token, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
        file.write("f" * 40)
    found = examine(kith, KITH_RATE_LIMITS="on", KITH_METRICS_TOKEN_FILE=token,
                    KITH_BUS_CONTENT=f"ipc://{kith.run_dir}/bus/content.ipc")
    assert ("configuration", "ok") in found, found


@test
def does_not_print_the_password_of_a_malformed_connection_string(kith):
    malformed, other = (f"postgresql://kith:5{mark}zebra@localhost/kith" for mark in "%@")
    for setting, url in (("KITH_DATABASE_URL", malformed), ("KITH_DATABASE_URL", other),
                         ("KITH_DATABASE_READ_URL", malformed),
                         ("KITH_DATABASE_DIRECT_URL", malformed)):
        expect(kith, "configuration", "fault", setting + " must be", **{setting: url})
        for words in (["doctor"], ["migrate"], ["migrate", "--check"], ["member", "list"],
                      ["backup", "all.backup"], ["psql"], ["run"], ["mail", "test"]):
            done = run(kith, *words, **{setting: url})
            said = done.stdout + done.stderr
            assert done.returncode in (1, 2) and setting in said, (words, said)
            assert "%25" in said and "zebra" not in said, (words, said)


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
def names_the_service_that_hangs(kith):
    assert ("services", "ok") in examine(kith)
    pid = kith.pids("kith-identity")[0]
    os.kill(pid, signal.SIGSTOP)
    try:
        support.eventually(lambda: any(
            "kith-identity does not answer" in text
            for text in examine(kith).get(("services", "fault"), [])), 10, 0.2)
        expect(kith, "services", "fault", "kith-identity does not answer")
    finally:
        os.kill(pid, signal.SIGCONT)
    support.eventually(lambda: ("services", "ok") in examine(kith), 10, 0.2)


@test
def names_the_keys_where_no_service_answers(kith):
    services = ("identity", "orgs", "content", "projects", "events", "notifications",
                "media")
    pids = [pid for service in services for pid in kith.pids(f"kith-{service}")]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        support.eventually(lambda: any(
            "no service answers" in text and "keys of another secret" in text
            for text in examine(kith)["services", "fault"]), 12, 0.2)
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
    support.eventually(lambda: ("services", "ok") in examine(kith), 60, 0.2)


class Site:
    """A site with fixed documents, by https if it has a certificate."""

    def __init__(self, documents, pair=None, status=200):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = json.dumps(documents(self.path, site.base)).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                pass

        site = self
        self.server = Server(("localhost", 0), Handler)
        if pair:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*pair)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.base = (f"http{'s' if pair else ''}://localhost:"
                     f"{self.server.server_address[1]}")

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def as_kith(issuer=None):
    def documents(path, base):
        if path == "/health":
            return {"status": "ok", "version": "0.1.0", "db": "up"}
        return {"issuer": issuer or base}
    return documents


@test
def detects_another_site_at_the_base_url(kith):
    assert ("base URL", "ok") in examine(kith)
    with Site(lambda path, base: {"welcome": path}) as site:
        expect(kith, "base URL", "fault", "another site answers", KITH_BASE_URL=site.base)
    with Site(as_kith("https://elsewhere.example")) as site:
        expect(kith, "base URL", "fault", "is https://elsewhere.example",
               KITH_BASE_URL=site.base)
    with Site(lambda path, base: {}, status=502) as site:
        expect(kith, "base URL", "fault", "does not reach the gateway",
               KITH_BASE_URL=site.base)
    with Site(as_kith()) as site:
        expect(kith, "base URL", "ok", "the instance answers", KITH_BASE_URL=site.base)


@test
def detects_a_wrong_port_in_the_base_url(kith):
    base = f"http://localhost:{support.free_port()}"
    expect(kith, "base URL", "fault", f"nothing answers at KITH_BASE_URL={base}",
           KITH_BASE_URL=base)
    expect(kith, "base URL", "fault", f"the gateway listens on port {kith.port}",
           KITH_BASE_URL=base)


@test
def detects_nonsense_in_trusted_proxies(kith):
    expect(kith, "configuration", "fault", '"the proxy" is neither',
           KITH_TRUSTED_PROXIES="127.0.0.1, the proxy")


@test
def detects_a_dead_object_store(kith):
    store = objects.Store(support.free_port())
    settings = store.settings
    store.start()
    try:
        expect(kith, "store", "ok", "accepts the key", **settings)
        expect(kith, "store", "fault", "SignatureDoesNotMatch",
               **{**settings, "KITH_S3_SECRET_KEY": "wrong"})
        expect(kith, "store", "fault", "NoSuchBucket",
               **{**settings,
                  "KITH_S3_URL": settings["KITH_S3_URL"].rstrip("/") + "-other"})
    finally:
        store.stop()
    expect(kith, "store", "fault", "cannot be reached", **settings)


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
    assert "check that KITH_SECRET_FILE is the secret" in found["keys", "fault"][0]
    path = os.path.join(kith.run_dir, "keys", "orgs")
    os.chmod(path, 0o644)
    expect(kith, "keys", "fault", "users other than its owner may read it")
    os.chmod(path, 0o600)


@test
def detects_a_secret_that_cannot_be_read(kith):
    if os.geteuid() != 0:
        support.skip("only root can become another user")
    nobody = pwd.getpwnam("nobody")
    program = os.open(os.path.join(kith.build, "kithctl"), os.O_RDONLY)
    done = subprocess.run(["kithctl", "doctor", "--json"], text=True, capture_output=True,
                          executable=f"/proc/self/fd/{program}", pass_fds=[program],
                          user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[],
                          cwd="/", env=kith.environment, timeout=60)
    os.close(program)
    assert done.returncode == 1, done.stderr
    found = {(one["check"], one["state"]): one
             for one in json.loads(done.stdout)["findings"]}
    secret = found["keys", "fault"]
    assert "Permission denied" in secret["found"], secret
    assert "as the user who owns the secret" in secret["hint"], secret
    assert "was not checked" in found["database", "warning"]["found"], found
    assert ("database", "fault") not in found, found


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
    wrong = kith.owner_url().replace(":", ":x", 2).replace(":x//", "://")
    expect(kith, "database", "fault", "password authentication failed",
           KITH_DATABASE_URL=wrong)
    expect(kith, "database", "fault", "refuses this password", KITH_DATABASE_URL=wrong)
    expect(kith, "database", "fault", "the server asks for a password",
           KITH_DATABASE_URL=re.sub(":[^:]*@", "@", kith.owner_url(), count=1))


@test
def names_the_database_that_hangs(kith):
    with contextlib.ExitStack() as stack:
        server_pid = kith.postmaster()
        os.kill(server_pid, signal.SIGSTOP)
        stack.callback(os.kill, server_pid, signal.SIGCONT)
        found = examine(kith)
    assert any("does not answer: look at its disk" in text
               for text in found["database", "fault"]), found
    support.eventually(lambda: ("database", "fault") not in examine(kith), 20, 0.2)


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


def certificate(kith, name, days, kind="DNS"):
    files = [os.path.join(kith.home, f"{name}-{days}.{end}") for end in ("pem", "key")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", str(days), "-subj",
                    "/CN=" + name, "-addext", f"subjectAltName={kind}:{name}", "-keyout",
                    files[1], "-out", files[0]], check=True, capture_output=True)
    return files


@test
def tells_a_certificate_that_has_expired(kith):
    files = [os.path.join(kith.home, f"expired.{end}") for end in ("csr", "key", "pem")]
    subprocess.run(["openssl", "req", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
                    "-keyout", files[1], "-out", files[0]], check=True,
                   capture_output=True)
    subprocess.run(["openssl", "x509", "-req", "-in", files[0], "-signkey", files[1],
                    "-days", "-1", "-out", files[2]], check=True, capture_output=True)
    with Site(as_kith(), (files[2], files[1])) as site:
        expect(kith, "certificate", "fault", "renew the certificate",
               KITH_BASE_URL=site.base, SSL_CERT_FILE=files[2])


def own_address():
    """An address of this machine that is not loopback, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = probe.getsockname()[0]
    return None if address.startswith("127.") else address


@test
def detects_mail_servers_that_accept_nothing(kith):
    def at(port, scheme="smtp", host="localhost", user="user:p%40ss@"):
        return f"{scheme}://{user}{host}:{port}"
    expect(kith, "mail", "warning", "no mail server is configured")
    expect(kith, "mail", "fault", "cannot be reached on port", KITH_SMTP_URL=at(
        support.free_port()))
    expect(kith, "mail", "fault", "cannot be resolved", KITH_SMTP_URL="smtp://mail.invalid")
    expect(kith, "mail", "fault", "does not accept mails", KITH_SMTP_URL=at(kith.port))
    with mail_sink.MailSink() as sink:
        expect(kith, "mail", "ok", "without TLS, on this machine",
               KITH_SMTP_URL=at(sink.port, user=""))
        sink.say("sender550")
        expect(kith, "mail", "fault", "this sender is not ours",
               KITH_SMTP_URL=at(sink.port, user=""))
    pair = certificate(kith, "localhost", 90)
    with mail_sink.MailSink("--tls", *pair) as sink:
        expect(kith, "mail", "fault", "self-signed certificate", KITH_SMTP_URL=at(
            sink.port, "smtps", user=""))
        expect(kith, "mail", "ok", "is valid for", KITH_SMTP_CA_FILE=pair[0],
               KITH_SMTP_URL=at(sink.port, "smtps", user=""))
        expect(kith, "mail", "fault", "cannot be read", KITH_SMTP_CA_FILE="/nowhere",
               KITH_SMTP_URL=at(sink.port, "smtps", user=""))
    soon = certificate(kith, "localhost", 3)
    with mail_sink.MailSink("--tls", *soon) as sink:
        expect(kith, "mail", "warning", "of localhost expires in", KITH_SMTP_CA_FILE=soon[0],
               KITH_SMTP_URL=at(sink.port, "smtps", user=""))
    other = certificate(kith, "elsewhere.example", 90)
    with mail_sink.MailSink("--tls", *other) as sink:
        expect(kith, "mail", "fault", "hostname mismatch", KITH_SMTP_CA_FILE=other[0],
               KITH_SMTP_URL=at(sink.port, "smtps", user=""))


@test
def detects_a_mail_server_that_insists_on_starttls(kith):
    pair = certificate(kith, "localhost", 90)
    with mail_sink.MailSink("--starttls", *pair) as sink:
        expect(kith, "mail", "fault", "only after STARTTLS",
               KITH_SMTP_URL=f"smtp://localhost:{sink.port}")
    address = own_address()
    if address is None:
        support.skip("this machine has no address but loopback")
    pair = certificate(kith, address, 90, "IP")
    with mail_sink.MailSink("--starttls", *pair, host=address) as sink:
        url = f"smtp://{address}:{sink.port}"
        expect(kith, "mail", "fault", "self-signed certificate", KITH_SMTP_URL=url)
        expect(kith, "mail", "ok", f"{address} accepts mails of kith@localhost",
               KITH_SMTP_URL=url, KITH_SMTP_CA_FILE=pair[0])


@test
def detects_a_wrong_mail_password(kith):
    with mail_sink.MailSink("--auth", "kith:a/right@one") as sink:
        def at(login):
            return f"smtp://{login}localhost:{sink.port}"
        expect(kith, "mail", "ok", "accepts mails",
               KITH_SMTP_URL=at("kith:a%2Fright%40one@"))
        expect(kith, "mail", "fault", "refuses the login",
               KITH_SMTP_URL=at("kith:a%2Fwrong%40one@"))
        expect(kith, "mail", "fault", "does not accept mails", KITH_SMTP_URL=at(""))


@test
def detects_a_front_without_a_certificate(kith):
    pair = certificate(kith, "localhost", 60)
    with Site(as_kith(), pair) as site:
        expect(kith, "certificate", "ok", "is valid for", KITH_BASE_URL=site.base,
               SSL_CERT_FILE=pair[0])
        expect(kith, "certificate", "fault", "self-signed certificate",
               KITH_BASE_URL=site.base)
        expect(kith, "proxies", "warning", "all clients share the limits",
               KITH_BASE_URL=site.base, SSL_CERT_FILE=pair[0])
        found = examine(kith, KITH_BASE_URL=site.base, SSL_CERT_FILE=pair[0],
                        KITH_TRUSTED_PROXIES="127.0.0.1")
        assert not [check for check, _ in found if check == "proxies"], found
    expect(kith, "certificate", "fault", "cannot be reached", KITH_BASE_URL=site.base)
    found = examine(kith, KITH_PLAIN_HTTP="on", KITH_BASE_URL="http://kith.invalid")
    assert "is not encrypted" in found["certificate", "warning"][0], found


support.main(__name__)
