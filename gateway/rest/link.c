#include "gateway/rest/link.h"

#include <string.h>

#include "common/config/config.h"
#include "common/wire/wire.h"

static void
put(struct buffer *out, const char *text, size_t size)
{
	buffer_append(out, text, size);
}

/* Percent-encodes all but the unreserved characters (RFC 3986, section 2.3). */
static void
put_encoded(struct buffer *out, const char *data, size_t size)
{
	static const char unreserved[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789-._~";
	static const char digits[] = "0123456789ABCDEF";

	for (size_t i = 0; i < size; i++) {
		unsigned char byte = (unsigned char)data[i];
		const char encoded[3] = {'%', digits[byte >> 4], digits[byte & 15]};

		if (byte != 0 && strchr(unreserved, byte) != NULL) {
			put(out, &data[i], 1);
			continue;
		}
		put(out, encoded, sizeof(encoded));
	}
}

const char *
rest_link_next(const struct http_request *request, const char *cursor)
{
	struct buffer out = {.arena = request->arena};
	const char *base = config()->base_url.data;
	static const char relation[] = ">; rel=\"next\"";

	put(&out, "<", 1);
	put(&out, base, strlen(base));
	put(&out, request->path, strlen(request->path));
	put(&out, "?", 1);
	for (size_t i = 0; i < request->query_count; i++) {
		const struct http_parameter *parameter = &request->query[i];

		if (strcmp(parameter->name.data, "cursor") == 0)
			continue;
		put_encoded(&out, parameter->name.data, parameter->name.size);
		put(&out, "=", 1);
		put_encoded(&out, parameter->value.data, parameter->value.size);
		put(&out, "&", 1);
	}
	put(&out, "cursor=", 7);
	put_encoded(&out, cursor, strlen(cursor));
	put(&out, relation, sizeof(relation));
	return (const char *)out.data;
}

const char *
rest_link_location(
	struct arena *arena, const struct op *op, const void *output, size_t size)
{
	struct buffer out = {.arena = arena};
	const char *base;

	if (op->answer.location == NULL)
		return NULL;
	base = config()->base_url.data;
	put(&out, base, strlen(base));
	for (const char *at = op->answer.location; *at != '\0';) {
		size_t name_size;
		struct wire_reader reader;
		struct wire_value value;

		if (*at != '{') {
			put(&out, at++, 1);
			continue;
		}
		name_size = strcspn(++at, "}");
		reader = wire_find(output, size, at, name_size);
		value = wire_next(&reader);
		if (value.type != WIRE_STRING)
			return NULL;
		put_encoded(&out, (const char *)value.data, value.size);
		at += name_size + 1;
	}
	put(&out, "", 1);
	return (const char *)out.data;
}
