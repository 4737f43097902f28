#include "tests/handlers/events/calendar/calendar_fixture.h"

TEST(gives_another_address_and_ends_the_one_before)
{
	const char *before, *after;

	event_world("published");
	before = calendar_url(&calendar_get_entry, MEMBER);
	after = calendar_url(&calendar_rotate_entry, MEMBER);
	assert_string_not_equal(before, after);
	assert_string_equal(calendar_url(&calendar_get_entry, MEMBER), after);
	assert_problem(calendar_read(before), PROBLEM_TOKEN_NOT_FOUND);
	assert_done(calendar_read(after));
}

TEST(needs_no_address_to_begin_with)
{
	event_world("published");
	assert_done(calendar_read(calendar_url(&calendar_rotate_entry, MEMBER)));
	people_expect_rows(1, "calendar_feeds");
}

TEST(answers_a_repeated_request_with_the_same_address)
{
	const struct uuid id = scratch_uuid(MEMBER);
	const struct principal caller = scratch_member(&id);
	const struct scratch_options options = {.idempotency_key = "once"};
	struct scratch_answer first, second;

	event_world("published");
	first = scratch_call_with(&calendar_rotate_entry, &caller, NULL, &options);
	second = scratch_call_with(&calendar_rotate_entry, &caller, NULL, &options);
	scratch_expect(first, "{'url': '%s'}", scratch_string(&second, "url"));
}
