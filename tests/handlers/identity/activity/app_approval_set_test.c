#include "tests/handlers/identity/activity/approval_fixture.h"

TEST_COMMITTED(sets_the_members_own_app_alone)
{
	struct principal app;

	people_add(1);
	people_add(2);
	app = app_of(1, 301, "registered");
	assert_problem(by_browser(2, ENTRY(app_approval_set),
			       scratch_printf("{\"clientId\": \"%s\","
					      " \"approval\": \"never\"}",
				       scratch_id("cli", 301))),
		PROBLEM_APP_NOT_FOUND);
	set_approval(1, 301, "never");
	for (int i = 0; i < 7; i++)
		assert_done(call_by(&app, ENTRY(post_create), PUBLIC_ASK));
}

TEST_COMMITTED(is_not_for_apps)
{
	struct principal app = app_of(1, 301, "registered");

	assert_problem(call_by(&app, ENTRY(app_approval_set),
			       scratch_printf("{\"clientId\": \"%s\","
					      " \"approval\": \"never\"}",
				       scratch_id("cli", 301))),
		PROBLEM_INSUFFICIENT_SCOPE);
}
