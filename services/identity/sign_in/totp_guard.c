#include "services/identity/sign_in/totp_guard.h"

#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/text/wait.h"
#include "services/identity/address_sql.h"
#include "services/identity/credentials/note.h"

#define TRIES_MAX "20"
#define KNOWN_TRIES_MAX "60"

#define WINDOW "interval '24 hours'"
#define IS_OPEN "COALESCE(wrong_since > now() - " WINDOW ", false)"

/* The row's lock makes the count exact. A try over the limit is not counted. */
STATEMENT(COUNT_TRY,
	"UPDATE totp t SET wrong_codes = CASE WHEN " IS_OPEN " THEN wrong_codes + 1"
	" ELSE 1 END, wrong_since = CASE WHEN " IS_OPEN " THEN wrong_since ELSE now() END"
	" WHERE member_id = $1 AND (NOT " IS_OPEN " OR wrong_codes < CASE WHEN "
	KNOWN_ORIGIN("t.member_id", "NULLIF($2, '')") " IS NOT NULL"
	" THEN " KNOWN_TRIES_MAX " ELSE " TRIES_MAX " END)");

STATEMENT(FIND_WAIT,
	"SELECT greatest(ceil(extract(epoch FROM wrong_since + " WINDOW " - now())), 1)"
	"::bigint AS wait_s FROM totp WHERE member_id = $1 AND wrong_since IS NOT NULL");

STATEMENT(WARN,
	"WITH due AS (UPDATE totp SET warned_at = now() WHERE member_id = $1"
	" AND COALESCE(warned_at <= now() - interval '1 hour', true)"
	" RETURNING member_id) "
	OUTBOX_MAIL_EACH("$2", "$3",
		"SELECT m.email FROM due JOIN members m ON m.id = due.member_id"
		" WHERE m.email_verified_at IS NOT NULL"));

enum problem
totp_guard_count(struct call *call, const struct uuid *member)
{
	const struct text *address = &call->principal.address;
	char words[WAIT_WORDS_SIZE];
	struct rows *rows;

	if (strcmp(config()->rate_limits.data, "off") == 0)
		return PROBLEM_NONE;
	rows = db_query(call, COUNT_TRY, DB_UUID(member),
		DB_STRING(address->size > 0 ? address->data : ""));
	if (rows->affected == 1)
		return PROBLEM_NONE;
	rows = db_query(call, FIND_WAIT, DB_UUID(member));
	if (rows->count == 1)
		call->outcome.retry_after_s = row_integer(rows, 0, "wait_s");
	wait_words(words, call->outcome.retry_after_s);
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"too many wrong codes of the second factor; use a recovery code, or try "
		"again in %s",
		words);
}

void
totp_guard_warn(struct call *call, const struct uuid *member)
{
	db_query(call, WARN, DB_UUID(member),
		DB_STRING(mail_infos[MAIL_TOTP_WRONG_CODE].name),
		DB_TEXT(note_place(call)));
}
