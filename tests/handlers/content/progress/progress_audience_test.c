#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"

static const struct op_entry entry = {&op_progress_audience, progress_audience};

static struct scratch_answer
publish_as(unsigned member, const char *audience)
{
	return people_call(&entry, member, "{'id': '%s', 'publishTo': %s}",
		scratch_id("prog", 100), audience);
}

static void
add_entry(void)
{
	people_add_all(2);
	people_add_org(10, "public");
	people_add_org(11, "public");
	people_join(10, 1);
	people_join(11, 1);
	people_join(10, 2);
	progress_add(100, 1, "false", 0);
	progress_publish_to(100, 10);
}

TEST(replaces_the_audience)
{
	add_entry();
	scratch_expect(publish_as(1, "{'orgSlugs': ['org-10', 'org-11']}"),
		"{'targets.orgs.length': 2, 'targets.public': false}");
	scratch_expect(publish_as(1, "{'orgSlugs': ['org-11'], 'public': true}"),
		"{'targets.orgs.length': 1, 'targets.orgs.0.slug': 'org-11',"
		" 'targets.public': true}");
	people_expect_rows(1,
		"progress_targets t JOIN progress g ON g.id = t.progress_id"
		" WHERE t.created_at = g.created_at AND t.author_id = g.author_id"
		" AND g.target_count = 1");
}

TEST(refuses_organizations_of_others)
{
	add_entry();
	people_add_org(12, "public");
	people_expect_fault(publish_as(1, "{'orgSlugs': ['org-12']}"),
		"#/publishTo/orgSlugs/0", FAULT_NOT_ALLOWED);
	people_expect_rows(1, "progress_targets");
}

TEST(only_the_author_changes_it)
{
	add_entry();
	assert_problem(publish_as(2, "{'public': true}"), PROBLEM_NOT_AUTHOR);
	scratch_sql(
		"DELETE FROM org_members WHERE member_id = '%s'", scratch_uuid_text(2));
	assert_problem(publish_as(2, "{'public': true}"), PROBLEM_PROGRESS_NOT_FOUND);
	people_expect_rows(1, "progress WHERE NOT is_public");
}
