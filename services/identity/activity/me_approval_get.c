#include "common/base/id.h"
#include "common/config/config.h"
#include "common/reply/reply.h"
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
	char id[ID_TEXT_MAX];

	if (rows->count == 0)
		return call_fail(call, PROBLEM_APPROVAL_NOT_FOUND, NULL);
	id_format(id, "apr", &in->id.uuid);
	{
		const struct reply_extra extras[] = {
			REPLY_FIELD_TEXT("content", row_text(rows, 0, "content")),
			REPLY_FIELD_STRING("url",
				arena_printf(call->arena, "%s" APPROVALS_PAGE "/%s",
					config()->base_url.data, id)),
		};

		return reply_row(call, rows, 0,
			&(const struct reply_parts){
				.extras = extras, .extra_count = COUNT_OF(extras)});
	}
}
