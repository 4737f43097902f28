#include "services/identity/account/welcome.h"

#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "services/identity/members/handle.h"

STATEMENT(NOTIFY_ADMINS,
	OUTBOX_NOTICE_EACH(
	"SELECT id FROM members WHERE role = 'admin' AND status = 'active'"
	" AND id <> $2"));

/* A handle that is taken fails on the unique constraint. */
STATEMENT(INSERT_PROFILE,
	"INSERT INTO profiles (member_id, handle) VALUES ($1, $2)");

const char *
welcome_status(void)
{
	return strcmp(config()->registration.data, "open") == 0 ? "active" : "pending";
}

static void
notify_admins(struct call *call, const struct uuid *member)
{
	const struct outbox_notice notice = {
		.kind = NOTICE_MEMBER_PENDING,
		.subject = *member,
	};

	outbox_notice_each(call, NOTIFY_ADMINS, &notice);
}

enum problem
welcome_member(struct call *call, const struct uuid *member, const char *name,
	const char *handle, bool pending)
{
	enum problem problem = PROBLEM_NONE;

	if (handle != NULL)
		db_query(call, INSERT_PROFILE, DB_UUID(member), DB_STRING(handle));
	else
		problem = handle_provide(call, member, name);
	if (pending)
		notify_admins(call, member);
	return problem;
}
