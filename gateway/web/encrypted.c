#include "gateway/web/encrypted.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/secret/secret.h"

#define PURPOSE "sign-in step"

const char *
encrypted_make(struct arena *arena, const struct text *bound, const struct text *value,
	int64_t life_us)
{
	struct buffer plain = {.arena = arena};
	const int64_t until_us = clock_unix_us() + life_us;
	struct text encrypted;

	buffer_append(&plain, &until_us, sizeof(until_us));
	buffer_append(&plain, value->data, value->size);
	encrypted = secret_encrypt(
		arena, PURPOSE, bound->data, bound->size, plain.data, plain.size);
	return base64url_encode(arena, encrypted.data, encrypted.size);
}

struct text
encrypted_open(
	struct arena *arena, const struct text *bound, const char *encrypted, size_t size)
{
	const struct text none = {.data = ""};
	struct text plain;
	int64_t until_us;
	uint8_t *bytes = base64url_decode(arena, encrypted, size, &size);

	if (bytes == NULL)
		return none;
	plain = secret_decrypt(arena, PURPOSE, bound->data, bound->size, bytes, size);
	if (plain.presence != GIVEN || plain.size < sizeof(until_us))
		return none;
	memcpy(&until_us, plain.data, sizeof(until_us));
	if (until_us < clock_unix_us())
		return none;
	return (struct text){GIVEN, plain.size - (uint32_t)sizeof(until_us),
		plain.data + sizeof(until_us)};
}
