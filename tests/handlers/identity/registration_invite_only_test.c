#include "tests/handlers/identity/identity_fixture.h"

static void
wants_a_code(void **state)
{
	struct scratch_answer answer;

	(void)state;
	answer = call_anonymously(&op_account_sign_up, account_sign_up,
		"{\"email\": \"ada@example.org\", \"name\": \"Ada\", \"password\":"
		" \"" GOOD_PASSWORD "\"}");
	people_expect_fault(&answer, "#/inviteCode", FAULT_REQUIRED);
}

static void
refuses_a_code_that_nobody_made(void **state)
{
	struct scratch_answer answer;

	(void)state;
	answer = call_anonymously(&op_account_sign_up, account_sign_up,
		"{\"email\": \"ada@example.org\", \"name\": \"Ada\", \"password\":"
		" \"" GOOD_PASSWORD "\", \"inviteCode\": \"ABC\"}");
	people_expect_fault(&answer, "#/inviteCode", FAULT_NOT_ALLOWED);
	assert_int_equal(people_count("SELECT count(*) FROM members"), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(wants_a_code),
		HANDLER_TEST(refuses_a_code_that_nobody_made),
	};

	setenv("KITH_REGISTRATION", "invite_only", 1);
	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
