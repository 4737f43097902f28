"""No process logs a password, a token or a hash at level debug, even when the database
fails."""

import glob
import hashlib
import os

import support
from support import test

PASSWORD, OTHER = "canary-phrase-9f3a1c", "canary-phrase-77be02"
WRONG = "canary-phrase-000bad"
EMAIL = "canary@example.org"


def post(kith, path, body, token=None):
    return kith.http("POST", "/v1/auth/" + path, body, token)


def logs(kith):
    """Returns all logs so far, including the database's."""
    paths = glob.glob(os.path.join(kith.run_dir, "log", "*"))
    paths += glob.glob(os.path.join(kith.run_dir, "postgres", "**", "*.log"),
                       recursive=True)
    said = kith.said()
    for path in paths:
        with open(path, errors="replace") as file:
            said += file.read()
    return said


def refused(kith, table, act):
    """Calls a function while a table is renamed."""
    kith.sql(f"ALTER TABLE {table} RENAME TO hidden")
    try:
        assert act().status == 500
    finally:
        kith.sql(f"ALTER TABLE hidden RENAME TO {table}")


def sign_up_and_in(kith):
    """Returns the secrets that were used on the way to a session."""
    wish = {"email": EMAIL, "name": "Canary", "password": PASSWORD}
    refused(kith, "sign_up_passwords", lambda: post(kith, "sign-up", wish))
    assert post(kith, "sign-up", wish).status == 202
    assert post(kith, "sign-in", {"email": EMAIL, "password": PASSWORD}).code == (
        "email_not_verified")
    link = kith.mailed_token(EMAIL, "/verify-email")
    refused(kith, "mail_tokens", lambda: post(kith, "verify-email", {"token": link}))
    assert post(kith, "verify-email", {"token": link}).status == 200
    assert post(kith, "sign-in", {"email": EMAIL, "password": WRONG}).status == 401
    refused(kith, "audit",
            lambda: post(kith, "sign-in", {"email": EMAIL, "password": PASSWORD}))
    session = post(kith, "sign-in", {"email": EMAIL, "password": PASSWORD, "totp": WRONG})
    return [link, session.json["token"]]


def reset(kith):
    assert post(kith, "password/forgot", {"email": EMAIL}).status == 202
    link = kith.mailed_token(EMAIL, "/reset-password")
    wish = {"token": link, "password": OTHER}
    assert kith.http("GET", "/reset-password?token=" + link).status == 200
    refused(kith, "mail_tokens", lambda: post(kith, "password/reset", wish))
    assert post(kith, "password/reset", wish).status == 204
    return [link,
            post(kith, "sign-in", {"email": EMAIL, "password": OTHER}).json["token"]]


@test
def no_secret_reaches_a_log(kith):
    secrets = sign_up_and_in(kith) + reset(kith)
    session = secrets[-1]
    begun = post(kith, "totp", {"password": OTHER}, session).json
    post(kith, "totp/confirm", {"code": WRONG}, session)
    post(kith, "password/change", {"current": WRONG, "new": PASSWORD}, session)
    kith.http("DELETE", "/v1/auth/account", {"password": WRONG}, session)
    made = post(kith, "tokens", {"name": "a", "scopes": ["profile"]}, session)
    secrets += [begun["secret"], made.json["token"]]
    hashes = [hashlib.sha256(secret.encode()).hexdigest() for secret in secrets]
    said = logs(kith)
    for op in ("session_sign_in", "account_verify_email", "password_reset",
               "does not exist"):
        assert op in said, op
    for secret in secrets + hashes + [PASSWORD, OTHER, WRONG, "$argon2id$"]:
        assert secret not in said, secret


support.main(__name__, KITH_LOG_LEVEL="debug")
