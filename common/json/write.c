/*
 * write.c - JSON fragments and the escaping of strings.
 *
 * Nearly all strings are plain ASCII. So the fast path copies and checks sixteen bytes at
 * a time; a string with any other byte takes the slow path.
 */
#include <string.h>

#include "common/json/json.h"
#include "common/json/write.h"
#include "common/text/text.h"

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))
#define REPLACEMENT "\xef\xbf\xbd"

/* Nonzero when one of eight bytes is a control byte, a quote, a backslash or not ASCII. A
 * subtraction borrows only from a byte below the bound. A borrow can mark a further byte
 * wrongly, but only next to a byte that is marked correctly. */
static uint64_t
special(uint64_t bytes)
{
	uint64_t quotes = bytes ^ EACH('"'), backslashes = bytes ^ EACH('\\');

	return (bytes | ((bytes - EACH(0x20)) & ~bytes) | ((quotes - EACH(1)) & ~quotes) |
		       ((backslashes - EACH(1)) & ~backslashes)) &
		EACH(0x80);
}

/* Sixteen signed bytes, compared by one vector instruction where available. */
typedef int8_t block __attribute__((vector_size(16)));

/* Whether a byte is a control byte, a quote, a backslash or not ASCII (negative). */
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

/* Copies up to seven bytes if all are plain. From four bytes on, two overlapping loads
 * replace the loop. */
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

/* Copies 8 to 15 bytes if all are plain, with two overlapping loads. */
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

/* Copies the string if all of it is plain; the last block may overlap the previous
 * one. */
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

/* The length of the plain prefix. */
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

/* Writes the escape sequence of an ASCII character. */
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

/* U+2028 and U+2029 end a line in old JavaScript. JSON may be embedded in a page. */
static bool
line_separator(const uint8_t *data, size_t left)
{
	return left >= 3 && data[0] == 0xe2 && data[1] == 0x80 &&
		(data[2] & 0xfe) == 0xa8;
}

/* The length of a run of non-ASCII bytes, up to the next line separator. */
static size_t
foreign_run(const uint8_t *data, size_t left)
{
	size_t size = 0;

	while (size < left && data[size] >= 0x80 &&
		!line_separator(data + size, left - size))
		size++;
	return size;
}

/* Copies a malformed run and replaces every invalid byte by U+FFFD. */
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

/* Writes an escape sequence or a non-ASCII run; returns the number of bytes consumed. */
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

/* Writes the content of a string that is not plain. */
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

/* Invalid UTF-8 is repaired, so the output is always well-formed. */
void
json_put_string(struct buffer *out, const char *data, size_t size)
{
	(void)json_write_string(out, data, size);
}

void
json_put_raw(struct buffer *out, const char *fragment)
{
	buffer_append(out, fragment, strlen(fragment));
}

/* Converts digits by hand, because snprintf() would dominate the cost of number lists. */
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
