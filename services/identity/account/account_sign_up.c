#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/account/account.h"
#include "services/identity/handlers.h"
#include "services/identity/invites/invite.h"
#include "services/identity/mail/mail_token.h"
#include "services/identity/mail/sign_up_password.h"
#include "services/identity/sign_in/attempt.h"
#include "services/identity/sign_in/password.h"

/* Inserts or finds the member's row for the address, and locks it until the transaction
 * ends. No password is hashed meanwhile, because the row may be that of a member, whose
 * own writes would wait. */
STATEMENT(CLAIM_ADDRESS,
	"INSERT INTO members AS m (id, email, name) VALUES ($1, $2, $3)"
	" ON CONFLICT ((lower(email))) DO UPDATE SET email = m.email"
	" RETURNING m.id, m.email, m.email_verified_at IS NOT NULL AS verified");

/* The first of several sign-ups with the same password. */
STATEMENT(FIND_FIRST,
	"SELECT name, application, invite_code, invite_hold FROM mail_tokens"
	" WHERE member_id = $1 AND kind = 'verify_email' AND password_hash = $2"
	" ORDER BY created_at, id LIMIT 1");

/* Lasts until the address is verified or the row is deleted, although links are deleted
 * when they expire. */
STATEMENT(NOTE_DIFFERENCE,
	"UPDATE members SET sign_ups_differ = true WHERE id = $1 AND EXISTS"
	" (SELECT FROM mail_tokens WHERE member_id = $1 AND kind = 'verify_email'"
	" AND password_hash <> $2)");

/* The password hash of a sign-up, compared with the latest sign-up for the address. */
struct chosen_password {
	const char *hash;
	const char *latest; /* the hash that was compared; NULL = no sign-up */
	bool again;         /* same password as the latest one, and so the same hash */
};

static enum problem
refuse_code(struct call *call)
{
	return call_fault(call, "#/inviteCode", FAULT_NOT_ALLOWED,
		"the invite code is unknown, used up or expired");
}

/* Checks the rules of the instance beyond the contract, and reports every fault. A wrong
 * invite code counts as an attempt, which prevents guessing. */
static enum problem
check_sign_up(struct call *call, const struct account_sign_up_in *in)
{
	enum problem problem = account_check_name(call, &in->name);
	enum problem weak = password_check(call, "#/password", &in->password);

	if (weak == PROBLEM_NONE)
		weak = password_check_words(
			call, "#/password", &in->password, &in->email, &in->name);
	if (problem == PROBLEM_NONE)
		problem = weak;
	if (in->invite_code.presence == GIVEN &&
		!invite_valid(call, &in->invite_code, &in->email)) {
		call->outcome.keep_writes = true;
		return refuse_code(call);
	}
	if (in->invite_code.presence != GIVEN &&
		strcmp(config()->registration.data, "invite_only") == 0)
		return call_fault(call, "#/inviteCode", FAULT_REQUIRED,
			"this instance admits members by invite code only");
	return problem;
}

/* Notifies the owner of a verified account about a sign-up with the same address. */
static void
send_notice(struct call *call, const struct rows *member)
{
	struct outbox_mail mail = {
		.template = MAIL_SIGN_UP_NOTICE,
		.to_address = row_text(member, 0, "email"),
	};

	if (outbox_recipient_count(call, &mail.to_address, CAUSE_NOTICE))
		outbox_mail(call, &mail);
}

/* Sign-ups with the same password share one hash. Every call makes a new hash and
 * compares the password with the latest one, so that timing reveals neither. */
static struct chosen_password
choose_password(
	struct call *call, const struct account_sign_up_in *in, const char *new_hash)
{
	const char *latest = sign_up_password_latest(call, &in->email);
	const bool again = password_matches(latest, &in->password);

	return (struct chosen_password){again ? latest : new_hash, latest, again};
}

/* Whether the compared hash is no longer that of the latest sign-up. The counter of
 * attempts at the address serializes its sign-ups; but a link may be sent again
 * meanwhile, and without rate limits there is no counter. */
static bool
is_outdated(struct call *call, const struct account_sign_up_in *in,
	const struct chosen_password *password)
{
	const char *latest = sign_up_password_latest(call, &in->email);

	if (latest == NULL || password->latest == NULL)
		return latest != password->latest;
	return strcmp(latest, password->latest) != 0;
}

/* Mails a verification link for this sign-up, or for the first one with the same
 * password. Signing up twice therefore sends two links to one account. */
static void
send_link(struct call *call, const struct account_sign_up_in *in,
	const struct uuid *member, const struct chosen_password *password,
	const struct identifier *use)
{
	struct sign_up sign_up = {
		.name = in->name,
		.password_hash = arena_text(call->arena, password->hash),
		.application = in->application,
		.invite_code = in->invite_code,
		.invite_hold = *use,
	};
	struct rows *first =
		db_query(call, FIND_FIRST, DB_UUID(member), DB_STRING(password->hash));
	const char *token;

	db_query(call, NOTE_DIFFERENCE, DB_UUID(member), DB_STRING(password->hash));
	if (first->count == 1) {
		sign_up.name = row_text(first, 0, "name");
		sign_up.application = row_text(first, 0, "application");
		if (in->invite_code.presence != GIVEN)
			mail_token_read_invite(first, &sign_up);
	}
	token = mail_token_issue(call, member, "verify_email", &sign_up);
	if (outbox_recipient_count(call, &in->email, CAUSE_VERIFICATION))
		mail_token_send_verification(call, &in->email, token, NULL);
}

/* Returns the reserved use of the code: the one of an earlier, identical sign-up, or a
 * new one. A caller who knows the code and the address but not the password gets no use
 * of a single-use code. That is a guess at the password, so it counts as an attempt. */
static struct identifier
take_use(
	struct call *call, const struct uuid *member, const struct text *code, bool again)
{
	const struct identifier held = invite_find_hold(call, member, code);
	struct identifier taken;

	if (again && held.presence == GIVEN)
		return held;
	taken = invite_reserve(call, member, code);
	call->outcome.keep_writes = taken.presence != GIVEN && held.presence == GIVEN;
	return taken;
}

/* Reserves a use of the code whether or not the address has an account. Otherwise the
 * next attempt with the code would reveal which it was. The code's row is locked last,
 * because many sign-ups may share it. */
static enum problem
sign_up_as(struct call *call, const struct account_sign_up_in *in,
	const struct rows *member, const struct chosen_password *password)
{
	const struct uuid id = row_uuid(member, 0, "id");
	struct identifier use = {.presence = ABSENT};

	if (in->invite_code.presence == GIVEN) {
		use = take_use(call, &id, &in->invite_code, password->again);
		if (use.presence != GIVEN)
			return refuse_code(call);
	}
	sign_up_password_store(call, &in->email, password->hash);
	if (row_boolean(member, 0, "verified"))
		send_notice(call, member);
	else
		send_link(call, in, &id, password, &use);
	return PROBLEM_NONE;
}

/* Works and answers alike for known and unknown addresses, so that neither the answer nor
 * its timing reveals which addresses have an account. */
enum problem
account_sign_up(struct call *call, const void *input)
{
	const struct account_sign_up_in *in = input;
	const struct uuid id = id_new();
	const struct reply_extra status =
		REPLY_FIELD_STRING("status", "verification_sent");
	struct chosen_password password;
	enum problem problem;
	struct rows *member;
	const char *hash;

	if (strcmp(config()->registration.data, "closed") == 0)
		return call_fail(call, PROBLEM_REGISTRATION_CLOSED, NULL);
	problem = attempt_count(call, "sign_up", &in->email);
	if (problem == PROBLEM_NONE)
		problem = check_sign_up(call, in);
	if (problem != PROBLEM_NONE)
		return problem;
	hash = password_hash(call->arena, &in->password);
	password = choose_password(call, in, hash);
	member = db_query(
		call, CLAIM_ADDRESS, DB_UUID(&id), DB_TEXT(in->email), DB_TEXT(in->name));
	if (is_outdated(call, in, &password))
		password = choose_password(call, in, hash);
	if (member->count == 1)
		problem = sign_up_as(call, in, member, &password);
	return problem != PROBLEM_NONE ? problem : reply_fields(call, &status, 1);
}
