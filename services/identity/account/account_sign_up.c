#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/invites/invite.h"
#include "services/identity/mail/mail_token.h"
#include "services/identity/sign_in/attempt.h"
#include "services/identity/sign_in/password.h"
#include "services/identity/sign_in/sign_up_password.h"

static const char INSERT_MEMBER[] =
	"INSERT INTO members (id, email, name) VALUES ($1, $2, $3)"
	" ON CONFLICT ((lower(email))) DO NOTHING";

static const char FIND_MEMBER[] =
	"SELECT id, email, name, email_verified_at IS NOT NULL AS verified FROM members"
	" WHERE lower(email) = lower($1)";

static enum problem
refuse_code(struct call *call)
{
	return call_fault(call, "#/inviteCode", FAULT_NOT_ALLOWED,
		"the invite code is unknown, used up or expired");
}

/* What the instance asks of a sign-up beyond the contract; every fault is listed. A wrong code
 * counts as a try, so that nobody tries many. */
static enum problem
check_sign_up(struct call *call, const struct account_sign_up_in *in)
{
	enum problem problem = password_check(call, "#/password", &in->password);

	if (in->invite_code.presence == GIVEN && !invite_valid(call, &in->invite_code)) {
		call->outcome.keep_writes = true;
		return refuse_code(call);
	}
	if (in->invite_code.presence != GIVEN &&
		strcmp(config()->registration.data, "invite_only") == 0)
		return call_fault(call, "#/inviteCode", FAULT_REQUIRED,
			"this instance admits members by invite code only");
	return problem;
}

/* Tells the holder of a verified account that somebody tried to make another. */
static void
send_notice(struct call *call, const struct rows *member)
{
	struct outbox_mail mail = {
		.template = MAIL_SIGN_UP_NOTICE,
		.to_address = row_text(member, 0, "email"),
		.to_name = row_text(member, 0, "name"),
	};

	outbox_mail(call, &mail);
}

/* Keeps what was asked for with the link that is mailed. */
static void
send_link(struct call *call, const struct account_sign_up_in *in,
	const struct uuid *member, const char *password_hash,
	const struct identifier *invite_hold)
{
	struct sign_up sign_up = {
		.name = in->name,
		.password_hash = arena_text(call->arena, password_hash),
		.application = in->application,
		.invite_code = in->invite_code,
		.invite_hold = *invite_hold,
	};

	mail_token_send_verification(call, &in->email,
		mail_token_issue(call, member, "verify_email", &sign_up));
}

/* What the address has or gets. A use of the code is taken in either case, or the next one to
 * try the code would learn which it was; the code's row is locked last, as many may want it. */
static enum problem
sign_up_as(struct call *call, const struct account_sign_up_in *in,
	const struct rows *member, const char *password_hash)
{
	const struct uuid id = row_uuid(member, 0, "id");
	struct identifier invite_hold = {.presence = ABSENT};

	sign_up_password_keep(call, &in->email, password_hash);
	if (in->invite_code.presence == GIVEN) {
		invite_hold = invite_take(call, &id, &in->invite_code);
		if (invite_hold.presence != GIVEN)
			return refuse_code(call);
	}
	if (row_boolean(member, 0, "verified"))
		send_notice(call, member);
	else
		send_link(call, in, &id, password_hash, &invite_hold);
	return PROBLEM_NONE;
}

/* Whether or not the address is known, the same work is done and the same is answered. */
enum problem
account_sign_up(struct call *call, const void *input)
{
	const struct account_sign_up_in *in = input;
	const struct uuid id = id_new();
	const struct reply_extra status =
		REPLY_FIELD_STRING("status", "verification_sent");
	enum problem problem;
	const char *hash;
	struct rows *member;

	if (strcmp(config()->registration.data, "closed") == 0)
		return call_fail(call, PROBLEM_REGISTRATION_CLOSED, NULL);
	problem = attempt_count(call, "sign_up", &in->email);
	if (problem == PROBLEM_NONE)
		problem = check_sign_up(call, in);
	if (problem != PROBLEM_NONE)
		return problem;
	hash = password_hash(call->arena, &in->password);
	db_query(
		call, INSERT_MEMBER, DB_UUID(&id), DB_TEXT(in->email), DB_TEXT(in->name));
	member = db_query(call, FIND_MEMBER, DB_TEXT(in->email));
	if (member->count == 1)
		problem = sign_up_as(call, in, member, hash);
	return problem != PROBLEM_NONE ? problem : reply_fields(call, &status, 1);
}
