#include "tests/handlers/events/event_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {
	&op_event_cover_set_from_url, event_cover_set_from_url};

/* The call of a person with an address. */
static struct scratch_answer
set(unsigned person)
{
	return event_call(&entry, person,
		"{'id': '%s', 'url': 'https://example.org/a.png'}",
		scratch_id("evt", OWN_EVENT));
}

TEST(sets_the_cover_that_media_has_fetched)
{
	struct scratch_answer answer;

	event_world("draft");
	image_add(7);
	event_image = 7;
	assert_int_equal(set(STRANGER).problem, PROBLEM_EVENT_NOT_FOUND);
	answer = set(HOST);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "coverImage"), image_url(7));
}

TEST(asks_for_those_who_manage_the_event)
{
	event_world("published");
	image_add(7);
	event_image = 7;
	event_expect_managers_only(&entry, ", 'url': 'https://example.org/a.png'");
}

TEST(refuses_a_cancelled_event)
{
	event_world("published");
	image_add(7);
	event_image = 7;
	scratch_sql("UPDATE events SET status = 'cancelled'");
	assert_int_equal(set(HOST).problem, PROBLEM_INVALID_TRANSITION);
}
