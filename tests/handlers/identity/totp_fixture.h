/*
 * totp_fixture.h - an authenticator app.
 */
#ifndef KITH_TEST_TOTP_FIXTURE_H
#define KITH_TEST_TOTP_FIXTURE_H

#include "services/identity/sign_in/totp.h"
#include "tests/handlers/identity/account_fixture.h"

static inline void
read_secret(const char *base32, uint8_t secret[TOTP_SECRET_SIZE])
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	unsigned bits = 0, held = 0;
	size_t at = 0;

	assert_int_equal(strlen(base32), 32);
	for (; *base32 != '\0'; base32++) {
		const char *symbol = strchr(alphabet, *base32);

		assert_non_null(symbol);
		bits = bits << 5 | (unsigned)(symbol - alphabet);
		held += 5;
		if (held < 8)
			continue;
		held -= 8;
		secret[at++] = (uint8_t)(bits >> held);
	}
	assert_int_equal(at, TOTP_SECRET_SIZE);
}

/* The code that the app shows `steps` of 30 seconds after the database's now. */
static inline const char *
code_at(const char *base32, long steps)
{
	const long step =
		people_count("SELECT floor(extract(epoch FROM now()) / 30)::bigint");
	uint8_t secret[TOTP_SECRET_SIZE];

	read_secret(base32, secret);
	return scratch_printf(
		"%06u", secret_totp(secret, sizeof(secret), (uint64_t)(step + steps)));
}

static inline struct scratch_answer
begin_totp_with(unsigned member, const char *password)
{
	return call_as(member, ENTRY(totp_begin),
		scratch_printf(JSON({"password": "%s"}), password));
}

/* For a member that add_knowing() made. */
static inline const char *
begin_totp(unsigned member)
{
	struct scratch_answer answer = begin_totp_with(member, GOOD_PASSWORD);

	assert_done(answer);
	return scratch_string(&answer, "secret");
}

static inline struct scratch_answer
remove_totp(unsigned member, const char *password, const char *code)
{
	return call_as(member, ENTRY(totp_remove),
		scratch_printf(JSON({"password": "%s", "code": "%s"}), password, code));
}

static inline struct scratch_answer
confirm_totp(unsigned member, const char *code)
{
	return call_as(
		member, ENTRY(totp_confirm), scratch_printf(JSON({"code": "%s"}), code));
}

#endif
