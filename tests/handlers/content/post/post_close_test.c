#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_post_close, post_close};

static struct scratch_answer
close_as(unsigned member)
{
	return people_call(&entry, member, "%s", post_id_json(100));
}

TEST(closes_for_good_in_every_list)
{
	people_add(1);
	people_add_org(10, "public");
	people_join(10, 1);
	post_add(100, 1, "true");
	post_publish_to(100, 10);
	scratch_expect(close_as(1), "{'status': 'closed', 'canEdit': false}");
	people_expect_rows(0, "post_targets WHERE is_open");
}

TEST(closing_again_changes_nothing)
{
	people_add(1);
	post_add(100, 1, "true");
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = '2026-02-01'");
	scratch_sql("ALTER TABLE posts DISABLE TRIGGER posts_touch");
	scratch_sql("UPDATE posts SET updated_at = '2026-02-01 00:00:00Z'");
	scratch_sql("ALTER TABLE posts ENABLE TRIGGER posts_touch");
	scratch_expect(close_as(1), "{'updatedAt': '2026-02-01T00:00:00.000Z'}");
}

TEST(refuses_everybody_but_the_author)
{
	people_add_all(2);
	post_add(100, 1, "true");
	assert_problem(close_as(2), PROBLEM_NOT_AUTHOR);
	scratch_sql("UPDATE posts SET is_public = false");
	assert_problem(close_as(2), PROBLEM_POST_NOT_FOUND);
	people_expect_rows(1, "posts WHERE status = 'open'");
}
