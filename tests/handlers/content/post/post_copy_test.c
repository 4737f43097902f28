#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_post_copy, post_copy};

static struct scratch_answer
copy_as(unsigned member, const char *more)
{
	return people_call(
		&entry, member, "{'id': '%s'%s}", scratch_id("post", 100), more);
}

/* A closed ask of member 1 in the organizations 10 and 11. */
static void
add_closed(void)
{
	people_add_all(2);
	people_add_org(10, "public");
	people_add_org(11, "public");
	people_join(10, 1);
	people_join(11, 1);
	post_add(100, 1, "false");
	post_publish_to(100, 10);
	post_publish_to(100, 11);
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now(),"
		    " tags = '{rust,seed}'");
}

TEST(copies_a_closed_ask_with_its_audience)
{
	add_closed();
	scratch_expect(copy_as(1, ""),
		"{'title': 'Ask 100', 'body': 'Body', 'tags.1': 'seed', 'kind': 'idea',"
		" 'status': 'open', 'expiresAt': null, 'photo': null,"
		" 'targets.public': false, 'targets.orgs.length': 2, 'canEdit': true}");
	people_expect_rows(1, "posts WHERE status = 'closed'");
	people_expect_rows(2, "post_targets WHERE is_open AND post_id <> '%s'",
		scratch_uuid_text(100));
}

TEST(omits_organizations_that_the_author_has_left)
{
	add_closed();
	scratch_sql("DELETE FROM org_members WHERE org_id = '%s'", scratch_uuid_text(10));
	scratch_expect(copy_as(1, ""),
		"{'targets.orgs.length': 1, 'targets.orgs.0.slug': 'org-11'}");
}

TEST(takes_an_expiry)
{
	add_closed();
	scratch_expect(copy_as(1, ", 'expiresAt': '2126-01-01T00:00:00Z'"),
		"{'expiresAt': '2126-01-01T00:00:00.000Z'}");
	people_expect_fault(copy_as(1, ", 'expiresAt': '2020-01-01T00:00:00Z'"),
		"#/expiresAt", FAULT_TOO_SMALL);
}

TEST(only_the_author_copies)
{
	add_closed();
	assert_problem(copy_as(2, ""), PROBLEM_POST_NOT_FOUND);
	people_join(10, 2);
	assert_problem(copy_as(2, ""), PROBLEM_NOT_AUTHOR);
	people_expect_rows(1, "posts");
}
