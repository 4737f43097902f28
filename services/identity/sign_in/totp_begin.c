#include <string.h>

#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/sign_in/password_prove.h"
#include "services/identity/sign_in/totp.h"

STATEMENT(STORE_SECRET,
	"INSERT INTO totp AS t (member_id, secret) VALUES ($1, $2)"
	" ON CONFLICT (member_id) DO UPDATE SET secret = excluded.secret, last_step = 0,"
	" created_at = now() WHERE t.confirmed_at IS NULL");

STATEMENT(FIND_ADDRESS,
	"SELECT email FROM members WHERE id = $1");

/* Percent-encodes all but the unreserved characters (RFC 3986, section 2.3). */
static const char *
escape(struct arena *arena, const struct text *text)
{
	static const char hex[] = "0123456789ABCDEF";
	char *out = arena_alloc(arena, (size_t)text->size * 3 + 1);
	size_t at = 0;

	for (uint32_t i = 0; i < text->size; i++) {
		const unsigned char c = (unsigned char)text->data[i];

		if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
			(c >= '0' && c <= '9') ||
			(c != '\0' && strchr("-._~", c) != NULL)) {
			out[at++] = (char)c;
			continue;
		}
		out[at++] = '%';
		out[at++] = hex[c >> 4];
		out[at++] = hex[c & 0xf];
	}
	return out;
}

/* Requires the password, so that a stolen session cannot lock out the owner with another
 * secret. The secret has no effect until it is confirmed, so a lost answer locks nobody
 * out. */
enum problem
totp_begin(struct call *call, const void *input)
{
	const struct totp_begin_in *in = input;
	const struct uuid *member = &call->principal.member;
	enum problem problem = password_prove(call, &in->password);
	uint8_t secret[TOTP_SECRET_SIZE];
	struct reply_extra answer[2];
	struct rows *rows;
	struct text encrypted, address;
	const char *base32;

	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, FIND_ADDRESS, DB_UUID(member));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	address = row_text(rows, 0, "email");
	secret_random(secret, sizeof(secret));
	encrypted = totp_encrypt(call->arena, member, secret);
	if (db_query(call, STORE_SECRET, DB_UUID(member),
		    DB_BYTES(encrypted.data, encrypted.size))
			->affected == 0)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"a second factor is confirmed already; remove it first to set up "
			"another one");
	base32 = totp_base32(call->arena, secret);
	answer[0] = REPLY_FIELD_STRING("secret", base32);
	answer[1] = REPLY_FIELD_STRING("otpauthUri",
		arena_printf(call->arena,
			"otpauth://totp/Kith:%s?secret=%s&issuer=Kith&algorithm=SHA1"
			"&digits=6&period=30",
			escape(call->arena, &address), base32));
	return reply_fields(call, answer, COUNT_OF(answer));
}
