/*
 * account_remove.c - removes an account.
 *
 * The row in members stays, without personal data, because records of other members refer
 * to it. This file deletes the rows of identity's own tables. The triggers on
 * former_at do the same for the tables of other services, in the same transaction. They
 * refuse while another member must take over first.
 */
#include "services/identity/account/account_remove.h"

#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"

STATEMENT(QUEUE_ADMINS,
	"SELECT queue_admins(m.id)::text AS turn FROM members m"
	" WHERE m.id = $1 AND m.role = 'admin'");

/* Locks all administrators in id order, before the member's own row. Of two
 * administrators who leave at the same time, the second one sees that it is the last. A
 * caller who is no administrator locks nobody. */
STATEMENT(LOCK_ADMINS,
	"SELECT id FROM members WHERE role = 'admin' AND status = 'active' AND EXISTS"
	" (SELECT FROM members me WHERE me.id = $1 AND me.role = 'admin')"
	" ORDER BY id FOR NO KEY UPDATE");

/* FOR UPDATE prevents new references to the member until the transaction ends. */
STATEMENT(LOCK_MEMBER,
	"SELECT role = 'admin' AS admin FROM members WHERE id = $1 FOR UPDATE");

STATEMENT(REMOVE_CREDENTIALS,
	"DELETE FROM credentials WHERE member_id = $1");
STATEMENT(REMOVE_MAIL_TOKENS,
	"DELETE FROM mail_tokens WHERE member_id = $1");
STATEMENT(REMOVE_TOTP,
	"DELETE FROM totp WHERE member_id = $1");
STATEMENT(REMOVE_PROFILE,
	"DELETE FROM profiles WHERE member_id = $1");

/* Runs last, because the triggers of other tables run with it. */
STATEMENT(MARK_DELETED,
	"UPDATE members SET former_at = now(), name = 'Former member', email = NULL,"
	" email_verified_at = NULL, password_hash = NULL, status = 'pending',"
	" role = 'member', image = NULL, application = '' WHERE id = $1");

/* Whether the deletion would leave no administrator. A member who became an administrator
 * after LOCK_ADMINS ran has locked no others, so it cannot tell and is refused. */
static bool
is_last(const struct rows *admins, const struct rows *member, const struct uuid *id)
{
	struct uuid only;

	if (member->count == 0 || !row_boolean(member, 0, "admin"))
		return false;
	if (admins->count != 1)
		return admins->count == 0;
	only = row_uuid(admins, 0, "id");
	return id_equal(&only, id);
}

struct rows *
account_remove_lock(struct call *call, const struct uuid *member)
{
	/* Others have joined the queues in confirm_caller(). */
	if (call->principal.membership == MEMBERSHIP_NONE)
		db_query(call, QUEUE_ADMINS, DB_UUID(member));
	return db_query(call, LOCK_ADMINS, DB_UUID(member));
}

enum problem
account_remove(struct call *call, const struct uuid *member, const struct rows *admins,
	enum audit_action action)
{
	if (is_last(admins, db_query(call, LOCK_MEMBER, DB_UUID(member)), member))
		return call_fail(call, PROBLEM_LAST_ADMIN, NULL);
	audit_write(call, action, member);
	db_query(call, REMOVE_CREDENTIALS, DB_UUID(member));
	db_query(call, REMOVE_MAIL_TOKENS, DB_UUID(member));
	db_query(call, REMOVE_TOTP, DB_UUID(member));
	db_query(call, REMOVE_PROFILE, DB_UUID(member));
	db_query(call, MARK_DELETED, DB_UUID(member));
	return reply_none(call);
}
