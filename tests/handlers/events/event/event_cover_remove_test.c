#include "tests/handlers/events/event_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_event_cover_remove, event_cover_remove};

/* Everybody, and both events with a cover. */
static void
add_world(void)
{
	event_world("published");
	image_add(7);
	scratch_sql("UPDATE events SET cover = '%s'", scratch_uuid_text(7));
}

TEST(removes_the_cover_for_those_who_manage_the_event)
{
	struct scratch_answer answer;

	add_world();
	event_expect_managers_only(&entry, "");
	assert_false(image_is_released(7));
	answer = event_call_on(&entry, ADMIN, ORG_EVENT);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_true(json_is_null(scratch_at(&answer, "coverImage")));
	assert_int_equal(
		people_count("SELECT count(*) FROM events WHERE cover IS NULL"), 1);
	assert_true(image_is_released(7));
}

TEST(removing_it_again_changes_nothing)
{
	event_world("published");
	assert_int_equal(event_call_on(&entry, HOST, OWN_EVENT).problem, PROBLEM_NONE);
	assert_int_equal(people_count("SELECT sum(sequence) FROM events"), 0);
}

TEST(refuses_a_cancelled_event)
{
	add_world();
	scratch_sql("UPDATE events SET status = 'cancelled'");
	assert_int_equal(event_call_on(&entry, HOST, OWN_EVENT).problem,
		PROBLEM_INVALID_TRANSITION);
	assert_int_equal(
		people_count("SELECT count(*) FROM events WHERE cover IS NULL"), 0);
}
