#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/members/account_sql.h"

STATEMENT(SESSION,
	"SELECT " ACCOUNT_COLUMNS("account_") ", $3::text[] AS scopes, c.expires_at,"
	" (SELECT v.previous_at FROM visits v WHERE v.member_id = $1) AS last_visit_at,"
	" EXISTS (SELECT FROM totp t WHERE t.member_id = $1"
	" AND t.confirmed_at IS NOT NULL) AS second_factor"
	" FROM credentials c, " ACCOUNT_TABLES
	" WHERE c.id = $2 AND m.id = $1 AND c.member_id = m.id AND c.revoked_at IS NULL");

static struct text_list
scope_names(struct arena *arena, unsigned scopes)
{
	struct text *names = arena_array(arena, SCOPE_KINDS, sizeof(*names));
	struct text_list list = {.presence = GIVEN, .items = names};

	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if (scopes & scope_infos[i].bit)
			names[list.count++] = arena_text(arena, scope_infos[i].name);
	}
	return list;
}

/* The scopes are those that are in effect for this request. */
enum problem
session_get(struct call *call, const void *input)
{
	struct text_list scopes = scope_names(call->arena, call->principal.scopes);
	struct rows *rows = db_query(call, SESSION, DB_CALLER(call),
		DB_UUID(&call->principal.credential), DB_TEXTS(scopes));

	(void)input;
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	return reply_row(call, rows, 0, NULL);
}
