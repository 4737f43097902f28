#include "tests/handlers/notifications/preferences_fixture.h"

TEST(who_said_nothing_is_mailed_what_the_registry_says)
{
	struct scratch_answer answer;

	people_add(1);
	answer = preferences_get(1);
	assert_done(answer);
	assert_string_equal(json_string_value(scratch_at(&answer, "digest")), "off");
	scratch_expect(answer,
		"{'kinds.org_joined.inbox': true, 'kinds.org_joined.email': false,"
		" 'kinds.event_cancelled.email': true,"
		" 'kinds.account_approved.email': true}");
	assert_int_equal(
		json_object_size(scratch_at(&answer, "kinds")), NOTICE_COUNT - 1);
}
