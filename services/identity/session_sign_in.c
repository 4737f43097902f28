/*
 * session_sign_in.c - each statement by itself, not one transaction: the count of a failed try
 * must outlive the failure, and no transaction should stay open while a password is hashed.
 *
 * What must hold together does so in single statements: the session and its audit entry are
 * one, and that one looks at the password's hash again under a lock on the member. So a
 * password that is reset meanwhile either refuses this session or ends it.
 */
#include "common/db.h"
#include "common/id.h"
#include "common/reply.h"
#include "services/identity/account_sql.h"
#include "services/identity/attempt.h"
#include "services/identity/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/password.h"
#include "services/identity/totp.h"

/* Of an address that is not verified, the password of the latest sign-up. */
static const char FIND_MEMBER[] =
	"SELECT m.id, m.email_verified_at IS NOT NULL AS verified,"
	" CASE WHEN m.email_verified_at IS NOT NULL THEN m.password_hash ELSE"
	" (SELECT t.password_hash FROM mail_tokens t WHERE t.member_id = m.id"
	" AND t.password_hash IS NOT NULL ORDER BY t.created_at DESC LIMIT 1) END AS password_hash"
	" FROM members m WHERE lower(m.email) = lower($1)";

static const char RAISE_HASH[] =
	"UPDATE members SET password_hash = $3 WHERE id = $1 AND password_hash = $2";

static const char START_SESSION[] =
	"WITH holder AS (SELECT id FROM members WHERE id = $1 AND password_hash = $2 FOR SHARE),"
	" session AS (INSERT INTO credentials (id, member_id, kind, hash, scopes, user_agent,"
	" address, last_used_at, expires_at, absolute_expires_at)"
	" SELECT $3, holder.id, 'session', $4, $5, $6, $7, now(), now() + interval '30 days',"
	" now() + interval '90 days' FROM holder RETURNING expires_at),"
	" noted AS (INSERT INTO audit (id, actor, action, subject_type, subject_id,"
	" credential_kind, request_id, detail)"
	" SELECT $8, holder.id, 'session.sign_in', 'member', holder.id, 'none', $9,"
	" jsonb_build_object('address', $7::text) FROM holder)"
	" SELECT " ACCOUNT_COLUMNS("account.") ", session.expires_at AS \"expiresAt\""
					       " FROM session, " ACCOUNT_TABLES
					       " WHERE m.id = $1";

struct candidate {
	struct uuid member;
	const char *password_hash; /* NULL: nobody, or nobody with a password */
	bool verified;
};

static struct candidate
find_candidate(struct call *call, const struct text *email)
{
	struct rows *rows = db_query(call, FIND_MEMBER, DB_TEXT(*email));
	struct candidate candidate = {.password_hash = NULL};

	if (rows->count == 0)
		return candidate;
	candidate.member = row_uuid(rows, 0, "id");
	candidate.verified = row_boolean(rows, 0, "verified");
	if (!row_null(rows, 0, "password_hash"))
		candidate.password_hash = row_text(rows, 0, "password_hash").data;
	return candidate;
}

/* Brings an old hash up to today's cost, now that the password is at hand. */
static void
raise_hash(struct call *call, struct candidate *candidate, const struct text *password)
{
	const char *hash;

	if (!password_outdated(candidate->password_hash))
		return;
	hash = password_hash(call->arena, password);
	if (db_query(call, RAISE_HASH, DB_UUID(&candidate->member),
		    DB_STRING(candidate->password_hash), DB_STRING(hash))
			->affected == 1)
		candidate->password_hash = hash;
}

/* A session of all scopes: which of them its member may use is decided at each use. */
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
		DB_UUID(&entry), DB_TEXT(call->request_id));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_CREDENTIALS, NULL);
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.extras = &token, .extra_count = 1});
}

/* Unknown addresses cost a hash as well, so that time tells nothing. The gateway turns the
 * token into a cookie where that was asked for. */
enum problem
session_sign_in(struct call *call, const void *input)
{
	const struct session_sign_in_in *in = input;
	enum problem problem = attempt_count(call, "sign_in", &in->email);
	struct candidate candidate;

	if (problem != PROBLEM_NONE)
		return problem;
	candidate = find_candidate(call, &in->email);
	if (!password_matches(candidate.password_hash, &in->password))
		return call_fail(call, PROBLEM_INVALID_CREDENTIALS, NULL);
	if (candidate.verified && !totp_accept(call, &candidate.member, &in->totp))
		return call_fail(call, PROBLEM_INVALID_CREDENTIALS, NULL);
	attempt_forgive(call, "sign_in", &in->email);
	if (!candidate.verified)
		return call_fail(call, PROBLEM_EMAIL_NOT_VERIFIED, NULL);
	raise_hash(call, &candidate, &in->password);
	return start_session(call, &candidate);
}
