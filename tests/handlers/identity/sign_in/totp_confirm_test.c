#include "tests/handlers/identity/totp_fixture.h"

static struct scratch_answer
sign_in_totp(const char *code)
{
	return sign_in_with("member1@example.org", GOOD_PASSWORD,
		scratch_printf(", \"totp\": \"%s\"", code));
}

/* Adds a member with a second factor; `answer` gets its recovery codes. */
static const char *
enable(struct scratch_answer *answer)
{
	const char *secret;

	add_knowing(1);
	secret = begin_totp(1);
	*answer = confirm_totp(1, code_at(secret, -1));
	assert_int_equal(answer->problem, PROBLEM_NONE);
	return secret;
}

TEST(answers_ten_different_recovery_codes_and_keeps_their_hashes)
{
	struct scratch_answer answer;
	const json_t *codes;

	enable(&answer);
	codes = scratch_at(&answer, "recoveryCodes");
	assert_int_equal(json_array_size(codes), 10);
	for (size_t i = 0; i < 10; i++) {
		const char *code = json_string_value(json_array_get(codes, i));

		assert_int_equal(strlen(code), 19);
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(
				code, json_string_value(json_array_get(codes, k)));
	}
	people_expect_rows(10, "recovery_codes");
	assert_int_equal(count_audit("totp.enable", 1), 1);
	assert_int_equal(count_mails("totp_set_up", "member1@example.org"), 1);
}

/* A thief who knows the password must not fill the owner's mailbox. */
TEST(happens_ten_times_in_a_day)
{
	const char *secret;

	add_knowing(1);
	secret = begin_totp(1);
	scratch_sql("INSERT INTO creations (id, member_id, kind) SELECT new_id(), '%s',"
		    " 'second factors' FROM generate_series(1, 10)",
		scratch_uuid_text(1));
	assert_problem(confirm_totp(1, code_at(secret, 0)), PROBLEM_RATE_LIMITED);
	people_expect_rows(1, "totp WHERE confirmed_at IS NULL");
	scratch_sql("DELETE FROM creations WHERE id = (SELECT min(id::text)::uuid"
		    " FROM creations)");
	assert_done(confirm_totp(1, code_at(secret, 0)));
}

TEST(sign_in_needs_a_code_from_then_on)
{
	struct scratch_answer answer;
	const char *secret;

	secret = enable(&answer);
	assert_problem(sign_in_with("member1@example.org", GOOD_PASSWORD, ""),
		PROBLEM_TOTP_REQUIRED);
	assert_problem(sign_in_with("member1@example.org", NEW_PASSWORD, ""),
		PROBLEM_INVALID_CREDENTIALS);
	assert_problem(sign_in_totp(code_at(secret, 2)), PROBLEM_INVALID_CREDENTIALS);
	assert_problem(sign_in_totp(code_at(secret, -2)), PROBLEM_INVALID_CREDENTIALS);
	assert_problem(sign_in_totp(""), PROBLEM_TOTP_REQUIRED);
	assert_done(sign_in_totp(code_at(secret, 0)));
}

TEST(no_code_works_twice_nor_one_before_it)
{
	struct scratch_answer answer;
	const char *secret;

	secret = enable(&answer);
	/* The code that confirmed. */
	assert_problem(sign_in_totp(code_at(secret, -1)), PROBLEM_INVALID_CREDENTIALS);
	assert_done(sign_in_totp(code_at(secret, 1)));
	assert_problem(sign_in_totp(code_at(secret, 1)), PROBLEM_INVALID_CREDENTIALS);
	assert_problem(sign_in_totp(code_at(secret, 0)), PROBLEM_INVALID_CREDENTIALS);
}

TEST(a_recovery_code_signs_in_once_however_it_is_typed)
{
	struct scratch_answer answer;
	const char *code;
	char typed[20];

	enable(&answer);
	code = scratch_string(&answer, "recoveryCodes.3");
	for (size_t i = 0; i < 20; i++)
		typed[i] = code[i] == '-' ? ' '
					  : (char)(code[i] & ~(code[i] >= 'a' ? 32 : 0));
	assert_done(sign_in_totp(typed));
	assert_problem(sign_in_totp(code), PROBLEM_INVALID_CREDENTIALS);
	people_expect_rows(9, "recovery_codes WHERE used_at IS NULL");
	assert_done(sign_in_totp(scratch_string(&answer, "recoveryCodes.4")));
}

/* This test commits: a right password with a wrong code counts as a try. */
TEST_COMMITTED(guesses_at_the_code_are_counted)
{
	const char *right;

	add_knowing(50);
	right = begin_totp(50);
	assert_done(confirm_totp(50, code_at(right, -1)));
	right = scratch_printf(", \"totp\": \"%s\"", code_at(right, 1));
	for (int i = 0; i < 10; i++)
		assert_problem(sign_in_with("member50@example.org", GOOD_PASSWORD,
				       ", \"totp\": \"abc-def\""),
			PROBLEM_INVALID_CREDENTIALS);
	assert_problem(sign_in_with("member50@example.org", GOOD_PASSWORD, right),
		PROBLEM_RATE_LIMITED);
	scratch_sql("DELETE FROM attempts");
	assert_done(sign_in_with("member50@example.org", GOOD_PASSWORD, right));
	scratch_sql("DELETE FROM members");
}

/* This test commits. A sign-in without a code is the first step of a proper one and must
 * not lock the member out. */
TEST_COMMITTED(a_right_password_without_a_code_does_not_count)
{
	add_knowing(60);
	assert_done(confirm_totp(60, code_at(begin_totp(60), -1)));
	for (int i = 0; i < 12; i++)
		assert_problem(sign_in_with("member60@example.org", GOOD_PASSWORD, ""),
			PROBLEM_TOTP_REQUIRED);
	assert_int_equal(people_count("SELECT sum(count) FROM attempts"), 0);
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM members");
}

TEST(refuses_a_wrong_code_and_one_without_a_secret)
{
	const char *secret;

	add_knowing(1);
	assert_problem(confirm_totp(1, "123456"), PROBLEM_INVALID_TRANSITION);
	secret = begin_totp(1);
	assert_problem(confirm_totp(1, code_at(secret, 3)), PROBLEM_INVALID_CREDENTIALS);
	assert_problem(confirm_totp(1, "12345"), PROBLEM_VALIDATION_FAILED);
	assert_problem(confirm_totp(1, "12345x"), PROBLEM_INVALID_CREDENTIALS);
	assert_done(confirm_totp(1, code_at(secret, 0)));
	assert_problem(confirm_totp(1, code_at(secret, 1)), PROBLEM_INVALID_TRANSITION);
}

/* A stolen session without the password must not guess the code. This test commits. */
TEST_COMMITTED(has_twenty_tries)
{
	const char *secret;

	add_knowing(70);
	secret = begin_totp(70);
	for (int i = 0; i < 20; i++)
		assert_problem(confirm_totp(70, "12345x"), PROBLEM_INVALID_CREDENTIALS);
	assert_problem(confirm_totp(70, code_at(secret, 0)), PROBLEM_RATE_LIMITED);
	secret = begin_totp(70);
	assert_problem(confirm_totp(70, code_at(secret, 0)), PROBLEM_RATE_LIMITED);
	scratch_sql("UPDATE totp SET wrong_codes = 19");
	assert_done(confirm_totp(70, code_at(secret, 0)));
	people_expect_rows(1, "totp WHERE wrong_codes = 0 AND wrong_since IS NULL");
	scratch_sql("DELETE FROM members");
}

TEST(happens_within_an_hour)
{
	const char *secret;

	add_knowing(1);
	secret = begin_totp(1);
	scratch_sql("UPDATE totp SET created_at = now() - interval '61 minutes'");
	assert_problem(confirm_totp(1, code_at(secret, 0)), PROBLEM_INVALID_TRANSITION);
	secret = begin_totp(1);
	assert_done(confirm_totp(1, code_at(secret, 0)));
}

TEST(no_token_can_confirm_it)
{
	add_knowing(1);
	expect_session_only(1, ENTRY(totp_confirm), JSON({"code": "123456"}));
}
