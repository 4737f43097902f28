#include "tests/handlers/identity/activity/approval_fixture.h"

TEST_COMMITTED(returns_nobody_elses_request)
{
	app_that_waits(1, 301);
	people_add(2);
	assert_problem(by_browser(2, ENTRY(me_approval_approve), newest(1)),
		PROBLEM_APPROVAL_NOT_FOUND);
	assert_int_equal(waiting_of(1), 1);
}

TEST_COMMITTED(returns_no_declined_request)
{
	const char *id = newest(1);

	assert_done(by_browser(1, ENTRY(me_approval_decline), id));
	assert_problem(by_browser(1, ENTRY(me_approval_approve), id),
		PROBLEM_APPROVAL_NOT_FOUND);
}
