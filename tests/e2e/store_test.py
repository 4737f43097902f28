"""Tests images in an S3-compatible store, and failures of the store.

KITH_TEST_S3_URL, _REGION, _ACCESS_KEY and _SECRET_KEY name a real store for the tests
that do not simulate failures.
"""

import os
import signal
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import certificates
import images
import objects
import social_member
import support
from support import test
from threads import Together

REAL = {name.replace("_TEST", ""): os.environ[name] for name in (
    "KITH_TEST_S3_URL", "KITH_TEST_S3_REGION", "KITH_TEST_S3_ACCESS_KEY",
    "KITH_TEST_S3_SECRET_KEY") if name in os.environ}
STORE = objects.Store(support.free_port())
COLORS = iter(range(256))


def new_png():
    number = next(COLORS)
    return images.png(64, 48, pixel=bytes(number * step % 256 for step in (7, 53, 101)))


def put(kith, token, data=None):
    return kith.http("PUT", "/v1/me/avatar", raw=data or new_png(), token=token,
                     headers={"Content-Type": "image/png"})


def path_of(answer):
    assert answer.status == 200, answer.text
    return urllib.parse.urlparse(answer.json["image"]).path


def count(kith, what="images"):
    return int(kith.sql(f"SELECT count(*) FROM {what}"))


def places(kith):
    """Returns how many images the database has, and how many the store."""
    return tuple(map(int, kith.sql("SELECT count(data), count(object)"
                                   " FROM images").split("|")))


def due(kith):
    """Makes all objects due for a sweep, and restarts media."""
    kith.sql("UPDATE images SET look_at = now() - interval '1 second'"
             " WHERE look_at IS NOT NULL")
    kith.sql("UPDATE image_objects SET look_at = now() - interval '1 second'"
             " WHERE look_at IS NOT NULL")
    restart_media(kith)


def swept(kith, condition):
    """Runs sweeps until the condition holds; a sweep may leave objects to the next
    one."""
    for _ in range(5):
        due(kith)
        try:
            return support.eventually(condition, 5)
        except AssertionError:
            continue
    raise AssertionError("the objects were not swept")


def restart_media(kith, how=signal.SIGTERM):
    old = kith.pids("kith-media")
    for pid in old:
        os.kill(pid, how)
    support.eventually(lambda: set(kith.pids("kith-media")) - set(old), 30)
    support.eventually(lambda: kith.http(
        "GET", "/media/img_00000000000000000000000000.webp").status == 404, 30)


def again(kith, **settings):
    kith.stop()
    kith.environment.update(settings)
    kith.start()
    support.eventually(kith.is_ready, support.READY_TIMEOUT_S)


def unavailable(answer):
    assert (answer.status, answer.code) == (503, "service_unavailable"), answer.text
    assert int(answer.headers["Retry-After"]) > 0
    for word in ("S3", "localhost", "refused", "403", str(STORE.port), BUCKET):
        assert word not in answer.json["detail"], answer.text


BUCKET = objects.BUCKET


def needs_the_local_store():
    if REAL:
        support.skip("a real store cannot simulate failures")


@test
def the_local_store_judges_signatures_as_published(kith):
    """The GET example in the documentation of Signature Version 4."""
    empty = objects.sha256(b"")
    assert objects.signature(
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20130524/us-east-1/s3/aws4_request",
        "20130524T000000Z", "GET", "/test.txt", "",
        [("host", "examplebucket.s3.amazonaws.com"), ("range", "bytes=0-9"),
         ("x-amz-content-sha256", empty), ("x-amz-date", "20130524T000000Z")], empty
    ) == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
    try:
        urllib.request.urlopen(f"http://localhost:{STORE.port}/{BUCKET}/x")
        raise AssertionError("a request without a signature was carried out")
    except urllib.error.HTTPError as refused:
        assert refused.code == 403
    STORE.refused.clear()


def headers_of(answer):
    """Returns the headers that are the same in every answer."""
    varying = ("Date", "X-Request-Id", "ETag", "Content-Range", "Content-Length")
    return sorted((name, value) for name, value in answer.headers.items()
                  if name not in varying)


def tries(kith, path):
    """Returns an image's answers to all kinds of requests, and its size."""
    whole = kith.http("GET", path)
    tag, size = whole.headers["ETag"], len(whole.body)
    asked = [{}, {"If-None-Match": tag}, {"Range": "bytes=0-9"}, {"Range": "bytes=-5"},
             {"Range": f"bytes={size}-"}, {"Range": "bytes=2-", "If-Range": tag},
             {"Range": "bytes=2-", "If-Range": '"x"'}, {"Range": "bytes=0-1,3-4"}]
    found = []
    for headers in asked:
        answer = kith.http("GET", path, headers=headers)
        found.append((answer.status, headers_of(answer), answer.headers["ETag"] == tag,
                      (answer.headers["Content-Range"] or "").replace(str(size), "N")
                      .replace(str(size - 1), "L").replace(str(size - 5), "F"),
                      answer.body == b"" or answer.body in whole.body))
    head = kith.http("HEAD", path)
    assert int(head.headers["Content-Length"]) == size
    found.append((head.status, headers_of(head)))
    return found, whole


@test
def images_of_the_store_are_served_as_those_of_the_database(kith):
    token, other = kith.member("Ada"), kith.member("Grace")
    first, second = path_of(put(kith, token)), path_of(put(kith, other))
    assert places(kith) == (0, 2)
    _, whole = tries(kith, second)
    kith.sql(f"UPDATE images SET data = decode('{whole.body.hex()}', 'hex'), object = "
             "NULL"
             " WHERE id = (SELECT image FROM members ORDER BY id DESC LIMIT 1)")
    in_database, again = tries(kith, second)
    assert again.body == whole.body
    in_store, _ = tries(kith, first)
    assert in_store == in_database
    assert images.decode(whole.body)[:2] == (512, 512)
    # The same bytes are one image, and are not uploaded again.
    before = len(STORE.seen)
    data = new_png()
    assert path_of(put(kith, token, data)) == path_of(put(kith, other, data))
    if not REAL:
        # For an existing object media sends only a HEAD.
        assert [method for method, _ in STORE.seen[before:]] == ["PUT", "GET"]
        names = {urllib.parse.unquote(path).split("/")[-1].split("-")[0]
                 for path in STORE.objects}
        assert path_of(put(kith, token, data))[len("/media/"):-len(".webp")] in names
    assert not STORE.refused


@test
def what_no_record_has_is_removed_from_the_store(kith):
    token, other = kith.token("Ada"), kith.token("Grace")
    data = new_png()
    path = path_of(put(kith, token, data))
    assert path_of(put(kith, other, data)) == path
    assert kith.http("DELETE", "/v1/me/avatar", token=token).status == 200
    due(kith)
    assert kith.http("GET", path).status == 200
    assert kith.http("DELETE", "/v1/me/avatar", token=other).status == 200
    swept(kith, lambda: count(kith) == 0 and count(kith, "image_objects") == 0)
    assert kith.http("GET", path).code == "media_not_found"
    if not REAL:
        assert not STORE.objects
    assert path_of(put(kith, token, data)) == path
    assert kith.http("GET", path).status == 200


@test
def an_upload_that_the_store_does_not_take_leaves_nothing(kith):
    needs_the_local_store()
    token = kith.token("Ada")
    path = path_of(put(kith, token))
    before, objects_before = count(kith), dict(STORE.objects)
    for fault in ("down", "403", "404", "500", "503", "301", "redirect", "garbage",
                  "endless", "close", "slow", "stall"):
        began = time.monotonic()
        with STORE.misbehave(fault, "PUT"):
            unavailable(put(kith, token))
        assert time.monotonic() - began < 12, fault
        assert STORE.objects == objects_before, fault
    with STORE.misbehave("done_then_lost", "PUT"):
        unavailable(put(kith, token))
    assert len(STORE.objects) == len(objects_before) + 1
    assert count(kith) == before
    assert kith.http("GET", "/v1/me", token=token).json["image"].endswith(path)
    swept(kith, lambda: len(STORE.objects) == count(kith, "image_objects") == count(kith))
    assert path_of(put(kith, token)) != path


@test
def an_image_that_the_store_does_not_give_is_not_lost(kith):
    needs_the_local_store()
    token = kith.token("Ada")
    path = path_of(put(kith, token))
    whole = kith.http("GET", path)
    for fault in ("down", "403", "404", "500", "503", "redirect", "garbage", "endless",
                  "close", "slow", "stall", "other_bytes", "half"):
        with STORE.misbehave(fault, "GET"):
            unavailable(kith.http("GET", path))
            known = kith.http("GET", path,
                              headers={"If-None-Match": whole.headers["ETag"]})
            assert known.status == 304, fault
        assert kith.http("GET", path).body == whole.body, fault
    name = next(name for name in STORE.objects
                if path[len("/media/"):-len(".webp")] in name)
    taken = STORE.objects.pop(name)
    unavailable(kith.http("GET", path))
    STORE.objects[name] = taken
    assert kith.http("GET", path).body == whole.body


@test
def an_image_that_the_store_has_lost_can_be_sent_again(kith):
    needs_the_local_store()
    token, data = kith.token("Ada"), new_png()
    path = path_of(put(kith, token, data))
    body = kith.http("GET", path).body
    mark = path[len("/media/"):-len(".webp")]
    for spoil in (STORE.objects.pop,
                  lambda name: STORE.objects.update({name: b"x" * len(body)})):
        spoil(next(name for name in STORE.objects if mark in name))
        unavailable(kith.http("GET", path))
        assert path_of(put(kith, token, data)) == path
        assert kith.http("GET", path).body == body


@test
def a_photo_in_the_store_is_shared(kith):
    pia = social_member.Member(kith, "Pia")
    entry = pia.create().json["id"]
    pia.set_photo(entry)
    assert places(kith)[0] == 0
    if not REAL:
        with STORE.misbehave("503", "GET"):  # without the photo nothing is posted
            assert pia.share(entry).code == "social_unavailable"
        assert not pia.posts()
    assert pia.share(entry).status == 200
    post, = social_member.SERVER.accounts["pia"].posts
    assert images.decode(post["photos"][0]["data"])[:2] == (80, 60)
    assert kith.http("DELETE", f"/v1/progress/{entry}", token=pia.token).status == 204


@test
def a_store_that_does_not_remove_is_asked_again(kith):
    needs_the_local_store()
    token = kith.token("Ada")
    put(kith, token)
    kept = dict(STORE.objects)
    assert kith.http("DELETE", "/v1/me/avatar", token=token).status == 200
    for fault in ("503", "404", "down"):
        with STORE.misbehave(fault, "DELETE"):
            swept(kith, lambda: count(kith, "image_objects WHERE going"
                                            " AND look_at > now()"))
        assert set(STORE.objects) <= set(kept) and STORE.objects
    swept(kith, lambda: not STORE.objects and count(kith, "image_objects") == 0)


@test
def media_that_dies_while_it_uploads_leaves_nothing_for_good(kith):
    needs_the_local_store()
    token = kith.token("Ada")
    before = count(kith)
    answers = []
    with STORE.misbehave("stall", "PUT"):
        seen = len(STORE.seen)
        thread = threading.Thread(target=lambda: answers.append(put(kith, token)))
        thread.start()
        support.eventually(lambda: len(STORE.seen) > seen)
        restart_media(kith, signal.SIGKILL)
        thread.join()
    assert answers[0].status in (503, 504), answers[0].text
    assert count(kith) == before
    assert count(kith, "image_objects WHERE look_at IS NOT NULL") > 0
    swept(kith, lambda: len(STORE.objects) == count(kith, "image_objects") == count(kith))


@test
def a_store_that_stalls_holds_up_nobody_else(kith):
    needs_the_local_store()
    own = kith.token("Ada")
    path = path_of(put(kith, own))

    def middle():
        """Returns how long others wait: a member, and a stranger of another network,
        because the strangers of one network share a part of the gateway's limit."""
        times = []
        for _ in range(60):
            began = time.monotonic()
            assert kith.http("GET", "/v1/me", token=own).status == 200
            unknown = kith.http("GET", "/media/img_00000000000000000000000000.webp",
                                headers={"X-Forwarded-For": "203.0.113.7"})
            assert unknown.status == 404, unknown.text
            times.append(time.monotonic() - began)
        return sorted(times)[30]

    before = middle()
    with STORE.misbehave("stall", "GET"):
        with Together([lambda: kith.http("GET", path)] * 30) as asking:
            during = middle()
    answers = asking.results
    assert {answer.status for answer in answers} <= {503, 504}, answers
    assert during < max(4 * before, 0.25), (before, during)
    support.eventually(lambda: kith.http("GET", path).status == 200)


@test
def images_move_into_the_store_and_back(kith):
    tokens = [kith.token("Ada"), kith.token("Grace")]
    paths = [path_of(put(kith, token)) for token in tokens]
    bodies = [kith.http("GET", path).body for path in paths]

    def served():
        assert [kith.http("GET", path).body for path in paths] == bodies
        return places(kith)

    again(kith, KITH_S3_DRAIN="on")
    support.eventually(lambda: served()[1] == 0, 20)
    drained = path_of(put(kith, kith.member("Hedy")))
    assert places(kith)[1] == 0
    swept(kith, lambda: count(kith, "image_objects") == 0)
    if not REAL:
        assert not STORE.objects
    again(kith, KITH_S3_URL="")
    assert served()[1] == 0
    again(kith, KITH_S3_DRAIN="off", **(REAL or STORE.settings))
    support.eventually(lambda: served()[0] == 0, 20)
    assert kith.http("GET", drained).status == 200
    assert count(kith, "image_objects WHERE NOT going") == count(kith)


@test
def a_store_is_known_by_its_certificate(kith):
    """Must be the last test: the store has another address afterwards."""
    needs_the_local_store()
    folder = os.path.join(kith.home, "certificates")
    authority = certificates.Authority(folder, "right")
    right = authority.issue("localhost")
    refused = {"of another authority": certificates.Authority(folder, "wrong").issue(
        "localhost"),
               "of another host": authority.issue("elsewhere.example")}
    store = objects.Store(support.free_port(), right)
    store.start()
    again(kith, KITH_S3_CA_FILE=authority.file, **store.settings)
    assert store.settings["KITH_S3_URL"].startswith("https://")
    token = kith.token("Ada")
    path = path_of(put(kith, token))
    support.eventually(lambda: kith.http("GET", path).status == 200)
    kept = dict(store.objects)
    assert kept
    for what, other in refused.items():
        store.stop()
        store.certificate = other
        store.start()
        seen = len(store.seen)
        unavailable(put(kith, token))
        unavailable(kith.http("GET", path))
        assert store.objects == kept and len(store.seen) == seen, what
    store.stop()
    store.certificate = right
    store.start()
    assert kith.http("GET", path).status == 200
    store.stop()


STORE.start()
support.main(__name__, KITH_TRUSTED_PROXIES="127.0.0.1", **social_member.settings(),
             **(REAL or STORE.settings))
