/*
 * tag.c - entity tags. It is separate from run.c, because the gateway needs it but not
 * the database.
 */
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
