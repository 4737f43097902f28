#!/usr/bin/python3
"""A real SMTP server for tests, which simulates failures on request.

    python3 mail_server.py PORT FOLDER [--tls CERTIFICATE KEY]
                           [--starttls CERTIFICATE KEY] [--auth USER:PASSWORD]

Each accepted message is a line of FOLDER/accepted: JSON with the envelope, the time and
the name of the file that holds the message. The beginning of a recipient's address
selects the treatment of a message; FOLDER/mode overrides it for all messages:

    ok, refuse550, nouser (550 5.1.1), policy550 (550 5.7.1), later450, busy421,
    stall (on RCPT), garbage, drop (after DATA, without an answer), late (answers
    DATA after a second), hold (never answers DATA), reject554 (after DATA),
    sender550 (on MAIL FROM), greet554 (on connecting), hang (no greeting)

Connections are counted in FOLDER/connections, and messages that arrived in FOLDER/begun.
The implementation uses Debian's python3-aiosmtpd.
"""

import argparse
import asyncio
import json
import os
import ssl
import sys
import time

try:
    from aiosmtpd.smtp import AuthResult, SMTP
except ImportError:
    if sys.executable != "/usr/bin/python3":
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    raise

NAMES = ("refuse550", "nouser", "policy550", "later450", "busy421", "stall", "garbage",
         "drop", "late", "hold", "reject554", "sender550", "greet554", "hang")


class Handler:
    def __init__(self, folder, gap_s):
        self.folder = folder
        self.gap_s = gap_s
        self.count = 0
        self.accepted = open(os.path.join(folder, "accepted"), "a", buffering=1)

    def mode(self):
        try:
            with open(os.path.join(self.folder, "mode")) as file:
                return file.read().strip()
        except OSError:
            return "ok"

    def mode_of(self, address):
        for name in NAMES:
            if address.startswith(name):
                return name
        return self.mode()

    def count_in(self, name):
        with open(os.path.join(self.folder, name), "a") as file:
            file.write("1\n")

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):
        if self.mode() == "sender550":
            return "550 5.1.0 this sender is not ours"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        mode = self.mode_of(address)
        answers = {
            "refuse550": "550 no such user here",
            "nouser": f"550 5.1.1 <{address}>: there is no such user",
            "policy550": "550 5.7.1 we do not relay for you",
            "later450": "450 4.2.0 greylisted, come back later",
            "busy421": "421 4.3.2 too much to do",
        }
        if mode in answers:
            return answers[mode]
        if mode == "stall":
            await asyncio.sleep(3600)
        if mode == "garbage":
            return "Hello, who is there?"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        mode = self.mode_of(envelope.rcpt_tos[0])
        self.count_in("begun")
        if mode == "reject554":
            return "554 5.6.0 we do not like what it says"
        if self.gap_s:
            await asyncio.sleep(self.gap_s)
        if mode == "late":
            await asyncio.sleep(1)
        if mode == "hold":
            await asyncio.sleep(3600)
        self.count += 1
        name = f"{os.getpid()}-{self.count}.eml"
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(envelope.original_content)
        self.accepted.write(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "file": name,
            "at": time.time(), "greeted": session.host_name,
            "tls": server.transport.get_extra_info("sslcontext") is not None,
            "user": getattr(session, "signed_in_as", None),
        }) + "\n")
        if mode == "drop":
            server.transport.close()
            return "250 never arrives"
        return "250 2.0.0 taken"


class Server(SMTP):
    def connection_made(self, transport):
        handler = self.event_handler
        handler.count_in("connections")
        mode = handler.mode()
        if mode == "hang":
            self.transport = transport
            return
        if mode == "greet554":
            transport.write(b"554 5.3.2 not today\r\n")
            transport.close()
            return
        super().connection_made(transport)

    def connection_lost(self, error):
        if getattr(self, "session", None) is not None:
            super().connection_lost(error)


def context_of(pair):
    if pair is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*pair)
    return context


async def serve(options):
    handler = Handler(options.folder, options.gap)
    user = tuple(options.auth.split(":", 1)) if options.auth else None

    def authenticate(server, session, envelope, mechanism, data):
        good = user == (data.login.decode(), data.password.decode())
        session.signed_in_as = data.login.decode() if good else None
        return AuthResult(success=good, handled=False, auth_data=data)

    def factory():
        return Server(handler, hostname="mail.test", timeout=3600, enable_SMTPUTF8=False,
                      tls_context=context_of(options.starttls),
                      require_starttls=options.starttls is not None,
                      auth_required=user is not None, auth_require_tls=False,
                      authenticator=authenticate if user else None)

    server = await asyncio.get_running_loop().create_server(
        factory, options.host, options.port, ssl=context_of(options.tls), backlog=200)
    print("ready", flush=True)
    await server.serve_forever()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("folder")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--tls", nargs=2)
    parser.add_argument("--starttls", nargs=2)
    parser.add_argument("--auth")
    parser.add_argument("--gap", type=float, default=0, help="seconds before each answer "
                                                             "to DATA")
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
