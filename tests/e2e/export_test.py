"""Tests an export larger than a bus message: it is complete, uses bounded memory, and is
aborted when a chunk fails."""

import http.client
import json
import time

import support
from support import test

POSTS, NOTICES = 6000, 3000
LARGE_BYTES = 20 * 1024 * 1024
GROWTH_KIB_MAX = 12 * 1024

ASKS = f"""INSERT INTO posts (id, author_id, kind, title, body, created_at)
    SELECT gen_random_uuid(), id, 'idea', 'Ask ' || n,
    rpad('ask ' || n || ' ', 4000, 'words '), now() - (n / 7) * interval '1 second'
    FROM members, generate_series(1, {POSTS}) AS n
    WHERE email = 'writer@example.org';"""
INBOX = f"""INSERT INTO inbox (id, recipient, kind, subject_type, dedupe, read_at)
    SELECT gen_random_uuid(), id, 'post_expiring', 'post', gen_random_uuid(),
    now() + n * interval '1 millisecond' FROM members, generate_series(1, {NOTICES}) AS n
    WHERE email = 'writer@example.org';"""


def author(kith):
    """Returns a token for one test, of a member with many records."""
    if not kith.sql("SELECT id FROM members WHERE email = 'writer@example.org'"):
        token = kith.member("Writer")
        kith.sql(ASKS + INBOX)
        return token
    token = kith.token("Writer")
    wait_for_a_place(kith, token)
    return token


class Download:
    """An export that the test reads piece by piece."""

    def __init__(self, kith, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=60)
        self.connection.request("GET", "/v1/auth/export", headers={
            "Host": f"localhost:{kith.port}", "Authorization": "Bearer " + token})
        self.answer = self.connection.getresponse()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()


def wait_for_a_place(kith, token):
    """Waits until the gateway has noticed that readers have disconnected."""
    support.eventually(
        lambda: kith.http("HEAD", "/v1/auth/export", token=token).status == 200)


def peak_kib(pid):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))


def processes(kith):
    return kith.pids("kith-gateway") + kith.pids("kith-identity")


@test
def every_row_comes_once_and_memory_stays_bounded(kith):
    token = author(kith)
    kith.http("GET", "/v1/auth/export", token=kith.member("Warm"))
    before = {pid: peak_kib(pid) for pid in processes(kith)}
    with Download(kith, token) as download:
        assert download.answer.status == 200, download.answer.read()
        assert download.answer.headers["Content-Type"] == "application/json"
        first = download.answer.read(1024 * 1024)
        time.sleep(1.5)  # a slow reader: the gateway must not buffer the export
        body = first + download.answer.read()
    assert len(body) > LARGE_BYTES, len(body)
    document = json.loads(body)
    assert list(document)[:3] == ["exportedAt", "account", "details"], list(document)
    assert sorted(p["title"] for p in document["posts"]) == sorted(
        f"Ask {n}" for n in range(1, POSTS + 1))
    assert len({p["id"] for p in document["posts"]}) == POSTS
    read = [n["readAt"] for n in document["notifications"]]
    assert len(read) == len(set(read)) == NOTICES
    assert document["progress"] == [] and document["account"]["name"] == "Writer"
    for pid, kib in before.items():
        assert peak_kib(pid) - kib < GROWTH_KIB_MAX, (pid, kib, peak_kib(pid))


@test
def a_member_has_two_of_them_under_way(kith):
    token, other = author(kith), kith.member("Neighbour")
    with Download(kith, token) as first, Download(kith, token) as second:
        assert first.answer.status == second.answer.status == 200
        for method in ("GET", "HEAD"):
            refused = kith.http(method, "/v1/auth/export", token=token)
            assert refused.status == 429, refused
            assert int(refused.headers["Retry-After"]) > 0, refused
        assert kith.http("GET", "/v1/auth/export", token=token).code == "rate_limited"
        assert kith.http("GET", "/v1/auth/export", token=other).status == 200
        assert len(first.answer.read()) > LARGE_BYTES
        with Download(kith, token) as third:
            assert third.answer.status == 200, third.answer.read()
    wait_for_a_place(kith, token)
    for _ in range(5):
        assert kith.http("HEAD", "/v1/auth/export", token=token).status == 200


@test
def the_head_alone_is_answered_as_well(kith):
    token = kith.member("Header")
    answer = kith.http("HEAD", "/v1/auth/export", token=token)
    assert (answer.status, answer.body) == (200, b""), answer.body
    assert kith.http("GET", "/v1/auth/export", token=token).json["posts"] == []


@test
def a_connection_goes_on_after_it(kith):
    token = kith.member("Keeper")
    connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=20)
    for _ in range(3):
        connection.request("GET", "/v1/auth/export", headers={
            "Host": f"localhost:{kith.port}", "Authorization": "Bearer " + token})
        document = json.loads(connection.getresponse().read())
        assert document["account"]["name"] == "Keeper"
    connection.close()


def is_cut_off(download):
    try:
        download.answer.read()
    except (http.client.IncompleteRead, ConnectionError):
        return True
    return False


@test
def a_part_that_fails_is_no_success(kith):
    token = author(kith)
    with Download(kith, token) as download:
        assert download.answer.status == 200
        download.answer.read(64 * 1024)
        kith.sql("ALTER VIEW export_notifications RENAME TO hidden")
        try:
            assert is_cut_off(download)
        finally:
            kith.sql("ALTER VIEW hidden RENAME TO export_notifications")


@test
def it_ends_when_the_credential_does(kith):
    token = author(kith)
    with Download(kith, token) as download:
        assert download.answer.status == 200
        download.answer.read(64 * 1024)
        kith.sql("UPDATE credentials c SET revoked_at = now() FROM members m"
                   " WHERE m.id = c.member_id AND m.email = 'writer@example.org'")
        assert is_cut_off(download)


@test
def a_reader_that_goes_leaves_nothing_behind(kith):
    token = author(kith)
    for _ in range(5):
        wait_for_a_place(kith, token)
        with Download(kith, token) as download:
            download.answer.read(64 * 1024)
    wait_for_a_place(kith, token)
    with Download(kith, token) as download:
        assert len(download.answer.read()) > LARGE_BYTES


support.main(__name__)
