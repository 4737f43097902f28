#include "tests/handlers/events/event_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_event_cover_choose, event_cover_choose};

#define BY_URL ", 'url': 'https://example.org/a.png'"
#define REMOVAL ", 'remove': true"

/* The call of a person on the host's own event. */
static struct scratch_answer
choose(unsigned person, const char *what)
{
	return event_call(
		&entry, person, "{'id': '%s'%s}", scratch_id("evt", OWN_EVENT), what);
}

TEST(sets_or_removes_the_cover)
{
	struct scratch_answer answer;

	event_world("published");
	image_add(7);
	event_image = 7;
	event_expect_managers_only(&entry, BY_URL);
	answer = choose(HOST, BY_URL);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "coverImage"), image_url(7));
	event_image = 0;
	event_expect_managers_only(&entry, REMOVAL);
	answer = choose(HOST, REMOVAL);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_true(json_is_null(scratch_at(&answer, "coverImage")));
}

TEST(refuses_a_cancelled_event)
{
	event_world("published");
	image_add(7);
	scratch_sql("UPDATE events SET status = 'cancelled'");
	assert_int_equal(choose(HOST, REMOVAL).problem, PROBLEM_INVALID_TRANSITION);
	event_image = 7;
	assert_int_equal(choose(HOST, BY_URL).problem, PROBLEM_INVALID_TRANSITION);
}
