#include "common/reply/reply.h"
#include "common/run/run.h"
#include "services/identity/activity/approval_sql.h"
#include "services/identity/handlers.h"

STATEMENT(FIND,
	"SELECT " APPROVAL_COLUMNS ", a.content FROM approvals a"
	" WHERE a.member_id = $1 AND a.id = $2 AND a.expires_at > now()");

enum problem
me_approval_get(struct call *call, const void *input)
{
	const struct me_approval_get_in *in = input;
	struct rows *rows = db_query(call, FIND, DB_CALLER(call), DB_ID(in->id));
	struct reply_extra extras[2];

	if (rows->count == 0)
		return call_fail(call, PROBLEM_APPROVAL_NOT_FOUND, NULL);
	extras[0] = REPLY_FIELD_TEXT("content", row_text(rows, 0, "content"));
	extras[1] =
		REPLY_FIELD_STRING("url", run_approval_url(call->arena, &in->id.uuid));
	return reply_row(call, rows, 0,
		&(const struct reply_parts){
			.extras = extras, .extra_count = COUNT_OF(extras)});
}
