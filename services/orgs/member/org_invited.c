#include "services/orgs/member/org_invited.h"

#include <string.h>

#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "services/orgs/member/org_invitation_sql.h"
#include "services/orgs/member/org_member.h"

STATEMENT(LOCK_ORG,
	"SELECT id FROM orgs"
	" WHERE id = (SELECT i.org_id FROM org_invitations i WHERE i.hash = $1"
	" OR i.id = $2) FOR NO KEY UPDATE");

/* Runs after the lock, because the invitation may change while the call waits for it. */
STATEMENT(FIND_INVITATION,
	"SELECT i.id, i.org_id, i.role, COALESCE(i.invited_by, m.id) AS inviter,"
	" " INVITATION_STATUS ", " INVITATION_MASKED " AS masked,"
	" (m.email_verified_at IS NOT NULL AND lower(m.email) = lower(i.email)) AS own"
	" FROM org_invitations i CROSS JOIN members m" INVITATION_INVITER
	" WHERE (i.hash = $2 OR i.id = $3) AND m.id = $1");

static enum org_invited_status
status_named(const char *name)
{
	if (strcmp(name, "pending") == 0)
		return INVITED_PENDING;
	if (strcmp(name, "accepted") == 0)
		return INVITED_ACCEPTED;
	return strcmp(name, "revoked") == 0 ? INVITED_REVOKED : INVITED_EXPIRED;
}

enum problem
org_invited_lock(struct call *call, const uint8_t *hash, const struct uuid *id,
	struct org_invited *invited)
{
	struct db_param by_hash = DB_BYTES(hash, HASH_SIZE);
	struct db_param by_id = DB_UUID(id);
	struct rows *rows;

	by_hash.null = hash == NULL;
	by_id.null = id == NULL;
	db_query(call, LOCK_ORG, by_hash, by_id);
	rows = db_query(call, FIND_INVITATION, DB_CALLER(call), by_hash, by_id);
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVITATION_NOT_FOUND, NULL);
	*invited = (struct org_invited){
		.id = row_uuid(rows, 0, "id"),
		.org = row_uuid(rows, 0, "org_id"),
		.role = row_text(rows, 0, "role"),
		.masked_email = row_text(rows, 0, "masked"),
		.inviter = row_uuid(rows, 0, "inviter"),
		.status = status_named(row_text(rows, 0, "status").data),
		.own = row_boolean(rows, 0, "own"),
	};
	return PROBLEM_NONE;
}

enum problem
org_invited_check(struct call *call, const struct org_invited *invited)
{
	if (invited->status == INVITED_REVOKED)
		return call_fail(call, PROBLEM_INVITATION_REVOKED, NULL);
	if (invited->status == INVITED_EXPIRED)
		return call_fail(call, PROBLEM_INVITATION_EXPIRED, NULL);
	return PROBLEM_NONE;
}

enum problem
org_invited_accept(struct call *call, const struct org_invited *invited)
{
	const struct uuid *member = &call->principal.member;
	enum problem problem = org_invited_check(call, invited);
	bool added;

	/* Accepting twice answers the organization, but not to somebody who has left. */
	if (problem == PROBLEM_NONE && invited->status == INVITED_ACCEPTED &&
		org_member_role(call, &invited->org, member) == ORG_NOBODY)
		problem = call_fail(call, PROBLEM_INVITATION_EXPIRED, NULL);
	if (problem != PROBLEM_NONE)
		return problem;
	call->outcome.about = invited->role.data;
	if (invited->status == INVITED_PENDING) {
		added = org_member_add(call, &invited->org, member, invited->role.data);
		if (added && org_role_named(invited->role.data) != ORG_MEMBER) {
			org_member_mail_owners(call, &invited->org, member,
				invited->role.data, &invited->inviter);
			audit_write(call, AUDIT_ORG_SET_ROLE, member);
		}
		org_member_tell_managers(call, &invited->org, NOTICE_ORG_JOINED);
		outbox_answered(call, NOTICE_ORG_INVITATION, &invited->org, NULL);
	}
	return org_answer(call, &invited->org);
}
