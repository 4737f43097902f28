#include "tests/handlers/identity/account_fixture.h"

static struct scratch_answer
change(const char *current, const char *new_password)
{
	return call_as(1, &op_password_change, password_change,
		arena_printf(scratch_arena(), "{\"current\": \"%s\", \"new\": \"%s\"}",
			current, new_password));
}

static void
replaces_the_password_and_ends_other_sessions(void **state)
{
	(void)state;
	add_knowing(1);
	add_credential(901, 1, "session", "mine", "1 day");
	add_credential(20, 1, "session", "other", "1 day");
	add_credential(21, 1, "token", "pat", "1 day");
	people_add_mail_token(1, "reset_password", "link", "1 hour");
	assert_int_equal(change(GOOD_PASSWORD, NEW_PASSWORD).problem, PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT string_agg(name, ' ' ORDER BY name)"
					  " FROM credentials WHERE revoked_at IS NULL"),
		"mine pat");
	assert_int_equal(people_count("SELECT count(*) FROM mail_tokens"
				      " WHERE used_at IS NULL"),
		0);
	assert_int_equal(count_mails("password_replaced", "member1@example.org"), 1);
	assert_int_equal(count_audit("password.change", 1), 1);
	assert_int_equal(sign_in_with("member1@example.org", NEW_PASSWORD, "").problem,
		PROBLEM_NONE);
	assert_int_equal(sign_in_with("member1@example.org", GOOD_PASSWORD, "").problem,
		PROBLEM_INVALID_CREDENTIALS);
}

static void
counts_wrong_passwords_although_it_refuses(void **state)
{
	(void)state;
	add_knowing(1);
	for (int i = 0; i < 10; i++)
		assert_int_equal(change("wrong", NEW_PASSWORD).problem,
			PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(
		change(GOOD_PASSWORD, NEW_PASSWORD).problem, PROBLEM_RATE_LIMITED);
	scratch_sql("DELETE FROM attempts");
	assert_int_equal(change(GOOD_PASSWORD, NEW_PASSWORD).problem, PROBLEM_NONE);
	assert_int_equal(people_count("SELECT sum(count) FROM attempts"), 0);
}

static void
refuses_a_password_that_is_too_short_or_common(void **state)
{
	struct scratch_answer answer;

	(void)state;
	add_knowing(1);
	answer = change(GOOD_PASSWORD, "elevenchars");
	people_expect_fault(&answer, "#/new", FAULT_TOO_SHORT);
	answer = change(GOOD_PASSWORD, "password1234");
	people_expect_fault(&answer, "#/new", FAULT_NOT_ALLOWED);
	answer = call_as(1, &op_password_change, password_change, "{\"new\": [\"x\"]}");
	assert_int_equal(answer.problem, PROBLEM_VALIDATION_FAILED);
}

static void
somebody_without_a_password_cannot_change_it(void **state)
{
	(void)state;
	people_add(1);
	assert_int_equal(
		change(GOOD_PASSWORD, NEW_PASSWORD).problem, PROBLEM_INVALID_CREDENTIALS);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(replaces_the_password_and_ends_other_sessions),
		HANDLER_TEST(counts_wrong_passwords_although_it_refuses),
		HANDLER_TEST(refuses_a_password_that_is_too_short_or_common),
		HANDLER_TEST(somebody_without_a_password_cannot_change_it),
	};

	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
