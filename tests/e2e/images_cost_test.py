"""Tests what images cost: time that others wait, and memory."""

import concurrent.futures
import os
import socket
import struct
import subprocess
import threading
import time
import zlib

import decoders
import images
import support
from support import test

PNG = images.png(100, 60)
# Of a GIF's frame: libnsgif copies the image for it.
RESTORED, TRANSPARENT = 0x0c, 1


def put(kith, token, data, kind="image/png"):
    return kith.http("PUT", "/v1/me/avatar", raw=data, token=token,
                     headers={"Content-Type": kind})


def stored(kith):
    return int(kith.sql("SELECT count(*) FROM images"))


@test
def a_jpeg_has_a_hundred_scans_at_most(kith):
    token = kith.member("Grace")
    assert put(kith, token, images.progressive(64, 64, 10), "image/jpeg").status == 200
    assert put(kith, token, images.progressive(64, 64, 100), "image/jpeg").status == 200
    many = images.progressive(4000, 4000, 880)
    began = time.monotonic()
    for data in (images.progressive(64, 64, 101), many, many[:-2],
                 images.hidden_behind_marker(3000, 3000, 800)):
        refused = put(kith, token, data, "image/jpeg")
        assert refused.status == 422, refused.text
        assert refused.faults == {("#/file", "too_large")}, refused.text
        assert "100 scans" in refused.text
    assert time.monotonic() - began < 3


@test
def nothing_comes_to_light_in_a_jpeg_without_its_metadata(kith):
    """What an image costs is estimated with its metadata."""
    token = kith.member("Edith")
    photo = f"/v1/posts/{kith.publish(token).json['id']}/photo"
    kind = {"Content-Type": "image/jpeg"}
    refused = kith.http("PUT", photo, raw=images.hidden_behind_metadata(3000, 3000, 800),
                        token=token, headers=kind)
    assert refused.faults == {("#/file", "format")}, refused.text
    small = kith.http("PUT", photo, raw=images.hidden_frame(3000, 3000), token=token,
                      headers=kind)
    shown = kith.http("GET", small.json["photo"].removeprefix(kith.base))
    assert images.decode(shown.body)[:2] == (32, 32)


@test
def a_jpeg_has_few_segments_of_metadata(kith):
    """Their number costs its square in time."""
    token = kith.member("Mina")
    plain, extra = images.progressive(64, 64, 10), b"\xff\xe2\0\2"
    begin, last = plain.index(b"\xff\xdb"), plain.rindex(b"\xff\xda")
    began = time.monotonic()
    for at in (begin, last, len(plain) - 2):
        for count, status in ((900, 200), (40000, 422)):
            data = plain[:at] + extra * count + plain[at:]
            assert put(kith, token, data, "image/jpeg").status == status, (at, count)
    assert time.monotonic() - began < 5


@test
def the_first_frame_of_a_webp_is_read_alone(kith):
    """The number of frames costs its square in time."""
    token = kith.member("Wim")
    began = time.monotonic()
    for count in (1, 2, 40000):
        answer = put(kith, token, images.webp_frames(count), "image/webp")
        assert answer.status == 200, answer.text
    assert time.monotonic() - began < 3


@test
def a_jpeg_of_many_pixels_has_fewer_scans(kith):
    """Each pass over the image costs time, in few bytes."""
    token = kith.member("Greta")
    most = images.progressive(6000, 6000, 16)
    assert put(kith, token, most, "image/jpeg").status == 200
    more = images.progressive(6000, 6000, 17)
    frame = images.progressive(64, 64, 1)
    frame = frame[frame.index(b"\xff\xc2"):frame.index(b"\xff\xc4")]
    for data in (more, more[:-2] + frame + more[-2:]):
        refused = put(kith, token, data, "image/jpeg")
        assert refused.faults == {("#/file", "too_large")}, refused.text
        assert "scans" in refused.text


@test
def a_jpeg_with_arithmetic_coding_is_refused(kith):
    token = kith.member("Ari")
    progressive = images.progressive(64, 64, 10)
    plain = images.jpeg(images.quarters(64, 64), 64, 64)
    for data in (progressive.replace(b"\xff\xc2", b"\xff\xca", 1),
                 plain.replace(b"\xff\xc0", b"\xff\xc9", 1)):
        refused = put(kith, token, data, "image/jpeg")
        assert refused.faults == {("#/file", "format")}, refused.text
        assert "arithmetic coding" in refused.text


@test
def a_color_profile_costs_little(kith):
    """Its matrices would use up the processor time of an image."""
    profile = zlib.compress(images.elements_profile(3000, 15))
    data = images.png(600, 600, more=images.chunk(b"iCCP", b"x\0\0" + profile))
    answer = put(kith, kith.member("Iris"), data)
    assert answer.status == 200, answer.text


@test
def some_kinds_of_images_have_fewer_pixels(kith):
    token = kith.member("Kim")

    def webp(width, height):
        return images.encode(bytes(3 * width * height), width, height, ".webp[lossless]")

    for most, more, part in (
            (images.bitmap(5000, 4000, 16), images.bitmap(5000, 4001, 16), "20 million"),
            (images.bitmap(4000, 4000, 8, 6), images.bitmap(4000, 4001, 8, 6),
             "16 million"),
            (images.bitmap(8000, 4000), images.bitmap(8000, 4001), "32 million"),
            (images.bitmap(5000, 2000, 16, 4), images.bitmap(5000, 2001, 16, 4),
             "10 million"),
            (images.interlaced(4000, 4000), images.interlaced(4000, 4001), "16 million"),
            (images.interlaced(4000, 2500, 16, 6), images.interlaced(4000, 2501, 16, 6),
             "10 million"),
            (images.gif(4000, 3000), images.gif(4000, 3001), "12 million"),
            (webp(4000, 4000), webp(4000, 4001), "16 million")):
        kind = {b"RIFF": "image/webp", b"GIF8": "image/gif"}.get(most[:4], "image/png")
        answer = put(kith, token, most, kind)
        assert answer.status == 200, (part, answer.text)
        answer = put(kith, token, more, kind)
        assert answer.faults == {("#/file", "too_large")}, (part, answer.text)
        assert part in answer.text, answer.text


@test
def noise_in_transparency_is_stored_with_less_quality(kith):
    token = kith.member("Nora")
    post = kith.publish(token).json["id"]
    answer = kith.http("PUT", f"/v1/posts/{post}/photo", raw=images.ghost(1400, 1400),
                       token=token, headers={"Content-Type": "image/png"})
    assert answer.status == 200, answer.text


@test
def text_in_a_png_costs_nothing(kith):
    """Eight GB of it would use up the processor time of an image."""
    token = kith.member("Tess")
    packed = zlib.compress(bytes(200 << 20), 9)
    for text in (images.chunk(b"zTXt", b"a\0\0" + packed),
                 images.chunk(b"iTXt", b"a\0\1\0\0\0" + packed)):
        data = images.png(100, 60, more=text * 40)
        assert len(data) < 8 << 20
        answer = put(kith, token, data)
        assert answer.status == 200, answer.text


@test
def exif_that_leads_to_itself_costs_nothing(kith):
    """It would use up the processor time of an image."""
    whole = images.jpeg(images.quarters(100, 60), 100, 60)
    data = whole[:2] + images.circular_exif() + whole[2:]
    answer = put(kith, kith.member("Eva"), data, "image/jpeg")
    assert answer.status == 200, answer.text


@test
def many_small_directories_of_exif_cost_nothing(kith):
    """Each says that it has 65,535 entries."""
    tiff = b"MM\0*" + struct.pack(">IH", 8, 0xffff)
    segment = b"\xff\xe1" + struct.pack(">H", len(tiff) + 8) + b"Exif\0\0" + tiff
    token = kith.member("Exa")
    photo = images.jpeg(images.quarters(100, 60), 100, 60)
    webp = images.webp_frames(1)
    body = webp[8:] + (b"EXIF" + struct.pack("<I", len(tiff)) + tiff) * 300_000
    began = time.monotonic()
    for data, kind, status in (
            (photo[:2] + segment * 900 + photo[2:], "image/jpeg", 200),
            (photo[:2] + segment * 300_000 + photo[2:], "image/jpeg", 422),
            (images.png(100, 60, more=images.chunk(b"eXIf", tiff) * 300_000),
             "image/png", 200),
            (b"RIFF" + struct.pack("<I", len(body)) + body, "image/webp", 200)):
        assert put(kith, token, data, kind).status == status, kind
    assert time.monotonic() - began < 3


@test
def an_image_that_nobody_waits_for_is_not_decoded_on(kith):
    mine, inherited = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    program = os.path.join(kith.build, "kith-decoder")
    data = images.progressive(6000, 6000, 16)
    decoder = subprocess.Popen(["sh", "-c", f"exec {program} 3<&{inherited.fileno()}"],
                               pass_fds=[inherited.fileno()])
    inherited.close()
    image, other = socket.socketpair()
    with mine, image, other:
        socket.send_fds(mine, [b"i"], [other.fileno()])
        other.close()
        image.sendall(struct.pack("=IIII", len(data), 0, 0, 0) + data)
        support.eventually(lambda: decoders.below(decoder.pid))
        image.close()
        support.eventually(lambda: not decoders.below(decoder.pid), 0.5)
    assert decoder.wait() == 0


@test
def the_images_of_one_member_hold_up_no_other(kith):
    attacker, other = kith.member("Ada"), kith.member("Betty")
    slow, answers = images.progressive(1000, 1000, 100), []

    def send(_):
        answers.append(put(kith, attacker, slow, "image/jpeg"))

    threads = [threading.Thread(target=send, args=(i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    while not answers:
        time.sleep(0.01)
    before = len(answers)
    assert put(kith, other, PNG).status == 200
    # Without turns, most of the other fifteen would be answered first.
    assert len(answers) - before <= 4, (before, len(answers))
    for thread in threads:
        thread.join()
    assert {answer.status for answer in answers} <= {200, 503}, answers


class Stalled:
    """Announced bodies that never arrive: they hold memory for bodies."""

    def __init__(self, kith, tokens, each, size=8 << 20):
        self.kith, self.size, self.over = kith, size, threading.Event()
        self.threads = [threading.Thread(target=self.hold, args=(token,))
                        for token in tokens for _ in range(each)]

    def hold(self, token):
        head = (f"PUT /v1/me/avatar HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                f"{token}\r\nContent-Type: image/png\r\nContent-Length: {self.size}"
                "\r\n\r\n").encode()
        while not self.over.is_set():
            with socket.create_connection(("127.0.0.1", self.kith.port)) as client:
                client.sendall(head)
                client.settimeout(0.2)
                while not self.over.is_set():
                    try:
                        client.recv(1)
                        break  # refused or ended: it comes again
                    except socket.timeout:
                        continue
                    except OSError:
                        break

    def __enter__(self):
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()


@test
def an_announced_body_takes_the_memory_of_its_size(kith):
    """Ten bodies of 5 MiB leave room for a small one, in a share of 56 MiB."""
    holders = [kith.member(f"large{i}") for i in range(10)]
    other = kith.member("small")
    with Stalled(kith, holders, 1, 5 << 20):
        time.sleep(1)
        began = time.monotonic()
        assert put(kith, other, PNG).status == 200
        assert time.monotonic() - began < 1


@test
def stalled_uploads_of_some_members_keep_no_other_out(kith):
    for count in (1, 4):
        holders = [kith.member(f"holder{count}{i}") for i in range(count)]
        others = [kith.member(f"waiter{count}{i}") for i in range(4)]
        with Stalled(kith, holders, 6):
            time.sleep(1)
            for token in others:
                began = time.monotonic()
                answer = put(kith, token, images.png(600, 400, level=0))
                took = time.monotonic() - began
                # An upload that waits for memory ends one of them after two seconds.
                assert answer.status == 200 and took < 2, (answer.status, took)


@test
def stalled_uploads_end_no_slow_one(kith):
    slow, other = kith.member("slow"), kith.member("quick")
    holders = [kith.member(f"stalled{i}") for i in range(4)]
    data = images.noise(1600, 1600)
    rate = len(data) // 6  # bytes a second
    answers = []

    def pieces():
        for at in range(0, len(data), rate // 10):
            yield data[at:at + rate // 10]
            time.sleep(0.1)

    def upload():
        answers.append(kith.http("PUT", "/v1/me/avatar", raw=pieces(), token=slow,
                                 headers={"Content-Type": "image/png",
                                          "Content-Length": str(len(data))}).status)

    uploading = threading.Thread(target=upload)
    uploading.start()
    time.sleep(0.2)
    with Stalled(kith, holders, 2):
        time.sleep(1)
        assert put(kith, other, images.noise(600, 600)).status == 200
        uploading.join()
    assert answers == [200]


@test
def sizes_are_judged_before_pixels(kith):
    token = kith.token("Ada")
    before = stored(kith)
    for width, height, code in ((31, 100, "too_small"), (100, 31, "too_small"),
                                (10001, 100, "too_large"), (100, 10001, "too_large"),
                                (8000, 5001, "too_large")):
        answer = put(kith, token, images.bitmap(width, height))
        assert answer.faults == {("#/file", code)}, (width, height, answer.text)
    bomb = images.bitmap(20000, 20000)
    began = time.monotonic()
    answer = put(kith, token, bomb)
    assert answer.faults == {("#/file", "too_large")}
    assert time.monotonic() - began < 5
    lying = bytearray(images.png(100, 100))
    lying[16:24] = struct.pack(">II", 8000, 4000)
    lying[29:33] = struct.pack(">I", zlib.crc32(bytes(lying[12:29])))
    assert put(kith, token, bytes(lying)).faults == {("#/file", "format")}
    assert stored(kith) == before
    assert put(kith, token, images.png(32, 10000)).status == 200
    assert put(kith, token, b"").faults == {("#/file", "required")}


@test
def an_image_costs_the_memory_of_what_is_made_of_it(kith):
    token = kith.token("Ada")
    rows = images.bitmap(20000, 20000)
    bomb = rows[:-12] + images.chunk(b"tEXt",
                                     b"a\0" + os.urandom(1_200_000 - len(rows) - 14)) \
        + rows[-12:] if len(rows) < 1_199_000 else rows
    assert 1_100_000 < len(bomb) < 1_300_000, len(bomb)
    with decoders.Peak(kith) as peak:
        for _ in range(5):
            assert put(kith, token, bomb).faults == {("#/file", "too_large")}
    assert 0 < peak.most_kib < 64 * 1024, peak.most_kib
    print(f"20,000 x 20,000: {peak.most_kib // 1024} MiB")
    for name, data, most_mib in (("of one bit", images.bitmap(8000, 4000), 64),
                                 ("in colors", images.png(8000, 4000), 64),
                                 ("with a side of 10,000", images.png(10000, 3200), 64)):
        with decoders.Peak(kith) as peak:
            assert put(kith, token, data).status == 200, name
        assert 0 < peak.most_kib < most_mib * 1024, (name, peak.most_kib)
        print(f"32 megapixels {name}: {peak.most_kib // 1024} MiB")


@test
def an_image_takes_no_more_memory_than_it_may(kith):
    """Images that take more than DECODER_LITTLE_KIB are decoded a second time."""
    token = kith.member("Lara")
    post = kith.publish(token).json["id"]

    def webp(width, height):
        return images.encode(bytes(3 * width * height), width, height, ".webp[lossless]")

    large = [(images.one_scan(8000, 5000, 4), "jpeg"), (webp(4000, 4000), "webp"),
             (images.interlaced(4000, 2500, 16, 6), "png"),
             (images.gif(4000, 3000, flags=RESTORED | TRANSPARENT), "gif"),
             (images.webp_of_tables(30_000), "webp")]
    others = [(images.one_scan(4000, 2800, 4), "jpeg"), (webp(4000, 3200), "webp"),
              (images.interlaced(2600, 2900, 16, 6), "png"),
              (images.bitmap(5000, 2000, 16, 6), "png"), (images.gif(4000, 3000), "gif"),
              (images.noise(1670, 1670), "png"), (images.ghost(1400, 1400), "png")]
    for much, made in ((True, large), (False, others)):
        for data, kind in made:
            with decoders.Peak(kith) as peak:
                answer = kith.http("PUT", f"/v1/posts/{post}/photo", raw=data,
                                   token=token, headers={"Content-Type": f"image/{kind}"})
                assert answer.status == 200, answer.text
            mib = peak.most_kib // 1024
            assert (136 if much else 0) < mib < (352 if much else 136), (kind, mib)
            print(f"{kind}: {mib} MiB")


@test
def an_image_that_takes_too_much_memory_is_refused(kith):
    """libjpeg holds the samples, and libvips the color profile twice."""
    token = kith.member("Otto")
    post = kith.publish(token).json["id"]
    held = images.one_scan(8000, 5000, 4)
    profile = b"".join(
        b"\xff\xe2\xff\xffICC_PROFILE\0" + bytes([part, 120]) + bytes(65519)
        for part in range(1, 121))
    refused = kith.http("PUT", f"/v1/posts/{post}/photo", token=token,
                        raw=held[:2] + profile + held[2:],
                        headers={"Content-Type": "image/jpeg"})
    assert refused.faults == {("#/file", "format")}, refused.text
    assert "time or memory" in refused.text, refused.text


@test
def an_image_leaves_no_memory_behind(kith):
    """Freed blocks of megabytes return to the system (common/base/memory.h)."""
    tokens = [kith.member(name) for name in ("Ena", "Dva", "Tri", "Cetiri")]
    media = min(kith.pids("kith-media"))

    def send(i):
        broken = b"\xff\xd8\xff" + bytes((3 + i % 5) << 20)
        assert put(kith, tokens[i % 4], broken, "image/jpeg").status == 422

    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        list(pool.map(send, range(80)))
    with open(f"/proc/{media}/status") as file:
        kib = next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))
    print(f"{kib} KiB after 80 images")
    assert kib < 12 * 1024, kib


support.main(__name__)
