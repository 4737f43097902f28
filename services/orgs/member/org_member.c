#include "services/orgs/member/org_member.h"

#include "common/outbox/role_mail.h"
#include "services/orgs/member/org_invitation.h"
#include "services/orgs/member/org_member_sql.h"

/* $1 is the caller, which may approve the request of another member ($3). */
STATEMENT(ADD_MEMBER,
	"WITH added AS ("
	"INSERT INTO org_members (org_id, member_id, role) VALUES ($2, $3, $4)"
	" ON CONFLICT ON CONSTRAINT org_members_pkey DO NOTHING RETURNING member_id),"
	" requests AS ("
	"UPDATE org_join_requests SET status = 'approved', decided_at = now(),"
	" decided_by = $1"
	" WHERE org_id = $2 AND member_id = $3 AND status = 'pending'),"
	" invitations AS ("
	"UPDATE org_invitations SET status = 'accepted'"
	" WHERE org_id = $2 AND status = 'pending' AND expires_at > now()"
	" AND lower(email) = (SELECT lower(m.email) FROM members m WHERE m.id = $3))"
	" UPDATE orgs SET member_count = member_count + 1"
	" WHERE id = $2 AND EXISTS (SELECT FROM added)");

STATEMENT(REMOVE_MEMBER,
	"WITH removed AS ("
	"DELETE FROM org_members WHERE org_id = $1 AND member_id = $2"
	" RETURNING member_id)"
	" UPDATE orgs SET member_count = member_count - 1"
	" WHERE id = $1 AND EXISTS (SELECT FROM removed)");

STATEMENT(FIND_OTHER_OWNER,
	"SELECT v.member_id FROM org_members v JOIN members m ON m.id = v.member_id"
	" WHERE v.org_id = $1 AND v.role = 'owner' AND v.member_id <> $2"
	" AND m.status = 'active' LIMIT 1");

STATEMENT(FIND_ROLE,
	"SELECT v.role FROM " ORG_MEMBER_TABLES
	" WHERE v.org_id = $1 AND v.member_id = $2");

STATEMENT(FIND_MEMBER,
	"SELECT " ORG_MEMBER_COLUMNS " FROM " ORG_MEMBER_TABLES
	" WHERE v.org_id = $1 AND v.member_id = $2");

STATEMENT(TELL_MANAGERS,
	OUTBOX_NOTICE_EACH(
	"SELECT v.member_id FROM org_members v JOIN members m ON m.id = v.member_id"
	" WHERE v.org_id = $2 AND v.role <> 'member' AND v.member_id <> $1"
	" AND m.status = 'active'"));

STATEMENT(MAIL_OWNERS,
	ROLE_MAIL("$1", "$2", "$4 || ' of the organization ' ||"
		" (SELECT o.slug FROM orgs o WHERE o.id = $3)",
		"SELECT m.email FROM org_members v"
		" JOIN members m ON m.id = v.member_id"
		" WHERE v.org_id = $3 AND v.role = 'owner' AND v.member_id <> $2"
		" AND m.email_verified_at IS NOT NULL"));

STATEMENT(MAIL_FORMER_OWNER,
	ROLE_END_MAIL("$1", "$2", "'Owner of the organization ' ||"
		" (SELECT o.slug FROM orgs o WHERE o.id = $3)"));

bool
org_member_add(struct call *call, const struct uuid *org, const struct uuid *member,
	const char *role)
{
	return db_query(call, ADD_MEMBER, DB_CALLER(call), DB_UUID(org), DB_UUID(member),
		       DB_STRING(role))
		       ->affected == 1;
}

enum problem
org_member_check_owner(
	struct call *call, const struct uuid *org, const struct uuid *owner)
{
	struct rows *rows =
		db_query(call, FIND_OTHER_OWNER, DB_UUID(org), DB_UUID(owner));

	if (rows->count > 0)
		return PROBLEM_NONE;
	return call_fail(call, PROBLEM_LAST_OWNER, NULL);
}

enum problem
org_member_end(struct call *call, const struct uuid *org, const struct uuid *member,
	enum org_role role)
{
	enum problem problem = role == ORG_OWNER
		? org_member_check_owner(call, org, member)
		: PROBLEM_NONE;

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, REMOVE_MEMBER, DB_UUID(org), DB_UUID(member));
	org_invitation_revoke_sent(call, org, member, ORG_NOBODY);
	if (role == ORG_OWNER)
		org_member_mail_former_owner(call, org, member);
	return reply_none(call);
}

enum org_role
org_member_role(struct call *call, const struct uuid *org, const struct uuid *member)
{
	struct rows *rows = db_query(call, FIND_ROLE, DB_UUID(org), DB_UUID(member));

	return rows->count == 0 ? ORG_NOBODY : org_role(rows, 0, "role");
}

enum problem
org_member_answer(struct call *call, const struct uuid *org, const struct uuid *member)
{
	struct rows *rows = db_query(call, FIND_MEMBER, DB_UUID(org), DB_UUID(member));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}

void
org_member_tell(struct call *call, const struct uuid *org, const struct uuid *member,
	enum notice_kind kind)
{
	const struct outbox_notice notice = {
		.kind = kind,
		.recipient = *member,
		.subject = *org,
	};

	outbox_notice(call, &notice);
}

void
org_member_mail_owners(struct call *call, const struct uuid *org,
	const struct uuid *member, const char *role, const struct uuid *giver)
{
	db_query(call, MAIL_OWNERS, DB_UUID(giver), DB_UUID(member), DB_UUID(org),
		DB_STRING(role));
}

void
org_member_mail_former_owner(
	struct call *call, const struct uuid *org, const struct uuid *member)
{
	db_query(call, MAIL_FORMER_OWNER, DB_CALLER(call), DB_UUID(member), DB_UUID(org));
}

void
org_member_tell_managers(struct call *call, const struct uuid *org, enum notice_kind kind)
{
	const struct outbox_notice notice = {.kind = kind, .subject = *org};

	outbox_notice_each(call, TELL_MANAGERS, &notice);
}
