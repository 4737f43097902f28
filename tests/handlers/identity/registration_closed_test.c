#include "tests/handlers/identity/identity_fixture.h"

static void
takes_nobody(void **state)
{
	struct scratch_answer answer;

	(void)state;
	answer = call_anonymously(&op_account_sign_up, account_sign_up,
		"{\"email\": \"ada@example.org\", \"name\": \"Ada\", \"password\":"
		" \"" GOOD_PASSWORD "\"}");
	assert_int_equal(answer.problem, PROBLEM_REGISTRATION_CLOSED);
	assert_int_equal(people_count("SELECT count(*) FROM members"), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(takes_nobody),
	};

	setenv("KITH_REGISTRATION", "closed", 1);
	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
