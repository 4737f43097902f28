#include "tests/handlers/notifications/preferences_fixture.h"

TEST(who_said_nothing_is_mailed_what_the_registry_says)
{
	struct scratch_answer answer;

	people_add(1);
	answer = preferences_get(1);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(json_string_value(scratch_at(&answer, "digest")), "off");
	assert_true(json_is_true(scratch_at(&answer, "kinds.org_joined.inbox")));
	assert_false(json_is_true(scratch_at(&answer, "kinds.org_joined.email")));
	assert_true(json_is_true(scratch_at(&answer, "kinds.event_cancelled.email")));
	assert_true(json_is_true(scratch_at(&answer, "kinds.account_approved.email")));
	assert_int_equal(json_object_size(scratch_at(&answer, "kinds")), 25);
}
