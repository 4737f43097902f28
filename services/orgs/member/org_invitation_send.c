#include "services/orgs/member/org_invitation_send.h"

#include <string.h>

#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
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
	"INSERT INTO org_invitations (id, org_id, email, by_address, role, hash,"
	" invited_by, to_stranger, expires_at)"
	" VALUES ($2, $3, $4, true, $5, $6, $1, $7, now() + $8 * interval '1 day')"
	" ON CONFLICT (org_id, lower(email)) WHERE status = 'pending' DO UPDATE SET"
	" email = excluded.email, by_address = true, role = excluded.role,"
	" hash = excluded.hash, invited_by = excluded.invited_by,"
	" mailed_before = org_invitations.mailed_at, mailed_at = now(),"
	" to_stranger = excluded.to_stranger,"
	" expires_at = excluded.expires_at");

STATEMENT(FIND_INVITATION,
	"SELECT " INVITATION_COLUMNS " FROM " INVITATION_TABLES " WHERE i.hash = $1");

struct identifier
org_invitation_account(
	struct call *call, const struct uuid *org, const struct text *email, bool *inside)
{
	struct rows *rows = db_query(call, FIND_ACCOUNT, DB_UUID(org), DB_TEXT(*email));

	*inside = rows->count > 0 && row_boolean(rows, 0, "inside");
	return rows->count == 0 ? (struct identifier){.presence = ABSENT}
				: (struct identifier){GIVEN, row_uuid(rows, 0, "id")};
}

enum problem
org_invitation_send(struct call *call, const struct uuid *org, const struct text *email,
	const struct identifier *account, const struct org_invitation_terms *terms,
	struct rows **invitation)
{
	const bool stranger = account->presence != GIVEN;
	const char *token = secret_token(call->arena, "");
	const struct uuid id = id_new();
	struct text inviter, org_name;
	uint8_t hash[HASH_SIZE];
	enum problem problem = org_invitation_limit(call, org, email);

	if (problem != PROBLEM_NONE)
		return problem;
	secret_hash(token, strlen(token), hash);
	db_query(call, NOTE_EXPIRED, DB_UUID(org), DB_TEXT(*email));
	db_query(call, INVITE, DB_CALLER(call), DB_UUID(&id), DB_UUID(org),
		DB_TEXT(*email), DB_TEXT(terms->role), DB_BYTES(hash, HASH_SIZE),
		DB_FLAG(stranger), DB_INTEGER(terms->days));
	*invitation = db_query(call, FIND_INVITATION, DB_BYTES(hash, HASH_SIZE));
	if ((*invitation)->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	inviter = row_text(*invitation, 0, "invited_by_name");
	org_name = row_text(*invitation, 0, "org_name");
	outbox_invitation(call, email, token, &inviter, &org_name);
	if (!stranger)
		org_member_tell(call, org, &account->uuid, NOTICE_ORG_INVITATION);
	return PROBLEM_NONE;
}
