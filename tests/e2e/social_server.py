"""A loopback server with the Mastodon API: OAuth with PKCE, accounts, statuses, media.

It follows https://docs.joinmastodon.org/methods/ strictly. `faults` maps a path to the
faults of its next requests, in order.

    status    answers with that status and does nothing
    "drop"    closes the connection and does nothing
    "lost"    carries the request out, then closes the connection
    "late"    carries it out, and answers when `release` is set, or after 15 s
    "garbage" carries it out, and answers with invalid JSON
    "huge"    carries it out, and answers with more than any API response
"""

import base64
import datetime
import hashlib
import http.server
import json
import re
import secrets
import socket
import socketserver
import threading
import urllib.parse

import images

CLIENT_ID = "kith-client-id"
CLIENT_SECRET = "kith-client-secret-5b0c"
SCOPES = {"read:accounts", "read:statuses", "write:statuses", "write:media"}
POST_CHARACTERS_MAX = 500


class Account:
    def __init__(self, number, name, origin):
        self.id = str(110000000000000000 + number)
        self.name = name
        self.url = f"{origin}/@{name}"
        self.photo = f"{origin}/avatars/{name}.png"
        self.posts = []  # newest first

    def json(self):
        return {"id": self.id, "username": self.name, "acct": self.name,
                "display_name": "",
                "url": self.url, "avatar": self.photo, "emojis": [], "fields": []}


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.port = self.server_address[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.redirect_uri = None  # the URI that the operator has registered
        self.accounts = {}
        self.user = None  # the user whose browser visits /oauth/authorize
        self.allows = True
        self.expires_in = None
        self.codes, self.tokens, self.keys, self.media = {}, {}, {}, {}
        self.said = {}  # the first body under each Idempotency-Key
        self.token_type = "Bearer"
        self.media_steps = 0  # how often an upload is "still being processed"
        self.faults = {}
        self.release = threading.Event()
        self.requests = []  # (method, path)
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # the client disconnected

    def account(self, name):
        if name not in self.accounts:
            self.accounts[name] = Account(len(self.accounts), name, self.origin)
        self.user = self.accounts[name]
        return self.user

    def fail(self, path, *faults):
        self.faults.setdefault(path, []).extend(faults)

    def count(self, path):
        return sum(1 for _, asked in self.requests if asked == path)

    def posts(self, name):
        return [post["text"] for post in self.accounts[name].posts]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.handle_one("GET")

    def do_POST(self):
        self.handle_one("POST")

    # ---- the frame ----

    def handle_one(self, method):
        path, _, query = self.path.partition("?")
        size = int(self.headers.get("Content-Length") or 0)
        self.body = self.rfile.read(size)
        self.query = dict(urllib.parse.parse_qsl(query))
        with self.server.lock:
            self.server.requests.append((method, path))
            faults = self.server.faults.get(path, [])
            fault = faults.pop(0) if faults else None
            if path == "/api/v1/statuses":
                self.server.said.setdefault(self.headers.get("Idempotency-Key"),
                                            self.body)
        if fault == "drop":
            return self.hang_up()
        if isinstance(fault, int):
            more = {"Location": "/elsewhere"} if 300 <= fault < 400 else {}
            more |= {"Retry-After": "77"} if fault == 429 else {}
            return self.answer(fault, {"error": "It failed"}, **more)
        with self.server.lock:
            status, answer, headers = self.route(method, path)
        if fault == "lost":
            return self.hang_up()
        if fault == "late":
            self.server.release.wait(15)
        if fault == "garbage":
            return self.send(200, b"<html>all is well", "text/html")
        if fault == "huge":
            return self.send(200, json.dumps({"x": "x" * 2_000_000}).encode(),
                             "application/json")
        if isinstance(answer, bytes):
            return self.send(status, answer, "image/png")
        return self.answer(status, answer, **headers)

    def hang_up(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def answer(self, status, body, **headers):
        self.send(status, json.dumps(body).encode(), "application/json; charset=utf-8",
                  **headers)

    def send(self, status, data, kind, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def form(self):
        assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
        pairs = urllib.parse.parse_qsl(self.body.decode(), strict_parsing=True,
                                       keep_blank_values=True)
        return {name: [v for n, v in pairs if n == name] if name.endswith("[]") else value
                for name, value in pairs}

    # ---- the methods ----

    def route(self, method, path):
        name = {
            ("GET", "/oauth/authorize"): self.authorize,
            ("POST", "/oauth/token"): self.token,
            ("POST", "/oauth/revoke"): self.revoke,
        }.get((method, path))
        if name:
            return name()
        photo = re.fullmatch(r"/avatars/(\w+)\.png", path)
        if photo:
            return 200, images.png(64, 64), {}
        account = self.server.tokens.get((self.headers.get("Authorization") or "")
                                         .removeprefix("Bearer "))
        if account is None:
            return 401, {"error": "The access token is invalid"}, {}
        for pattern, verb, function in (
                (r"/api/v1/accounts/verify_credentials", "GET",
                 lambda a: (200, a.json(), {})), (r"/api/v1/statuses", "POST", self.post),
                (r"/api/v1/accounts/(\w+)/statuses", "GET", self.statuses),
                (r"/api/v1/statuses/(\w+)/source", "GET", self.source),
                (r"/api/v2/media", "POST", self.upload),
                (r"/api/v1/media/(\w+)", "GET", self.photo)):
            match = re.fullmatch(pattern, path)
            if match and verb == method:
                return function(account, *match.groups())
        return 404, {"error": "Record not found"}, {}

    def authorize(self):
        q, server = self.query, self.server
        if (q.get("client_id") != CLIENT_ID
            or q.get("redirect_uri") != server.redirect_uri
                or q.get("response_type") != "code"
            or q.get("code_challenge_method") != "S256"
                or not set(q.get("scope", "x").split()) <= SCOPES or not q.get("state")):
            return 400, {"error": "invalid_request"}, {}
        back = {"state": q["state"]}
        if server.allows:
            back["code"] = secrets.token_urlsafe(32)
            server.codes[back["code"]] = (server.user, q["code_challenge"])
        else:
            back |= {"error": "access_denied",
                     "error_description": "The owner denied it."}
        return 302, {}, {"Location": q["redirect_uri"] + "?"
                         + urllib.parse.urlencode(back)}

    def token(self):
        form, server = self.form(), self.server
        if (form.get("client_id"),
            form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return 401, {"error": "invalid_client"}, {}
        account, challenge = server.codes.pop(form.get("code"), (None, None))
        hashed = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        if (account is None or form.get("grant_type") != "authorization_code"
                or form.get("redirect_uri") != server.redirect_uri
                or challenge != base64.urlsafe_b64encode(hashed).decode().rstrip("=")):
            return 400, {"error": "invalid_grant"}, {}
        token = "social-token-" + secrets.token_urlsafe(32)
        server.tokens[token] = account
        answer = {"access_token": token, "token_type": server.token_type,
                  "scope": " ".join(sorted(SCOPES)), "created_at": 1}
        if server.expires_in:
            answer["expires_in"] = server.expires_in
        return 200, answer, {}

    def revoke(self):
        form = self.form()
        if (form.get("client_id"),
            form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return 403, {"error": "unauthorized_client"}, {}
        self.server.tokens.pop(form["token"], None)
        return 200, {}, {}

    def post(self, account):
        key = (account.id, self.headers.get("Idempotency-Key"))
        if self.server.said[key[1]] != self.body:
            return 422, {"error": "The key stands for another post"}, {}
        if key[1] and key in self.server.keys:
            return 200, self.server.keys[key], {}
        form = self.form()
        if not form.get("status") or len(form["status"]) > POST_CHARACTERS_MAX:
            return 422, {"error": "Validation failed: Text character limit exceeded"}, {}
        photos = [self.server.media.get(one) for one in form.get("media_ids[]", [])]
        if any(photo is None or photo["steps"] for photo in photos):
            return 422, {"error": "Cannot attach files that have not finished "
                                  "processing."}, {}
        number = str(115000000000000000 + len(self.server.keys) + len(account.posts))
        post = {"id": number, "url": f"{account.url}/{number}",
                "uri": f"{account.url}/{number}",
                "created_at": now(), "account": account.json(), "content": "<p>HTML</p>",
                "media_attachments": [{"id": one} for one in form.get("media_ids[]", [])]}
        account.posts.insert(0, {**post, "text": form["status"], "photos": photos})
        self.server.keys[key] = post
        return 200, post, {}

    def statuses(self, account, owner):
        posts = [post for post in account.posts
                 if int(post["id"]) < int(self.query.get("max_id", 10 ** 19))]
        shown = posts[:int(self.query.get("limit", 20))]
        return 200, [{k: v for k, v in post.items() if k not in ("text", "photos")}
                     for post in shown] if owner == account.id else [], {}

    def source(self, account, number):
        for post in account.posts:
            if post["id"] == number:
                return 200, {"id": number, "text": post["text"], "spoiler_text": ""}, {}
        return 404, {"error": "Record not found"}, {}

    def upload(self, _):
        kind = self.headers["Content-Type"]
        boundary = kind.removeprefix("multipart/form-data; boundary=").encode()
        head, _, rest = self.body.partition(b"\r\n\r\n")
        data = rest.removesuffix(b"\r\n--" + boundary + b"--\r\n")
        assert head.startswith(b"--" + boundary + b"\r\n"), head
        assert b'name="file"' in head, head
        number = str(200 + len(self.server.media))
        self.server.media[number] = {"data": data, "steps": self.server.media_steps}
        return 202 if self.server.media_steps else 200, {"id": number,
                                                         "type": "image"}, {}

    def photo(self, _, number):
        photo = self.server.media[number]
        photo["steps"] = max(0, photo["steps"] - 1)
        return 206 if photo["steps"] else 200, {"id": number, "type": "image"}, {}


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
