"""An S3-compatible store for tests, which supports what Kith uses.

It verifies each signature with an independent implementation of AWS Signature Version 4,
and each body against its signed hash. `fault` makes it fail.
"""

import hashlib
import hmac
import http.server
import re
import socket
import ssl
import threading
import time
import urllib.parse

ACCESS_KEY, SECRET_KEY = "AKIDEXAMPLE", "a/very+secret=key"
REGION, BUCKET = "eu-north-1", "kith"
SKEW_S = 900


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def hmac256(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def signature(secret, scope, moment, method, path, query, headers, payload):
    """Returns a request's signature; `headers` are (name, value) pairs in signed
    order."""
    date, region, service, _ = scope.split("/")
    pairs = sorted(urllib.parse.parse_qsl(query, keep_blank_values=True))
    encoded = "&".join(urllib.parse.quote(name, safe="-_.~") + "="
                       + urllib.parse.quote(value, safe="-_.~") for name, value in pairs)
    canonical = "\n".join([
        method, urllib.parse.quote(urllib.parse.unquote(path), safe="/-_.~"), encoded,
        *(f"{name}:{' '.join(value.split())}" for name, value in headers), "",
        ";".join(name for name, _ in headers), payload])
    text = "\n".join(["AWS4-HMAC-SHA256", moment, scope, sha256(canonical.encode())])
    key = ("AWS4" + secret).encode()
    for part in (date, region, service, "aws4_request"):
        key = hmac256(key, part)
    return hmac256(key, text).hex()


class Refused(Exception):
    def __init__(self, status, code):
        self.status, self.code = status, code


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def setup(self):
        super().setup()
        self.server.store.connections.append(self.connection)

    def judge(self, body):
        """Verifies the request's signature; raises Refused."""
        store = self.server.store
        given = re.fullmatch(
            r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8}/[^/]+/s3/aws4_request), ?"
            r"SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})",
            self.headers.get("Authorization", ""))
        if not given:
            raise Refused(403, "AccessDenied")
        key, scope, names, signed = given.groups()
        moment = self.headers.get("x-amz-date", "")
        if key != store.access_key:
            raise Refused(403, "InvalidAccessKeyId")
        names = names.split(";")
        must = {"host", "x-amz-date", "x-amz-content-sha256"}
        if names != sorted(names) or not must <= set(names):
            raise Refused(403, "AccessDenied")
        try:
            then = time.mktime(time.strptime(moment, "%Y%m%dT%H%M%SZ")) - time.timezone
        except ValueError:
            raise Refused(403, "AccessDenied") from None
        if abs(time.time() - then) > SKEW_S or not moment.startswith(scope[:8]):
            raise Refused(403, "RequestTimeTooSkewed")
        if scope.split("/")[1] != REGION:
            raise Refused(400, "AuthorizationHeaderMalformed")
        path, _, query = self.path.partition("?")
        expected = signature(
            store.secret_key, scope, moment, self.command, path, query,
            [(name, self.headers.get(name, "")) for name in names],
            self.headers["x-amz-content-sha256"])
        if expected != signed:
            raise Refused(403, "SignatureDoesNotMatch")
        if self.headers["x-amz-content-sha256"] != sha256(body):
            raise Refused(400, "XAmzContentSHA256Mismatch")

    def answer(self, status, body=b"", kind="application/xml", length=None):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if status != 204:
            self.send_header("Content-Length",
                             str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def misbehave(self):
        """Acts out the current fault instead of answering; returns whether there was
        one."""
        store = self.server.store
        fault = store.fault
        if fault is None or self.command not in store.fault_methods:
            return False
        self.close_connection = True
        if fault == "stall":
            store.released.wait(30)
        elif fault == "garbage":
            self.wfile.write(b"\x00\xff garbage\r\n\r\n" * 50)
        elif fault == "slow":
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            for _ in range(300):
                if store.fault != "slow":
                    break
                self.wfile.write(b"x")
                time.sleep(0.1)
        elif fault == "endless":
            self.send_response(200)
            self.end_headers()
            while store.fault == "endless":
                self.wfile.write(b"x" * 65536)
        elif fault == "other_bytes":
            data = store.objects.get(self.path, b"")
            self.answer(200, bytes(byte ^ 1 for byte in data), "image/webp")
        elif fault == "half":
            data = store.objects.get(self.path, b"")
            self.answer(200, data[:len(data) // 2], "image/webp", len(data))
        elif fault == "redirect":
            self.send_response(307)
            self.send_header("Location", f"http://127.0.0.1:{store.port}{self.path}")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif fault == "done_then_lost":
            store.carry_out(self.command, self.path, self.body)
        elif fault != "close":
            self.answer(int(fault), b"<Error><Code>SlowDown</Code></Error>")
        return True

    def handle_one(self):
        store = self.server.store
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        store.seen.append((self.command, self.path))
        try:
            if self.misbehave():
                return
            self.judge(self.body)
            status, answer = store.carry_out(self.command, self.path, self.body)
            self.answer(status, answer, "image/webp")
        except Refused as why:
            store.refused.append(why.code)
            self.answer(why.status, f"<Error><Code>{why.code}</Code></Error>".encode())
        except OSError:
            self.close_connection = True

    do_GET = do_PUT = do_DELETE = do_POST = do_HEAD = handle_one


class Store:
    """The store, on a port of its own. `objects` maps paths to contents."""

    def __init__(self, port, certificate=None):
        # the files of the certificate and its key, to serve TLS
        self.certificate = certificate
        self.port, self.access_key, self.secret_key = port, ACCESS_KEY, SECRET_KEY
        self.objects, self.seen, self.refused = {}, [], []
        self.fault, self.fault_methods = None, ("GET", "PUT", "DELETE")
        self.released, self.lock = threading.Event(), threading.Lock()
        self.server, self.connections = None, []

    @property
    def settings(self):
        scheme = "https" if self.certificate else "http"
        return {"KITH_S3_URL": f"{scheme}://localhost:{self.port}/{BUCKET}/",
                "KITH_S3_REGION": REGION, "KITH_S3_ACCESS_KEY": ACCESS_KEY,
                "KITH_S3_SECRET_KEY": SECRET_KEY}

    def carry_out(self, method, path, body):
        with self.lock:
            if not path.startswith(f"/{BUCKET}/"):
                raise Refused(404, "NoSuchBucket")
            if method == "PUT":
                self.objects[path] = body
                return 200, b""
            if method == "DELETE":
                self.objects.pop(path, None)
                return 204, b""
            if path not in self.objects:
                raise Refused(404, "NoSuchKey")
            return 200, self.objects[path]

    def start(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        # clients may reject the certificate or disconnect
        self.server.handle_error = lambda *_: None
        if self.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*self.certificate)
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.server.store = self
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        for connection in self.connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.connections.clear()

    def misbehave(self, fault, *methods):
        """Returns a context in which the store has a fault."""
        return Fault(self, fault, methods or ("GET", "PUT", "DELETE"))


class Fault:
    def __init__(self, store, fault, methods):
        self.store, self.fault, self.methods = store, fault, methods

    def __enter__(self):
        self.store.released.clear()
        self.store.fault_methods = self.methods
        if self.fault == "down":
            self.store.stop()
        else:
            self.store.fault = self.fault

    def __exit__(self, *_):
        self.store.fault = None
        self.store.released.set()
        if self.fault == "down":
            self.store.start()
