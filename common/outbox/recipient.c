#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "proto/bounds/bounds.h"

STATEMENT(COUNT,
	"SELECT count_mail_to($1, $2, $3::integer, $4::integer) AS allowed");

bool
outbox_recipient_count(
	struct call *call, const struct text *address, enum outbox_cause cause)
{
	static const char *const causes[] = {
		[CAUSE_NOTICE] = "notice",
		[CAUSE_VERIFICATION] = "verification",
		[CAUSE_CHANGE] = "change",
		[CAUSE_RESET] = "reset",
		[CAUSE_INVITATION] = "invitation",
	};
	const struct rows *rows;

	if (strcmp(config()->rate_limits.data, "off") == 0)
		return true;
	rows = db_query(call, COUNT, DB_TEXT(*address), DB_STRING(causes[cause]),
		DB_NUMBER(BOUND_ADDRESS_MAILS_AN_HOUR),
		DB_NUMBER(BOUND_ADDRESS_MAILS_A_DAY));
	return rows->count == 1 && row_boolean(rows, 0, "allowed");
}
