#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_org_event_list, org_event_list};

static const char *
list(unsigned person, const char *filters)
{
	struct scratch_answer answer =
		people_call(&entry, person, "{'slug': 'org-10'%s}", filters);

	return scratch_numbers(&answer, "title", "Event ");
}

/* Adds a draft, a public and a cancelled event beside the one for members. */
static void
begin_with_events(void)
{
	event_world("published");
	event_add(102, ADMIN, 10, "published", "public");
	event_add(103, ADMIN, 10, "draft", "public");
	event_add(104, ADMIN, 10, "published", "public");
	event_set(104, "status = 'cancelled'");
}

TEST(shows_each_what_it_may_see)
{
	begin_with_events();
	assert_string_equal(list(OWNER, ""), "104 103 102 101 ");
	assert_string_equal(list(PLATFORM_ADMIN, ""), "104 103 102 101 ");
	assert_string_equal(list(MEMBER, ""), "102 101 ");
	assert_string_equal(list(STRANGER, ""), "102 ");
}

TEST(shows_a_host_who_is_no_admin_any_more_its_own)
{
	begin_with_events();
	scratch_sql("UPDATE org_members SET role = 'member' WHERE member_id = '%s'",
		scratch_uuid_text(ADMIN));
	assert_string_equal(list(ADMIN, ""), "104 103 102 101 ");
	scratch_sql("DELETE FROM org_members WHERE member_id = '%s'",
		scratch_uuid_text(ADMIN));
	assert_string_equal(list(ADMIN, ""), "102 ");
}

TEST(filters_and_orders)
{
	begin_with_events();
	event_end(102);
	assert_string_equal(list(MEMBER, ""), "101 ");
	assert_string_equal(list(MEMBER, ", 'when': 'past'"), "102 ");
	event_set(103, "starts_at = now() + interval '1 day'");
	assert_string_equal(list(OWNER, ", 'order': 'soonest'"), "103 101 104 ");
}

TEST(knows_no_other_organization)
{
	event_world("published");
	assert_problem(
		people_call(&entry, OWNER, "{'slug': 'nowhere'}"), PROBLEM_ORG_NOT_FOUND);
}
