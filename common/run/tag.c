/*
 * tag.c - entity tags. It is separate from run.c, because the gateway needs it but not
 * the database.
 */
#include <string.h>

#include "common/run/run.h"
#include "common/secret/secret.h"

#define TAG_BYTES 16

void
run_tag(const void *output, size_t size, char tag[RUN_TAG_SIZE])
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	uint8_t hash[HASH_SIZE];
	unsigned bits = 0, pending = 0;
	char *to = tag;

	secret_hash(output, size, hash);
	*to++ = '"';
	for (size_t i = 0; i < TAG_BYTES; i++) {
		bits = bits << 8 | hash[i];
		for (pending += 8; pending >= 6; pending -= 6)
			*to++ = digits[bits >> (pending - 6) & 63];
	}
	*to++ = digits[bits << (6 - pending) & 63]; /* the last 2 of 128 bits */
	*to++ = '"';
	*to = '\0';
}

/* Whether two tags without quotes are the same. */
static bool
is_tag(const char *data, size_t size, const char *tag, size_t tag_size)
{
	return size == tag_size && memcmp(data, tag, size) == 0;
}

/* The size of a tag without the suffix by which a proxy marks the coding that it has
 * applied. */
static size_t
uncoded_size(const char *data, size_t size)
{
	static const char *const suffixes[] = {"-gzip", "-br", "-zstd", "-deflate"};

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		const size_t suffix = strlen(suffixes[i]);

		if (size > suffix &&
			memcmp(data + size - suffix, suffixes[i], suffix) == 0)
			return size - suffix;
	}
	return size;
}

bool
run_tag_is_listed(const char *list, size_t size, const char *tag)
{
	const size_t tag_size = strlen(tag) - 2;
	const char *end = list + size;

	for (const char *at = list; at < end;) {
		const char *close;

		if (*at == ' ' || *at == '\t' || *at == ',') {
			at++;
			continue;
		}
		if (*at == '*' && size == 1)
			return true;
		if (end - at > 2 && at[0] == 'W' && at[1] == '/')
			at += 2;
		close = *at == '"' ? memchr(at + 1, '"', (size_t)(end - at - 1)) : NULL;
		if (close == NULL)
			return false;
		at++;
		if (is_tag(at, (size_t)(close - at), tag + 1, tag_size) ||
			is_tag(at, uncoded_size(at, (size_t)(close - at)), tag + 1,
				tag_size))
			return true;
		at = close + 1;
	}
	return false;
}
