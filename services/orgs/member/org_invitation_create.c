#include <string.h>

#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation_limit.h"
#include "services/orgs/member/org_invitation_sql.h"
#include "services/orgs/member/org_member.h"

STATEMENT(FIND_ACCOUNT,
	"SELECT m.id, EXISTS (SELECT FROM org_members v"
	" WHERE v.org_id = $1 AND v.member_id = m.id) AS inside"
	" FROM members m"
	" WHERE lower(m.email) = lower($2) AND m.email_verified_at IS NOT NULL");

/* An expired invitation does not block a new one. */
STATEMENT(NOTE_EXPIRED,
	"UPDATE org_invitations SET status = 'expired'"
	" WHERE org_id = $1 AND lower(email) = lower($2) AND status = 'pending'"
	" AND expires_at <= now()");

STATEMENT(INVITE,
	"INSERT INTO org_invitations (id, org_id, email, role, hash, invited_by,"
	" to_stranger, expires_at)"
	" VALUES ($2, $3, $4, $5, $6, $1, $7, now() + $8 * interval '1 day')"
	" ON CONFLICT (org_id, lower(email)) WHERE status = 'pending' DO UPDATE SET"
	" role = excluded.role, hash = excluded.hash, invited_by = excluded.invited_by,"
	" mailed_at = now(), to_stranger = excluded.to_stranger,"
	" expires_at = excluded.expires_at");

STATEMENT(FIND_INVITATION,
	"SELECT " INVITATION_COLUMNS " FROM " INVITATION_TABLES " WHERE i.hash = $1");

/* Finds the account with a verified address; PROBLEM_ALREADY_MEMBER if it is a member
 * already. */
static enum problem
find_account(struct call *call, const struct uuid *org, const struct text *email,
	struct identifier *account)
{
	struct rows *rows = db_query(call, FIND_ACCOUNT, DB_UUID(org), DB_TEXT(*email));

	*account = (struct identifier){.presence = ABSENT};
	if (rows->count == 0)
		return PROBLEM_NONE;
	if (row_boolean(rows, 0, "inside"))
		return call_fail(call, PROBLEM_ALREADY_MEMBER, NULL);
	*account = (struct identifier){GIVEN, row_uuid(rows, 0, "id")};
	return PROBLEM_NONE;
}

/* Creates an invitation, or renews the link and expiry of the pending one. */
enum problem
org_invitation_create(struct call *call, const void *input)
{
	const struct org_invitation_create_in *in = input;
	const char *token = secret_token(call->arena, "");
	const struct uuid id = id_new();
	struct text inviter, org_name;
	struct identifier account;
	uint8_t hash[HASH_SIZE];
	struct rows *invitation;
	struct org org;
	enum problem problem = org_lock_as(call, &in->slug, ORG_ADMIN, &org);

	if (problem == PROBLEM_NONE)
		problem = find_account(call, &org.id, &in->email, &account);
	if (problem == PROBLEM_NONE)
		problem = org_invitation_limit(
			call, &org.id, &in->email, account.presence != GIVEN);
	if (problem != PROBLEM_NONE)
		return problem;
	secret_hash(token, strlen(token), hash);
	db_query(call, NOTE_EXPIRED, DB_UUID(&org.id), DB_TEXT(in->email));
	db_query(call, INVITE, DB_CALLER(call), DB_UUID(&id), DB_UUID(&org.id),
		DB_TEXT(in->email), DB_TEXT(in->role), DB_BYTES(hash, HASH_SIZE),
		DB_FLAG(account.presence != GIVEN), DB_INTEGER(in->expires_in_days));
	invitation = db_query(call, FIND_INVITATION, DB_BYTES(hash, HASH_SIZE));
	if (invitation->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	inviter = row_text(invitation, 0, "invited_by_name");
	org_name = row_text(invitation, 0, "org_name");
	outbox_invitation(call, &in->email, token, &inviter, &org_name);
	if (account.presence == GIVEN)
		org_member_tell(call, &org.id, &account.uuid, NOTICE_ORG_INVITATION);
	return reply_row(call, invitation, 0, NULL);
}
