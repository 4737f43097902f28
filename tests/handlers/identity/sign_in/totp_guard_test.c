/* Tests commit, because a failed try must count. */
#include "tests/handlers/identity/totp_fixture.h"

#define EMAIL "member1@example.org"

static enum problem
sign_in_with_code(const char *code)
{
	const enum problem problem = sign_in_with(
		EMAIL, GOOD_PASSWORD, scratch_printf(", \"totp\": \"%s\"", code))
					     .problem;

	scratch_sql("DELETE FROM attempts");
	return problem;
}

/* Adds member 1 with a second factor; `answer` gets the recovery codes. */
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

static void
forget(void)
{
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM outbox");
	scratch_sql("DELETE FROM members");
}

static void
set_tries(int count, const char *ago)
{
	scratch_sql("UPDATE totp SET wrong_codes = %d, last_step = 0,"
		    " wrong_since = now() - interval '%s'",
		count, ago);
}

TEST_COMMITTED(an_account_has_twenty_wrong_codes_in_a_day)
{
	struct scratch_answer answer;
	const char *secret = enable(&answer);

	for (int i = 0; i < 20; i++)
		assert_int_equal(sign_in_with_code(code_at(secret, 5)),
			PROBLEM_INVALID_CREDENTIALS);
	answer.problem = sign_in_with_code(code_at(secret, 0));
	assert_int_equal(answer.problem, PROBLEM_RATE_LIMITED);
	assert_int_equal(people_count("SELECT wrong_codes FROM totp"), 20);
	set_tries(20, "23 hours 59 minutes");
	assert_int_equal(sign_in_with_code(code_at(secret, 0)), PROBLEM_RATE_LIMITED);
	set_tries(20, "24 hours");
	assert_int_equal(sign_in_with_code(code_at(secret, 0)), PROBLEM_NONE);
	forget();
}

TEST_COMMITTED(a_recovery_code_works_when_no_try_is_left)
{
	struct scratch_answer answer;

	enable(&answer);
	set_tries(60, "1 hour");
	assert_int_equal(sign_in_with_code(scratch_string(&answer, "recoveryCodes.2")),
		PROBLEM_NONE);
	forget();
}

/* Otherwise a stranger with the password could lock the owner out. */
TEST_COMMITTED(a_known_address_has_more_tries)
{
	struct scratch_answer answer;
	const char *secret = enable(&answer);

	set_tries(0, "1 hour");
	assert_int_equal(sign_in_with_code(code_at(secret, 0)), PROBLEM_NONE);
	assert_int_equal(people_count("SELECT wrong_codes FROM totp"), 0);
	set_tries(20, "1 hour");
	assert_int_equal(sign_in_with_code(code_at(secret, 0)), PROBLEM_NONE);
	set_tries(60, "1 hour");
	assert_int_equal(sign_in_with_code(code_at(secret, 0)), PROBLEM_RATE_LIMITED);
	set_tries(59, "1 hour");
	scratch_sql(
		"UPDATE known_addresses SET signed_in_at = now() - interval '91 days'");
	assert_int_equal(sign_in_with_code(code_at(secret, 0)), PROBLEM_RATE_LIMITED);
	forget();
}

TEST_COMMITTED(mails_about_a_wrong_code_at_most_once_an_hour)
{
	struct scratch_answer answer;

	enable(&answer);
	assert_problem(sign_in_with(EMAIL, NEW_PASSWORD, ", \"totp\": \"123\""),
		PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(count_mails("totp_wrong_code", EMAIL), 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(
			sign_in_with_code("abc-def"), PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(count_mails("totp_wrong_code", EMAIL), 1);
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' = 'totp_wrong_code' AND"
		" payload ->> 'note' ="
		" 'An unknown program, from the network address 192.0.2.1'");
	scratch_sql("UPDATE totp SET warned_at = now() - interval '1 hour',"
		    " wrong_codes = 20, wrong_since = now()");
	assert_int_equal(sign_in_with_code("abc-def"), PROBLEM_RATE_LIMITED);
	assert_int_equal(count_mails("totp_wrong_code", EMAIL), 2);
	forget();
}

TEST_COMMITTED(bounds_and_mails_guesses_at_the_removal_too)
{
	struct scratch_answer answer;
	const char *secret = enable(&answer);

	assert_problem(
		remove_totp(1, GOOD_PASSWORD, "abc-def"), PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(people_count("SELECT wrong_codes FROM totp"), 1);
	assert_int_equal(count_mails("totp_wrong_code", EMAIL), 1);
	set_tries(20, "1 hour");
	assert_problem(
		remove_totp(1, GOOD_PASSWORD, code_at(secret, 0)), PROBLEM_RATE_LIMITED);
	set_tries(19, "1 hour");
	assert_done(remove_totp(1, GOOD_PASSWORD, code_at(secret, 0)));
	forget();
}
