#include "gateway/http/vet.h"

#include <string.h>
#include <strings.h>

#include "common/text/network.h"
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

static bool
name_is(const struct http_field *field, const char *name)
{
	return field->name_size == strlen(name) && strcasecmp(field->name, name) == 0;
}

const struct http_field *
http_vet_find(const struct http_head *head, const char *name)
{
	for (size_t i = 0; i < head->field_count && i < HTTP_FIELDS_MAX; i++) {
		if (name_is(&head->fields[i], name))
			return &head->fields[i];
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
			!network_parse_address(
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

/* Whether it is a host, and perhaps a port. */
static bool
is_authority(const char *text, size_t size)
{
	const size_t host = host_size(text, size);

	return host > 0 && (host == size || is_port(text + host, size - host));
}

/* The host and port of a target that is a URL, up to its path; NULL for other forms. */
static const char *
authority_of(const char *target, size_t *size)
{
	static const char *const schemes[] = {"http://", "https://"};

	for (size_t i = 0; i < COUNT_OF(schemes); i++) {
		const size_t scheme = strlen(schemes[i]);

		if (strncasecmp(target, schemes[i], scheme) != 0)
			continue;
		*size = strcspn(target + scheme, "/?");
		return target + scheme;
	}
	return NULL;
}

const char *
http_vet_path(const char *target)
{
	size_t size;
	const char *authority = authority_of(target, &size);

	if (authority == NULL)
		return target;
	return authority[size] == '\0' ? "/" : authority + size;
}

/* Whether the target has a form of RFC 9112, section 3.2, that names a path here. */
static bool
is_target(const struct http_head *head)
{
	size_t size;
	const char *authority = authority_of(head->target, &size);

	if (strcmp(head->target, "*") == 0)
		return strcmp(head->method, "OPTIONS") == 0;
	if (authority != NULL && !is_authority(authority, size))
		return false;
	return http_vet_path(head->target)[0] == '/';
}

bool
http_vet_is_old(const struct http_head *head)
{
	return strcmp(head->version, "HTTP/1.0") == 0;
}

/* Checks the request line. */
static const char *
vet_line(const struct http_head *head)
{
	const size_t size = strlen(head->target);

	if (strcmp(head->version, "HTTP/1.1") != 0 && !http_vet_is_old(head))
		return "only HTTP/1.1 and HTTP/1.0 are supported";
	if (!http_vet_method(head->method))
		return "the method is not supported";
	for (size_t i = 0; i < size; i++) {
		const unsigned char byte = (unsigned char)head->target[i];

		if (byte <= 0x20 || byte >= 0x7f || byte == '#')
			return "the target contains a byte that must be percent-encoded";
	}
	if (!is_target(head))
		return "the request target must be a path that starts with '/', or a URL "
		       "with such a path";
	return NULL;
}

size_t
http_vet_value_size(const struct http_field *field)
{
	size_t size = field->value_size;

	while (size > 0 &&
		(field->value[size - 1] == ' ' || field->value[size - 1] == '\t'))
		size--;
	return size;
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

const char *
http_vet_size(const struct http_head *head)
{
	size_t bytes = strlen(head->target);

	if (bytes > HTTP_TARGET_BYTES_MAX)
		return "the request target is longer than 8 KiB";
	if (head->field_count > HTTP_FIELDS_MAX)
		return "there are more than 64 headers";
	for (size_t i = 0; i < head->field_count; i++) {
		const struct http_field *field = &head->fields[i];

		bytes += field->name_size + field->value_size + sizeof(": \r\n") - 1 +
			HTTP_FIELD_BYTES;
	}
	if (bytes > HTTP_HEAD_BYTES_MAX)
		return HTTP_HEAD_TOO_LARGE;
	return NULL;
}

/* Checks the bytes of all fields, and that unique ones are unique. */
static const char *
vet_fields(const struct http_head *head)
{
	bool seen[COUNT_OF(unique_fields)] = {false};

	for (size_t i = 0; i < head->field_count; i++) {
		const struct http_field *field = &head->fields[i];
		const char *fault = vet_field(field);
		const size_t index = unique_index(field);

		if (fault != NULL)
			return fault;
		if (index == COUNT_OF(unique_fields))
			continue;
		if (seen[index])
			return "a header that must be unique occurs more than once";
		seen[index] = true;
	}
	return NULL;
}

/* Checks the host, which HTTP/1.0 may leave out. A target that is a URL repeats it (RFC
 * 9112, section 3.2.2): another one would be a second reading. */
static const char *
vet_host(const struct http_head *head)
{
	const struct http_field *host = http_vet_find(head, "Host");
	size_t size, named_size;
	const char *named = authority_of(head->target, &named_size);

	if (host == NULL && http_vet_is_old(head))
		return NULL;
	size = host != NULL ? http_vet_value_size(host) : 0;
	if (size == 0)
		return "the request must have exactly one Host header, with a value";
	if (!is_authority(host->value, size))
		return "the Host header is not a valid host, with or without a port";
	if (named != NULL &&
		(size != named_size || strncasecmp(named, host->value, size) != 0))
		return "the Host header and the request target name different hosts";
	return NULL;
}

/* The size of a value that frames the body, as the parser reads it. */
static size_t
framing_size(const struct http_head *head, const struct http_field *field)
{
	return head->trims ? http_vet_value_size(field) : field->value_size;
}

bool
http_vet_is_length(const char *value, size_t size)
{
	if (size == 0 || size > LENGTH_DIGITS_MAX)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (value[i] < '0' || value[i] > '9')
			return false;
	}
	return true;
}

/* Reads how the body is framed: by a length or by chunks, never by both. */
static const char *
vet_framing(const struct http_head *head, struct http_framing *framing)
{
	const struct http_field *length = http_vet_find(head, "Content-Length");
	const struct http_field *encoding = http_vet_find(head, "Transfer-Encoding");
	size_t size;

	*framing = (struct http_framing){0};
	if (encoding != NULL) {
		if (length != NULL)
			return "Content-Length and Transfer-Encoding exclude each other";
		if (http_vet_is_old(head))
			return "HTTP/1.0 has no Transfer-Encoding";
		if (framing_size(head, encoding) != sizeof("chunked") - 1 ||
			strncasecmp(encoding->value, "chunked", 7) != 0)
			return "the only supported Transfer-Encoding is chunked";
		*framing = (struct http_framing){.chunked = true, .length = UINT64_MAX};
		return NULL;
	}
	if (length == NULL)
		return NULL;
	size = framing_size(head, length);
	if (!http_vet_is_length(length->value, size))
		return "Content-Length is not a plain number";
	for (size_t i = 0; i < size; i++)
		framing->length =
			framing->length * 10 + (uint64_t)(length->value[i] - '0');
	return NULL;
}

const char *
http_vet(const struct http_head *head, struct http_framing *framing)
{
	const char *fault = http_vet_size(head);

	if (fault == NULL)
		fault = vet_line(head);
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
