#include "tests/handlers/events/event_fixture.h"
#include "tests/support/image_family.h"

static void
add_events(void)
{
	event_world("published");
}

static const char *
input(bool is_there, const char *more)
{
	return arena_printf(scratch_arena(), "{\"id\": \"%s\"%s}",
		scratch_id("evt", is_there ? OWN_EVENT : 199), more);
}

static const struct image_family cover = {
	.set = {&op_event_cover_set, event_cover_set},
	.set_from_url = {&op_event_cover_set_from_url, event_cover_set_from_url},
	.remove = {&op_event_cover_remove, event_cover_remove},
	.choose = {&op_event_cover_choose, event_cover_choose},
	.field = "coverImage",
	.table = "events",
	.column = "cover",
	.kind = "",
	.owner = HOST,
	.world = add_events,
	.input = input,
};

IMAGE_FAMILY_TESTS(cover, &cover)

TEST(lets_those_who_manage_the_event_change_the_cover)
{
	image_family_world(&cover);
	event_image = 7;
	event_expect_managers_only(&cover.set, "");
	event_expect_managers_only(&cover.set_from_url, IMAGE_AT_URL);
	event_expect_managers_only(&cover.choose, IMAGE_AT_URL);
	event_image = 0;
	event_expect_managers_only(&cover.choose, IMAGE_REMOVED);
	event_expect_managers_only(&cover.remove, "");
	image_family_refuses(&cover, HOST, false, PROBLEM_EVENT_NOT_FOUND);
}

TEST(hides_a_draft_from_strangers)
{
	event_world("draft");
	image_add(8);
	image_family_refuses(&cover, STRANGER, true, PROBLEM_EVENT_NOT_FOUND);
	assert_done(image_act(&cover, IMAGE_ACT_SET, 8));
}

TEST(refuses_a_cancelled_event)
{
	image_family_full_world(&cover);
	scratch_sql("UPDATE events SET status = 'cancelled'");
	image_family_refuses(&cover, HOST, true, PROBLEM_INVALID_TRANSITION);
	image_family_refuses(&cover, STRANGER, true, PROBLEM_HOST_REQUIRED);
}

/* Calendars ignore an event whose sequence number they already have. */
TEST(counts_as_an_edit_when_it_changes_something)
{
	image_family_world(&cover);
	for (int i = 0; i < 2; i++) {
		assert_done(image_act(&cover, IMAGE_ACT_SET, 7));
		assert_int_equal(people_count("SELECT sum(sequence) FROM events"), 1);
	}
	for (int i = 0; i < 2; i++) {
		assert_done(image_act(&cover, IMAGE_ACT_REMOVE, 0));
		assert_int_equal(people_count("SELECT sum(sequence) FROM events"), 2);
	}
	assert_int_equal(people_count("SELECT count(*) FROM outbox"), 0);
}
