#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation.h"
#include "services/orgs/member/org_member.h"

STATEMENT(NAME_MEMBER,
	"SELECT m.name || coalesce(' (@' || nullif(p.handle, '') || ')', '') AS name"
	" FROM members m LEFT JOIN profiles p ON p.member_id = m.id WHERE m.id = $1");

/* Admins remove members and admins, owners everybody. Removing oneself is leaving. */
enum problem
org_member_remove(struct call *call, const void *input)
{
	const struct org_member_remove_in *in = input;
	const struct uuid *member = &in->user_id.uuid;
	const bool self = id_equal(member, &call->principal.member);
	enum org_role role;
	struct org org;
	enum problem problem =
		org_lock_as(call, &in->slug, self ? ORG_MEMBER : ORG_ADMIN, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	role = org_member_role(call, &org.id, member);
	if (role == ORG_NOBODY)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	call->outcome.about =
		row_text(db_query(call, NAME_MEMBER, DB_UUID(member)), 0, "name").data;
	if (role == ORG_OWNER)
		problem = org_require(call, &org, ORG_OWNER);
	if (problem == PROBLEM_NONE)
		problem = org_member_end(call, &org.id, member, role);
	if (problem != PROBLEM_NONE || self)
		return problem;
	org_invitation_revoke_own(call, &org.id, member);
	org_member_tell(call, &org.id, member, NOTICE_ORG_REMOVED);
	audit_write(call, AUDIT_ORG_REMOVE_MEMBER, member);
	return problem;
}
