#include "services/orgs/join/org_join_request.h"

#include <string.h>

#include "common/outbox/outbox.h"
#include "services/orgs/member/org_member.h"

STATEMENT(FIND_REQUEST,
	"SELECT " JOIN_REQUEST_COLUMNS " FROM " JOIN_REQUEST_TABLES
	" WHERE r.org_id = $1 AND r.id = $2");

STATEMENT(DECLINE,
	"UPDATE org_join_requests SET status = 'declined', decided_at = now(),"
	" decided_by = $1"
	" WHERE id = $2");

/* Repeating a decision changes nothing; the opposite decision is refused. */
static enum problem
check(struct call *call, const char *status, const char *wanted, bool *pending)
{
	*pending = strcmp(status, "pending") == 0;
	if (*pending || strcmp(status, wanted) == 0)
		return PROBLEM_NONE;
	return call_fail(call, PROBLEM_INVALID_TRANSITION,
		"the join request is %s and cannot become %s", status, wanted);
}

enum problem
org_join_request_decide(struct call *call, const struct text *slug,
	const struct identifier *id, bool approve)
{
	const char *wanted = approve ? "approved" : "declined";
	struct org org;
	enum problem problem = org_lock_as(call, slug, ORG_ADMIN, &org);
	struct rows *request;
	struct uuid member;
	bool pending;

	if (problem != PROBLEM_NONE)
		return problem;
	request = db_query(call, FIND_REQUEST, DB_UUID(&org.id), DB_ID(*id));
	if (request->count == 0)
		return call_fail(call, PROBLEM_JOIN_REQUEST_NOT_FOUND, NULL);
	problem = check(call, row_text(request, 0, "status").data, wanted, &pending);
	if (problem != PROBLEM_NONE || !pending)
		return problem != PROBLEM_NONE ? problem
					       : reply_row(call, request, 0, NULL);
	member = row_uuid(request, 0, "user_id");
	if (approve)
		org_member_add(call, &org.id, &member, "member");
	else
		db_query(call, DECLINE, DB_CALLER(call), DB_ID(*id));
	org_member_tell(call, &org.id, &member,
		approve ? NOTICE_JOIN_REQUEST_APPROVED : NOTICE_JOIN_REQUEST_DECLINED);
	outbox_answered(call, NOTICE_JOIN_REQUEST_RECEIVED, &org.id, &member);
	request = db_query(call, FIND_REQUEST, DB_UUID(&org.id), DB_ID(*id));
	if (request->count == 0) /* the member was suspended meanwhile */
		return call_fail(call, PROBLEM_JOIN_REQUEST_NOT_FOUND, NULL);
	return reply_row(call, request, 0, NULL);
}
