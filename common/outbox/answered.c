/*
 * answered.c - ends notifications that ask for an answer. The services that call this may
 * execute its function, so it is apart from outbox.c.
 */
#include "common/db/db.h"
#include "common/outbox/outbox.h"

STATEMENT(ANSWERED, "SELECT FROM notice_answered($1, $2, $3, $4)");

void
outbox_answered(struct call *call, enum notice_kind kind, const struct uuid *subject,
	const struct uuid *actor)
{
	struct db_param asker = DB_UUID(actor);

	asker.null = actor == NULL;
	db_query(call, ANSWERED, DB_CALLER(call), DB_STRING(notice_infos[kind].kind),
		DB_UUID(subject), asker);
}
