#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_post_audience, post_audience};
static const struct op_entry get_entry = {&op_post_get, post_get};

static struct scratch_answer
publish_as(unsigned member, const char *audience)
{
	return people_call(&entry, member, "{'id': '%s', 'publishTo': %s}",
		scratch_id("post", 100), audience);
}

/* An ask of member 1 in organization 10, where member 2 is, too. */
static void
add_ask(void)
{
	people_add_all(3);
	people_add_org(10, "public");
	people_add_org(11, "public");
	people_join(10, 1);
	people_join(11, 1);
	people_join(10, 2);
	people_join(11, 3);
	post_add(100, 1, "false");
	post_publish_to(100, 10);
}

static enum problem
read_as(unsigned member)
{
	return people_call(&get_entry, member, "%s", post_id_json(100)).problem;
}

TEST(replaces_the_audience)
{
	add_ask();
	assert_int_equal(read_as(2), PROBLEM_NONE);
	assert_int_equal(read_as(3), PROBLEM_POST_NOT_FOUND);
	scratch_expect(publish_as(1, "{'orgSlugs': ['org-11']}"),
		"{'targets.orgs.length': 1, 'targets.orgs.0.slug': 'org-11',"
		" 'targets.public': false}");
	assert_int_equal(read_as(2), PROBLEM_POST_NOT_FOUND);
	assert_int_equal(read_as(3), PROBLEM_NONE);
	people_expect_rows(1,
		"post_targets t JOIN posts p ON p.id = t.post_id WHERE t.is_open"
		" AND t.created_at = p.created_at AND t.kind = p.kind");
}

TEST(the_copies_of_a_kept_organization_follow)
{
	add_ask();
	scratch_expect(publish_as(1, "{'orgSlugs': ['org-10'], 'public': true}"),
		"{'targets.orgs.length': 1, 'targets.public': true}");
	people_expect_rows(1, "post_targets WHERE is_public");
	scratch_expect(
		publish_as(1, "{}"), "{'targets.orgs': [], 'targets.public': false}");
	people_expect_rows(0, "post_targets");
	people_expect_rows(1, "posts WHERE target_count = 0 AND NOT is_public");
}

TEST(refuses_organizations_of_others_and_closed_asks)
{
	add_ask();
	people_add_org(12, "public");
	people_expect_fault(publish_as(1, "{'orgSlugs': ['org-12']}"),
		"#/publishTo/orgSlugs/0", FAULT_NOT_ALLOWED);
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now()");
	assert_problem(publish_as(1, "{'public': true}"), PROBLEM_POST_CLOSED);
	people_expect_rows(1, "post_targets");
}

TEST(only_the_author_changes_it)
{
	add_ask();
	assert_problem(publish_as(2, "{'public': true}"), PROBLEM_NOT_AUTHOR);
	assert_problem(publish_as(3, "{'public': true}"), PROBLEM_POST_NOT_FOUND);
	people_expect_rows(1, "posts WHERE NOT is_public");
}
