#include "tests/handlers/orgs/application_fixture.h"

static const struct op_entry entry = {
	&op_admin_org_application_list, admin_org_application_list};

static const char *
slugs(const char *json)
{
	struct scratch_answer answer = people_call(&entry, PLATFORM_ADMIN, "%s", json);

	assert_done(answer);
	return org_each(answer.output, "slug");
}

TEST(filters_by_state_newest_first)
{
	org_world("request");
	application_add(50, STRANGER, "declined");
	application_add(51, STRANGER, "pending");
	application_add(52, MEMBER, "approved");
	application_add(53, MEMBER, "pending");
	assert_string_equal(slugs("{}"), "app-53 app-52 app-51 app-50 ");
	assert_string_equal(slugs(JSON({"status": "pending"})), "app-53 app-51 ");
	assert_string_equal(slugs(JSON({"status": "approved", "limit": 100})), "app-52 ");
	assert_string_equal(slugs(JSON({"status": "declined"})), "app-50 ");
}

TEST(pages_with_a_cursor_beside_the_array)
{
	struct scratch_answer answer;

	org_world("request");
	application_add(50, STRANGER, "declined");
	application_add(51, STRANGER, "declined");
	application_add(52, STRANGER, "declined");
	answer = people_call(&entry, PLATFORM_ADMIN, JSON({"limit": 2}));
	assert_string_equal(org_each(answer.output, "slug"), "app-52 app-51 ");
	assert_non_null(answer.next_cursor);
	answer = people_call(&entry, PLATFORM_ADMIN, JSON({"limit": 2, "cursor": "%s"}),
		answer.next_cursor);
	assert_string_equal(org_each(answer.output, "slug"), "app-50 ");
	assert_null(answer.next_cursor);
}
