#include "gateway/mcp/header.h"

#include <string.h>
#include <strings.h>

#include "common/secret/secret.h"
#include "common/text/text.h"

#define SENTINEL_BEGIN "=?base64?"
#define SENTINEL_END "?="
#define WHITE " \t"

/* Removes optional white space. */
const char *
mcp_header_trim(struct arena *arena, const char *value)
{
	size_t size;

	if (value == NULL)
		return NULL;
	value += strspn(value, WHITE);
	size = strlen(value);
	while (size > 0 && strchr(WHITE, value[size - 1]) != NULL)
		size--;
	return arena_copy(arena, value, size);
}

/* Decodes plain base64 with padding (RFC 4648, section 4) by means of the URL-safe
 * alphabet. */
static const char *
base64_text(struct arena *arena, const char *data, size_t size)
{
	size_t decoded = 0;
	char *safe;
	const uint8_t *bytes;

	if (size % 4 != 0 || memchr(data, '-', size) != NULL ||
		memchr(data, '_', size) != NULL)
		return NULL;
	for (int padding = 0; padding < 2 && size > 0 && data[size - 1] == '='; padding++)
		size--;
	safe = arena_copy(arena, data, size);
	for (size_t at = 0; at < size; at++) {
		if (safe[at] == '+')
			safe[at] = '-';
		else if (safe[at] == '/')
			safe[at] = '_';
	}
	bytes = base64url_decode(arena, safe, size, &decoded);
	if (bytes == NULL || memchr(bytes, '\0', decoded) != NULL ||
		!utf8_valid((const char *)bytes, decoded))
		return NULL;
	return arena_copy(arena, bytes, decoded);
}

/* Decodes Mcp-Name. */
const char *
mcp_header_name(struct arena *arena, const char *value)
{
	size_t size = strlen(value);
	size_t frame = strlen(SENTINEL_BEGIN) + strlen(SENTINEL_END);

	if (size < frame || strncmp(value, SENTINEL_BEGIN, strlen(SENTINEL_BEGIN)) != 0 ||
		strcmp(value + size - strlen(SENTINEL_END), SENTINEL_END) != 0)
		return value;
	return base64_text(arena, value + strlen(SENTINEL_BEGIN), size - frame);
}

/* Whether a media range covers a type: the type, its family, or everything. */
static bool
range_covers(const char *range, size_t size, const char *type)
{
	size_t family = (size_t)(strchr(type, '/') - type) + 1;

	if (size == 3 && strncmp(range, "*/*", 3) == 0)
		return true;
	if (size == family + 1 && range[family] == '*')
		return strncasecmp(range, type, family) == 0;
	return size == strlen(type) && strncasecmp(range, type, size) == 0;
}

/* Whether the parameters of a media range give it the weight 0: "not this one". */
static bool
weight_is_zero(const char *parameters, size_t size)
{
	for (size_t at = 0; at + 2 < size; at++) {
		bool begins = at == 0 || strchr("; \t", parameters[at - 1]) != NULL;
		size_t digits;
		char after;

		if (!begins || strncasecmp(parameters + at, "q=", 2) != 0)
			continue;
		digits = strspn(parameters + at + 2, "0.");
		after = parameters[at + 2 + digits];
		return digits > 0 && (after == '\0' || strchr(", \t;", after) != NULL);
	}
	return false;
}

bool
mcp_header_accepts(const char *accept, const char *type)
{
	if (accept == NULL || accept[strspn(accept, WHITE)] == '\0')
		return true;
	while (*accept != '\0') {
		size_t item, range;

		accept += strspn(accept, WHITE ",");
		item = strcspn(accept, ",");
		range = strcspn(accept, "," WHITE ";");
		if (range > 0 && range_covers(accept, range, type) &&
			!weight_is_zero(accept + range, item - range))
			return true;
		accept += item;
	}
	return false;
}
