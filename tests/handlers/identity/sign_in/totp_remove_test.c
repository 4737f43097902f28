#include "tests/handlers/identity/totp_fixture.h"

static void
the_password_alone_signs_in_again(void **state)
{
	(void)state;
	add_knowing(1);
	assert_int_equal(
		confirm_totp(1, code_at(begin_totp(1), 0)).problem, PROBLEM_NONE);
	assert_int_equal(
		call_as(1, &op_totp_remove, totp_remove, NULL).problem, PROBLEM_NONE);
	assert_int_equal(sign_in_with("member1@example.org", GOOD_PASSWORD, "").problem,
		PROBLEM_NONE);
	assert_int_equal(people_count("SELECT count(*) FROM recovery_codes"), 0);
	assert_int_equal(count_audit("totp.disable", 1), 1);
	assert_int_equal(count_mails("totp_off", "member1@example.org"), 1);
}

static void
removing_nothing_is_fine_and_quiet(void **state)
{
	(void)state;
	people_add(1);
	assert_int_equal(
		call_as(1, &op_totp_remove, totp_remove, NULL).problem, PROBLEM_NONE);
	begin_totp(1);
	assert_int_equal(
		call_as(1, &op_totp_remove, totp_remove, NULL).problem, PROBLEM_NONE);
	assert_int_equal(people_count("SELECT count(*) FROM totp"), 0);
	assert_int_equal(people_count("SELECT count(*) FROM outbox"), 0);
	assert_int_equal(count_audit("totp.disable", 1), 0);
}

static void
no_token_can_remove_it(void **state)
{
	(void)state;
	people_add(1);
	expect_session_only(1, &op_totp_remove, totp_remove, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(the_password_alone_signs_in_again),
		HANDLER_TEST(removing_nothing_is_fine_and_quiet),
		HANDLER_TEST(no_token_can_remove_it),
	};

	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
