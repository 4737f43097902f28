#include <string.h>

#include "common/secret/algorithms.h"
#include "common/secret/ring.h"

struct text
secret_reencrypt(struct arena *arena, enum service_name process, const char *purpose,
	const struct text *bound, const struct text *encrypted)
{
	struct key before, after;
	struct text plain;

	secret_pair(process, purpose, &before, &after);
	plain = secret_decrypt_with(arena, &before, bound->data, bound->size,
		encrypted->data, encrypted->size);
	if (plain.presence == GIVEN)
		plain = secret_encrypt_with(
			arena, &after, bound->data, bound->size, plain.data, plain.size);
	explicit_bzero(&before, sizeof(before));
	explicit_bzero(&after, sizeof(after));
	return plain;
}
