#include "tests/handlers/identity/identity_fixture.h"

TEST(takes_nobody)
{
	assert_problem(call_anonymously(ENTRY(account_sign_up), JSON_OF({
		"email": "ada@example.org",
		"name": "Ada",
		"password": GOOD_PASSWORD
	})),
		PROBLEM_REGISTRATION_CLOSED);
	people_expect_rows(0, "members");
}

int
main(void)
{
	setenv("KITH_REGISTRATION", "closed", 1);
	return test_main();
}
