#include <string.h>

#include "common/secret/secret.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation_sql.h"
#include "services/orgs/member/org_member.h"

STATEMENT(LOCK_ORG,
	"SELECT id FROM orgs WHERE id = (SELECT org_id FROM org_invitations WHERE hash = $1)"
	" FOR NO KEY UPDATE");

/* After the lock, for the invitation may have been answered or renewed meanwhile. */
STATEMENT(FIND_INVITATION,
	"SELECT i.role, " INVITATION_STATUS ", " INVITATION_MASKED " AS masked,"
	" (m.email_verified_at IS NOT NULL AND lower(m.email) = lower(i.email)) AS own"
	" FROM org_invitations i CROSS JOIN members m" INVITATION_INVITER
	" WHERE i.hash = $2 AND m.id = $1");

/* Whether the invitation is the caller's, and in which state it is. */
static enum problem
check(struct call *call, const struct rows *rows, bool *accepted)
{
	const char *status;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVITATION_NOT_FOUND, NULL);
	if (!row_boolean(rows, 0, "own"))
		return call_fail(call, PROBLEM_INVITATION_EMAIL_MISMATCH,
			"the invitation is for %s", row_text(rows, 0, "masked").data);
	status = row_text(rows, 0, "status").data;
	if (strcmp(status, "revoked") == 0)
		return call_fail(call, PROBLEM_INVITATION_REVOKED, NULL);
	if (strcmp(status, "expired") == 0)
		return call_fail(call, PROBLEM_INVITATION_EXPIRED, NULL);
	*accepted = strcmp(status, "accepted") == 0;
	return PROBLEM_NONE;
}

/* An invitation is used once: it does not bring back a member that was removed since. */
enum problem
org_invitation_accept(struct call *call, const void *input)
{
	const struct org_invitation_token_in *in = input;
	bool accepted = false;
	uint8_t hash[HASH_SIZE];
	enum problem problem;
	struct uuid org;
	struct rows *rows;

	secret_hash(in->token.data, in->token.size, hash);
	rows = db_query(call, LOCK_ORG, DB_BYTES(hash, HASH_SIZE));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVITATION_NOT_FOUND, NULL);
	org = row_uuid(rows, 0, "id");
	rows = db_query(
		call, FIND_INVITATION, DB_CALLER(call), DB_BYTES(hash, HASH_SIZE));
	problem = check(call, rows, &accepted);
	if (problem != PROBLEM_NONE)
		return problem;
	if (!accepted) {
		org_member_add(call, &org, &call->principal.member,
			row_text(rows, 0, "role").data);
		org_member_tell_managers(call, &org, NOTICE_ORG_JOINED);
	}
	return org_answer(call, &org);
}
