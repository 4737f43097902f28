#include "tests/handlers/events/event_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_event_cover_set, event_cover_set};

TEST(sets_the_cover_for_those_who_manage_the_event)
{
	struct scratch_answer answer;

	event_world("published");
	image_add(7);
	event_image = 7;
	event_expect_managers_only(&entry, "");
	answer = event_call_on(&entry, OWNER, ORG_EVENT);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "coverImage"), image_url(7));
	assert_int_equal(
		people_count("SELECT count(*) FROM events WHERE cover IS NULL"), 1);
}

/* Calendars take an event with the same number for the one that they have. */
TEST(counts_as_an_edit_when_it_changes_something)
{
	event_world("published");
	image_add(7);
	event_image = 7;
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(
			event_call_on(&entry, HOST, OWN_EVENT).problem, PROBLEM_NONE);
		assert_int_equal(people_count("SELECT sum(sequence) FROM events"), 1);
	}
	assert_int_equal(people_count("SELECT count(*) FROM outbox"), 0);
}

TEST(replaces_a_cover_and_lets_go_of_the_former_one)
{
	event_world("published");
	image_add(7);
	image_add(8);
	event_image = 7;
	assert_int_equal(event_call_on(&entry, HOST, OWN_EVENT).problem, PROBLEM_NONE);
	event_image = 8;
	assert_int_equal(event_call_on(&entry, HOST, OWN_EVENT).problem, PROBLEM_NONE);
	assert_true(image_is_released(7));
	assert_false(image_is_released(8));
}

TEST(refuses_a_cancelled_event)
{
	event_world("published");
	image_add(7);
	event_image = 7;
	scratch_sql("UPDATE events SET status = 'cancelled'");
	assert_int_equal(event_call_on(&entry, HOST, OWN_EVENT).problem,
		PROBLEM_INVALID_TRANSITION);
	assert_int_equal(event_call_on(&entry, STRANGER, OWN_EVENT).problem,
		PROBLEM_HOST_REQUIRED);
	assert_int_equal(
		people_count("SELECT count(*) FROM events WHERE cover IS NOT NULL"), 0);
}

TEST(needs_an_image_that_is_there)
{
	event_world("published");
	assert_int_equal(
		event_call_on(&entry, HOST, OWN_EVENT).problem, PROBLEM_INTERNAL_ERROR);
	event_image = 9;
	assert_int_equal(event_call_on(&entry, HOST, OWN_EVENT).problem,
		PROBLEM_SERVICE_UNAVAILABLE);
}
