#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/notifications/handlers.h"

STATEMENT(DELETE_SEARCH,
	"DELETE FROM saved_searches WHERE id = $2 AND member_id = $1 RETURNING id");

enum problem
saved_search_delete(struct call *call, const void *input)
{
	const struct saved_search_delete_in *in = input;

	if (db_query(call, DELETE_SEARCH, DB_CALLER(call), DB_ID(in->id))->count == 0)
		return call_fail(call, PROBLEM_SAVED_SEARCH_NOT_FOUND, NULL);
	return reply_none(call);
}
