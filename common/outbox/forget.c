/*
 * forget.c - a separate file, so that only services whose role may call the function link
 * it.
 */
#include "common/db/db.h"
#include "common/outbox/outbox.h"

/* Only the notifications service may delete rows; 0015_reminders_reports.sql defines this
 * function for the others. */
STATEMENT(FORGET,
	"SELECT outbox_forget($1, $2)::text");

void
outbox_forget(struct call *call, enum subject type, const struct uuid *subject)
{
	db_query(call, FORGET, DB_STRING(subject_infos[type].name), DB_UUID(subject));
}
