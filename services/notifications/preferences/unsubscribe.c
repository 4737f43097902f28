#include "services/notifications/preferences/unsubscribe.h"

#include <string.h>

#include "common/config/config.h"
#include "common/secret/secret.h"

#define PURPOSE "unsubscribe"

/* The first byte of the plaintext, which gives the format of the rest. */
#define OF_MEMBER 'm'  /* 16 bytes of id, then the kind */
#define OF_ADDRESS 'a' /* the address */

const char *
unsubscribe_link(struct arena *arena, const struct unsubscribe *what)
{
	struct buffer plain = {.arena = arena};
	const char first = what->address != NULL ? OF_ADDRESS : OF_MEMBER;
	struct text sealed;

	buffer_append(&plain, &first, 1);
	if (what->address != NULL) {
		buffer_append(&plain, what->address, strlen(what->address));
	} else {
		buffer_append(&plain, what->member.bytes, sizeof(what->member.bytes));
		buffer_append(&plain, what->kind, strlen(what->kind));
	}
	sealed = secret_encrypt(
		arena, PURPOSE, PURPOSE, strlen(PURPOSE), plain.data, plain.size);
	return arena_printf(arena, "%s/unsubscribe/%s", config()->base_url.data,
		base64url_encode(arena, sealed.data, sealed.size));
}

bool
unsubscribe_read(struct arena *arena, const struct text *token, struct unsubscribe *what)
{
	const size_t id_size = sizeof(what->member.bytes);
	size_t size = 0;
	uint8_t *sealed = base64url_decode(arena, token->data, token->size, &size);
	struct text plain;

	if (sealed == NULL)
		return false;
	plain = secret_decrypt(arena, PURPOSE, PURPOSE, strlen(PURPOSE), sealed, size);
	if (plain.presence != GIVEN || plain.size < 2)
		return false;
	*what = (struct unsubscribe){.kind = "org_invitation"};
	if (plain.data[0] == OF_ADDRESS) {
		what->address = plain.data + 1;
		return true;
	}
	if (plain.data[0] != OF_MEMBER || plain.size < 1 + id_size + 1)
		return false;
	memcpy(what->member.bytes, plain.data + 1, id_size);
	what->kind = plain.data + 1 + id_size;
	return true;
}
