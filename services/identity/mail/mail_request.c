#include "services/identity/mail/mail_request.h"

#include <string.h>

#include "common/base/id.h"
#include "common/base/log.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "services/identity/address_sql.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/mail/mail_token.h"
#include "services/identity/mail/sign_up_password.h"

#define TRIES_MAX 10

/* An account asks from a known origin; all others are the stranger of their network. */
#define STRANGER SQL("'network ' || COALESCE(" STRANGER_OF("$4::text") ", '-')")
#define ASKER \
	SQL("CASE WHEN o.origin IS NULL THEN " STRANGER \
		" ELSE 'account ' || lower($3) END")

/* The number of requests of the asker in the queue. Not max(turn) + 1, for which the
 * planner may read the queue of all askers. */
#define TURN \
	SQL("(SELECT count(*) FROM (SELECT FROM mail_requests r" \
		" WHERE r.asker = a.asker LIMIT 999) AS waiting)")

/* Adds nothing while the same request waits. */
STATEMENT(ADD,
	"WITH origin AS (SELECT " KNOWN_ORIGIN(MEMBER_OF("$3"), "$4::text") " AS origin),"
	" asker AS (SELECT o.origin, " ASKER " AS asker FROM origin o)"
	" INSERT INTO mail_requests (id, kind, email, origin, asker, turn)"
	" SELECT $1, $2, $3, a.origin, a.asker, " TURN " FROM asker a"
	" ON CONFLICT (kind, lower(email), (coalesce(origin, asker)))"
	" WHERE asker IS NOT NULL"
	" DO UPDATE SET next_try_at = least(mail_requests.next_try_at, now())");

/* Askers take turns, here and in the outbox, so that a flood delays nobody else. Counts
 * the try before it is made, so that a failed try leaves its request with a later
 * next_try_at and delays no other request. The delay grows from 2 s to 17 minutes. */
STATEMENT(TAKE,
	"UPDATE mail_requests SET tries = tries + 1,"
	" next_try_at = now() + interval '2 seconds' * power(2, tries)"
	" WHERE id = ANY (ARRAY(SELECT id FROM mail_requests WHERE next_try_at <= now()"
	" ORDER BY turn, next_try_at, id LIMIT 1 FOR UPDATE SKIP LOCKED))"
	" RETURNING id, tries");

/* If a slow try lets a second service take the same request, the second DELETE finds no
 * row. */
STATEMENT(REMOVE,
	"DELETE FROM mail_requests WHERE id = $1"
	" RETURNING kind, email, origin, md5(asker)::uuid AS asker");

/* Waits for what gives the account another address or ends its links, which joins the
 * queue alone: otherwise a link to the former address could be stored afterwards. */
STATEMENT(QUEUE,
	QUEUE_SHARED("m.id", "members m WHERE lower(m.email) = lower($1)"));

/* The earliest sign-up that can still be verified, or else the earliest one. */
STATEMENT(FIND_SIGN_UP,
	"SELECT m.id, m.email, t.name, t.password_hash, t.application, t.invite_code,"
	" t.invite_hold"
	" FROM members m JOIN mail_tokens t ON t.member_id = m.id"
	" AND t.kind = 'verify_email'"
	" WHERE lower(m.email) = lower($1) AND m.email_verified_at IS NULL"
	" ORDER BY t.expires_at > now() DESC, t.created_at, t.id LIMIT 1"
	" FOR SHARE OF m");

STATEMENT(FIND_MEMBER,
	"SELECT id, email FROM members"
	" WHERE lower(email) = lower($1) AND email_verified_at IS NOT NULL"
	" FOR SHARE");

void
mail_request_add(struct call *call, const char *kind, const struct text *email)
{
	const struct text *address = &call->principal.address;
	const struct uuid id = id_new();

	db_query(call, ADD, DB_UUID(&id), DB_STRING(kind), DB_TEXT(*email),
		DB_STRING(address->size > 0 ? address->data : NULL));
}

/* The new link is one more of the same sign-up. Sign-in recognizes its password as long
 * as the link works. */
static void
resend(struct call *call, const struct text *email, const struct uuid *asker)
{
	struct rows *rows = db_query(call, FIND_SIGN_UP, DB_TEXT(*email));
	struct sign_up sign_up = {.name = {.presence = ABSENT}};
	struct uuid member;
	struct text address;

	if (rows->count == 0)
		return;
	sign_up.name = row_text(rows, 0, "name");
	sign_up.application = row_text(rows, 0, "application");
	sign_up.password_hash = row_text(rows, 0, "password_hash");
	mail_token_read_invite(rows, &sign_up);
	member = row_uuid(rows, 0, "id");
	address = row_text(rows, 0, "email");
	/* Before a link is stored: each one makes FIND_SIGN_UP slower. */
	if (!outbox_recipient_count(call, &address, CAUSE_VERIFICATION))
		return;
	mail_token_send_verification(call, &address,
		mail_token_issue(call, &member, "verify_email", &sign_up), asker);
	if (sign_up.password_hash.presence == GIVEN)
		sign_up_password_store(call, &address, sign_up.password_hash.data);
}

/* The person who asks does not know the password of the sign-up, which another person may
 * have chosen. The account then starts without one. */
STATEMENT(DOUBT_PASSWORD,
	"UPDATE members SET sign_ups_differ = true WHERE lower(email) = lower($1)"
	" AND email_verified_at IS NULL AND former_at IS NULL");

/* Counts a mail for the origin that is known to the account, or for all strangers. So an
 * owner gets the mail even if strangers have caused too many. */
static bool
count_mail(struct call *call, const struct text *address, const char *origin)
{
	const struct text counted = origin == NULL
		? *address
		: arena_text(call->arena,
			  arena_printf(call->arena, "%s %s", address->data, origin));

	return outbox_recipient_count(call, &counted, CAUSE_RESET);
}

/* A sign-up that is not verified has no password to replace yet. Its verification link
 * leads on. */
static void
send_reset(struct call *call, const struct text *email, const char *origin,
	const struct uuid *asker)
{
	struct rows *rows = db_query(call, FIND_MEMBER, DB_TEXT(*email));
	struct text address;
	struct uuid member;

	if (rows->count == 0) {
		db_query(call, DOUBT_PASSWORD, DB_TEXT(*email));
		resend(call, email, asker);
		return;
	}
	member = row_uuid(rows, 0, "id");
	address = row_text(rows, 0, "email");
	if (!count_mail(call, &address, origin))
		return;
	mail_token_send_password(call, &member, &address, MAIL_RESET_PASSWORD, asker);
}

bool
mail_request_take(struct call *call, struct mail_request *request)
{
	struct rows *rows = db_query_plain(call, TAKE);

	if (rows->count == 0)
		return false;
	request->id = row_uuid(rows, 0, "id");
	request->tries = row_integer(rows, 0, "tries");
	return true;
}

void
mail_request_answer(struct call *call, const struct mail_request *request)
{
	struct rows *rows = db_query(call, REMOVE, DB_UUID(&request->id));
	struct text email;
	struct uuid asker;

	if (rows->count == 0)
		return;
	if (request->tries > TRIES_MAX) {
		log_warn("mail_request_dropped",
			LOG_TEXT("kind", row_text(rows, 0, "kind").data));
		return;
	}
	email = row_text(rows, 0, "email");
	asker = row_uuid(rows, 0, "asker");
	db_query(call, QUEUE, DB_TEXT(email));
	if (strcmp(row_text(rows, 0, "kind").data, "resend") == 0)
		resend(call, &email, &asker);
	else
		send_reset(call, &email,
			row_null(rows, 0, "origin") ? NULL
						    : row_text(rows, 0, "origin").data,
			&asker);
}

bool
mail_request_step(struct call *call)
{
	struct mail_request request;

	if (!mail_request_take(call, &request))
		return false;
	db_begin(call, TX_WRITE, false);
	mail_request_answer(call, &request);
	return true;
}
