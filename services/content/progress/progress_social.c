#include "services/content/progress/progress_social.h"

#include "common/config/config.h"
#include "common/db/db.h"
#include "proto/media/social.h"

STATEMENT(FIND_ACCOUNT,
	"SELECT COALESCE(a.expires_at <= now(), false) AS ended FROM social_accounts a"
	" WHERE a.member_id = $1 AND a.provider = $2");

STATEMENT(ASK_SHARE,
	"INSERT INTO social_shares (progress_id, member_id) VALUES ($2, $1)"
	" ON CONFLICT (progress_id) DO NOTHING");

enum problem
progress_social_check(struct call *call)
{
	struct rows *rows;

	if (!SOCIAL_IS_SET_UP(config()))
		return call_fail(call, PROBLEM_SOCIAL_SHARE_UNAVAILABLE, NULL);
	rows = db_query(
		call, FIND_ACCOUNT, DB_CALLER(call), DB_TEXT(config()->social_url));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_SOCIAL_NOT_LINKED, NULL);
	if (row_boolean(rows, 0, "ended"))
		return call_fail(call, PROBLEM_SOCIAL_RELINK_REQUIRED, NULL);
	return PROBLEM_NONE;
}

void
progress_social_ask(struct call *call, const struct uuid *id)
{
	db_query(call, ASK_SHARE, DB_CALLER(call), DB_UUID(id));
}
