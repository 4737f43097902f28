/*
 * forget.c - apart from the rest, because it is linked only into services whose role may do it.
 */
#include "common/db/db.h"
#include "common/outbox/outbox.h"

/* The function of 0015_reminders_reports.sql, since only the notifications service may delete. */
STATEMENT(FORGET,
	"SELECT outbox_forget($1, $2)::text");

void
outbox_forget(struct call *call, enum subject type, const struct uuid *subject)
{
	db_query(call, FORGET, DB_STRING(subject_infos[type].name), DB_UUID(subject));
}
