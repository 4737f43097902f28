/*
 * attempt.c - the counters live in the database, so that more gateways do not mean more tries.
 *
 * One statement counts and answers, under the locks of the rows that it counts in: ten guesses
 * sent at the same moment are ten guesses. The account's row always comes before the address's,
 * so that two callers never wait for each other crosswise.
 */
#include "services/identity/attempt.h"

#include <string.h>

#include "common/config.h"
#include "common/db.h"

#define ATTEMPTS_MAX 10

static const char COUNT_ATTEMPT[] =
	"WITH counted AS (INSERT INTO attempts AS a (kind, subject, count)"
	" SELECT $1, s.subject, greatest($4, 0) FROM (VALUES"
	" (1, 'account ' || lower($2)),"
	" (2, 'address ' || network(set_masklen($3::text::inet,"
	" CASE family($3::text::inet) WHEN 4 THEN 32 ELSE 64 END))::text)) AS s (n, subject)"
	" WHERE s.subject IS NOT NULL ORDER BY s.n"
	" ON CONFLICT ON CONSTRAINT attempts_pkey DO UPDATE SET"
	" started_at = CASE WHEN a.started_at <= now() - interval '15 minutes'"
	" THEN now() ELSE a.started_at END,"
	" count = CASE WHEN a.started_at <= now() - interval '15 minutes'"
	" THEN greatest($4, 0) ELSE greatest(least(a.count, 1000000) + $4, 0) END"
	" RETURNING a.count, a.started_at)"
	" SELECT ceil(extract(epoch FROM"
	" max(started_at) + interval '15 minutes' - now()))::bigint AS wait_s"
	" FROM counted WHERE count > $5 HAVING count(*) > 0";

/* Adds to both counters; answers after how many seconds to come back, 0 = now. */
static int64_t
add(struct call *call, const char *kind, const struct text *email, int delta)
{
	const struct text *address = &call->principal.address;
	struct rows *rows;

	if (strcmp(config()->rate_limits.data, "off") == 0)
		return 0;
	rows = db_query(call, COUNT_ATTEMPT, DB_STRING(kind), DB_TEXT(*email),
		DB_STRING(address->size > 0 ? address->data : NULL), DB_NUMBER(delta),
		DB_NUMBER(ATTEMPTS_MAX));
	return rows->count > 0 ? row_integer(rows, 0, "wait_s") : 0;
}

enum problem
attempt_count(struct call *call, const char *kind, const struct text *email)
{
	int64_t wait_s = add(call, kind, email, 1);

	if (wait_s == 0)
		return PROBLEM_NONE;
	call->retry_after_s = wait_s;
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"this was tried too often; try again in %lld seconds", (long long)wait_s);
}

void
attempt_forgive(struct call *call, const char *kind, const struct text *email)
{
	add(call, kind, email, -1);
}
