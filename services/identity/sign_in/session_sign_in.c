/*
 * session_sign_in.c - signs in with e-mail address and password.
 *
 * Statements run outside a transaction: the count of a failed attempt must survive the
 * failure, and no transaction should stay open while a password is hashed. START_SESSION
 * inserts the session and its audit entry in one statement, and checks the password hash
 * again under a lock on the member. A concurrent password reset therefore either prevents
 * this session or revokes it. LIMIT_SIGN_INS may be lost: the next sign-in does its work.
 */
#include "common/base/id.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/address_sql.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/credentials/note.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/sign_up_password.h"
#include "services/identity/members/account_sql.h"
#include "services/identity/sign_in/attempt.h"
#include "services/identity/sign_in/password.h"
#include "services/identity/sign_in/totp.h"
#include "services/identity/sign_in/totp_guard.h"

STATEMENT(FIND_PASSWORDS,
	"SELECT m.id, m.password_hash, CASE WHEN m.id IS NULL THEN "
	SIGN_UP_PASSWORD_LATEST("$1") " END AS sign_up_hash"
	" FROM (SELECT) AS always LEFT JOIN members m"
	" ON lower(m.email) = lower($1) AND m.email_verified_at IS NOT NULL");

STATEMENT(UPGRADE_HASH,
	"UPDATE members SET password_hash = $3 WHERE id = $1 AND password_hash = $2");

/* A browser is a user agent without its version numbers, so that an update does not make
 * it a new one. */
#define BROWSER_OF(user_agent) "regexp_replace(" user_agent ", '[0-9._]+', '', 'g')"
#define NETWORK(address) STRANGER_OF(address)

/* Whether the member has signed in neither from this network nor with this browser
 * before. The first sign-in on the first day of an account is familiar. Addresses are
 * known for 90 days, and sessions for 30 days after their end. A new password and the end
 * of all other sessions make both unfamiliar (credential.h). */
#define IS_UNFAMILIAR \
	SQL("((EXISTS (SELECT FROM used) OR created_at < now() - interval '1 day')" \
		" AND NOT EXISTS (SELECT FROM used" \
		" WHERE browser = " BROWSER_OF("$6::text") " AND browser <> '')" \
		" AND NOT EXISTS (SELECT FROM known_addresses k" \
		" WHERE k.member_id = $1 AND k.familiar" \
		" AND " NETWORK("k.address") " = " NETWORK("NULLIF($7, '')") "))")

#define MAILS_A_DAY "20"

/* Inserts the session and its audit entry, and records the address as known. Mails the
 * member about an unfamiliar sign-in, unless the day's mails are used up:
 * count_creation() has a row then. */
STATEMENT(START_SESSION,
	"WITH holder AS (SELECT id, " ADDRESS_OF("NULLIF($7, '')") " AS address,"
	" email, created_at FROM members WHERE id = $1 AND password_hash = $2"
	" FOR SHARE),"
	" used AS MATERIALIZED (SELECT " BROWSER_OF("c.user_agent") " AS browser"
	" FROM credentials c WHERE c.member_id = (SELECT id FROM holder)"
	" AND c.kind = 'session' ORDER BY c.created_at DESC, c.id DESC LIMIT 100),"
	" session AS (INSERT INTO credentials (id, member_id, kind, hash, scopes,"
	" user_agent, address, last_used_at, expires_at, absolute_expires_at)"
	" SELECT $3, holder.id, 'session', $4, $5, $6, $7, now(),"
	" now() + interval '30 days',"
	" now() + interval '90 days' FROM holder RETURNING expires_at),"
	" noted AS (INSERT INTO audit (id, actor, action, subject_type, subject_id,"
	" credential_kind, request_id, detail)"
	" SELECT $8, holder.id, 'session.sign_in', 'member', holder.id, 'none', $9,"
	" jsonb_build_object('address', $7::text) FROM holder),"
	" known AS (" KNOW_ADDRESS("SELECT $3, holder.id, holder.address FROM holder"
				   " WHERE holder.address IS NOT NULL") "),"
	" unfamiliar AS MATERIALIZED (SELECT id, email FROM holder WHERE "
	IS_UNFAMILIAR "),"
	" used_up AS MATERIALIZED (SELECT FROM unfamiliar, count_creation(unfamiliar.id,"
	" 'sign-in mails', " MAILS_A_DAY ", " MAILS_A_DAY ")),"
	" mailed AS (" OUTBOX_MAIL_EACH("$10", "$11", "SELECT email FROM unfamiliar"
		" WHERE NOT EXISTS (SELECT FROM used_up)") ")"
	" SELECT " ACCOUNT_COLUMNS("account_") ", session.expires_at"
	" FROM session, " ACCOUNT_TABLES
	" WHERE m.id = $1");

/* A member has at most SESSIONS_MAX live sessions, about ENDED_MAX stored ones that have
 * ended, and ADDRESSES_MAX known addresses. A sign-in reads at most RECENT_MAX sessions,
 * the latest ones. */
#define SESSIONS_MAX "100"
#define ENDED_MAX "200"
#define ADDRESSES_MAX "100"
#define RECENT_MAX "1000"

/* Rows that a concurrent sign-in has locked are left to it. */
#define RECENT_WHERE(condition) \
	SQL("c.id = ANY (ARRAY(SELECT o.id FROM credentials o" \
		" JOIN recent r ON r.id = o.id WHERE " condition \
		" FOR UPDATE OF o SKIP LOCKED))")

/* Ends the sessions that were used longest ago beyond the limit, so that a new password
 * never has many to end, and deletes ended sessions and known addresses beyond theirs. */
STATEMENT(LIMIT_SIGN_INS,
	"WITH recent AS MATERIALIZED (SELECT s.id, s.live,"
	" row_number() OVER (PARTITION BY s.live"
	" ORDER BY coalesce(s.last_used_at, s.created_at) DESC, s.id DESC) AS rank"
	" FROM (SELECT c.id, c.created_at, c.last_used_at, " CREDENTIAL_WORKS " AS live"
	" FROM credentials c WHERE c.member_id = $1 AND c.kind = 'session'"
	" ORDER BY c.created_at DESC, c.id DESC LIMIT " RECENT_MAX ") AS s),"
	" ended AS (UPDATE credentials c SET revoked_at = now()"
	" WHERE " RECENT_WHERE("r.live AND r.rank > " SESSIONS_MAX) "),"
	" dropped AS (DELETE FROM credentials c"
	" WHERE " RECENT_WHERE("NOT r.live AND r.rank > " ENDED_MAX) ")"
	" DELETE FROM known_addresses k"
	" WHERE k.id = ANY (ARRAY(SELECT o.id FROM known_addresses o"
	" WHERE o.member_id = $1"
	" ORDER BY o.signed_in_at DESC, o.id OFFSET " ADDRESSES_MAX "))");

struct candidate {
	struct uuid member;
	const char *password_hash; /* NULL: no account, or no password */
	/* of the latest sign-up with an address that is not verified; or NULL */
	const char *sign_up_hash;
};

static const char *
text_or_null(const struct rows *rows, const char *column)
{
	return row_null(rows, 0, column) ? NULL : row_text(rows, 0, column).data;
}

static struct candidate
find_candidate(struct call *call, const struct text *email)
{
	struct rows *rows = db_query(call, FIND_PASSWORDS, DB_TEXT(*email));
	struct candidate candidate = {.password_hash = NULL};

	if (rows->count == 0)
		return candidate;
	candidate.member = row_uuid(rows, 0, "id");
	candidate.password_hash = text_or_null(rows, "password_hash");
	candidate.sign_up_hash = text_or_null(rows, "sign_up_hash");
	return candidate;
}

/* Replaces a hash with outdated parameters, now that the password is known. */
static void
upgrade_hash(struct call *call, struct candidate *candidate, const struct text *password)
{
	const char *hash;

	if (!password_outdated(candidate->password_hash))
		return;
	hash = password_hash(call->arena, password);
	if (db_query(call, UPGRADE_HASH, DB_UUID(&candidate->member),
		    DB_STRING(candidate->password_hash), DB_STRING(hash))
			->affected == 1)
		candidate->password_hash = hash;
}

/* The session has all scopes; credential_resolve decides at each use which ones are in
 * effect. */
static enum problem
start_session(struct call *call, const struct candidate *candidate)
{
	struct credential session = credential_new(call->arena, "kith_ses_");
	const struct reply_extra token = REPLY_FIELD_STRING("token", session.token);
	const struct uuid entry = id_new();
	const struct principal *caller = &call->principal;
	struct rows *rows = db_query(call, START_SESSION, DB_UUID(&candidate->member),
		DB_STRING(candidate->password_hash), DB_UUID(&session.id),
		DB_BYTES(session.hash, HASH_SIZE), DB_NUMBER(SCOPE_ALL),
		DB_STRING(caller->user_agent.size > 0 ? caller->user_agent.data : ""),
		DB_STRING(caller->address.size > 0 ? caller->address.data : ""),
		DB_UUID(&entry), DB_TEXT(call->request_id),
		DB_STRING(mail_infos[MAIL_NEW_SIGN_IN].name), DB_TEXT(note_place(call)));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_CREDENTIALS, NULL);
	db_query(call, LIMIT_SIGN_INS, DB_UUID(&candidate->member));
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.extras = &token, .extra_count = 1});
}

/* The password is right and the code is missing, so the attempt is not a guess and does
 * not count. */
static enum problem
ask_for_code(struct call *call, const struct text *email)
{
	attempt_forgive(call, "sign_in", email);
	return call_fail(call, PROBLEM_TOTP_REQUIRED, NULL);
}

/*
 * Checks the account's password first, then the latest sign-up's. Every failure other
 * than a missing code compares two hashes and leaves the attempt counted. Neither the
 * time nor the rate limit therefore reveals whether an account, a sign-up or a second
 * factor exists. The gateway turns the token into a cookie on request.
 */
enum problem
session_sign_in(struct call *call, const void *input)
{
	const struct session_sign_in_in *in = input;
	enum problem problem = attempt_count(call, "sign_in", &in->email);
	struct candidate candidate;

	if (problem != PROBLEM_NONE)
		return problem;
	candidate = find_candidate(call, &in->email);
	if (password_matches(candidate.password_hash, &in->password)) {
		if (in->totp.size == 0 && totp_is_on(call, &candidate.member))
			return ask_for_code(call, &in->email);
		problem = totp_accept(call, &candidate.member, &in->totp);
		if (problem == PROBLEM_NONE) {
			attempt_forgive(call, "sign_in", &in->email);
			upgrade_hash(call, &candidate, &in->password);
			return start_session(call, &candidate);
		}
		totp_guard_warn(call, &candidate.member);
		if (problem == PROBLEM_RATE_LIMITED)
			return problem;
	}
	if (password_matches(candidate.sign_up_hash, &in->password))
		return call_fail(call, PROBLEM_EMAIL_NOT_VERIFIED, NULL);
	return call_fail(call, PROBLEM_INVALID_CREDENTIALS, NULL);
}
