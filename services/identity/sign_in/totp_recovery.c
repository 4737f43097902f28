/*
 * totp_recovery.c - recovery codes, for members who lost their authenticator app.
 *
 * A code has 80 random bits. The database stores a MAC under the key of the instance, so
 * a copy of the database alone does not allow guessing codes.
 */
#include <ctype.h>
#include <string.h>

#include "services/identity/sign_in/totp.h"

#define CODE_BITS 80
#define CODE_LENGTH (CODE_BITS / 5)

/* Crockford's base32, which omits letters that look like digits. */
static const char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";

const char *
totp_recovery_code(struct arena *arena)
{
	uint8_t random[CODE_LENGTH];
	char symbols[CODE_LENGTH + 1] = "";

	secret_random(random, sizeof(random));
	for (size_t i = 0; i < CODE_LENGTH; i++)
		symbols[i] = alphabet[random[i] & 0x1f];
	return arena_printf(arena, "%.4s-%.4s-%.4s-%.4s", symbols, symbols + 4,
		symbols + 8, symbols + 12);
}

bool
totp_recovery_hash(
	const struct uuid *member, const struct text *code, uint8_t hash[MAC_SIZE])
{
	const struct key key = secret_key("recovery code");
	uint8_t bound[sizeof(member->bytes) + CODE_LENGTH];
	size_t count = sizeof(member->bytes);

	memcpy(bound, member->bytes, sizeof(member->bytes));
	for (uint32_t i = 0; i < code->size; i++) {
		const char symbol = (char)tolower((unsigned char)code->data[i]);

		if (symbol == '-' || symbol == ' ')
			continue;
		if (strchr(alphabet, symbol) == NULL || symbol == '\0' ||
			count == sizeof(bound))
			return false;
		bound[count++] = (uint8_t)symbol;
	}
	if (count != sizeof(bound))
		return false;
	secret_mac(&key, bound, sizeof(bound), hash);
	return true;
}
