#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"

static const struct op_entry entry = {&op_progress_update, progress_update};

/* Patches entry 100; `changes` are members of a JSON object, each after a comma. */
static struct scratch_answer
update_as(unsigned member, const char *changes)
{
	return people_call(
		&entry, member, "{\"id\": \"%s\"%s}", scratch_id("prog", 100), changes);
}

static void
add_entry(void)
{
	people_add_all(2);
	people_add_org(10, "public");
	people_join(10, 1);
	people_join(10, 2);
	progress_add(100, 1, "false", 0);
	progress_publish_to(100, 10);
	scratch_sql("UPDATE progress SET updated_at = created_at");
}

TEST(changes_what_is_given_and_nothing_else)
{
	struct scratch_answer answer;

	add_entry();
	scratch_expect(update_as(1, ", \"title\": \"Better\", \"note\": \"More\""),
		"{'title': 'Better', 'note': 'More', 'kind': 'milestone',"
		" 'occurredAt': '2026-01-01T00:01:40.000Z',"
		" 'targets.orgs.0.slug': 'org-10'}");
	answer = update_as(1,
		", \"kind\": \"customer\", \"note\": \"\","
		" \"occurredAt\": \"2020-02-29T12:00:00Z\"");
	scratch_expect(answer,
		"{'kind': 'customer', 'note': '',"
		" 'occurredAt': '2020-02-29T12:00:00.000Z'}");
	people_expect_rows(1, "progress_targets WHERE kind = 'customer'");
}

/* Otherwise somebody who was removed could still write to them. */
TEST(takes_the_entry_away_from_what_the_author_has_left)
{
	add_entry();
	progress_add_project(60, "private");
	progress_join_project(60, 1);
	progress_join_project(60, 2);
	scratch_sql("UPDATE progress SET project_id = '%s'", scratch_uuid_text(60));
	assert_done(update_as(1, ", \"title\": \"Within\""));
	people_expect_rows(1, "progress WHERE project_id IS NOT NULL");
	people_expect_rows(1, "progress_targets");
	scratch_sql("DELETE FROM project_members WHERE member_id = '%s'",
		scratch_uuid_text(1));
	scratch_sql(
		"DELETE FROM org_members WHERE member_id = '%s'", scratch_uuid_text(1));
	scratch_expect(
		update_as(1, ", \"title\": \"Without\""), "{'targets.orgs.length': 0}");
	people_expect_rows(0, "progress WHERE project_id IS NOT NULL");
	people_expect_rows(0, "progress_targets");
}

TEST(an_empty_patch_leaves_even_the_time_alone)
{
	const char *before;

	add_entry();
	before = scratch_value("SELECT updated_at FROM progress");
	assert_done(update_as(1, ""));
	assert_string_equal(scratch_value("SELECT updated_at FROM progress"), before);
}

TEST(refuses_a_time_over_a_day_ahead)
{
	add_entry();
	people_expect_fault(update_as(1, ", \"occurredAt\": \"2126-01-01T00:00:00Z\""),
		"#/occurredAt", FAULT_TOO_LARGE);
}

TEST(refuses_null_where_nothing_can_be_cleared)
{
	add_entry();
	people_expect_fault(
		update_as(1, ", \"occurredAt\": null"), "#/occurredAt", FAULT_TYPE);
	people_expect_fault(update_as(1, ", \"note\": null"), "#/note", FAULT_TYPE);
	people_expect_fault(
		update_as(1, ", \"publishTo\": {}"), "#/publishTo", FAULT_UNKNOWN_FIELD);
}

TEST(refuses_everybody_but_the_author)
{
	add_entry();
	assert_problem(update_as(2, ", \"title\": \"Mine\""), PROBLEM_NOT_AUTHOR);
	scratch_sql(
		"DELETE FROM org_members WHERE member_id = '%s'", scratch_uuid_text(2));
	assert_problem(update_as(2, ", \"title\": \"Mine\""), PROBLEM_PROGRESS_NOT_FOUND);
}
