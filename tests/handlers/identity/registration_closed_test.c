#include "tests/handlers/identity/identity_fixture.h"

TEST(takes_nobody)
{
	struct scratch_answer answer;

	answer = call_anonymously(&op_account_sign_up, account_sign_up, JSON_OF({
		"email": "ada@example.org",
		"name": "Ada",
		"password": GOOD_PASSWORD
	}));
	assert_int_equal(answer.problem, PROBLEM_REGISTRATION_CLOSED);
	people_expect_rows(0, "members");
}

int
main(void)
{
	setenv("KITH_REGISTRATION", "closed", 1);
	return test_main();
}
