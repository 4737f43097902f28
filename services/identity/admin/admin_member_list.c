#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member_sql.h"
#include "services/identity/credentials/page_sql.h"
#include "services/identity/handlers.h"

/* strpos() takes the words as they are: no character of them is a pattern. */
#define PAGE \
	" AND ($1::text IS NULL OR strpos(lower(m.name), lower($1)) > 0" \
	" OR strpos(lower(m.email), lower($1)) > 0)" \
	" AND (m.created_at, m.id) < (COALESCE($2, 'infinity'::timestamptz)," \
	" COALESCE($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))" \
	" ORDER BY m.created_at DESC, m.id DESC LIMIT $4"

#define FROM_MEMBERS \
	"SELECT " ADMIN_MEMBER_COLUMNS " FROM members m WHERE " ADMIN_MEMBER_EXISTS

/* Two statements, because each has an index in its order. */
STATEMENT(LIST_ALL,
	FROM_MEMBERS PAGE);
STATEMENT(LIST_BY_STATUS,
	FROM_MEMBERS " AND m.status = $5" PAGE);

/* Members in any state, newest first. */
enum problem
admin_member_list(struct call *call, const void *input)
{
	const struct admin_member_list_in *in = input;
	const struct db_param params[] = {
		DB_TEXT(in->q), PAGE_PARAMS(call), DB_TEXT(in->status)};
	struct rows *rows;

	if (in->status.presence == GIVEN)
		rows = db_query_params(call, LIST_BY_STATUS, params, COUNT_OF(params));
	else
		rows = db_query_params(call, LIST_ALL, params, COUNT_OF(params) - 1);
	return reply_page(call, rows, "createdAt", NULL);
}
