#include "common/base/id.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "common/secret/secret.h"
#include "services/identity/handlers.h"
#include "services/identity/invites/invite_sql.h"

#define LENGTH 16 /* characters of 5 bits each: too many to guess */
#define GROUP_LENGTH 4

STATEMENT(INSERT_CODE,
	"INSERT INTO invite_codes AS i (id, code, note, max_uses, expires_at, created_by)"
	" VALUES ($1, $2, $3, $4, now() + $5 * interval '1 day', $6)"
	" RETURNING " INVITE_COLUMNS);

/* Omits characters that look alike, and groups the rest for reading aloud. */
static const char *
make_code(struct arena *arena)
{
	static const char alphabet[32] = "0123456789abcdefghjkmnpqrstvwxyz";
	uint8_t random[LENGTH];
	char *code = arena_alloc(arena, LENGTH + LENGTH / GROUP_LENGTH);
	char *next = code;

	secret_random(random, sizeof(random));
	for (size_t i = 0; i < sizeof(random); i++) {
		if (i > 0 && i % GROUP_LENGTH == 0)
			*next++ = '-';
		*next++ = alphabet[random[i] % sizeof(alphabet)];
	}
	*next = '\0';
	return code;
}

/* A code that the operator creates has no creator. */
enum problem
admin_invite_create(struct call *call, const void *input)
{
	const struct admin_invite_create_in *in = input;
	const struct uuid id = id_new();
	struct db_param creator = DB_UUID(&call->principal.member);
	struct rows *rows;

	creator.null = call->principal.membership == MEMBERSHIP_NONE;
	rows = db_query(call, INSERT_CODE, DB_UUID(&id),
		DB_STRING(make_code(call->arena)), DB_TEXT(in->note),
		DB_INTEGER(in->max_uses), DB_INTEGER(in->expires_in_days), creator);
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	audit_write(call, AUDIT_INVITE_CREATE, &id);
	return reply_row(call, rows, 0, NULL);
}
