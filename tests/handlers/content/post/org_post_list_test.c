#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_org_post_list, org_post_list};

static struct scratch_answer
list_as(unsigned member, const char *slug, const char *more)
{
	return people_call(&entry, member, "{\"slug\": \"%s\"%s}", slug, more);
}

static void
expect(unsigned member, const char *slug, const char *more, const char *expected)
{
	struct scratch_answer answer = list_as(member, slug, more);

	assert_string_equal(item_numbers(&answer), expected);
}

/*
 * 1 and 2 are in organization 10, 1 in the unlisted 11 too; 3 is outside; 4 is suspended.
 * 101 to 10; 102 to 10 and public; 103 to 11 and public; 104 to both; 105 public only;
 * 106 to 10, closed; 107 to 10, expired; 108 to 10 and public, by the suspended member;
 * 109 to 10, by 3, who has left; 110 to 10 and public, of another kind.
 */
static void
add_asks(void)
{
	for (unsigned i = 1; i <= 4; i++)
		people_add_as(i, i == 4 ? "suspended" : "active");
	people_add_org(10, "public");
	people_add_org(11, "unlisted");
	people_join(10, 1);
	people_join(10, 2);
	people_join(11, 1);
	for (unsigned i = 101; i <= 110; i++) {
		post_add(i,
			i == 108           ? 4
				: i == 109 ? 3
					   : 1,
			strchr("235890", (int)('0' + i % 10)) != NULL && i != 109
				? "true"
				: "false");
	}
	scratch_sql(
		"UPDATE posts SET status = 'closed', closed_at = now() WHERE id = '%s'",
		scratch_uuid_text(106));
	scratch_sql(
		"UPDATE posts SET expires_at = now() - interval '1 hour' WHERE id = '%s'",
		scratch_uuid_text(107));
	scratch_sql("UPDATE posts SET kind = 'hiring' WHERE id = '%s'",
		scratch_uuid_text(110));
	for (unsigned i = 101; i <= 110; i++) {
		if (i != 103 && i != 105)
			post_publish_to(i, 10);
	}
	post_publish_to(103, 11);
	post_publish_to(104, 11);
}

TEST(shows_members_everything_that_is_published_to_it)
{
	add_asks();
	expect(1, "org-10", "", "110 109 104 102 101 ");
	expect(2, "org-10", "", "110 109 104 102 101 ");
	expect(2, "org-10", ", \"limit\": 100", "110 109 104 102 101 ");
	expect(1, "org-11", "", "104 103 ");
}

TEST(shows_others_what_is_public_as_well)
{
	add_asks();
	expect(3, "org-10", "", "110 102 ");
	expect(3, "org-10", ", \"limit\": 100", "110 102 ");
	expect(2, "org-11", "", "103 ");
}

TEST(finds_a_renamed_organization_under_its_former_slug)
{
	add_asks();
	scratch_sql("UPDATE orgs SET slug = 'moved' WHERE slug = 'org-10'");
	expect(1, "org-10", "", "110 109 104 102 101 ");
	expect(1, "moved", "", "110 109 104 102 101 ");
	scratch_sql("UPDATE org_slugs SET former_until = now() WHERE slug = 'org-10'");
	assert_problem(list_as(1, "org-10", ""), PROBLEM_ORG_NOT_FOUND);
}

TEST(filters_by_kind)
{
	add_asks();
	expect(1, "org-10", ", \"kind\": \"hiring\"", "110 ");
	expect(3, "org-10", ", \"kind\": \"idea\"", "102 ");
	expect(3, "org-10", ", \"kind\": \"other\"", "");
}

TEST(names_the_targets_as_the_viewer_may_know_them)
{
	add_asks();
	scratch_expect(list_as(1, "org-11", ""), "{'items.0.targets.orgs.length': 2}");
	scratch_expect(list_as(2, "org-10", ""), "{'items.2.targets.orgs.length': 1}");
}

TEST(pages_without_repeating)
{
	struct scratch_answer answer;

	add_asks();
	scratch_sql("UPDATE posts SET created_at = '2026-01-01 00:02:00Z'");
	scratch_sql("UPDATE post_targets SET created_at = '2026-01-01 00:02:00Z'");
	answer = list_as(2, "org-10", ", \"limit\": 2");
	scratch_expect(answer, "{'items.1.title': 'Ask 109'}");
	expect(2, "org-10",
		scratch_printf(", \"limit\": 2, \"cursor\": \"%s\"",
			scratch_string(&answer, "nextCursor")),
		"104 102 ");
	answer = list_as(2, "org-11",
		scratch_printf(
			", \"cursor\": \"%s\"", scratch_string(&answer, "nextCursor")));
	assert_problem(answer, PROBLEM_INVALID_CURSOR);
}

TEST(a_page_of_the_largest_size_is_full)
{
	struct scratch_answer answer;

	people_add(1);
	people_add_org(10, "public");
	people_join(10, 1);
	for (unsigned i = 0; i < 101; i++) {
		post_add(200 + i, 1, "false");
		post_publish_to(200 + i, 10);
	}
	answer = list_as(1, "org-10", ", \"limit\": 100");
	scratch_expect(answer, "{'items.length': 100}");
	assert_true(json_is_string(scratch_at(&answer, "nextCursor")));
}

TEST(answers_not_found_for_what_is_no_organization)
{
	add_asks();
	assert_problem(list_as(1, "nowhere", ""), PROBLEM_ORG_NOT_FOUND);
	assert_problem(list_as(1, "No Slug", ""), PROBLEM_ORG_NOT_FOUND);
}
