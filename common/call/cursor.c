/*
 * cursor.c - page cursors, authenticated so that clients cannot choose positions.
 */
#include "common/call/cursor.h"

#include <pthread.h>
#include <string.h>

#include "common/secret/secret.h"

#define POSITION_SIZE 24
#define TAG_SIZE 16

static struct key cursor_key;
static pthread_once_t cursor_key_once = PTHREAD_ONCE_INIT;

static void
derive_key(void)
{
	cursor_key = secret_key("cursor");
}

/* The MAC that binds a position to the list of the call. */
static void
authenticate(
	struct call *call, const uint8_t position[POSITION_SIZE], uint8_t mac[MAC_SIZE])
{
	struct buffer bound = {.arena = call->arena};
	/* The operation that accepts the cursor. */
	const struct op *op =
		call->op->chunks.next != NULL ? call->op->chunks.next : call->op;

	buffer_append(&bound, op->name, strlen(op->name) + 1);
	buffer_append(&bound, call->list_digest, sizeof(call->list_digest));
	buffer_append(&bound, position, POSITION_SIZE);
	pthread_once(&cursor_key_once, derive_key);
	secret_mac(&cursor_key, bound.data, bound.size, mac);
}

char *
cursor_encode(struct call *call, const struct page_position *after)
{
	uint8_t bytes[POSITION_SIZE + MAC_SIZE];

	for (size_t i = 0; i < 8; i++)
		bytes[i] = (uint8_t)((uint64_t)after->sort >> (56 - 8 * i));
	memcpy(bytes + 8, after->id.bytes, sizeof(after->id.bytes));
	authenticate(call, bytes, bytes + POSITION_SIZE);
	return base64url_encode(call->arena, bytes, POSITION_SIZE + TAG_SIZE);
}

bool
cursor_decode(struct call *call, struct text cursor, struct page_position *after)
{
	size_t size = 0;
	const uint8_t *bytes =
		base64url_decode(call->arena, cursor.data, cursor.size, &size);
	uint8_t mac[MAC_SIZE];
	uint64_t sort = 0;

	if (bytes == NULL || size != POSITION_SIZE + TAG_SIZE)
		return false;
	authenticate(call, bytes, mac);
	if (!secret_equal(mac, bytes + POSITION_SIZE, TAG_SIZE))
		return false;
	for (size_t i = 0; i < 8; i++)
		sort = sort << 8 | bytes[i];
	after->given = true;
	after->sort = (int64_t)sort;
	memcpy(after->id.bytes, bytes + 8, sizeof(after->id.bytes));
	return true;
}
