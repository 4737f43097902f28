#include "services/identity/sign_in/totp.h"

#include "common/db/db.h"
#include "services/identity/sign_in/totp_guard.h"

#define DIGITS 6
#define SECRET_BITS ((size_t)TOTP_SECRET_SIZE * 8)
#define BASE32_SIZE (SECRET_BITS / 5)

STATEMENT(FIND_SECRET,
	"SELECT secret, " TOTP_STEP_SQL " AS step FROM totp"
	" WHERE member_id = $1 AND confirmed_at IS NOT NULL");

/* Of two concurrent uses of one code, the second finds the step used. */
STATEMENT(TAKE_STEP,
	"UPDATE totp SET last_step = $2, " TOTP_GUARD_UNCOUNT
	" WHERE member_id = $1 AND last_step < $2");

STATEMENT(TAKE_RECOVERY_CODE,
	"UPDATE recovery_codes SET used_at = now()"
	" WHERE member_id = $1 AND hash = $2 AND used_at IS NULL");

/* The recovery codes are deleted by cascade. */
STATEMENT(REMOVE,
	"DELETE FROM totp WHERE member_id = $1"
	" RETURNING confirmed_at IS NOT NULL AS confirmed");

STATEMENT(IS_ON,
	"SELECT FROM totp WHERE member_id = $1 AND confirmed_at IS NOT NULL");

struct text
totp_encrypt(struct arena *arena, const struct uuid *member,
	const uint8_t secret[TOTP_SECRET_SIZE])
{
	return secret_encrypt(arena, TOTP_SEAL, member->bytes, sizeof(member->bytes),
		secret, TOTP_SECRET_SIZE);
}

struct text
totp_decrypt(struct arena *arena, const struct uuid *member, const struct text *encrypted)
{
	return secret_decrypt(arena, TOTP_SEAL, member->bytes, sizeof(member->bytes),
		encrypted->data, encrypted->size);
}

const char *
totp_base32(struct arena *arena, const uint8_t secret[TOTP_SECRET_SIZE])
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	char *text = arena_alloc(arena, BASE32_SIZE + 1);
	size_t at = 0;

	for (size_t bit = 0; bit < SECRET_BITS; bit += 5) {
		unsigned window = (unsigned)secret[bit / 8] << 8;

		if (bit / 8 + 1 < TOTP_SECRET_SIZE)
			window |= secret[bit / 8 + 1];
		text[at++] = alphabet[window >> (11 - bit % 8) & 0x1f];
	}
	return text;
}

/* Reads six digits and ignores spaces, which apps and people insert. False for other
 * text. */
static bool
read_digits(const struct text *code, char digits[DIGITS])
{
	size_t count = 0;

	for (uint32_t i = 0; i < code->size; i++) {
		if (code->data[i] == ' ')
			continue;
		if (code->data[i] < '0' || code->data[i] > '9' || count == DIGITS)
			return false;
		digits[count++] = code->data[i];
	}
	return count == DIGITS;
}

int64_t
totp_match(const struct text *secret, const struct text *code, int64_t step)
{
	char digits[DIGITS], expected[DIGITS];
	int64_t found = -1;

	if (secret->presence != GIVEN || !read_digits(code, digits))
		return -1;
	for (int64_t at = step - 1; at <= step + 1; at++) {
		uint32_t number = secret_totp(secret->data, secret->size, (uint64_t)at);

		for (size_t i = DIGITS; i-- > 0; number /= 10)
			expected[i] = (char)('0' + number % 10);
		if (secret_equal(digits, expected, DIGITS))
			found = at;
	}
	return found;
}

static bool
accept_recovery_code(
	struct call *call, const struct uuid *member, const struct text *code)
{
	uint8_t hash[MAC_SIZE];

	return totp_recovery_hash(member, code, hash) &&
		db_query(call, TAKE_RECOVERY_CODE, DB_UUID(member),
			DB_BYTES(hash, sizeof(hash)))
			->affected == 1;
}

/* Recovery codes come first, because they work even when no try is left. */
enum problem
totp_accept(struct call *call, const struct uuid *member, const struct text *code)
{
	struct rows *rows = db_query(call, FIND_SECRET, DB_UUID(member));
	struct text encrypted, secret;
	enum problem problem;
	int64_t step;

	if (rows->result == NULL)
		return PROBLEM_INVALID_CREDENTIALS;
	if (rows->count == 0)
		return PROBLEM_NONE;
	if (code->presence != GIVEN)
		return PROBLEM_INVALID_CREDENTIALS;
	if (accept_recovery_code(call, member, code))
		return PROBLEM_NONE;
	problem = totp_guard_count(call, member);
	if (problem != PROBLEM_NONE)
		return problem;
	encrypted = row_text(rows, 0, "secret");
	secret = totp_decrypt(call->arena, member, &encrypted);
	step = totp_match(&secret, code, row_integer(rows, 0, "step"));
	if (step >= 0 &&
		db_query(call, TAKE_STEP, DB_UUID(member), DB_NUMBER(step))->affected ==
			1)
		return PROBLEM_NONE;
	return PROBLEM_INVALID_CREDENTIALS;
}

bool
totp_is_on(struct call *call, const struct uuid *member)
{
	return db_query(call, IS_ON, DB_UUID(member))->count == 1;
}

bool
totp_delete(struct call *call, const struct uuid *member)
{
	struct rows *rows = db_query(call, REMOVE, DB_UUID(member));

	return rows->count == 1 && row_boolean(rows, 0, "confirmed");
}
