#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
remove_item(const char *id)
{
	return admin_call(1, ENTRY(admin_item_remove),
		scratch_printf(JSON({"id": "%s", "reason": "An advertisement"}), id));
}

static void
report(unsigned number, const char *type, unsigned subject)
{
	scratch_sql("INSERT INTO reports (id, reporter, subject_type, subject_id, reason)"
		    " VALUES ('%s', '%s', '%s', '%s', 'x')",
		scratch_uuid_text(number), scratch_uuid_text(1), type,
		scratch_uuid_text(subject));
}

TEST(removes_an_ask_resolves_its_reports_and_tells_its_author)
{
	admin_add(1);
	people_add(2);
	post_add(100, 2, "true");
	post_add(101, 2, "true");
	report(50, "post", 100);
	report(51, "post", 101);
	scratch_expect(remove_item(scratch_id("post", 100)),
		"{'subjectType': 'post', 'reportsResolved': 1}");
	people_expect_rows(1, "posts");
	people_expect_rows(1, "reports WHERE status = 'open'");
	people_expect_rows(
		1, "audit WHERE action = 'post.remove' AND subject_type = 'post'");
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' = 'item_removed'"
		" AND payload ->> 'note' LIKE 'Ask: %%An advertisement'");
	assert_problem(remove_item(scratch_id("post", 100)), PROBLEM_POST_NOT_FOUND);
}

TEST(removes_an_organization_with_its_events_and_leaves_asks_to_their_authors)
{
	admin_add(1);
	people_add(2);
	scratch_sql("INSERT INTO orgs (id, slug, name, member_count) VALUES"
		    " ('%s', 'lab', 'Harbour Lab', 1)",
		scratch_uuid_text(300));
	scratch_sql("INSERT INTO org_members (org_id, member_id, role) VALUES"
		    " ('%s', '%s', 'owner')",
		scratch_uuid_text(300), scratch_uuid_text(2));
	post_add(100, 2, "false");
	scratch_sql(
		"INSERT INTO post_targets (post_id, org_id, author_id, kind, created_at)"
		" SELECT id, '%s', author_id, kind, created_at FROM posts",
		scratch_uuid_text(300));
	scratch_sql("UPDATE posts SET target_count = 1");
	scratch_expect(remove_item(scratch_id("org", 300)),
		"{'subjectType': 'org', 'title': 'Harbour Lab', 'reportsResolved': 0}");
	people_expect_rows(0, "orgs");
	people_expect_rows(0, "post_targets");
	people_expect_rows(1, "posts WHERE target_count = 0");
	people_expect_rows(1, "outbox WHERE payload ->> 'template' = 'item_removed'");
	people_expect_rows(1, "audit WHERE action = 'org.remove'");
}

TEST(says_that_there_is_no_such_item)
{
	admin_add(1);
	assert_problem(remove_item(scratch_id("org", 5)), PROBLEM_ORG_NOT_FOUND);
	assert_problem(remove_item(scratch_id("evt", 5)), PROBLEM_EVENT_NOT_FOUND);
	assert_problem(remove_item(scratch_id("proj", 5)), PROBLEM_PROJECT_NOT_FOUND);
	assert_problem(remove_item(scratch_id("prog", 5)), PROBLEM_PROGRESS_NOT_FOUND);
	people_expect_fault(remove_item(scratch_id("usr", 1)), "#/id", FAULT_FORMAT);
}
