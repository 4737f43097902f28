#include "services/identity/credentials/access_mail.h"

#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "services/identity/credentials/note.h"

#define MAILS_A_DAY "10"

STATEMENT(MAIL,
	"WITH given AS (SELECT (SELECT count(*) FROM credentials c WHERE c.member_id = $1"
	" AND c.kind = 'token' AND c.created_at > now() - interval '1 day')"
	" + (SELECT count(*) FROM oauth_grants g WHERE g.member_id = $1"
	" AND g.created_at > now() - interval '1 day') AS count) "
	OUTBOX_MAIL_EACH("$2", "$3",
		"SELECT m.email, m.name FROM members m, given WHERE m.id = $1"
		" AND m.email_verified_at IS NOT NULL AND given.count <= " MAILS_A_DAY));

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
