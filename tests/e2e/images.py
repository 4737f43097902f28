"""Images for tests: made by hand, or encoded and decoded with libvips."""

import ctypes
import ctypes.util
import os
import struct
import zlib

_vips = None


def vips():
    global _vips
    if _vips is None:
        _vips = ctypes.CDLL("libvips.so.42")
        _vips.vips_init(b"tests")
        for name in ("vips_image_new_from_memory_copy", "vips_image_new_from_buffer",
                     "vips_image_write_to_memory", "vips_error_buffer"):
            getattr(_vips, name).restype = ctypes.c_void_p
        _vips.vips_error_buffer.restype = ctypes.c_char_p
    return _vips


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(
        ">I", zlib.crc32(name + data))


def png(width, height, pixel=b"\x40\x80\xc0", rows=None, more=b"", level=6):
    """Returns a PNG of one color, or of these rows of RGB."""
    if rows is None:
        packer = zlib.compressobj(level)
        line = b"\0" + pixel * width
        data = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()
    else:
        data = zlib.compress(b"".join(b"\0" + row for row in rows), level)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + more + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # by the color type of a PNG


def assembled(width, height, depth, kind, data, interlacing=0):
    """Returns a PNG of compressed rows."""
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlacing)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


def bitmap(width, height, depth=1, kind=0):
    """Returns a black PNG with this many bits per sample, gray (kind 0), in colors (2),
    gray with transparency (4) or in colors with transparency (6)."""
    packer = zlib.compressobj(9)
    line = bytes(1 + (width * depth * CHANNELS[kind] + 7) // 8)
    data = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()
    return assembled(width, height, depth, kind, data)


def interlaced(width, height, depth=8, kind=2):
    """Returns a black PNG like bitmap(), in the seven passes of Adam7."""
    packer, data = zlib.compressobj(9), b""
    for left, top, right, down in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8),
                                   (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                                   (0, 1, 1, 2)):
        across = (width - left + right - 1) // right
        line = bytes(1 + (across * depth * CHANNELS[kind] + 7) // 8)
        for _ in range((height - top + down - 1) // down):
            data += packer.compress(line)
    return assembled(width, height, depth, kind, data + packer.flush(), 1)


def noise(width, height):
    """Returns an incompressible PNG."""
    return png(width, height, rows=[os.urandom(3 * width) for _ in range(height)],
               level=0)


def photo(width, height, grain=8):
    """Returns a JPEG with grain, like that of a camera in little light. It takes longer
    than one without."""
    levels, noise = [], os.urandom(1 << 20)
    for level in range(256):
        levels.append(bytes(min(255, max(0, level + value % (2 * grain + 1) - grain))
                            for value in range(256)))
    rows = []
    for y in range(height):
        start = y * 4099 % (len(noise) - 3 * width)
        rows.append(noise[start:start + 3 * width].translate(
            levels[60 + 120 * y // height]))
    return encode(b"".join(rows), width, height, ".jpg[Q=90]")


def ghost(width, height):
    """Returns a PNG with noise in its colors and its transparency."""
    rows = (b"\0" + os.urandom(4 * width) for _ in range(height))
    return assembled(width, height, 8, 6, zlib.compress(b"".join(rows), 0))


def encode(pixels, width, height, suffix):
    """Encodes RGB pixels as ".jpg", ".webp", ".gif" or ".png", with the options of
    libvips."""
    image = vips().vips_image_new_from_memory_copy(
        pixels, ctypes.c_size_t(len(pixels)), width, height, 3, 0)
    data, size = ctypes.c_void_p(), ctypes.c_size_t()
    done = vips().vips_image_write_to_buffer(
        ctypes.c_void_p(image), suffix.encode(), ctypes.byref(data), ctypes.byref(size),
        None)
    assert done == 0, vips().vips_error_buffer()
    return ctypes.string_at(data, size.value)


def decode(data):
    """Returns (width, height, bands, pixels) of an image."""
    image = vips().vips_image_new_from_buffer(data, ctypes.c_size_t(len(data)), b"", None)
    assert image, vips().vips_error_buffer()
    image, size = ctypes.c_void_p(image), ctypes.c_size_t()
    memory = vips().vips_image_write_to_memory(image, ctypes.byref(size))
    assert memory, vips().vips_error_buffer()
    return (vips().vips_image_get_width(image), vips().vips_image_get_height(image),
            vips().vips_image_get_bands(image), ctypes.string_at(memory, size.value))


def corners(data):
    """Returns the corners' colors (red, green, blue or white): top left, top right,
    bottom left, bottom right."""
    width, height, bands, pixels = decode(data)
    names = []
    for x, y in ((4, 4), (width - 5, 4), (4, height - 5), (width - 5, height - 5)):
        at = (y * width + x) * bands
        color = tuple(value > 127 for value in pixels[at:at + 3])
        names.append({(True, False, False): "red", (False, True, False): "green",
                      (False, False, True): "blue",
                      (True, True, True): "white"}.get(color))
    return names


def quarters(width, height):
    """Returns RGB pixels: red and green above blue and white."""
    left, right = width // 2, width - width // 2
    top = b"\xff\0\0" * left + b"\0\xff\0" * right
    bottom = b"\0\0\xff" * left + b"\xff\xff\xff" * right
    return top * (height // 2) + bottom * (height - height // 2)


def exif(orientation, gps=True):
    entries = [struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0),
               struct.pack(">HHII", 0x010e, 2, 12, 26 + 24)]
    if gps:
        entries.append(struct.pack(">HHII", 0x8825, 4, 1, 100))
    body = struct.pack(">H", len(entries)) + b"".join(entries) + struct.pack(">I", 0)
    tiff = b"MM\0*" + struct.pack(">I", 8) + body
    tiff = tiff.ljust(50, b"\0") + b"secret place"
    tiff = tiff.ljust(100, b"\0")
    tiff += struct.pack(">H", 1) + struct.pack(">HHII", 0x0001, 2, 2, 0x4e000000)
    tiff += struct.pack(">I", 0)
    data = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data


def jpeg(pixels, width, height, orientation=None):
    data = encode(pixels, width, height, ".jpg[Q=95,strip]")
    if orientation is not None:
        data = data[:2] + exif(orientation) + data[2:]
    return data


def webp(pixels, width, height, orientation):
    """Returns a lossless WebP with Exif."""
    chunks = bytearray(encode(pixels, width, height, ".webp[lossless,strip]")[12:])
    assert chunks[:4] == b"VP8X"
    chunks[8] |= 0x08  # it has Exif
    tiff = exif(orientation)[10:]
    parts = b"WEBP" + chunks + b"EXIF" + struct.pack("<I", len(tiff)) + tiff
    return b"RIFF" + struct.pack("<I", len(parts)) + parts


def circular_exif():
    """Returns Exif of 61 KB whose directory has 65,535 entries that lead to itself."""
    entry = struct.pack(">HHII", 0x8769, 4, 1, 8)
    data = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 0xffff) + entry * 5000
    return b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data


def bits(*parts):
    """Returns the entropy-coded data of (value, size) pairs, padded with ones."""
    text = "".join(f"{value:0{size}b}" for value, size in parts if size)
    text += "1" * (-len(text) % 8)
    data = int(text, 2).to_bytes(len(text) // 8, "big")
    return data.replace(b"\xff", b"\xff\0")


def empty_blocks(count):
    """Returns the runs of blocks without coefficients, in codes of 4 bits."""
    parts = []
    while count:
        size = min(count.bit_length() - 1, 14)
        run = min(count, 2 ** (size + 1) - 1)
        parts += [(size, 4), (run - 2 ** size, size)]
        count -= run
    return bits(*parts)


def segment(marker, data):
    """Returns a segment of a JPEG."""
    return bytes((0xff, marker)) + struct.pack(">H", len(data) + 2) + data


def one_scan(width, height, components):
    """Returns a progressive JPEG of few bytes with one scan: of the averages of all
    components, four of which are CMYK."""
    blocks = (width + 7) // 8 * ((height + 7) // 8) * components
    adobe = struct.pack(">HHHB", 100, 0, 0, 0 if components == 4 else 1)
    frame = b"".join(bytes((i, 0x11, 0)) for i in range(components))
    scan = b"".join(bytes((i, 0)) for i in range(components))
    return (b"\xff\xd8" + segment(0xee, b"Adobe" + adobe)
            + segment(0xdb, b"\0" + b"\1" * 64)
            + segment(0xc2, struct.pack(">BHHB", 8, height, width, components) + frame)
            + segment(0xc4, b"\0\1" + bytes(15) + b"\0")
            + segment(0xda, bytes((components,)) + scan + bytes(3))
            + bytes((blocks + 7) // 8) + b"\xff\xd9")


def progressive(width, height, scans):
    """Returns a gray JPEG of few bytes with this many scans, at most 883: one of the
    averages, and one for each bit of each coefficient."""
    def scan(first, last, high, low, data):
        return segment(0xda, bytes((1, 1, 0, first, last, high << 4 | low))) + data

    blocks = (width + 7) // 8 * ((height + 7) // 8)
    one_code = b"\0\1" + bytes(15) + b"\0"
    runs = b"\x10" + bytes(3) + b"\x0f" + bytes(12) + bytes(n << 4 for n in range(15))
    out = b"\xff\xd8" + segment(0xdb, b"\0" + b"\1" * 64) + segment(
        0xc2, struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0))
    out += segment(0xc4, one_code) + segment(0xc4, runs)
    out += scan(0, 0, 0, 0, bytes((blocks + 7) // 8))
    empty = empty_blocks(blocks)
    steps = [(at, low) for at in range(1, 64) for low in range(13, -1, -1)]
    for at, low in steps[:scans - 1]:
        out += scan(at, at, 0 if low == 13 else low + 1, low, empty)
    return out + b"\xff\xd9"


def hidden_behind_marker(width, height, scans):
    """Hides the scans of a progressive JPEG from a reader of markers: where a restart is
    due, a marker without a meaning stands with a number like a length. libjpeg passes
    over such a marker alone."""
    data = progressive(width, height, scans)
    begin = data.index(b"\xff\xda")
    rest = data.index(b"\xff\xda", begin + 2)
    blocks = (width + 7) // 8 * ((height + 7) // 8)
    interval = min(blocks // 2, 60000)
    hidden = b"\xff\xd0\xff\xdd" + struct.pack(">HH", 4, 0) + data[rest:]
    return (data[:begin] + b"\xff\xdd" + struct.pack(">HH", 4, interval)
            + data[begin:begin + 10] + bytes((interval + 7) // 8)
            + b"\xff\x02" + struct.pack(">H", len(hidden) + 2) + hidden + b"\xff\xd9")


def hidden_behind_metadata(width, height, scans):
    """Hides the scans of a progressive JPEG in a comment. If the metadata before it were
    removed, the comment's beginning would be part of a table of codes."""
    data = progressive(width, height, scans)
    begin = data.index(b"\xff\xc4")
    hidden = data[begin:]
    comment = b"\xff\xfe" + struct.pack(">H", len(hidden) + 2)
    table = b"\xc4" + struct.pack(">H", 2 + 17 + len(comment)) + b"\x03" + bytes(15)
    return (data[:begin] + b"\xff" + b"\xff\xe1\0\3\0" + table + b"\4" + comment + hidden
            + b"\xff\xd9")


def hidden_frame(width, height):
    """Hides the frame of a JPEG behind a small one. If the metadata were removed, the
    bytes around it would be the marker of the frame, and the small one in a segment."""
    data = progressive(width, height, 10)
    begin = data.index(b"\xff\xc2")
    small = b"\xff\xc2\0\x0b\x08\0\x20\0\x20\1\1\x11\0"
    exif = b"\xff\xff\xe1\0\4zz"
    return (data[:begin] + exif + b"\xe2" + struct.pack(">HB", len(small) + 3, 0) + small
            + exif + data[begin + 1:])


def elements_profile(count, size):
    """Returns a color profile whose pixels go through this many square matrices."""
    def matrix(inputs, outputs):
        values = struct.pack(">f", 0.01) * (inputs * outputs + outputs)
        return b"matf" + bytes(4) + struct.pack(">HH", inputs, outputs) + values

    elements = [matrix(3, size)] + [matrix(size, size)] * count + [matrix(size, 3)]
    tag = b"mpet" + bytes(4) + struct.pack(">HHI", 3, 3, len(elements))
    at = len(tag) + 8 * len(elements)
    for element in elements:
        tag += struct.pack(">II", at, len(element))
        at += len(element)
    tag += b"".join(elements)
    white = struct.pack(">3i", 63190, 65536, 54061)
    point = b"XYZ " + bytes(4) + white
    # libvips wants A2B1 but does not read it.
    tags = struct.pack(">I4sII4sII4sII", 3, b"wtpt", 168, len(point),
                       b"A2B1", 168, len(point), b"D2B1", 188, len(tag))
    head = struct.pack(">I4sI4s4s4s", 188 + len(tag), b"lcms", 0x04300000, b"mntr",
                       b"RGB ", b"XYZ ") + bytes(12) + b"acsp" + bytes(28) + white
    return head.ljust(128, b"\0") + tags + point + tag


def runs(color, pixels):
    """Yields LZW codes of one color, and their widths: each code is a pixel more than the
    one before, and at 4,095 the table is cleared."""
    longest, width = 0, 3
    while pixels > 0:
        if longest in (0, 4090):
            yield 4, width
            longest, width = 0, 3
        run = min(longest + 1, pixels)
        yield color if run == 1 else run + 4, width
        longest, pixels = run, pixels - run
        if longest + 5 == 1 << width and width < 12:
            width += 1
    yield 5, width


def webp_frames(count):
    """Returns an animated WebP of small frames."""
    still = encode(bytes([7]) * (3 * 32 * 32), 32, 32, ".webp[lossless]")
    at = still.index(b"VP8L")
    side = struct.pack("<I", 31)[:3]
    size = struct.unpack("<I", still[at + 4:at + 8])[0]
    frame = bytes(6) + side * 2 + b"\x0a\0\0\0" + still[at:at + 8 + size]
    frame += bytes(len(frame) & 1)
    body = (b"WEBPVP8X" + struct.pack("<I", 10) + b"\2\0\0\0" + side * 2
            + b"ANIM" + struct.pack("<I", 6) + bytes(6)
            + (b"ANMF" + struct.pack("<I", len(frame)) + frame) * count)
    return b"RIFF" + struct.pack("<I", len(body)) + body


class Bits:
    """Bits that are packed from the lowest one on."""

    def __init__(self):
        self.bytes, self.pending, self.count = bytearray(), 0, 0

    def add(self, *pairs):
        for value, size in pairs:
            self.pending |= value << self.count
            self.count += size
            while self.count >= 8:
                self.bytes.append(self.pending & 255)
                self.pending >>= 8
                self.count -= 8


def webp_of_tables(count):
    """Returns a lossless WebP of 1400 x 1400 pixels with this many groups of prefix codes
    (RFC 9649, section 3.7). libwebp holds the tables of all groups at once."""
    bits, one_symbol = Bits(), ((1, 1), (0, 1), (0, 1), (0, 1))
    bits.add((0x2f, 8), (1399, 14), (1399, 14), (0, 1), (0, 3))
    # no transform, no cache of colors; an image names the group of each 8 x 8 pixels
    bits.add((0, 1), (0, 1), (1, 1), (1, 3), (0, 1))
    for _ in range(2):  # green and red: 256 symbols of eight bits
        bits.add((0, 1), (8, 4), *[(0, 3)] * 11, (1, 3), (1, 1), (3, 3), (254, 8))
    for _ in range(3):
        bits.add(*one_symbol)
    for place in range(175 * 175):
        for part in (place % count & 255, place % count >> 8):
            bits.add((int(f"{part:08b}"[::-1], 2), 8))
    for _ in range(count * 5):
        bits.add(*one_symbol)
    bits.add((0, 72))
    data = bytes(bits.bytes) + bytes(len(bits.bytes) & 1)
    chunk = b"VP8L" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(chunk) + 4) + b"WEBP" + chunk


def gif(width, height, frames=1, flags=0):
    """Returns a GIF of this many frames, of which the first is black and has these flags
    (GIF89a, section 23)."""
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xf0, 0,
                                   0) + b"\0\0\0\xff\xff\xff"
    out = head + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    def frame(color, w, h, flags=0):
        bits = Bits()
        bits.add(*runs(color, w * h), (0, 7))  # completes a byte
        data = bits.bytes
        blocks = b"".join(bytes([len(data[i:i + 255])]) + bytes(data[i:i + 255])
                          for i in range(0, len(data), 255))
        return (b"\x21\xf9\x04" + bytes([flags]) + b"\x0a\0\1\0" + b"\x2c"
                + struct.pack("<HHHHB", 0, 0, w, h, 0)
                + b"\x02" + blocks + b"\0")
    out += frame(0, width, height, flags)
    tiny = frame(1, 1, 1)
    return out + tiny * (frames - 1) + b";"
