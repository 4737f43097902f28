#include <string.h>

#include "common/base/id.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_member.h"
#include "services/orgs/org/org.h"

STATEMENT(INSERT_REQUEST,
	"INSERT INTO org_join_requests (id, org_id, member_id, message)"
	" VALUES ($2, $3, $1, $4)"
	" ON CONFLICT (org_id, member_id) WHERE status = 'pending' DO NOTHING");

/* Of the earlier requests of the member, the latest ten are kept. */
STATEMENT(FORGET_EARLIER,
	"DELETE FROM org_join_requests WHERE id IN (SELECT id FROM org_join_requests"
	" WHERE org_id = $2 AND member_id = $1 AND status <> 'pending'"
	" ORDER BY created_at DESC, id DESC OFFSET 10)");

/* Leaves a pending request and its message unchanged. */
static void
ask(struct call *call, const struct org *org, const struct text *message)
{
	const struct uuid id = id_new();

	if (db_query(call, INSERT_REQUEST, DB_CALLER(call), DB_UUID(&id),
		    DB_UUID(&org->id), DB_TEXT(*message))
			->affected != 1)
		return;
	db_query(call, FORGET_EARLIER, DB_CALLER(call), DB_UUID(&org->id));
	org_member_tell_managers(call, &org->id, NOTICE_JOIN_REQUEST_RECEIVED);
}

/* Joins or creates a join request, depending on the organization's policy. */
enum problem
org_join(struct call *call, const void *input)
{
	const struct org_join_in *in = input;
	struct org org;
	enum problem problem = org_lock(call, &in->slug, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	if (org.role != ORG_NOBODY)
		return org_answer_view(call, &org.id);
	if (strcmp(org.join_policy.data, "invite_only") == 0)
		return call_fail(call, PROBLEM_ORG_INVITE_ONLY, NULL);
	if (strcmp(org.join_policy.data, "open") == 0) {
		org_member_add(call, &org.id, &call->principal.member, "member");
		org_member_tell_managers(call, &org.id, NOTICE_ORG_JOINED);
	} else {
		ask(call, &org, &in->message);
	}
	return org_answer_view(call, &org.id);
}
