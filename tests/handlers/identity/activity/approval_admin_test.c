/*
 * approval_admin_test.c - a request to act as an administrator names the record. These
 * tests commit.
 */
#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/identity/activity/approval_fixture.h"

#define ADMIN 1
#define APP 301

static struct principal
admin_app(void)
{
	struct principal caller;

	people_add(ADMIN);
	people_add(2);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(ADMIN));
	caller = app_of(ADMIN, APP, "registered");
	scratch_sql("UPDATE credentials SET scopes = 63 WHERE kind = 'oauth'");
	set_approval(ADMIN, APP, "each");
	caller.admin = true;
	caller.scopes |= SCOPE_ADMIN;
	return caller;
}

static void
expect_words(struct op_entry entry, const char *id, const char *rest, const char *words)
{
	static struct principal app;

	if (app.membership == MEMBERSHIP_NONE)
		app = admin_app();
	assert_problem(
		call_by(&app, entry, scratch_printf("{\"id\": \"%s\"%s}", id, rest)),
		PROBLEM_AWAITING_APPROVAL);
	assert_string_equal(scratch_value("SELECT words FROM approvals ORDER BY"
					  " created_at DESC, id DESC LIMIT 1"),
		words);
}

TEST_COMMITTED(acts_on_members_name_them)
{
	const char *id = scratch_id("usr", 2);

	expect_words(ENTRY(admin_member_suspend), id, "",
		"Member 2 (member2@example.org) is suspended and is told.");
	expect_words(ENTRY(admin_member_set_role), id, ", \"role\": \"admin\"",
		"Member 2 (member2@example.org) becomes admin.");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(2));
	expect_words(ENTRY(admin_member_reinstate), id, ", \"reason\": \"A mistake\"",
		"Member 2 (member2@example.org) is reinstated as member.");
	scratch_sql("UPDATE members SET status = 'pending' WHERE id = '%s'",
		scratch_uuid_text(2));
	expect_words(ENTRY(admin_member_approve), id, "",
		"Member 2 (member2@example.org) becomes active as member and is told.");
	expect_words(ENTRY(admin_member_decline), id, ", \"reason\": \"Unknown\"",
		"Member 2 (member2@example.org) is declined and is told.");
}

TEST_COMMITTED(acts_on_records_name_them)
{
	post_add(100, 2, "true");
	scratch_sql("UPDATE posts SET title = 'Cheap coins'");
	scratch_sql("INSERT INTO reports (id, reporter, subject_type, subject_id, reason)"
		    " VALUES ('%s', '%s', 'post', '%s', 'Spam')",
		scratch_uuid_text(50), scratch_uuid_text(2), scratch_uuid_text(100));
	expect_words(ENTRY(admin_report_resolve), scratch_id("rep", 50), "",
		"A report is resolved: \u201cSpam\u201d");
	assert_non_null(strstr(
		scratch_value("SELECT content FROM approvals ORDER BY created_at DESC,"
			      " id DESC LIMIT 1"),
		"Subject title: Cheap coins\n"));
	expect_words(ENTRY(admin_item_remove), scratch_id("post", 100),
		", \"reason\": \"Spam\"",
		"\u201cCheap coins\u201d is deleted, and its owners are told.");
	people_expect_rows(1, "posts");
}
