#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "common/quota/quota.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation.h"
#include "services/orgs/member/org_member.h"

STATEMENT(SET_ROLE,
	"UPDATE org_members SET role = $3 WHERE org_id = $1 AND member_id = $2");

/* Tells the owners about a new owner or admin, and a former owner about the end. */
static void
mail(struct call *call, const struct uuid *org, const struct org_member_set_role_in *in,
	enum org_role from, enum org_role to)
{
	const struct uuid *member = &in->user_id.uuid;

	if (to > from)
		org_member_mail_owners(
			call, org, member, in->role.data, &call->principal.member);
	else if (from == ORG_OWNER)
		org_member_mail_former_owner(call, org, member);
}

/* Only owners appoint and demote owners, and one active owner must remain. */
static enum problem
check(struct call *call, const struct org *org, const struct uuid *member,
	enum org_role from, bool to_owner)
{
	enum problem problem = PROBLEM_NONE;

	if (from == ORG_NOBODY)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	if (from == ORG_OWNER || to_owner)
		problem = org_require(call, org, ORG_OWNER);
	if (problem == PROBLEM_NONE && from == ORG_OWNER && !to_owner)
		problem = org_member_check_owner(call, &org->id, member);
	return problem;
}

/* Setting the current role again changes nothing. */
enum problem
org_member_set_role(struct call *call, const void *input)
{
	const struct org_member_set_role_in *in = input;
	const struct uuid *member = &in->user_id.uuid;
	const enum org_role to = org_role_named(in->role.data);
	enum org_role from;
	struct org org;
	enum problem problem = org_lock_as(call, &in->slug, ORG_ADMIN, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	from = org_member_role(call, &org.id, member);
	problem = check(call, &org, member, from, to == ORG_OWNER);
	if (problem == PROBLEM_NONE && to > from)
		problem = quota_use(call, QUOTA_ROLES);
	if (problem != PROBLEM_NONE)
		return problem;
	if (from != to) {
		db_query(call, SET_ROLE, DB_UUID(&org.id), DB_UUID(member),
			DB_TEXT(in->role));
		org_invitation_revoke_sent(call, &org.id, member, to);
		if (!id_equal(member, &call->principal.member))
			org_member_tell(call, &org.id, member, NOTICE_ORG_ROLE_CHANGED);
		mail(call, &org.id, in, from, to);
		audit_write(call, AUDIT_ORG_SET_ROLE, member);
	}
	return org_member_answer(call, &org.id, member);
}
