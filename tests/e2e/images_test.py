"""Images of members, organizations, asks and entries: upload, serving, replacement,
removal."""

import http.client
import os
import signal
import threading
import urllib.parse
import zlib

import decoders
import images
import support
from support import test

PNG = images.png(100, 60)


def put(kith, token, data, kind="image/png", path="/v1/me/avatar", **headers):
    return kith.http("PUT", path, raw=data, token=token,
                     headers={"Content-Type": kind, **headers})


def put_too_much(kith, token, data, kind="image/png"):
    """Returns the answer to a body that is refused while it is still being sent."""
    connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=20)
    headers = {"Authorization": "Bearer " + token, "Content-Type": kind}
    try:
        connection.request("PUT", "/v1/me/avatar", body=data, headers=headers)
    except (BrokenPipeError, ConnectionResetError):
        pass
    answer = support.Answer(connection.getresponse())
    connection.close()
    return answer


def get(kith, url, **more):
    assert url.startswith(kith.base + "/media/img_") and url.endswith(".webp"), url
    return kith.http("GET", urllib.parse.urlparse(url).path, **more)


def form(data, name="file", kind="image/png", boundary="frontier", before=b"",
         after=None):
    head = (f'--{boundary}\r\nContent-Disposition: form-data; name="{name}";'
            ' filename="a.png"\r\n')
    if kind:
        head += f"Content-Type: {kind}\r\n"
    return (before + head.encode() + b"\r\n" + data + f"\r\n--{boundary}--\r\n".encode()
            if after is None else before + head.encode() + b"\r\n" + data + after)


def stored(kith):
    return int(kith.sql("SELECT count(*) FROM images"))


@test
def every_image_is_set_served_and_removed(kith):
    token = kith.member("Ada")
    kith.sql("UPDATE members SET role = 'admin'")
    org = {"slug": "engines", "name": "Engines"}
    assert kith.http("POST", "/v1/orgs", org, kith.token("Ada")).status == 200
    post = kith.publish(token).json["id"]
    entry = kith.http("POST", "/v1/progress", {"kind": "customer", "title": "First"},
                      token).json["id"]
    event = kith.http("POST", "/v1/events",
                      {"title": "Looms", "startsAt": "2126-01-01T10:00:00Z",
                       "endsAt": "2126-01-01T11:00:00Z"}, token).json["id"]
    places = [("/v1/me/avatar", "/v1/me", "image", (512, 512)),
              ("/v1/orgs/engines/logo", "/v1/orgs/engines", "logo", (512, 512)),
              ("/v1/orgs/engines/cover", "/v1/orgs/engines", "coverImage", (1600, 800)),
              (f"/v1/posts/{post}/photo", f"/v1/posts/{post}", "photo", (1600, 800)),
              (f"/v1/progress/{entry}/photo", f"/v1/progress/{entry}", "photo",
               (1600, 800)),
              (f"/v1/events/{event}/cover", f"/v1/events/{event}", "coverImage",
               (1600, 800))]
    data = images.png(2000, 1000)
    for path, record, field, size in places:
        answer = put(kith, token, data, path=path)
        assert answer.status == 200, (path, answer.text)
        url = answer.json[field]
        read = kith.http("GET", record, token=token)
        assert read.json[field] == url
        if "orgs" not in path:
            assert read.headers["ETag"] == answer.headers["ETag"]
        served = get(kith, url)
        assert served.status == 200 and served.headers["Content-Type"] == "image/webp"
        assert images.decode(served.body)[:2] == size, path
        late = kith.http("DELETE", path, token=token, headers={"If-Match": '"old"'})
        assert late.code == "precondition_failed"
        gone = kith.http("DELETE", path, token=token)
        assert gone.status == 200 and gone.json[field] is None
        assert kith.http("DELETE", path, token=token).json[field] is None


@test
def an_image_is_served_for_good(kith):
    token = kith.token("Ada")
    url = put(kith, token, PNG).json["image"]
    whole = get(kith, url)
    assert whole.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert whole.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in whole.headers["Content-Security-Policy"]
    tag, size = whole.headers["ETag"], len(whole.body)
    same = get(kith, url, headers={"If-None-Match": tag})
    assert (same.status, same.body, same.headers["ETag"]) == (304, b"", tag)
    path = urllib.parse.urlparse(url).path
    head = kith.http("HEAD", path)
    assert head.status == 200 and int(head.headers["Content-Length"]) == size
    for wanted, first, last in (("bytes=0-9", 0, 9), ("bytes=10-", 10, size - 1),
                                ("bytes=-5", size - 5, size - 1),
                                ("bytes=5-999999", 5, size - 1),
                                (f"bytes=-{size + 9}", 0, size - 1)):
        part = get(kith, url, headers={"Range": wanted})
        assert part.status == 206, wanted
        assert part.headers["Content-Range"] == f"bytes {first}-{last}/{size}"
        assert part.body == whole.body[first:last + 1]
    for wanted in ("bytes=9-2", "bytes=a-b", "bytes=0-1,3-4", "items=0-1", "bytes=",
                   "bytes=99999999999999999999-"):
        assert get(kith, url, headers={"Range": wanted}).body == whole.body, wanted
    for wanted in (f"bytes={size}-", "bytes=-0"):
        beyond = get(kith, url, headers={"Range": wanted})
        assert (beyond.status, beyond.body) == (416, b"")
        assert beyond.headers["Content-Range"] == f"bytes */{size}"
    assert get(kith, url, headers={"Range": "bytes=0-1", "If-Range": tag}).status == 206
    assert get(kith, url, headers={"Range": "bytes=0-1", "If-Range": '"x"'}).status == 200
    # Other parameters give the same URL, because the URL is a hash of the bytes.
    assert put(kith, token, PNG).json["image"] == url


@test
def a_square_image_has_a_small_one(kith):
    kith.member("Small")
    token = kith.token("Small")
    url = put(kith, token, images.noise(600, 600)).json["image"]
    small_url = url.replace(".webp", "-small.webp")
    whole, small = get(kith, url), get(kith, small_url)
    assert images.decode(small.body)[:2] == (96, 96) and len(small.body) <= 6000
    assert small.headers["Cache-Control"] == whole.headers["Cache-Control"]
    tag = small.headers["ETag"]
    assert tag != whole.headers["ETag"]
    same = get(kith, small_url, headers={"If-None-Match": tag})
    assert (same.status, same.body, same.headers["ETag"]) == (304, b"", tag)
    # An image of an earlier version has none until it is sent again.
    kith.sql("UPDATE images SET small = NULL")
    assert get(kith, small_url).body == whole.body
    post = kith.publish(token).json["id"]
    photo = put(kith, token, PNG, path=f"/v1/posts/{post}/photo").json["photo"]
    assert get(kith, photo.replace(".webp", "-small.webp")).body == get(kith, photo).body
    # The same picture with an alpha channel of noise.
    assert put(kith, token, images.ghost(600, 600)).status == 200
    url = kith.http("GET", "/v1/me", token=token).json["image"]
    assert len(get(kith, url.replace(".webp", "-small.webp")).body) <= 6000


@test
def an_image_that_is_sent_again_gets_its_small_one(kith):
    token = kith.token("Small")
    url = put(kith, token, PNG).json["image"]
    kith.sql("UPDATE images SET small = NULL")
    assert put(kith, token, PNG).json["image"] == url
    small = get(kith, url.replace(".webp", "-small.webp"))
    assert images.decode(small.body)[:2] == (96, 96)


@test
def a_crowd_that_reads_a_large_image_gets_it(kith):
    """Media has few calls for images of megabytes at once; the others wait."""
    token = kith.member("Ansel")
    post = kith.publish(token).json["id"]
    answer = kith.http("PUT", f"/v1/posts/{post}/photo", raw=images.noise(1600, 1600),
                       token=token, headers={"Content-Type": "image/png"})
    url = answer.json["photo"]
    assert len(get(kith, url).body) > 1_000_000
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(get(kith, url).status))
               for _ in range(120)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 120, answers


@test
def what_is_no_image_is_not_found(kith):
    for path in ("/media/img_00000000000000000000000000.webp", "/media/evil.webp",
                 "/media", "/media/", "/media/a/b.webp",
                 "/media/img_00000000000000000000000000.png",
                 "/media/img_00000000000000000000000000-small.webp",
                 "/media/img_00000000000000000000000000-large.webp",
                 "/media/post_00000000000000000000000000.webp"):
        assert kith.http("GET", path).code == "media_not_found", path
    assert kith.http("PUT", "/media/img_00000000000000000000000000.webp").code == \
        "method_not_allowed"


@test
def an_image_comes_as_a_form_too(kith):
    token = kith.token("Ada")
    plain = put(kith, token, PNG).json["image"]
    kinds = "multipart/form-data; boundary=frontier"
    assert put(kith, token, form(PNG), kinds).json["image"] == plain
    assert put(kith, token, form(PNG, kind=None), kinds).json["image"] == plain
    quoted = 'multipart/form-data; charset=utf-8; boundary="front ier"'
    assert put(kith, token, form(PNG, boundary="front ier"), quoted).json["image"] == (
        plain)
    assert put(kith, token, form(PNG, kind="Image/PNG; a=b"),
               "Multipart/Form-Data; boundary=frontier").json["image"] == plain
    for text in (b"\r\n", b"This is a message in several parts.\r\n", b"--front\r\n"):
        answer = put(kith, token, form(PNG, before=text), kinds)
        assert answer.json["image"] == plain, text
    escaped = form(PNG).replace(b"a.png", rb'a \"; name=\"photo.png')
    assert put(kith, token, escaped, kinds).json["image"] == plain
    two = form(PNG, after=b"\r\n") + form(PNG)
    broken = [form(PNG, name="photo"), two, form(PNG, after=b""), form(PNG)[:-4],
              b"--frontier", form(PNG, before=b"hello"), form(PNG) + b"more",
              b"--frontier--\r\n", form(PNG, name='photo"; filename="a; name=file'),
              form(PNG, name='file"; name="photo'),
              form(PNG, name='photo"; x="; name=file; y='),
              b'--frontier\r\nContent-Disposition: form-data; name="photo"\r\n'
              + form(PNG)[12:], b"--frontier\r\n\r\n" + PNG + b"\r\n--frontier--\r\n",
              b"--frontier\r\nContent-Type: image/png\0\r\n\r\nx\r\n--frontier--"]
    for body in broken:
        answer = put(kith, token, body, kinds)
        assert (answer.status, answer.code) == (400, "malformed_request"), body[:200]
    for kind in ("multipart/form-data", 'multipart/form-data; boundary=""',
                 "multipart/form-data; boundary=" + "a" * 71):
        assert put(kith, token, form(PNG), kind).code == "malformed_request", kind
    assert put(kith, token, form(b""), kinds).faults == {("#/file", "required")}


@test
def a_jpeg_has_two_names(kith):
    token = kith.token("Ada")
    jpeg = images.jpeg(images.quarters(64, 64), 64, 64)
    kinds = "multipart/form-data; boundary=frontier"
    plain = put(kith, token, jpeg, "image/jpeg").json["image"]
    for kind in ("image/jpg", "Image/JPG", "image/jpeg; quality=9", "IMAGE/JPEG;"):
        assert put(kith, token, jpeg, kind).json["image"] == plain, kind
    assert put(kith, token, form(jpeg, kind="image/jpg"), kinds).json["image"] == plain
    assert put(kith, token, PNG, "image/jpg").code == "unsupported_media_type"


@test
def bytes_decide_what_an_image_is(kith):
    token = kith.token("Ada")
    before = stored(kith)
    jpeg = images.jpeg(images.quarters(64, 64), 64, 64)
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'
    html = b"<!doctype html><script>alert(1)</script>"
    for data, kind in ((PNG, "image/jpeg"), (jpeg, "image/png"), (svg, "image/svg+xml"),
                       (svg, "image/png"), (html, "image/png"),
                       (b"\0" * 500, "image/gif"),
                       (PNG, "text/plain"), (PNG, "application/json"),
                       (PNG, "image/png2"),
                       (b"BM" + PNG, "image/png"), (b"II*\0" + PNG, "image/jpeg"),
                       (form(html), "multipart/form-data; boundary=frontier"),
                       (form(PNG, kind="image/gif"), "multipart/form-data; "
                                                     "boundary=frontier")):
        answer = put(kith, token, data, kind)
        assert (answer.status, answer.code) == (415, "unsupported_media_type"), kind
        assert "JPEG, PNG, WebP or GIF" in answer.json["nextStep"], kind
        assert "application/json" not in answer.json["nextStep"], kind
    no_type = kith.http("PUT", "/v1/me/avatar", raw=PNG, token=token)
    assert no_type.code == "unsupported_media_type"
    by_url = kith.http("PUT", "/v1/me/avatar/from-url", raw=PNG, token=token,
                       headers={"Content-Type": "image/png"})
    assert by_url.status == 415 and "application/json" in by_url.json["nextStep"]
    for data, kind in ((jpeg, "image/jpeg"), (PNG, "Image/PNG; charset=utf-8"),
                       (images.gif(40, 40), "image/gif"),
                       (images.encode(images.quarters(64, 64), 64, 64, ".webp"),
                        "image/webp")):
        assert put(kith, token, data, kind).status == 200, kind
    # Bytes after the end of an image are not stored.
    url = put(kith, token, PNG + b"<script>alert(1)</script>PK\3\4%PDF-1.7").json["image"]
    body = get(kith, url).body
    assert b"script" not in body and b"%PDF" not in body
    assert stored(kith) <= before + 5


@test
def eight_mebibytes_are_the_most(kith):
    token = kith.token("Ada")
    most = 8 * 1024 * 1024
    exact = images.noise(1600, 1600)
    exact = exact[:-12] + images.chunk(b"tEXt",
                                       b"a\0" + b"b" * (most - len(exact) - 14)) \
        + exact[-12:]
    assert len(exact) == most
    assert put(kith, token, exact).status == 200
    assert put_too_much(kith, token, exact + b"x").code == "payload_too_large"
    kinds = "multipart/form-data; boundary=frontier"
    assert put(kith, token, form(exact), kinds).status == 200
    assert put_too_much(kith, token, form(exact + b"x"), kinds).code == (
        "payload_too_large")
    assert put_too_much(kith, token, b"x" * (most + 65536), kinds).code == (
        "payload_too_large")


@test
def a_body_that_ends_early_leaves_nothing(kith):
    token = kith.token("Ada")
    before = stored(kith)
    connection = http.client.HTTPConnection("127.0.0.1", kith.port, timeout=20)
    connection.putrequest("PUT", "/v1/me/avatar")
    for name, value in (("Authorization", "Bearer " + token),
                        ("Content-Type", "image/png"), ("Content-Length", "500000")):
        connection.putheader(name, value)
    connection.endheaders(PNG)
    connection.close()
    assert kith.http("GET", "/v1/me", token=token).status == 200
    assert stored(kith) == before


@test
def a_jpeg_may_lack_its_end_marker(kith):
    token = kith.token("Ada")
    plain = images.jpeg(images.quarters(300, 200), 300, 200)
    for whole in (plain, images.progressive(300, 200, 10)):
        assert whole[-2:] == b"\xff\xd9"
        urls = {put(kith, token, data, "image/jpeg").json["image"]
                for data in (whole, whole[:-1], whole[:-2], whole[:-2] + b"\xff\xff")}
        assert len(urls) == 1, urls
    for cut in (4, 40, 400, len(plain) // 2):
        assert put(kith, token, plain[:-cut], "image/jpeg").faults == {
            ("#/file", "format")}, cut


@test
def nothing_of_the_original_is_kept(kith):
    token = kith.token("Ada")
    wanted = {1: ["red", "green", "blue", "white"], 2: ["green", "red", "white", "blue"],
              3: ["white", "blue", "green", "red"], 4: ["blue", "white", "red", "green"],
              5: ["red", "blue", "green", "white"], 6: ["blue", "red", "white", "green"],
              7: ["white", "green", "blue", "red"], 8: ["green", "white", "red", "blue"]}
    post = kith.publish(token).json["id"]
    for orientation, colors in wanted.items():
        data = images.jpeg(images.quarters(400, 200), 400, 200, orientation)
        assert b"secret place" in data and b"Exif" in data
        answer = put(kith, token, data, "image/jpeg", f"/v1/posts/{post}/photo")
        body = get(kith, answer.json["photo"]).body
        size = (400, 200) if orientation < 5 else (200, 400)
        assert images.decode(body)[:2] == size, orientation
        assert images.corners(body) == colors, orientation
        for trace in (b"secret", b"Exif", b"EXIF", b"ICCP", b"XMP", b"GPS"):
            assert trace not in body, (orientation, trace)


@test
def png_and_webp_are_turned_like_jpeg(kith):
    token = kith.token("Ada")
    post = kith.publish(token).json["id"]
    pixels = images.quarters(400, 200)
    rows = [pixels[at:at + 1200] for at in range(0, len(pixels), 1200)]
    tiff = images.exif(6)[10:]
    for data, kind in (
            (images.png(400, 200, rows=rows, more=images.chunk(b"eXIf", tiff)), "png"),
            (images.webp(pixels, 400, 200, 6), "webp")):
        answer = put(kith, token, data, f"image/{kind}", f"/v1/posts/{post}/photo")
        body = get(kith, answer.json["photo"]).body
        assert images.decode(body)[:2] == (200, 400), kind
        assert images.corners(body) == ["blue", "red", "white", "green"], kind


@test
def animations_show_their_first_frame(kith):
    token = kith.token("Ada")
    url = put(kith, token, images.gif(64, 64, frames=2000), "image/gif").json["image"]
    body = get(kith, url).body
    assert b"ANIM" not in body and b"ANMF" not in body
    _, _, bands, pixels = images.decode(body)
    assert max(pixels[:3]) < 60, pixels[:bands]


@test
def broken_images_are_refused_and_harm_nobody(kith):
    token = kith.token("Ada")
    before = stored(kith)
    whole = {"image/png": images.noise(200, 200),
             "image/jpeg": images.jpeg(os.urandom(200 * 200 * 3), 200, 200),
             "image/webp": images.encode(os.urandom(200 * 200 * 3), 200, 200, ".webp"),
             "image/gif": images.gif(200, 200)}
    for kind, data in whole.items():
        for cut in (20, len(data) // 3, len(data) // 2):
            answer = put(kith, token, data[:cut], kind)
            assert answer.status in (415, 422), (kind, cut, answer.status)
    # A chunk whose declared size is huge, and one that is large when inflated.
    grows = images.chunk(b"zTXt", b"a\0\0" + zlib.compress(b"\0" * 50_000_000, 9))
    huge = b"\x7f\xff\xff\xff" + b"tEXt"
    for more in (grows, huge):
        assert put(kith, token, images.png(64, 64, more=more)).status in (200, 422)
    assert stored(kith) <= before + 1
    assert put(kith, token, PNG).status == 200


@test
def only_editors_of_a_record_set_its_image(kith):
    owner, stranger = kith.token("Ada"), kith.member("Grace")
    post = kith.publish(owner).json["id"]
    hidden = kith.publish(owner, publishTo={"public": False}).json["id"]
    for path, code in ((f"/v1/posts/{post}/photo", "not_author"),
                       (f"/v1/posts/{hidden}/photo", "post_not_found"),
                       ("/v1/orgs/engines/logo", "org_role_required"),
                       ("/v1/orgs/nowhere/cover", "org_not_found"),
                       ("/v1/posts/evt_1/photo", "post_not_found")):
        assert put(kith, stranger, PNG, path=path).code == code, path
        assert kith.http("DELETE", path, token=stranger).code == code, path
    assert put(kith, None, PNG).code == "unauthenticated"
    reader = kith.token("Ada", "network:read")
    assert put(kith, reader, PNG).code == "insufficient_scope"
    assert kith.http("POST", f"/v1/posts/{post}/close", token=owner).status == 200
    assert put(kith, owner, PNG, path=f"/v1/posts/{post}/photo").code == "post_closed"
    # No request can refer to an existing image.
    for body in ({"image": "img_00000000000000000000000000"},):
        assert kith.http("PATCH", "/v1/me", body, owner).faults == (
            {("#/image", "unknown_field")})


@test
def a_decoder_that_dies_or_hangs_is_a_problem_of_one_image(kith):
    token = kith.token("Ada")
    before = stored(kith)
    slow = images.noise(1600, 1600)  # about 8 MB
    for what in (signal.SIGKILL, signal.SIGSTOP):
        answers = []
        thread = threading.Thread(target=lambda: answers.append(put(kith, token, slow)))
        thread.start()
        child = support.eventually(lambda: decoders.at_work(kith), step_s=0.001)[0]
        os.kill(child, what)
        thread.join(30)
        if what == signal.SIGKILL:
            assert answers[0].faults == {("#/file", "format")}, answers[0].text
        else:
            assert answers[0].code == "service_unavailable", answers[0].text
            assert int(answers[0].headers["Retry-After"]) > 0
        assert stored(kith) == before
    support.eventually(lambda: not decoders.at_work(kith))
    assert put(kith, token, PNG).status == 200


@test
def without_its_decoder_media_starts_again(kith):
    token = kith.token("Ada")
    os.kill(decoders.forker(kith), signal.SIGKILL)
    first = put(kith, token, PNG)
    assert first.status in (200, 503), first.text
    support.eventually(lambda: put(kith, token, PNG).status == 200)


support.main(__name__)
