#include <string.h>

#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation_sql.h"
#include "services/orgs/org/org.h"

STATEMENT(FIND_INVITATION,
	"SELECT " INVITATION_STATUS
	" FROM org_invitations i" INVITATION_INVITER
	" WHERE i.org_id = $1 AND i.id = $2");

STATEMENT(REVOKE,
	"UPDATE org_invitations SET status = 'revoked' WHERE id = $1");

/* Also revokes an invitation that is only suspended because its sender is. Revoking it
 * again changes nothing. */
enum problem
org_invitation_revoke(struct call *call, const void *input)
{
	const struct org_invitation_revoke_in *in = input;
	struct org org;
	enum problem problem = org_lock_as(call, &in->slug, ORG_ADMIN, &org);
	const char *status;
	struct rows *rows;

	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, FIND_INVITATION, DB_UUID(&org.id), DB_ID(in->id));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVITATION_NOT_FOUND, NULL);
	status = row_text(rows, 0, "status").data;
	if (strcmp(status, "pending") != 0 && strcmp(status, "revoked") != 0)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the invitation is %s and cannot become revoked", status);
	db_query(call, REVOKE, DB_ID(in->id));
	return reply_none(call);
}
