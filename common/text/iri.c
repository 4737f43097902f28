#include "common/text/iri.h"

#include <idn2.h>
#include <stdint.h>
#include <string.h>

#include "common/text/format.h"

/* A host of this size is too long in every form. */
#define HOST_BYTES_MAX 1024

static bool
is_ascii(const char *data, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if ((data[i] & 0x80) != 0)
			return false;
	}
	return true;
}

bool
iri_is_wide(enum text_format format, const char *data, size_t size)
{
	return (format == FORMAT_URI || format == FORMAT_EMAIL) && !is_ascii(data, size);
}

/* Copies text of a known size, and returns the size. */
static size_t
copy(char *out, const char *data, size_t size)
{
	memcpy(out, data, size);
	return size;
}

/*
 * Writes a host as A-labels (RFC 5891, section 5), with the mapping that browsers use
 * (UTS 46, nontransitional). A character that maps to a delimiter of URIs is refused.
 */
static size_t
write_host(char *out, const char *data, size_t size)
{
	char host[HOST_BYTES_MAX];
	uint8_t *labels = NULL;
	size_t length = 0, name;

	if (is_ascii(data, size))
		return copy(out, data, size);
	if (size >= sizeof(host))
		return 0;
	host[copy(host, data, size)] = '\0';
	if (idn2_lookup_u8((const uint8_t *)host, &labels,
		    IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL) != IDN2_OK)
		return 0;
	length = strlen((const char *)labels);
	name = length > 1 && labels[length - 1] == '.' ? length - 1 : length;
	if (text_format_host((const char *)labels, name, true))
		copy(out, (const char *)labels, length);
	else
		length = 0;
	idn2_free(labels);
	return length;
}

static size_t
write_rest(char *out, const char *data, size_t size)
{
	static const char digits[] = "0123456789ABCDEF";
	size_t written = 0;

	for (size_t i = 0; i < size; i++) {
		const uint8_t byte = (uint8_t)data[i];

		if (byte < 0x80) {
			out[written++] = data[i];
			continue;
		}
		out[written++] = '%';
		out[written++] = digits[byte >> 4];
		out[written++] = digits[byte & 15];
	}
	return written;
}

static size_t
write_uri(const char *data, size_t size, char *out)
{
	const char *scheme = memmem(data, size, "://", 3), *end = data + size;
	const char *host, *after, *port;
	size_t written, labels;

	if (scheme == NULL || !is_ascii(data, (size_t)(scheme - data)))
		return 0;
	host = scheme + 3;
	for (after = host; after < end && strchr("/?#", *after) == NULL;)
		after++;
	port = memrchr(host, ':', (size_t)(after - host));
	if (port == NULL)
		port = after;
	written = copy(out, data, (size_t)(host - data));
	labels = write_host(out + written, host, (size_t)(port - host));
	if (labels == 0 || !is_ascii(port, (size_t)(after - port)))
		return 0;
	written += labels;
	written += copy(out + written, port, (size_t)(after - port));
	return written + write_rest(out + written, after, (size_t)(end - after));
}

static size_t
write_email(const char *data, size_t size, char *out)
{
	const char *at = memrchr(data, '@', size);
	size_t local, labels;

	if (at == NULL || !is_ascii(data, (size_t)(at - data)))
		return 0;
	local = copy(out, data, (size_t)(at - data) + 1);
	labels = write_host(out + local, at + 1, size - local);
	return labels == 0 ? 0 : local + labels;
}

size_t
iri_to_ascii(enum text_format format, const char *data, size_t size, char *out)
{
	return format == FORMAT_URI ? write_uri(data, size, out)
				    : write_email(data, size, out);
}
