"""Tests backups in an S3-compatible store: upload, retention, download, and failures."""

import json
import os
import re
import threading

import objects
import support
from support import test

STORE = objects.Store(support.free_port())
INDEX = f"/{objects.BUCKET}/kith-backups.json"
SETTINGS = {name.replace("KITH_S3", "KITH_BACKUP_S3"): value
            for name, value in STORE.settings.items()}


def key(kith):
    path = os.path.join(kith.home, "key")
    if not os.path.exists(path):
        with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
            file.write(os.urandom(32))
    return path


def folder(kith, name):
    path = os.path.join(kith.home, name)
    os.makedirs(path, exist_ok=True)
    return path


def run(kith, *words, **settings):
    return kith.run("kithctl", *words, **{**SETTINGS, **settings})


def back_up(kith, name, *words, **settings):
    """Makes a backup of a name of our own."""
    path = os.path.join(folder(kith, "backups"), name)
    return path, run(kith, "backup", "--file", path, "--key-file", key(kith), "--store",
                     *words, **settings)


def stored(name):
    """The contents of a backup in the store, as its objects together."""
    return b"".join(data for path, data in sorted(STORE.objects.items())
                    if path.startswith(f"/{objects.BUCKET}/{name}/"))


def listed():
    return {entry["name"]: entry for entry in
            json.loads(STORE.objects[INDEX])["backups"]}


@test
def stores_a_backup_and_gets_it_back(kith):
    kith.ada = kith.member("Ada")
    kith.publish(kith.ada, "Looking for a cooper")
    path, done = back_up(kith, "first")
    assert done.returncode == 0 and "first is in the store" in done.stdout, done
    with open(path, "rb") as file:
        assert file.read() == stored("first")
    assert listed()["first"]["complete"] is True
    assert set(STORE.refused) <= {"NoSuchKey"}, STORE.refused  # there was no list
    shown = run(kith, "backup", "list")
    assert re.fullmatch(r"first  \d+ bytes\n", shown.stdout), shown
    copy = os.path.join(kith.home, "copy")
    done = run(kith, "backup", "fetch", "--file", copy, "--key-file", key(kith))
    assert done.returncode == 0 and "first, and complete" in done.stdout, done
    with open(copy, "rb") as file:
        assert file.read() == stored("first")
    kith.publish(kith.ada, "Looking for a tinker")
    done = run(kith, "restore", "--replace", "--file", copy, "--key-file", key(kith))
    assert done.returncode == 0, done.stderr
    support.eventually(
        lambda: kith.http("GET", "/v1/posts", token=kith.ada).status == 200)
    asks = kith.http("GET", "/v1/posts", token=kith.ada).json["items"]
    assert [ask["title"] for ask in asks] == ["Looking for a cooper"]


@test
def stores_a_large_backup_in_several_objects(kith):
    kith.sql("CREATE TABLE filler AS SELECT sha512(i::text::bytea) AS bytes"
             " FROM generate_series(1, 640000) i")
    try:
        path, done = back_up(kith, "large")
    finally:
        kith.sql("DROP TABLE filler")
    assert done.returncode == 0, done.stderr
    entry = listed()["large"]
    assert entry["parts"] == 2 and entry["bytes"] == os.path.getsize(path), entry
    copy = os.path.join(kith.home, "large")
    done = run(kith, "backup", "fetch", "--file", copy, "--key-file", key(kith))
    assert done.returncode == 0, done.stderr
    with open(copy, "rb") as file:
        assert file.read() == stored("large")
    os.unlink(copy)
    os.unlink(path)


@test
def keeps_the_newest_in_the_store_and_the_folder(kith):
    place = folder(kith, "daily")
    for day in (1, 2, 3):
        name = f"kith-2026050{day}T030000Z"
        with open(os.path.join(place, name), "wb") as file:
            file.write(b"old")
    with open(os.path.join(place, "notes.txt"), "wb") as file:
        file.write(b"stays")
    for name in ("second", "third"):
        assert back_up(kith, name)[1].returncode == 0
    done = run(kith, "backup", "--file", place, "--key-file", key(kith), "--store",
               "--keep", "2")
    assert done.returncode == 0, done.stderr
    left = sorted(os.listdir(place))
    assert left[:1] == ["kith-20260503T030000Z"] and left[2:] == ["notes.txt"], left
    assert list(listed()) == ["third", left[1]], listed()
    assert not stored("first") and not stored("second") and stored("third")
    assert "deleted second from the store" in done.stdout, done.stdout
    again = back_up(kith, "third")[1]
    assert again.returncode == 1 and "already exists" in again.stderr, again
    for keep in ("0", "-1", "x"):
        assert back_up(kith, "none", "--keep", keep)[1].returncode == 2


@test
def leaves_nothing_of_an_upload_that_failed(kith):
    with STORE.misbehave("403", "PUT"):
        _, done = back_up(kith, "refused")
    assert done.returncode == 1 and "not in the store" in done.stderr, done
    assert "403 SlowDown" in done.stderr, done.stderr
    before = set(STORE.objects)
    # A command that was killed has listed its backup, but not all objects are there.
    entries = json.loads(STORE.objects[INDEX])
    entries["backups"].append({"name": "killed", "bytes": 40000000, "parts": 2,
                               "complete": False})
    STORE.objects[INDEX] = json.dumps(entries).encode()
    STORE.objects[f"/{objects.BUCKET}/killed/00001"] = b"half"
    assert "killed  40000000 bytes  incomplete" in run(kith, "backup", "list").stdout
    done = run(kith, "backup", "fetch", "--name", "killed", "--key-file", key(kith),
               "--file", os.path.join(kith.home, "killed"))
    assert done.returncode == 1 and "no complete backup killed" in done.stderr, done
    assert back_up(kith, "fourth")[1].returncode == 0
    assert "killed" not in listed() and not stored("killed")
    assert set(STORE.objects) - before == {f"/{objects.BUCKET}/fourth/00001"}


@test
def repeats_what_a_busy_store_refuses(kith):
    with STORE.misbehave("done_then_lost", "PUT"):
        def recovers():
            return any(method == "PUT" for method, _ in STORE.seen)
        STORE.seen.clear()
        timer = threading.Timer(0, lambda: support.eventually(recovers) and setattr(
            STORE, "fault", None))
        timer.start()
        _, done = back_up(kith, "fifth")
        timer.join()
    assert done.returncode == 0, done.stderr
    assert listed()["fifth"]["complete"] is True


@test
def refuses_a_backup_that_was_changed_in_the_store(kith):
    path = f"/{objects.BUCKET}/fifth/00001"
    whole, target = STORE.objects[path], os.path.join(kith.home, "changed")
    for changed in (whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1]), whole + b"x"):
        STORE.objects[path] = changed
        done = run(kith, "backup", "fetch", "--name", "fifth", "--key-file", key(kith),
                   "--file", target)
        assert done.returncode == 1 and done.stderr, done
        assert not os.path.exists(target)
    del STORE.objects[path]
    done = run(kith, "backup", "fetch", "--name", "fifth", "--key-file", key(kith),
               "--file", target)
    assert "lacks the object fifth/00001" in done.stderr, done
    assert not [name for name in os.listdir(kith.home) if name.startswith("changed")]


@test
def names_what_is_missing(kith):
    path = os.path.join(kith.home, "plain")
    done = run(kith, "backup", "--file", path, "--store")
    assert done.returncode == 1 and "must be encrypted" in done.stderr, done
    done = run(kith, "backup", "--file", path, "--store", "--key-file", key(kith),
               KITH_BACKUP_S3_URL=None)
    assert done.returncode == 1 and "KITH_BACKUP_S3_URL" in done.stderr, done
    assert not os.path.exists(path)
    done = run(kith, "backup", "list", KITH_BACKUP_S3_SECRET_KEY="wrong")
    assert done.returncode == 1 and "SignatureDoesNotMatch" in done.stderr, done
    STORE.objects[INDEX] = b'{"backups": [{"name": "../x", "parts": 1}]}'
    done = run(kith, "backup", "list")
    assert done.returncode == 1 and "damaged" in done.stderr, done
    assert run(kith, "backup", "list", "--help").returncode == 0
    assert run(kith, "backup", "list", "all").returncode == 2


STORE.start()
support.main(__name__)
