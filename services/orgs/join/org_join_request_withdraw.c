#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"

STATEMENT(WITHDRAW,
	"DELETE FROM org_join_requests"
	" WHERE org_id = $2 AND member_id = $1 AND status = 'pending'");

/* Deletes the caller's own request while it is pending. */
enum problem
org_join_request_withdraw(struct call *call, const void *input)
{
	const struct org_join_request_withdraw_in *in = input;
	struct org org;
	enum problem problem = org_lock(call, &in->slug, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	if (db_query(call, WITHDRAW, DB_CALLER(call), DB_UUID(&org.id))->affected == 0)
		return call_fail(call, PROBLEM_JOIN_REQUEST_NOT_FOUND, NULL);
	return reply_none(call);
}
