#include "tests/handlers/identity/activity/approval_fixture.h"

TEST_COMMITTED(lists_what_waits_for_the_member_alone)
{
	app_that_waits(1, 301);
	people_add(2);
	scratch_expect(by_browser(1, ENTRY(me_approval_list), NULL),
		"{'items.length': 1, 'items.0.clientId': '%s'}", scratch_id("cli", 301));
	scratch_expect(
		by_browser(2, ENTRY(me_approval_list), NULL), "{'items.length': 0}");
}

TEST_COMMITTED(is_not_for_apps)
{
	struct principal app = app_of(1, 301, "registered");

	assert_problem(
		call_by(&app, ENTRY(me_approval_list), NULL), PROBLEM_INSUFFICIENT_SCOPE);
}
