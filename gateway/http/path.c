#include "gateway/http/path.h"

#include <string.h>

#include "common/text/text.h"

/* The value of a hexadecimal digit, or -1. */
static int
hex_value(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	if (digit >= 'a' && digit <= 'f')
		return digit - 'a' + 10;
	if (digit >= 'A' && digit <= 'F')
		return digit - 'A' + 10;
	return -1;
}

/* Decodes %XX (and '+' as a space where asked). False on a malformed escape, NUL or bad
 * UTF-8; the text lives in the arena. */
static bool
decode(struct arena *arena, const char *data, size_t size, bool plus_is_space,
	struct text *out)
{
	char *decoded = arena_alloc(arena, size + 1);
	size_t length = 0;

	for (size_t i = 0; i < size; i++) {
		char byte = data[i];

		if (byte == '+' && plus_is_space)
			byte = ' ';
		if (byte == '%') {
			const int high = size - i > 2 ? hex_value(data[i + 1]) : -1;
			const int low = high >= 0 ? hex_value(data[i + 2]) : -1;

			if (low < 0)
				return false;
			byte = (char)(high << 4 | low);
			i += 2;
		}
		if (byte == '\0')
			return false;
		decoded[length++] = byte;
	}
	*out = (struct text){
		.presence = GIVEN, .size = (uint32_t)length, .data = decoded};
	return utf8_valid(decoded, length);
}

/* Whether a byte is a C0 control or DEL. */
static bool
is_control(char byte)
{
	return (unsigned char)byte < 0x20 || byte == 0x7f;
}

/* Whether a decoded segment could be read as something other than a name. */
static bool
segment_is_doubtful(const struct text *segment)
{
	if (segment->size == 0 || strcmp(segment->data, ".") == 0 ||
		strcmp(segment->data, "..") == 0)
		return true;
	for (size_t i = 0; i < segment->size; i++) {
		const char byte = segment->data[i];

		if (byte == '/' || byte == '\\' || is_control(byte))
			return true;
	}
	return false;
}

/* Splits and decodes the path; false when it has more than one reading. */
static bool
take_path(struct http_request *request, const char *path)
{
	size_t most = 0;

	for (const char *at = path; *at != '\0'; at++)
		most += *at == '/';
	request->segments = arena_array(request->arena, most, sizeof(*request->segments));
	if (strcmp(path, "/") == 0)
		return true;
	while (*path == '/') {
		struct text *segment = &request->segments[request->segment_count];
		const size_t size = strcspn(++path, "/");

		if (size == 0 && *path == '\0') {
			request->trailing_slash = true;
			return true;
		}
		if (!decode(request->arena, path, size, false, segment) ||
			segment_is_doubtful(segment))
			return false;
		request->segment_count++;
		path += size;
	}
	return true;
}

/* Whether a parameter could have this name. */
static bool
name_is_sound(const struct text *name)
{
	for (size_t i = 0; i < name->size; i++) {
		if (is_control(name->data[i]))
			return false;
	}
	return name->size > 0;
}

/* Reads one "name=value" or "name". */
static bool
take_parameter(
	struct arena *arena, const char *data, size_t size, struct http_parameter *out)
{
	const char *equals = memchr(data, '=', size);
	const size_t name_size = equals != NULL ? (size_t)(equals - data) : size;
	const char *value = equals != NULL ? equals + 1 : data + size;
	const size_t value_size = (size_t)(data + size - value);

	return decode(arena, data, name_size, true, &out->name) &&
		name_is_sound(&out->name) &&
		decode(arena, value, value_size, true, &out->value);
}

bool
http_path_read_pairs(struct arena *arena, const char *query,
	struct http_parameter **pairs, size_t *count)
{
	size_t most = 1;

	for (const char *at = query; *at != '\0'; at++)
		most += *at == '&';
	if (most > HTTP_PARAMETERS_MAX)
		most = HTTP_PARAMETERS_MAX;
	*pairs = arena_array(arena, most, sizeof(**pairs));
	while (*query != '\0') {
		const size_t size = strcspn(query, "&");

		if (size > 0) {
			if (*count == most ||
				!take_parameter(arena, query, size, &(*pairs)[*count]))
				return false;
			(*count)++;
		}
		query += size + (query[size] == '&');
	}
	return true;
}

void
http_path_take_apart(struct http_request *request, const char *target)
{
	const size_t path_size = strcspn(target, "?");

	request->path = arena_copy(request->arena, target, path_size);
	request->path_malformed = !take_path(request, request->path);
	if (request->path_malformed)
		request->segment_count = 0;
	if (target[path_size] != '?')
		return;
	request->query_malformed = !http_path_read_pairs(request->arena,
		target + path_size + 1, &request->query, &request->query_count);
	if (request->query_malformed)
		request->query_count = 0;
}
