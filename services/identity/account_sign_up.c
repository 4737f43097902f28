#include <string.h>

#include "common/config.h"
#include "common/db.h"
#include "common/id.h"
#include "common/outbox.h"
#include "common/reply.h"
#include "services/identity/attempt.h"
#include "services/identity/handlers.h"
#include "services/identity/mail_token.h"
#include "services/identity/password.h"

static const char INSERT_MEMBER[] =
	"INSERT INTO members (id, email, name) VALUES ($1, $2, $3)"
	" ON CONFLICT ((lower(email))) DO NOTHING";

static const char FIND_MEMBER[] =
	"SELECT id, email, name, email_verified_at IS NOT NULL AS verified FROM members"
	" WHERE lower(email) = lower($1)";

/* What the instance asks of a sign-up beyond the contract; every fault is listed. */
static enum problem
check_sign_up(struct call *call, const struct account_sign_up_in *in)
{
	const char *mode = config()->registration.data;
	enum problem problem;

	if (strcmp(mode, "closed") == 0)
		return call_fail(call, PROBLEM_REGISTRATION_CLOSED, NULL);
	problem = password_check(call, "#/password", &in->password);
	if (in->invite_code.presence == GIVEN)
		return call_fault(call, "#/inviteCode", FAULT_NOT_ALLOWED,
			"the invite code is unknown, used up or expired");
	if (strcmp(mode, "invite_only") == 0)
		return call_fault(call, "#/inviteCode", FAULT_REQUIRED,
			"this instance admits members by invite code only");
	return problem;
}

/* Tells the holder of a verified account that somebody tried to make another. */
static void
send_notice(struct call *call, const struct rows *member)
{
	struct outbox_mail mail = {
		.template_name = "sign_up_notice",
		.to_address = row_text(member, 0, "email"),
		.to_name = row_text(member, 0, "name"),
	};

	outbox_mail(call, &mail);
}

/* Whether or not the address is known, the same work is done and the same is answered. */
enum problem
account_sign_up(struct call *call, const void *input)
{
	const struct account_sign_up_in *in = input;
	enum problem problem = check_sign_up(call, in);
	const struct uuid id = id_new();
	const struct reply_extra status =
		REPLY_FIELD_STRING("status", "verification_sent");
	const char *hash;
	struct rows *member;

	if (problem != PROBLEM_NONE)
		return problem;
	problem = attempt_count(call, "sign_up", &in->email);
	if (problem != PROBLEM_NONE)
		return problem;
	hash = password_hash(call->arena, &in->password);
	db_query(
		call, INSERT_MEMBER, DB_UUID(&id), DB_TEXT(in->email), DB_TEXT(in->name));
	member = db_query(call, FIND_MEMBER, DB_TEXT(in->email));
	if (member->count == 1 && row_boolean(member, 0, "verified")) {
		send_notice(call, member);
	} else if (member->count == 1) {
		const struct sign_up sign_up = {
			in->name, arena_text(call->arena, hash), in->application};
		const struct uuid owner = row_uuid(member, 0, "id");

		mail_token_send_verification(call, &in->email,
			mail_token_issue(call, &owner, "verify_email", &sign_up));
	}
	return reply_fields(call, &status, 1);
}
