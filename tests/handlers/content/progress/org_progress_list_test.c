#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"

static const struct op_entry entry = {&op_org_progress_list, org_progress_list};

static struct scratch_answer
list_as(unsigned member, const char *slug, const char *more)
{
	return people_call(&entry, member, "{\"slug\": \"%s\"%s}", slug, more);
}

static void
expect(unsigned member, const char *more, const char *expected)
{
	struct scratch_answer answer = list_as(member, "org-10", more);

	assert_string_equal(item_numbers(&answer), expected);
}

/*
 * 1 and 2 are in organization 10, 3 is outside, 4 is suspended. 101 and 102 to 10; 103 to
 * nobody; 104 to 10, by 4; 105 to 10 and public, of another kind.
 */
static void
add_entries(void)
{
	for (unsigned i = 1; i <= 4; i++)
		people_add_as(i, i == 4 ? "suspended" : "active");
	people_add_org(10, "public");
	people_join(10, 1);
	people_join(10, 2);
	for (unsigned i = 101; i <= 105; i++)
		progress_add(i, i == 104 ? 4 : 1, i == 105 ? "true" : "false", 0);
	scratch_sql("UPDATE progress SET kind = 'customer' WHERE id = '%s'",
		scratch_uuid_text(105));
	for (unsigned i = 101; i <= 105; i++) {
		if (i != 103)
			progress_publish_to(i, 10);
	}
}

TEST(shows_members_everything_that_is_published_to_it)
{
	add_entries();
	expect(1, "", "105 102 101 ");
	expect(2, "", "105 102 101 ");
	expect(2, ", \"kind\": \"customer\"", "105 ");
}

TEST(pages_without_repeating)
{
	struct scratch_answer answer;

	add_entries();
	answer = list_as(2, "org-10", ", \"limit\": 2");
	expect(2,
		scratch_printf(", \"limit\": 2, \"cursor\": \"%s\"",
			scratch_string(&answer, "nextCursor")),
		"101 ");
}

TEST(is_for_members_of_the_organization)
{
	add_entries();
	assert_problem(list_as(3, "org-10", ""), PROBLEM_ORG_ROLE_REQUIRED);
	assert_problem(list_as(1, "org-11", ""), PROBLEM_ORG_NOT_FOUND);
	assert_problem(list_as(1, "x", ""), PROBLEM_ORG_NOT_FOUND);
}
