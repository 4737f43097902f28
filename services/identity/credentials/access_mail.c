#include "services/identity/credentials/access_mail.h"

#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "services/identity/credentials/note.h"

#define MAILS_A_DAY "10"

/* count_creation() has a row if the day's mails are used up. */
STATEMENT(MAIL,
	"WITH used_up AS MATERIALIZED (SELECT FROM count_creation($1, 'access mails',"
	" " MAILS_A_DAY ", " MAILS_A_DAY ")) "
	OUTBOX_MAIL_EACH("$2", "$3",
		"SELECT m.email FROM members m WHERE m.id = $1"
		" AND m.email_verified_at IS NOT NULL"
		" AND NOT EXISTS (SELECT FROM used_up)"));

void
access_mail(struct call *call, const char *kind, const struct text *name)
{
	const struct text mailed = note_name(call, name);
	const struct text place = note_place(call);

	db_query(call, MAIL, DB_CALLER(call),
		DB_STRING(mail_infos[MAIL_ACCESS_GIVEN].name),
		DB_STRING(arena_printf(
			call->arena, "%s \"%s\": %s", kind, mailed.data, place.data)));
}
