#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/home/waiting_sql.h"

/* $3: the app that calls, or NULL. */
STATEMENT(FIND_WAITING,
	"SELECT $1::uuid AS parent, w.kind, w.count, w.title, w.subject_id,"
	" o.slug AS org_slug, o.name AS org_name, w.at FROM " WAITING_FOUND("$3")
	" LEFT JOIN orgs o ON o.id = w.org_id ORDER BY w.place, w.at DESC");

STATEMENT(CALLER,
	"SELECT $1::uuid AS id");

enum problem
me_waiting_list(struct call *call, const void *input)
{
	struct rows *caller = db_query(call, CALLER, DB_CALLER(call));
	const struct reply_children items = {.field = "items",
		.parent = "parent",
		.rows = db_query(call, FIND_WAITING, DB_CALLER(call),
			DB_FLAG(call_administers(call)),
			DB_TEXT(call->principal.client))};

	(void)input;
	if (caller->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return reply_row(call, caller, 0,
		&(struct reply_parts){.children = &items, .child_count = 1});
}
