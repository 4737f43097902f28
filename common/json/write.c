/*
 * write.c - fragments of JSON, and the escaping of strings.
 *
 * Nearly every string is a run of plain ASCII, so the first attempt copies sixteen bytes at a
 * time and looks at all of them at once; whatever needs a look by itself goes the slow way.
 */
#include <string.h>

#include "common/json/json.h"
#include "common/json/write.h"
#include "common/text/text.h"

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))
#define REPLACEMENT "\xef\xbf\xbd"

/* Nonzero when one of eight bytes is a control byte, a quote, a backslash or not ASCII. The
 * subtraction borrows from a byte only when it is below the bound; a false alarm from the
 * borrow comes only beside a true one. */
static uint64_t
special(uint64_t bytes)
{
	uint64_t quotes = bytes ^ EACH('"'), backslashes = bytes ^ EACH('\\');

	return (bytes | ((bytes - EACH(0x20)) & ~bytes) | ((quotes - EACH(1)) & ~quotes) |
		       ((backslashes - EACH(1)) & ~backslashes)) &
		EACH(0x80);
}

/* Sixteen bytes that are compared at once, where the processor can, as signed numbers. */
typedef int8_t block __attribute__((vector_size(16)));

/* Whether one of them is a control byte, not ASCII (which is negative), a quote or a backslash. */
static bool
special_block(block bytes)
{
	const block found = (bytes < 0x20) | (bytes == '"') | (bytes == '\\');
	uint64_t halves[2];

	memcpy(halves, &found, sizeof(halves));
	return (halves[0] | halves[1]) != 0;
}

static bool
plain_byte(uint8_t byte)
{
	return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/* Copies fewer than eight bytes if all of them are plain. From four on, two loads that
 * overlap see them all without a loop. */
static bool
copy_short(uint8_t *to, const uint8_t *from, size_t size)
{
	uint32_t head, tail;

	if (size < sizeof(head)) {
		for (size_t i = 0; i < size; i++) {
			if (!plain_byte(from[i]))
				return false;
			to[i] = from[i];
		}
		return true;
	}
	memcpy(&head, from, sizeof(head));
	memcpy(&tail, from + size - sizeof(tail), sizeof(tail));
	if (special((uint64_t)tail << 32 | head) != 0)
		return false;
	memcpy(to, &head, sizeof(head));
	memcpy(to + size - sizeof(tail), &tail, sizeof(tail));
	return true;
}

/* Copies 8 to 15 bytes if all of them are plain: two loads that overlap. */
static bool
copy_middle(uint8_t *to, const uint8_t *from, size_t size)
{
	uint64_t head, tail;

	memcpy(&head, from, sizeof(head));
	memcpy(&tail, from + size - sizeof(tail), sizeof(tail));
	if ((special(head) | special(tail)) != 0)
		return false;
	memcpy(to, &head, sizeof(head));
	memcpy(to + size - sizeof(tail), &tail, sizeof(tail));
	return true;
}

/* Copies the string if all of it is plain; the last block may overlap the ones before. */
static bool
copy_plain(uint8_t *to, const uint8_t *from, size_t size)
{
	block bytes;

	if (size < sizeof(uint64_t))
		return copy_short(to, from, size);
	if (size < sizeof(bytes))
		return copy_middle(to, from, size);
	for (size_t at = 0; at < size; at += sizeof(bytes)) {
		if (at > size - sizeof(bytes))
			at = size - sizeof(bytes);
		memcpy(&bytes, from + at, sizeof(bytes));
		if (special_block(bytes))
			return false;
		memcpy(to + at, &bytes, sizeof(bytes));
	}
	return true;
}

/* How many bytes from the start are plain. */
static size_t
plain_run(const uint8_t *data, size_t size)
{
	size_t at = 0;

	while (size - at >= sizeof(uint64_t)) {
		uint64_t bytes;

		memcpy(&bytes, data + at, sizeof(bytes));
		if (special(bytes) != 0)
			break;
		at += sizeof(bytes);
	}
	while (at < size && plain_byte(data[at]))
		at++;
	return at;
}

/* One ASCII character that cannot stand as it is. */
static void
put_escape(struct buffer *out, uint8_t byte)
{
	static const char digits[] = "0123456789abcdef";
	static const char short_forms[] = "\bb\ff\nn\rr\tt\"\"\\\\";

	for (size_t i = 0; i + 1 < sizeof(short_forms); i += 2) {
		if (byte == (uint8_t)short_forms[i]) {
			buffer_append(out, (const char[]){'\\', short_forms[i + 1]}, 2);
			return;
		}
	}
	buffer_append(out,
		(const char[]){
			'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 0xf]},
		6);
}

/* U+2028 and U+2029 end a line in old JavaScript, where JSON may be pasted into a page. */
static bool
line_separator(const uint8_t *data, size_t left)
{
	return left >= 3 && data[0] == 0xe2 && data[1] == 0x80 &&
		(data[2] & 0xfe) == 0xa8;
}

/* A run of bytes that are not ASCII, up to the next line separator. */
static size_t
foreign_run(const uint8_t *data, size_t left)
{
	size_t size = 0;

	while (size < left && data[size] >= 0x80 &&
		!line_separator(data + size, left - size))
		size++;
	return size;
}

/* Copies a run that is not well-formed, with a replacement for every byte that fits nowhere. */
static void
put_repaired(struct buffer *out, const uint8_t *data, size_t size)
{
	while (size > 0) {
		size_t length = data[0] < 0xe0 ? 2 : data[0] < 0xf0 ? 3 : 4;

		if (length <= size && utf8_valid((const char *)data, length)) {
			buffer_append(out, data, length);
		} else {
			buffer_append(out, REPLACEMENT, sizeof(REPLACEMENT) - 1);
			length = 1;
		}
		data += length;
		size -= length;
	}
}

/* What follows a plain run: an escape or a run of other scripts. Answers the bytes taken. */
static size_t
put_special(struct buffer *out, const uint8_t *data, size_t left, bool *valid)
{
	size_t size;

	if (data[0] < 0x80) {
		put_escape(out, data[0]);
		return 1;
	}
	if (line_separator(data, left)) {
		json_put_raw(out, data[2] == 0xa8 ? "\\u2028" : "\\u2029");
		return 3;
	}
	size = foreign_run(data, left);
	if (utf8_valid((const char *)data, size)) {
		buffer_append(out, data, size);
	} else {
		put_repaired(out, data, size);
		*valid = false;
	}
	return size;
}

/* The inside of a string that is not plain. */
static bool
put_runs(struct buffer *out, const uint8_t *data, size_t left)
{
	bool valid = true;

	while (left > 0) {
		size_t taken = plain_run(data, left);

		buffer_append(out, data, taken);
		if (taken < left)
			taken += put_special(out, data + taken, left - taken, &valid);
		data += taken;
		left -= taken;
	}
	return valid;
}

/* Writes the string and says whether it was well-formed UTF-8; if not, it is now. */
bool
json_write_string(struct buffer *out, const void *data, size_t size)
{
	uint8_t *to = json_write_room(out, size + 2);
	bool valid;

	to[0] = '"';
	if (copy_plain(to + 1, data, size)) {
		to[size + 1] = '"';
		out->size += size + 2;
		return true;
	}
	out->size++;
	valid = put_runs(out, data, size);
	buffer_append(out, "\"", 1);
	return valid;
}

/* A string of our own, or of somebody else: the result is well-formed either way. */
void
json_put_string(struct buffer *out, const char *data, size_t size)
{
	(void)json_write_string(out, data, size);
}

/* A fragment that is JSON already. */
void
json_put_raw(struct buffer *out, const char *fragment)
{
	buffer_append(out, fragment, strlen(fragment));
}

/* Digits by hand: snprintf() would cost more than all else on a list of numbers. */
void
json_put_integer(struct buffer *out, int64_t value)
{
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
	char digits[20], *at = digits + sizeof(digits);

	do {
		*--at = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (value < 0)
		*--at = '-';
	buffer_append(out, at, (size_t)(digits + sizeof(digits) - at));
}
