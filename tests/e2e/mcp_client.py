"""A raw HTTP client of the tool server, for the tests of mcp_raw.py."""

import http.client
import json
import os
import urllib.parse

BASE = os.environ["KITH_URL"].rstrip("/")
TOKEN = os.environ["KITH_TOKEN"]
READ_TOKEN = os.environ.get("KITH_READ_TOKEN")
PENDING_TOKEN = os.environ.get("KITH_PENDING_TOKEN")
ADDRESS = urllib.parse.urlsplit(BASE)
METADATA = BASE + "/.well-known/oauth-protected-resource/mcp"
MODERN = "2026-07-28"
LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26"]
META = "io.modelcontextprotocol/"
TESTS = []


def test(function):
    TESTS.append(function)
    return function


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()

    @property
    def json(self):
        assert '"id":null' not in self.text.replace(" ", ""), self.text
        return json.loads(self.text)

    @property
    def result(self):
        body = self.json
        assert "result" in body, self.text
        return body["result"]

    @property
    def code(self):
        return self.json["error"]["code"]


def send(body=None, method="POST", token=TOKEN, path="/mcp", headers=None, drop=()):
    """Sends one request on a new connection; `drop` names default headers to omit."""
    everything = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    if token:
        everything["Authorization"] = "Bearer " + token
    everything.update(headers or {})
    for name in drop:
        everything.pop(name, None)
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    kind = (http.client.HTTPSConnection if ADDRESS.scheme == "https"
            else http.client.HTTPConnection)
    connection = kind(ADDRESS.hostname, ADDRESS.port, timeout=15)
    try:
        connection.request(method, path, body=body, headers=everything)
        return Answer(connection.getresponse())
    finally:
        connection.close()


def message(method, params=None, id=1):
    out = {"jsonrpc": "2.0", "id": id, "method": method}
    if params is not None:
        out["params"] = params
    return out


def claim(version=MODERN, **more):
    meta = {META + "protocolVersion": version, META + "clientCapabilities": {}}
    meta.update({META + key: value for key, value in more.items()})
    return meta


def modern(method, params=None, id=1, headers=None, drop=(), meta=None):
    """Sends a well-formed request of the modern era, with changes."""
    params = dict(params or {})
    params["_meta"] = claim() if meta is None else meta
    sent = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
    if "name" in params:
        sent["Mcp-Name"] = params["name"]
    elif "uri" in params:
        sent["Mcp-Name"] = params["uri"]
    sent.update(headers or {})
    return send(message(method, params, id), headers=sent, drop=drop)


def legacy(method, params=None, id=1, version="2025-11-25"):
    headers = {"MCP-Protocol-Version": version} if version else {}
    return send(message(method, params, id), headers=headers)


def equal(got, wanted):
    assert got == wanted, f"{got!r}, not {wanted!r}"
