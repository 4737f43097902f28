#include "services/identity/sign_in/password_prove.h"

#include "common/db/db.h"
#include "services/identity/sign_in/attempt.h"
#include "services/identity/sign_in/password.h"
#include "services/identity/sign_in/totp.h"
#include "services/identity/sign_in/totp_guard.h"

/* The lock makes concurrent sign-ins and resets wait for the operation. */
STATEMENT(LOCK_MEMBER,
	"SELECT email, password_hash FROM members"
	" WHERE id = $1 AND email_verified_at IS NOT NULL FOR NO KEY UPDATE");

/* Counts the attempt, and uncounts it if the password and the code are right. `code` is
 * NULL if none is required. */
static enum problem
prove(struct call *call, const struct text *password, const struct text *code)
{
	const struct uuid *member = &call->principal.member;
	struct rows *rows = db_query(call, LOCK_MEMBER, DB_CALLER(call));
	const char *hash = NULL;
	enum problem problem;
	struct text email;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	email = row_text(rows, 0, "email");
	problem = attempt_count(call, "password", &email);
	if (problem != PROBLEM_NONE)
		return problem;
	if (!row_null(rows, 0, "password_hash"))
		hash = row_text(rows, 0, "password_hash").data;
	if (password_matches(hash, password)) {
		problem = code == NULL ? PROBLEM_NONE : totp_accept(call, member, code);
		if (problem == PROBLEM_NONE) {
			attempt_forgive(call, "password", &email);
			return PROBLEM_NONE;
		}
		totp_guard_warn(call, member);
	}
	call->outcome.keep_writes = true;
	if (problem == PROBLEM_RATE_LIMITED)
		return problem;
	return call_fail(call, PROBLEM_INVALID_CREDENTIALS,
		code == NULL ? "the password is wrong"
			     : "the password or the code is wrong");
}

enum problem
password_prove(struct call *call, const struct text *password)
{
	return prove(call, password, NULL);
}

enum problem
password_prove_with_code(
	struct call *call, const struct text *password, const struct text *code)
{
	return prove(call, password, code);
}
