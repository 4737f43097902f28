#include "services/orgs/member/org_invitation_limit.h"

#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "proto/bounds/bounds.h"

/* The row lock makes the count exact across concurrent calls in different
 * organizations. */
STATEMENT(COUNT_INVITATION,
	"INSERT INTO org_invitation_counts AS c (member_id, count) VALUES ($1, 1)"
	" ON CONFLICT ON CONSTRAINT org_invitation_counts_pkey DO UPDATE SET"
	" started_at = CASE WHEN c.started_at <= now() - interval '1 day'"
	" THEN now() ELSE c.started_at END,"
	" count = CASE WHEN c.started_at <= now() - interval '1 day' THEN 1"
	" ELSE c.count + 1 END"
	" RETURNING c.count::bigint AS count,"
	" ceil(extract(epoch FROM c.started_at + interval '1 day' - now()))::bigint"
	" AS wait_s");

/* Counts distinct addresses without an account, except $2. Whether $2 has one makes no
 * difference, so that the limit does not tell. */
STATEMENT(COUNT_STRANGERS,
	"SELECT count(DISTINCT lower(email)) AS count, COALESCE(ceil(extract(epoch FROM"
	" min(mailed_at) + interval '1 day' - now())), 0)::bigint AS wait_s"
	" FROM org_invitations"
	" WHERE org_id = $1 AND to_stranger AND mailed_at > now() - interval '1 day'"
	" AND lower(email) <> lower($2)");

/* The seconds until managers of the organization may give the address again; no row if
 * they may now. Invitations of a project's team do not count, because managers must not
 * learn by the answer whose address it is. */
STATEMENT(FIND_WAIT,
	"SELECT greatest(1,"
	" ceil(extract(epoch FROM mailed.at + interval '7 days' - now())))::bigint AS"
	" wait_s FROM org_invitations i"
	" CROSS JOIN LATERAL (VALUES (i.mailed_at), (i.mailed_before)) AS mailed (at)"
	" WHERE i.org_id = $1 AND lower(i.email) = lower($2) AND i.by_address"
	" AND mailed.at > now() - interval '7 days'"
	" ORDER BY mailed.at DESC OFFSET $3 - 1 LIMIT 1");

/* PROBLEM_RATE_LIMITED if a counter exceeds its limit; `who` is for the message. */
static enum problem
check(struct call *call, const struct rows *counter, int64_t max, const char *who)
{
	int64_t wait_s;

	if (counter->count == 0 || row_integer(counter, 0, "count") <= max)
		return PROBLEM_NONE;
	wait_s = row_integer(counter, 0, "wait_s");
	call->outcome.retry_after_s = wait_s > 0 ? wait_s : 1;
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"%s has reached the daily limit of invitations", who);
}

static enum problem
check_address(struct call *call, const struct uuid *org, const struct text *email)
{
	struct rows *rows = db_query(call, FIND_WAIT, DB_UUID(org), DB_TEXT(*email),
		DB_NUMBER(BOUND_INVITATIONS_TO_ADDRESS));

	if (rows->count == 0)
		return PROBLEM_NONE;
	call->outcome.retry_after_s = row_integer(rows, 0, "wait_s");
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"the organization has invited %s %d times in the last 7 days, which is "
		"the limit",
		email->data, BOUND_INVITATIONS_TO_ADDRESS);
}

static bool
is_limited(void)
{
	return strcmp(config()->rate_limits.data, "off") != 0;
}

enum problem
org_invitation_count(struct call *call)
{
	if (!is_limited())
		return PROBLEM_NONE;
	return check(call, db_query(call, COUNT_INVITATION, DB_CALLER(call)),
		BOUND_INVITATIONS_A_DAY, "the caller");
}

enum problem
org_invitation_limit(struct call *call, const struct uuid *org, const struct text *email)
{
	enum problem problem;

	if (!is_limited())
		return PROBLEM_NONE;
	problem = check_address(call, org, email);
	if (problem == PROBLEM_NONE)
		problem = org_invitation_count(call);
	if (problem != PROBLEM_NONE)
		return problem;
	return check(call, db_query(call, COUNT_STRANGERS, DB_UUID(org), DB_TEXT(*email)),
		BOUND_STRANGERS_A_DAY - 1, "the organization");
}
