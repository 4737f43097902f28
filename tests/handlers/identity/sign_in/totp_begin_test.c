#include "tests/handlers/identity/totp_fixture.h"

TEST(answers_a_secret_for_an_app)
{
	struct scratch_answer answer;

	add_knowing(1);
	scratch_sql("UPDATE members SET email = 'a+b@example.org'");
	answer = begin_totp_with(1, GOOD_PASSWORD);
	assert_done(answer);
	assert_int_equal(strlen(scratch_string(&answer, "secret")), 32);
	scratch_expect(answer, "{'otpauthUri': '%s'}",
		scratch_printf(
			"otpauth://totp/Kith:a%%2Bb%%40example.org?secret=%s&issuer=Kith"
			"&algorithm=SHA1&digits=6&period=30",
			scratch_string(&answer, "secret")));
}

TEST(keeps_the_secret_sealed_and_bound_to_the_member)
{
	uint8_t secret[TOTP_SECRET_SIZE];
	const struct uuid owner = scratch_uuid(1), other = scratch_uuid(2);
	struct text sealed = {.presence = GIVEN}, opened;
	size_t size;

	add_knowing(1);
	read_secret(begin_totp(1), secret);
	sealed.data = (const char *)bytes_of(
		scratch_value("SELECT encode(secret, 'hex') FROM totp"), &size);
	sealed.size = (uint32_t)size;
	assert_null(memmem(sealed.data, size, secret, sizeof(secret)));
	opened = totp_decrypt(scratch_arena(), &owner, &sealed);
	assert_int_equal(opened.size, sizeof(secret));
	assert_memory_equal(opened.data, secret, sizeof(secret));
	assert_int_equal(totp_decrypt(scratch_arena(), &other, &sealed).presence, ABSENT);
}

TEST(nothing_is_asked_for_before_it_is_confirmed)
{
	const char *first, *second;

	add_knowing(1);
	first = begin_totp(1);
	second = begin_totp(1);
	assert_string_not_equal(first, second);
	assert_done(sign_in_with("member1@example.org", GOOD_PASSWORD, ""));
	assert_problem(confirm_totp(1, code_at(first, 0)), PROBLEM_INVALID_CREDENTIALS);
}

TEST(a_confirmed_one_must_be_removed_first)
{
	const char *secret;

	add_knowing(1);
	secret = begin_totp(1);
	assert_done(confirm_totp(1, code_at(secret, 0)));
	assert_problem(begin_totp_with(1, GOOD_PASSWORD), PROBLEM_INVALID_TRANSITION);
}

TEST(no_token_can_set_it_up)
{
	add_knowing(1);
	expect_session_only(1, ENTRY(totp_begin), JSON_OF({"password": GOOD_PASSWORD}));
}

/* This test commits, because a wrong password counts: a stolen session allows few
 * guesses. */
TEST_COMMITTED(a_stolen_session_cannot_set_it_up)
{
	add_knowing(1);
	for (int i = 0; i < 10; i++)
		assert_problem(
			begin_totp_with(1, NEW_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
	assert_problem(begin_totp_with(1, GOOD_PASSWORD), PROBLEM_RATE_LIMITED);
	people_expect_rows(0, "totp");
	people_expect_fault(
		call_as(1, ENTRY(totp_begin), NULL), "#/password", FAULT_REQUIRED);
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM members");
}
