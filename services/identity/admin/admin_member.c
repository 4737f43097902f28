#include "services/identity/admin/admin_member.h"

#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/outbox/role_mail.h"
#include "common/quota/quota.h"
#include "common/reply/reply.h"
#include "services/identity/admin/admin_member_sql.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/mail/mail_token.h"

STATEMENT(MAIL_ADMINS,
	ROLE_MAIL("$1", "$2", "'administrator of this instance'",
		"SELECT m.email FROM members m WHERE m.role = 'admin' AND m.id <> $2"
		" AND m.former_at IS NULL AND m.email_verified_at IS NOT NULL"));

STATEMENT(QUEUE_ADMINS, "SELECT queue_admins($1)::text AS turn");

/* Locks in id order, which prevents deadlocks. */
STATEMENT(LOCK_ADMINS,
	"SELECT id FROM members WHERE role = 'admin' AND status = 'active'"
	" ORDER BY id FOR NO KEY UPDATE");

#define FIND_MEMBER \
	"SELECT " ADMIN_MEMBER_COLUMNS \
	" FROM members m WHERE m.id = $1 AND " ADMIN_MEMBER_EXISTS

STATEMENT(FIND,
	FIND_MEMBER);
STATEMENT(LOCK,
	FIND_MEMBER " FOR NO KEY UPDATE");

/* $2: for the operator. An administrator has joined the queues of all active ones and
 * joins no further one's, who could be waiting for them. */
STATEMENT(QUEUE,
	QUEUE_ALONE("m.id", "members m WHERE m.id = $1 AND ($2 OR m.role <> 'admin')"));

STATEMENT(ACTIVATE,
	"UPDATE members SET status = 'active' WHERE id = $1");

STATEMENT(ANSWER_LINK,
	"SELECT m.id AS user_id, m.email, now() + interval '1 hour' AS expires_at"
	" FROM members m WHERE m.id = $1");

/* Callers with an account have joined the queues in confirm_caller(). */
static bool
is_operator(const struct call *call)
{
	return call->principal.membership == MEMBERSHIP_NONE;
}

bool
admin_member_others(struct call *call, const struct uuid *member)
{
	struct rows *rows;

	if (is_operator(call))
		db_query(call, QUEUE_ADMINS, DB_UUID(member));
	rows = db_query_plain(call, LOCK_ADMINS);
	for (int i = 0; i < rows->count; i++) {
		const struct uuid id = row_uuid(rows, i, "id");

		if (!id_equal(&id, member))
			return true;
	}
	return false;
}

struct rows *
admin_member_find(struct call *call, const struct uuid *id)
{
	return db_query(call, FIND, DB_UUID(id));
}

struct rows *
admin_member_lock(struct call *call, const struct uuid *id)
{
	db_query(call, QUEUE, DB_UUID(id), DB_FLAG(is_operator(call)));
	return db_query(call, LOCK, DB_UUID(id));
}

bool
admin_member_is(const struct rows *member, const char *status)
{
	return strcmp(row_text(member, 0, "membership_status").data, status) == 0;
}

enum problem
admin_member_answer_link(struct call *call, const struct uuid *id)
{
	struct reply_extra link;

	mail_token_void_all(call, id);
	link = REPLY_FIELD_STRING("link",
		arena_printf(call->arena, "%s/reset-password?token=%s",
			config()->base_url.data,
			mail_token_issue(call, id, "reset_password", NULL)));
	return reply_row(call, db_query(call, ANSWER_LINK, DB_UUID(id)), 0,
		&(const struct reply_parts){.extras = &link, .extra_count = 1});
}

enum problem
admin_member_answer(struct call *call, const struct uuid *id)
{
	struct rows *member = admin_member_find(call, id);

	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	return reply_row(call, member, 0, NULL);
}

enum problem
admin_member_appoint(struct call *call, const struct uuid *member)
{
	if (!is_operator(call) && quota_use(call, QUOTA_ROLES) != PROBLEM_NONE)
		return call->outcome.problem;
	db_query(call, MAIL_ADMINS, DB_CALLER(call), DB_UUID(member));
	return PROBLEM_NONE;
}

enum problem
admin_member_activate(struct call *call, const struct rows *member)
{
	const struct uuid id = row_uuid(member, 0, "id");

	if (strcmp(row_text(member, 0, "role").data, "admin") == 0 &&
		admin_member_appoint(call, &id) != PROBLEM_NONE)
		return call->outcome.problem;
	db_query(call, ACTIVATE, DB_UUID(&id));
	return PROBLEM_NONE;
}

void
admin_member_mail(struct call *call, const struct rows *member,
	enum mail_template template, struct text note)
{
	const struct outbox_mail mail = {
		.template = template,
		.to_address = row_text(member, 0, "email"),
		.note = note,
	};

	outbox_mail(call, &mail);
}
