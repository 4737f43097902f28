#include "common/quota/quota.h"

#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/text/wait.h"
#include "proto/bounds/bounds.h"

static const struct {
	const char *done, *plural;
	int64_t most;
} quotas[QUOTA_COUNT] = {
#define QUOTA_INFO(constant, done, plural, most) \
	[QUOTA_##constant] = {done, plural, most},
	QUOTAS(QUOTA_INFO)
#undef QUOTA_INFO
};

/* A row only if the quota is used up. */
STATEMENT(COUNT_CREATION,
	"SELECT made, wait_s FROM count_creation($1, $2, $3, $4)");

/* Returns the bound, or a setting; without a limit, a number that nobody reaches. */
static struct db_param
limit(enum quota quota, struct integer setting)
{
	if (quotas[quota].most > 0)
		return DB_NUMBER(quotas[quota].most);
	return DB_NUMBER(setting.value == 0 ? INT32_MAX : setting.value);
}

enum problem
quota_use(struct call *call, enum quota quota)
{
	const struct config *settings = config();
	struct rows *rows;
	char wait[WAIT_WORDS_SIZE];

	if (strcmp(settings->rate_limits.data, "off") == 0)
		return PROBLEM_NONE;
	rows = db_query(call, COUNT_CREATION, DB_CALLER(call),
		DB_STRING(quotas[quota].plural), limit(quota, settings->entries_per_day),
		limit(quota, settings->new_member_entries_per_day));
	if (rows->count == 0)
		return PROBLEM_NONE;
	call->outcome.retry_after_s = row_integer(rows, 0, "wait_s");
	wait_words(wait, call->outcome.retry_after_s);
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"you have %s %lld %s in the last 24 hours, which is the limit; the next "
		"one is possible in %s",
		quotas[quota].done, (long long)row_integer(rows, 0, "made"),
		quotas[quota].plural, wait);
}
