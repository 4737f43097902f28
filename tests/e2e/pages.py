"""A client of the pages without a browser."""

import http.client
import re
import urllib.parse

PASSWORD = "a phrase that is long enough"
FORM = "application/x-www-form-urlencoded"
PAGE = {"Accept": "text/html"}
HOSTILE = "\"'><script>alert(1)</script>"


def post(kith, path, fields, cookie=None, **headers):
    """Posts a form as the pages post it, unless the headers say otherwise."""
    sent = {"Content-Type": FORM, "Origin": kith.base, **PAGE}
    if cookie:
        sent["Cookie"] = cookie
    sent.update({name.replace("_", "-"): value for name, value in headers.items()})
    raw = urllib.parse.urlencode(fields, doseq=True).encode()
    return kith.http("POST", path, raw=raw,
                     headers={name: value for name, value in sent.items() if value})


def signed_in(kith, name, *options):
    """Returns the cookie of a new member's browser, and the token of its forms."""
    address = f"{name.lower()}@example.org"
    kith.kithctl("member", "create", "--email", address, "--name", name,
                 "--password", PASSWORD, *(options or ["--active"]))
    return sign_in(kith, address)


def sign_in(kith, address, password=PASSWORD):
    """Returns the cookie of a member's browser, and the token of its forms."""
    answer = post(kith, "/sign-in", {"email": address, "password": password})
    assert answer.status == 303 and answer.headers["Location"] in (
        "/", "/welcome"), answer.text
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie, cookie
    cookie = cookie.split(";")[0]
    page = get(kith, "/settings", cookie)
    return cookie, re.search(r'name="csrf" value="([\w-]+)"', page.text).group(1)


def get(kith, path, cookie=None, **headers):
    return kith.http("GET", path,
                     headers={**PAGE, **({"Cookie": cookie} if cookie else {}),
                              **headers})


def field(page, form, name):
    """Returns the value of a hidden field of the form with this path."""
    found = re.search(rf'<form method="post" action="{re.escape(form)}".*?</form>',
                      page.text, re.S)
    assert found, f"the page has no form {form}"
    return re.search(rf'name="{name}" value="([^"]*)"', found.group(0)).group(1)


def upload(kith, path, cookie, fields, data, **headers):
    """Posts a form with a file as browsers do."""
    boundary = "----WebKitFormBoundaryabc"
    raw = b"".join(
        (f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
         f"\r\n\r\n{value}\r\n").encode() for name, value in fields.items())
    raw += (f'--{boundary}\r\nContent-Disposition: form-data; name="file"; '
            'filename="a.png"\r\nContent-Type: image/png\r\n\r\n').encode()
    raw += data + f"\r\n--{boundary}--\r\n".encode()
    return kith.http("POST", path, raw=raw, headers={
        "Content-Type": f"multipart/form-data; boundary={boundary}",
        "Accept": "text/html", "Origin": kith.base, "Cookie": cookie, **headers})


def asking_token(kith, cookie, csrf):
    """Makes a token, and has it ask before each outward act. Returns its record, as it
    was made."""
    made = kith.http("POST", "/v1/auth/tokens", {
        "name": "Script", "scopes": ["network:write"]}, headers={
            "Cookie": cookie, "Origin": kith.base})
    assert made.status == 200, made.text
    done = post(kith, f"/settings/tokens/{made.json['id']}/approval",
                {"csrf": csrf, "approval": "each"}, cookie)
    assert done.status == 303, done.text
    return made.json


def announced(kith, path, cookie, size):
    """Returns the status and the page for an upload that is refused by its size."""
    connection = http.client.HTTPConnection(kith.base.removeprefix("http://"))
    connection.putrequest("POST", path)
    for name, value in (("Content-Type", "multipart/form-data; boundary=x"),
                        ("Content-Length", str(size)), ("Accept", "text/html"),
                        ("Origin", kith.base), ("Cookie", cookie)):
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    page = answer.read().decode()
    connection.close()
    return answer.status, page
