/*
 * feed.c - the secret of a feed: the member's id, and a MAC of id and generation under a
 * key of the service. It is not stored, and can be shown again.
 */
#include "services/events/calendar/feed.h"

#include <string.h>

#include "common/config/config.h"
#include "common/reply/reply.h"
#include "common/secret/secret.h"

#define BEGINNING "kith_cal_"
#define ENDING ".ics"

STATEMENT(FIND_GENERATION,
	"SELECT coalesce(f.generation, 0) AS generation FROM members m"
	" LEFT JOIN calendar_feeds f ON f.member_id = m.id"
	" WHERE m.id = $1 AND m.status = 'active'");

struct feed_secret {
	struct uuid member;
	uint8_t mac[MAC_SIZE];
};

/* A MAC of 256 bits, which cannot be guessed without the key of the service. */
static struct feed_secret
make_secret(struct call *call, const struct uuid *member, int64_t generation)
{
	struct buffer bound = {.arena = call->arena};
	const struct key key = secret_key("calendar feed");
	struct feed_secret secret = {.member = *member};
	uint8_t number[8];

	for (size_t i = 0; i < sizeof(number); i++)
		number[i] = (uint8_t)((uint64_t)generation >> (8 * i));
	buffer_append(&bound, member->bytes, sizeof(member->bytes));
	buffer_append(&bound, number, sizeof(number));
	secret_mac(&key, bound.data, bound.size, secret.mac);
	return secret;
}

enum problem
feed_answer(struct call *call, int64_t generation)
{
	const struct feed_secret secret =
		make_secret(call, &call->principal.member, generation);
	const char *url = arena_printf(call->arena, "%s/calendar/" BEGINNING "%s" ENDING,
		config()->base_url.data,
		base64url_encode(call->arena, &secret, sizeof(secret)));
	const struct reply_extra field = REPLY_FIELD_STRING("url", url);

	return reply_fields(call, &field, 1);
}

/* Decodes the secret from a file name; NULL if it has the wrong form. */
static const struct feed_secret *
read_secret(struct call *call, const struct text *file)
{
	const size_t begin = strlen(BEGINNING), end = strlen(ENDING);
	const uint8_t *bytes;
	size_t size = 0;

	if (file->size < begin + end || memcmp(file->data, BEGINNING, begin) != 0 ||
		memcmp(file->data + file->size - end, ENDING, end) != 0)
		return NULL;
	bytes = base64url_decode(
		call->arena, file->data + begin, file->size - begin - end, &size);
	return bytes != NULL && size == sizeof(struct feed_secret)
		? (const struct feed_secret *)bytes
		: NULL;
}

bool
feed_find(struct call *call, const struct text *file, struct uuid *member)
{
	const struct feed_secret *given = read_secret(call, file);
	struct feed_secret right;
	struct rows *rows;

	if (given == NULL)
		return false;
	*member = given->member;
	rows = db_query(call, FIND_GENERATION, DB_UUID(member));
	if (rows->count == 0)
		return false;
	right = make_secret(call, member, row_integer(rows, 0, "generation"));
	return secret_equal(&right, given, sizeof(right));
}
