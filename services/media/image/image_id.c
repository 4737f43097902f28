#include <string.h>

#include "common/secret/secret.h"
#include "services/media/image/image.h"

struct uuid
image_id_of(const void *webp, size_t size)
{
	uint8_t hash[HASH_SIZE];
	struct uuid id;

	secret_hash(webp, size, hash);
	memcpy(id.bytes, hash, sizeof(id.bytes));
	id.bytes[6] = (uint8_t)((id.bytes[6] & 0x0f) | 0x80);
	id.bytes[8] = (uint8_t)((id.bytes[8] & 0x3f) | 0x80);
	return id;
}
