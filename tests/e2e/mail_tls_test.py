"""Mail servers with TLS, with passwords, and with neither."""

import os
import signal
import socket
import subprocess

import mail_sink
import support
from support import test


def own_address():
    """Returns a non-loopback address of this machine, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def certificate(kith, name):
    """A self-signed certificate and its key, which the instance's processes can read."""
    folder = os.path.join(kith.home, "certificates")
    os.makedirs(folder, exist_ok=True)
    files = os.path.join(folder, name + ".pem"), os.path.join(folder, name + ".key")
    kind = "IP" if name[0].isdigit() else "DNS"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=" + name, "-addext", f"subjectAltName={kind}:{name}", "-keyout",
                    files[1], "-out", files[0]], check=True, capture_output=True)
    os.chmod(folder, 0o755)
    os.chmod(files[0], 0o644)
    return files


def outcome(kith, address, **settings):
    """The error that a process with these settings records for a mail, or "sent"."""
    settings.setdefault("KITH_SMTP_CA_FILE", "")
    process = kith.start_beside("kith-notifications", KITH_MAIL_FROM="kith@kith.test",
                                KITH_BUS_LISTEN=f"ipc://{kith.run_dir}/bus/{address}.ipc",
                                **settings)
    kith.sql(f"""INSERT INTO outbox (id, topic, payload) VALUES (new_id(), 'mail',
        jsonb_build_object('template', 'totp_on', 'toAddress', '{address}'))""")
    try:
        return support.eventually(
            lambda: kith.sql(f"""SELECT CASE status WHEN 'sent' THEN 'sent'
            ELSE last_error END FROM outbox
            WHERE payload ->> 'toAddress' = '{address}'"""), 20)
    finally:
        kith.sql(f"DELETE FROM outbox WHERE payload ->> 'toAddress' = '{address}'")
        process.terminate()
        process.wait(20)


@test
def begins(kith):
    # kithctl would restart the process that is stopped.
    for pid in [kith.process.pid, *kith.pids("kith-notifications")]:
        os.kill(pid, signal.SIGSTOP)


@test
def speaks_tls_from_the_first_byte_and_signs_in(kith):
    pair = certificate(kith, "localhost")
    with mail_sink.MailSink("--tls", *pair, "--auth", "user:p@ss/word") as sink:
        url = f"smtps://user:p%40ss%2Fword@localhost:{sink.port}"
        assert outcome(kith, "a@a.example", KITH_SMTP_URL=url,
                       KITH_SMTP_CA_FILE=pair[0]) == "sent"
        envelope = sink.to("a@a.example")[0]
        assert envelope["tls"] and envelope["user"] == "user"
        said = outcome(kith, "b@a.example", KITH_SMTP_CA_FILE=pair[0],
                       KITH_SMTP_URL=f"smtps://user:wrong@localhost:{sink.port}")
        assert "535" in said or "user or password" in said, said
        said = outcome(kith, "c@a.example", KITH_SMTP_URL=url)
        assert "certificate is not trusted" in said, said
        other = certificate(kith, "elsewhere.example")
        said = outcome(kith, "d@a.example", KITH_SMTP_URL=url, KITH_SMTP_CA_FILE=other[0])
        assert "certificate is not trusted" in said, said
        assert len(sink.accepted()) == 1


@test
def asks_for_starttls_beyond_this_machine(kith):
    address = own_address()
    if address is None:
        support.skip("this machine has no address but the loopback one")
    pair = certificate(kith, address)
    with mail_sink.MailSink("--starttls", *pair, host="0.0.0.0") as sink:
        url = f"smtp://{address}:{sink.port}"
        assert outcome(kith, "a@b.example", KITH_SMTP_URL=url,
                       KITH_SMTP_CA_FILE=pair[0]) == "sent"
        assert sink.to("a@b.example")[0]["tls"]
        said = outcome(kith, "b@b.example", KITH_SMTP_URL=url)
        assert "certificate is not trusted" in said, said
    with mail_sink.MailSink(host="0.0.0.0") as sink:
        said = outcome(kith, "c@b.example", KITH_SMTP_URL=f"smtp://{address}:{sink.port}")
        assert "does not offer STARTTLS" in said, said
        assert sink.accepted() == []


@test
def does_not_start_with_a_url_that_is_none(kith):
    for url in ("smtp://a:b/c@mail.example", "smtps://mail.example/path", "smtp://"):
        process = kith.start_beside("kith-notifications", KITH_SMTP_URL=url)
        assert process.wait(10) == 1, url


@test
def ends(kith):
    for pid in [*kith.pids("kith-notifications"), kith.process.pid]:
        os.kill(pid, signal.SIGCONT)


support.main(__name__)
