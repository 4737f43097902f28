#include "gateway/http/vet.h"

#include <string.h>
#include <strings.h>

#include "gateway/http/address.h"
#include "proto/field.h"

/* Numbers of this many decimal digits fit into 63 bits. */
#define LENGTH_DIGITS_MAX 18

/* Fields that may occur once: a second one could contradict the first. */
static const struct {
	const char *name;
	size_t size;
} unique_fields[] = {
#define UNIQUE(name) \
	{ \
		(name), sizeof(name) - 1 \
	}
	UNIQUE("Accept-Language"),
	UNIQUE("Authorization"),
	UNIQUE("Content-Encoding"),
	UNIQUE("Content-Length"),
	UNIQUE("Content-Type"),
	UNIQUE("Cookie"),
	UNIQUE("Expect"),
	UNIQUE("Host"),
	UNIQUE("Idempotency-Key"),
	UNIQUE("If-Match"),
	UNIQUE("If-None-Match"),
	UNIQUE("MCP-Protocol-Version"),
	UNIQUE("Mcp-Method"),
	UNIQUE("Mcp-Name"),
	UNIQUE("Mcp-Session-Id"),
	UNIQUE("Origin"),
	UNIQUE("Referer"),
	UNIQUE("Sec-Fetch-Site"),
	UNIQUE("Transfer-Encoding"),
	UNIQUE("User-Agent"),
	UNIQUE("X-Request-Id"),
#undef UNIQUE
};

/* Whether the byte is an ASCII letter or digit, in every locale. */
static bool
isalnum_ascii(unsigned char byte)
{
	return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
		(byte >= 'A' && byte <= 'Z');
}

/* Whether the byte may stand in a field's name (RFC 9110, section 5.6.2). */
static bool
is_token_byte(unsigned char byte)
{
	return isalnum_ascii(byte) ||
		(byte != '\0' && strchr("!#$%&'*+-.^_`|~", byte) != NULL);
}

/* Whether the byte may stand in a host's name (RFC 3986, section 3.2.2). A comma may as
 * well, but it is refused: it appears where a proxy has joined two Host headers. */
static bool
is_name_byte(unsigned char byte)
{
	return isalnum_ascii(byte) ||
		(byte != '\0' && strchr("-._~!$&'()*+;=%", byte) != NULL);
}

bool
http_vet_method(const char *method)
{
	static const char *const lawful[] = {
		"GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE"};

	for (size_t i = 0; i < COUNT_OF(lawful); i++) {
		if (strcmp(method, lawful[i]) == 0)
			return true;
	}
	return false;
}

const struct http_field *
http_vet_find(const struct http_head *head, const char *name)
{
	const size_t size = strlen(name);

	for (size_t i = 0; i < head->field_count && i < HTTP_FIELDS_MAX; i++) {
		const struct http_field *field = &head->fields[i];

		if (field->name_size == size && strcasecmp(field->name, name) == 0)
			return field;
	}
	return NULL;
}

/* Checks the request line. */
static const char *
vet_line(const struct http_head *head)
{
	const size_t size = strlen(head->target);

	if (strcmp(head->version, "HTTP/1.1") != 0)
		return "only HTTP/1.1 is supported";
	if (!http_vet_method(head->method))
		return "the method is not supported";
	if (head->target[0] != '/')
		return "the request target must be a path that starts with '/'";
	if (size > HTTP_TARGET_BYTES_MAX)
		return "the request target is longer than 8 KiB";
	for (size_t i = 0; i < size; i++) {
		const unsigned char byte = (unsigned char)head->target[i];

		if (byte <= 0x20 || byte >= 0x7f || byte == '#')
			return "the target contains a byte that must be percent-encoded";
	}
	return NULL;
}

/* Checks the bytes of one field. */
static const char *
vet_field(const struct http_field *field)
{
	if (field->name_size == 0)
		return "a header has no name";
	for (size_t i = 0; i < field->name_size; i++) {
		if (!is_token_byte((unsigned char)field->name[i]))
			return "a header name contains a byte that is not allowed";
	}
	for (size_t i = 0; i < field->value_size; i++) {
		const unsigned char byte = (unsigned char)field->value[i];

		if ((byte < 0x20 && byte != '\t') || byte == 0x7f)
			return "a header value contains a control character";
	}
	return NULL;
}

/* The index of the field in unique_fields, or their number. */
static size_t
unique_index(const struct http_field *field)
{
	size_t i = 0;

	while (i < COUNT_OF(unique_fields) &&
		(field->name_size != unique_fields[i].size ||
			strcasecmp(field->name, unique_fields[i].name) != 0))
		i++;
	return i;
}

/* Checks the number, size and bytes of all fields, and that unique ones are unique. */
static const char *
vet_fields(const struct http_head *head)
{
	bool seen[COUNT_OF(unique_fields)] = {false};
	size_t bytes = strlen(head->target);

	if (head->field_count > HTTP_FIELDS_MAX)
		return "there are more than 64 headers";
	for (size_t i = 0; i < head->field_count; i++) {
		const struct http_field *field = &head->fields[i];
		const char *fault = vet_field(field);
		const size_t index = unique_index(field);

		if (fault != NULL)
			return fault;
		bytes += field->name_size + field->value_size + sizeof(": \r\n") - 1 +
			HTTP_FIELD_BYTES;
		if (bytes > HTTP_HEAD_BYTES_MAX)
			return "the target and the headers are longer than 10 KiB "
			       "(each header adds 64 bytes)";
		if (index == COUNT_OF(unique_fields))
			continue;
		if (seen[index])
			return "a header that must be unique occurs more than once";
		seen[index] = true;
	}
	return NULL;
}

/* The size of the host itself: an IPv6 address in brackets, or a name; 0 for neither. */
static size_t
host_size(const char *text, size_t size)
{
	const char *bracket = memchr(text, ']', size);
	struct in6_addr address;
	size_t name = 0;

	if (size > 0 && text[0] == '[') {
		if (bracket == NULL ||
			memchr(text, ':', (size_t)(bracket - text)) == NULL ||
			!http_address_parse(
				text + 1, (size_t)(bracket - text - 1), &address))
			return 0;
		return (size_t)(bracket - text) + 1;
	}
	while (name < size && is_name_byte((unsigned char)text[name]))
		name++;
	return name;
}

/* Whether it is ":" and a port; the port may be empty (RFC 9110, section 4.2.3). */
static bool
is_port(const char *text, size_t size)
{
	unsigned port = 0;

	if (text[0] != ':' || size > sizeof(":65535") - 1)
		return false;
	for (size_t i = 1; i < size; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		port = port * 10 + (unsigned)(text[i] - '0');
	}
	return port <= UINT16_MAX;
}

/* Checks the host. */
static const char *
vet_host(const struct http_head *head)
{
	const struct http_field *host = http_vet_find(head, "Host");
	size_t size;

	if (host == NULL || host->value_size == 0)
		return "the request must have exactly one Host header, with a value";
	size = host_size(host->value, host->value_size);
	if (size == 0)
		return "the Host header is not a valid host";
	if (size < host->value_size &&
		!is_port(host->value + size, host->value_size - size))
		return "the Host header has more than a port after the host";
	return NULL;
}

/* Reads how the body is framed: by a length or by chunks, never by both. */
static const char *
vet_framing(const struct http_head *head, struct http_framing *framing)
{
	const struct http_field *length = http_vet_find(head, "Content-Length");
	const struct http_field *encoding = http_vet_find(head, "Transfer-Encoding");

	*framing = (struct http_framing){0};
	if (encoding != NULL) {
		if (length != NULL)
			return "Content-Length and Transfer-Encoding exclude each other";
		if (strcasecmp(encoding->value, "chunked") != 0)
			return "the only supported Transfer-Encoding is chunked";
		*framing = (struct http_framing){.chunked = true, .length = UINT64_MAX};
		return NULL;
	}
	if (length == NULL)
		return NULL;
	if (length->value_size == 0 || length->value_size > LENGTH_DIGITS_MAX)
		return "Content-Length is not a plain number";
	for (size_t i = 0; i < length->value_size; i++) {
		const char digit = length->value[i];

		if (digit < '0' || digit > '9')
			return "Content-Length is not a plain number";
		framing->length = framing->length * 10 + (uint64_t)(digit - '0');
	}
	return NULL;
}

const char *
http_vet(const struct http_head *head, struct http_framing *framing)
{
	const char *fault = vet_line(head);

	if (fault == NULL)
		fault = vet_fields(head);
	if (fault == NULL && !http_vet_layout(head))
		fault = "a line is folded, contains NUL, or does not end with CRLF";
	if (fault == NULL)
		fault = vet_host(head);
	if (fault == NULL)
		fault = vet_framing(head, framing);
	return fault;
}
