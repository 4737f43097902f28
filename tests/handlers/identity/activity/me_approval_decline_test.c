#include "tests/handlers/identity/activity/approval_fixture.h"

TEST_COMMITTED(forgets_the_input)
{
	const char *id;

	app_that_waits(1, 301);
	id = newest(1);
	people_add(2);
	assert_problem(by_browser(2, ENTRY(me_approval_decline), id),
		PROBLEM_APPROVAL_NOT_FOUND);
	assert_done(by_browser(1, ENTRY(me_approval_decline), id));
	assert_problem(by_browser(1, ENTRY(me_approval_decline), id),
		PROBLEM_APPROVAL_NOT_FOUND);
	people_expect_rows(
		1, "approvals WHERE status = 'declined' AND input = '' AND content = ''");
	assert_int_equal(asks_of(1), 0);
}
