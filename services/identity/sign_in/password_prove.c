#include "services/identity/sign_in/password_prove.h"

#include "common/db/db.h"
#include "services/identity/sign_in/attempt.h"
#include "services/identity/sign_in/password.h"

/* A sign-in or a reset at the same moment waits for what is done with the password. */
static const char LOCK_MEMBER[] =
	"SELECT id::text AS subject, password_hash FROM members"
	" WHERE id = $1 AND email_verified_at IS NOT NULL FOR NO KEY UPDATE";

enum problem
password_prove(struct call *call, const struct text *password)
{
	struct rows *rows = db_query(call, LOCK_MEMBER, DB_UUID(&call->principal.member));
	const char *hash = NULL;
	enum problem problem;
	struct text subject;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	subject = row_text(rows, 0, "subject");
	problem = attempt_count(call, "password", &subject);
	if (problem != PROBLEM_NONE)
		return problem;
	if (!row_null(rows, 0, "password_hash"))
		hash = row_text(rows, 0, "password_hash").data;
	if (!password_matches(hash, password)) {
		call->outcome.keep_writes = true;
		return call_fail(
			call, PROBLEM_INVALID_CREDENTIALS, "the password is wrong");
	}
	attempt_forgive(call, "password", &subject);
	return PROBLEM_NONE;
}
