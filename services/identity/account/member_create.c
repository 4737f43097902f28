#include "common/base/id.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/account/welcome.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_token.h"
#include "services/identity/members/handle.h"
#include "services/identity/sign_in/password.h"

/* Takes over an address from an unverified sign-up. Returns no row when a verified
 * account has the address. */
STATEMENT(INSERT_MEMBER,
	"INSERT INTO members AS m (id, email, name, password_hash, email_verified_at,"
	" status, role) VALUES ($1, $2, $3, $4, now(), $5, $6)"
	" ON CONFLICT ((lower(email))) DO UPDATE SET email = excluded.email,"
	" name = excluded.name,"
	" password_hash = excluded.password_hash, email_verified_at = now(),"
	" status = excluded.status, role = excluded.role"
	" WHERE m.email_verified_at IS NULL RETURNING m.id AS user_id");

/* Checks what the contract cannot express. */
static enum problem
check_member(struct call *call, const struct member_create_in *in)
{
	enum problem problem = PROBLEM_NONE;

	if (in->password.presence == GIVEN)
		problem = password_check(call, "#/password", &in->password);
	if (in->password.presence == GIVEN && problem == PROBLEM_NONE)
		problem = password_check_words(
			call, "#/password", &in->password, &in->email, &in->name);
	if (in->handle.presence == GIVEN && handle_reserved(in->handle.data))
		problem = call_fault(
			call, "#/handle", FAULT_NOT_ALLOWED, "this handle is reserved");
	return problem;
}

/* Creates a verified account and sends no mail. The profile stays hidden until
 * onboarding. */
enum problem
member_create(struct call *call, const void *input)
{
	const struct member_create_in *in = input;
	enum problem problem = check_member(call, in);
	const bool active = in->active.value || in->admin.value;
	const struct uuid new_id = id_new();
	const char *hash = NULL;
	struct rows *rows;
	struct uuid id;

	if (problem != PROBLEM_NONE)
		return problem;
	if (in->password.presence == GIVEN)
		hash = password_hash(call->arena, &in->password);
	rows = db_query(call, INSERT_MEMBER, DB_UUID(&new_id), DB_TEXT(in->email),
		DB_TEXT(in->name), DB_STRING(hash),
		DB_STRING(active ? "active" : "pending"),
		DB_STRING(in->admin.value ? "admin" : "member"));
	if (rows->count == 0)
		return call_fault(call, "#/email", FAULT_TAKEN,
			"an account with this e-mail address exists already");
	id = row_uuid(rows, 0, "user_id");
	mail_token_void_all(call, &id);
	problem = welcome_member(call, &id, in->name.data,
		in->handle.presence == GIVEN ? in->handle.data : NULL, false);
	if (problem != PROBLEM_NONE)
		return problem;
	audit_write(call, AUDIT_MEMBER_CREATE, &id);
	if (in->admin.value)
		audit_write(call, AUDIT_MEMBER_MAKE_ADMIN, &id);
	return reply_row(call, rows, 0, NULL);
}
