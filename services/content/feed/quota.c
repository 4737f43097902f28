#include "services/content/feed/quota.h"

#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"

#define AUTHOR_LOCK "8014"

STATEMENT(LOCK_AUTHOR,
	"SELECT pg_advisory_xact_lock(hashtextextended($1::text, " AUTHOR_LOCK "))");

/* Returns a setting; without a limit, a number that nobody reaches. */
static struct db_param
quota(struct integer setting)
{
	return DB_NUMBER(setting.value == 0 ? INT32_MAX : setting.value);
}

enum problem
quota_check(struct call *call, const struct statement *full, const char *what)
{
	const struct config *settings = config();
	struct rows *rows;

	if (strcmp(settings->rate_limits.data, "off") == 0 ||
		(settings->entries_per_day.value == 0 &&
			settings->new_member_entries_per_day.value == 0))
		return PROBLEM_NONE;
	db_query(call, LOCK_AUTHOR, DB_CALLER(call));
	rows = db_query(call, full, DB_CALLER(call), quota(settings->entries_per_day),
		quota(settings->new_member_entries_per_day));
	if (rows->count == 0)
		return PROBLEM_NONE;
	call->outcome.retry_after_s = row_integer(rows, 0, "wait_s");
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"you have created %lld %s in the last 24 hours, which is the limit; the "
		"next one is possible in %lld minutes",
		(long long)row_integer(rows, 0, "made"), what,
		(long long)(call->outcome.retry_after_s + 59) / 60);
}
