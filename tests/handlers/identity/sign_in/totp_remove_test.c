#include "tests/handlers/identity/totp_fixture.h"

/* Adds a member with a second factor and returns its secret; `confirmed` gets the
 * recovery codes. */
static const char *
enable(unsigned number, struct scratch_answer *confirmed)
{
	const char *secret;

	add_knowing(number);
	secret = begin_totp(number);
	*confirmed = confirm_totp(number, code_at(secret, -1));
	assert_int_equal(confirmed->problem, PROBLEM_NONE);
	return secret;
}

TEST(the_password_alone_signs_in_again)
{
	struct scratch_answer confirmed;
	const char *secret;

	secret = enable(1, &confirmed);
	assert_done(remove_totp(1, GOOD_PASSWORD, code_at(secret, 0)));
	assert_done(sign_in_with("member1@example.org", GOOD_PASSWORD, ""));
	people_expect_rows(0, "recovery_codes");
	assert_int_equal(count_audit("totp.disable", 1), 1);
	assert_int_equal(count_mails("totp_off", "member1@example.org"), 1);
}

TEST(a_recovery_code_counts)
{
	struct scratch_answer confirmed;

	enable(1, &confirmed);
	assert_done(remove_totp(
		1, GOOD_PASSWORD, scratch_string(&confirmed, "recoveryCodes.2")));
	people_expect_rows(0, "totp");
}

TEST(takes_the_password_and_a_code)
{
	struct scratch_answer answer;
	const char *secret;

	secret = enable(1, &answer);
	assert_problem(remove_totp(1, NEW_PASSWORD, code_at(secret, 0)),
		PROBLEM_INVALID_CREDENTIALS);
	assert_problem(remove_totp(1, GOOD_PASSWORD, code_at(secret, 3)),
		PROBLEM_INVALID_CREDENTIALS);
	/* The code that confirmed is used up. */
	assert_problem(remove_totp(1, GOOD_PASSWORD, code_at(secret, -1)),
		PROBLEM_INVALID_CREDENTIALS);
	answer = call_as(1, ENTRY(totp_remove), NULL);
	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(answer.faults->pointer, "#/password");
	assert_string_equal(answer.faults->next->pointer, "#/code");
	people_expect_rows(1, "totp");
	assert_int_equal(people_count("SELECT count FROM attempts WHERE kind ="
				      " 'password' AND subject LIKE 'account %%'"),
		3);
}

/* This test commits: a thief with the session and the password can try ten codes. */
TEST_COMMITTED(guesses_at_the_code_are_counted)
{
	struct scratch_answer confirmed;
	const char *secret;

	secret = enable(1, &confirmed);
	for (int i = 0; i < 10; i++)
		assert_problem(remove_totp(1, GOOD_PASSWORD, "abc-def"),
			PROBLEM_INVALID_CREDENTIALS);
	assert_problem(
		remove_totp(1, GOOD_PASSWORD, code_at(secret, 0)), PROBLEM_RATE_LIMITED);
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM outbox");
	scratch_sql("DELETE FROM members");
}

TEST(removing_nothing_is_fine_and_quiet)
{
	add_knowing(1);
	assert_done(remove_totp(1, GOOD_PASSWORD, "123456"));
	begin_totp(1);
	assert_done(remove_totp(1, GOOD_PASSWORD, "123456"));
	people_expect_rows(0, "totp");
	people_expect_rows(0, "outbox");
	assert_int_equal(count_audit("totp.disable", 1), 0);
}

TEST(no_token_can_remove_it)
{
	people_add(1);
	expect_session_only(1, ENTRY(totp_remove),
		JSON_OF({"password": GOOD_PASSWORD, "code": "123456"}));
}
