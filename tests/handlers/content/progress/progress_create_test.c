#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"

static const struct op_entry entry = {&op_progress_create, progress_create};

#define FIELDS "\"kind\": \"milestone\", \"title\": \"First customer\""

static struct scratch_answer
create(unsigned member, const char *json)
{
	return people_call(&entry, member, "%s", json);
}

TEST(puts_an_entry_on_ones_own_profile)
{
	struct scratch_answer answer;

	people_add(1);
	answer = create(1, "{" FIELDS "}");
	scratch_expect(answer,
		"{'authorUserId': '%s', 'authorHandle': 'member-1',"
		" 'authorName': 'Member 1', 'projectId': null, 'projectName': null,"
		" 'kind': 'milestone', 'title': 'First customer', 'note': '',"
		" 'photo': null, 'socialPostUrl': null, 'occurredAt': '%s',"
		" 'targets.public': false, 'targets.orgs': [], 'canEdit': true}",
		scratch_id("usr", 1), scratch_string(&answer, "createdAt"));
}

TEST(puts_an_entry_on_a_project_that_the_caller_is_on)
{
	struct scratch_answer answer;

	people_add(1);
	progress_add_project(50, "private");
	progress_join_project(50, 1);
	answer = create(1,
		scratch_printf(
			"{" FIELDS ", \"projectId\": \"%s\"}", scratch_id("proj", 50)));
	scratch_expect(answer, "{'projectId': '%s', 'projectName': 'Project 50'}",
		scratch_id("proj", 50));
}

TEST(publishes_once_to_an_organization_that_is_named_twice)
{
	struct scratch_answer answer;

	people_add(1);
	people_add_org(10, "unlisted");
	people_add_org(11, "public");
	people_join(10, 1);
	people_join(11, 1);
	answer = create(1,
		"{" FIELDS
		", \"publishTo\": {\"orgSlugs\": [\"org-11\", \"org-10\", \"org-11\"],"
		" \"public\": true}}");
	scratch_expect(answer,
		"{'targets.public': true, 'targets.orgs.length': 2,"
		" 'targets.orgs.0.slug': 'org-10'}");
	people_expect_rows(2,
		"progress_targets t JOIN progress g"
		" ON g.id = t.progress_id WHERE t.kind = g.kind AND"
		" t.created_at = g.created_at AND t.author_id = g.author_id");
}

TEST(refuses_every_project_that_the_caller_is_not_on)
{
	const char *const ids[] = {"51", "x", "proj_", "post_00000000000000000000000000"};
	struct scratch_answer answer;

	people_add_all(2);
	progress_add_project(51, "network");
	progress_join_project(51, 2);
	answer = create(1,
		scratch_printf(
			"{" FIELDS ", \"projectId\": \"%s\"}", scratch_id("proj", 51)));
	people_expect_fault(answer, "#/projectId", FAULT_NOT_ALLOWED);
	for (size_t i = 0; i < COUNT_OF(ids); i++) {
		answer = create(
			1, scratch_printf("{" FIELDS ", \"projectId\": \"%s\"}", ids[i]));
		people_expect_fault(answer, "#/projectId", FAULT_NOT_ALLOWED);
	}
	answer = create(1, "{" FIELDS ", \"projectId\": \"\"}");
	people_expect_fault(answer, "#/projectId", FAULT_TOO_SHORT);
	people_expect_rows(0, "progress");
}

TEST(lists_every_fault_that_the_database_knows_of)
{
	struct scratch_answer answer;

	people_add(1);
	people_add_org(10, "public");
	answer = create(1,
		"{" FIELDS
		", \"occurredAt\": \"2126-01-01T00:00:00Z\", \"projectId\": \"none\","
		" \"publishTo\": {\"orgSlugs\": [\"org-10\", \"nowhere\"]}, \"social\":"
		" true}");
	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(answer.faults->pointer, "#/occurredAt");
	assert_int_equal(answer.faults->code, FAULT_TOO_LARGE);
	assert_string_equal(answer.faults->next->pointer, "#/projectId");
	assert_string_equal(answer.faults->next->next->pointer, "#/publishTo/orgSlugs/0");
	assert_string_equal(
		answer.faults->next->next->next->pointer, "#/publishTo/orgSlugs/1");
	assert_null(answer.faults->next->next->next->next);
}

TEST(refuses_to_share_before_anything_is_created)
{
	struct scratch_answer answer;

	people_add(1);
	answer = create(1, "{" FIELDS ", \"social\": true}");
	assert_problem(answer, PROBLEM_SOCIAL_SHARE_UNAVAILABLE);
	people_expect_rows(0, "progress");
	assert_done(create(1, "{" FIELDS ", \"social\": false}"));
}

TEST(takes_a_time_up_to_a_day_ahead)
{
	const char *soon = NULL;
	struct scratch_answer answer;

	people_add(1);
	soon = scratch_value(
		"SELECT to_char((clock_timestamp() + interval '23 hours 59 minutes')"
		" AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')");
	answer = create(1, scratch_printf("{" FIELDS ", \"occurredAt\": \"%s\"}", soon));
	assert_done(answer);
	soon = scratch_value(
		"SELECT to_char((clock_timestamp() + interval '24 hours 1 minute')"
		" AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')");
	answer = create(1, scratch_printf("{" FIELDS ", \"occurredAt\": \"%s\"}", soon));
	people_expect_fault(answer, "#/occurredAt", FAULT_TOO_LARGE);
	answer = create(1, "{" FIELDS ", \"occurredAt\": \"1999-12-31T23:59:59+14:00\"}");
	scratch_expect(answer, "{'occurredAt': '1999-12-31T09:59:59.000Z'}");
}

/* The table's own bounds must accept the longest entry that the contract allows. */
TEST(takes_an_entry_at_every_bound)
{
	struct buffer json = {.arena = scratch_arena()};
	struct scratch_answer answer;

	people_add(1);
	item_put(&json, "{\"kind\": \"learning\", \"title\": \"", 1);
	item_put(&json, "\xF0\x9F\x98\x80", 140);
	item_put(&json, "\", \"note\": \"", 1);
	item_put(&json, "\xF0\x9F\x98\x80", 2000);
	buffer_append(&json, "\"}", 3);
	answer = create(1, (const char *)json.data);
	assert_done(answer);
	assert_int_equal(strlen(scratch_string(&answer, "note")), 8000);
	assert_done(create(1, JSON({"kind": "program", "title": "abc"})));
}

TEST(refuses_what_is_out_of_bounds)
{
	static const struct {
		const char *json, *pointer;
		enum fault_code code;
	} cases[] = {
		{JSON({"title": "abc"}), "#/kind", FAULT_REQUIRED},
		{JSON({"kind": "idea", "title": "abc"}), "#/kind", FAULT_ENUM},
		{JSON({"kind": "customer"}), "#/title", FAULT_REQUIRED},
		{JSON({"kind": "customer", "title": "ab"}), "#/title", FAULT_TOO_SHORT},
		{JSON({"kind": "customer", "title": "abc", "occurredAt": "yesterday"}),
			"#/occurredAt", FAULT_FORMAT},
		{JSON({"kind": "customer", "title": "abc", "warnings": []}), "#/warnings",
			FAULT_UNKNOWN_FIELD},
	};

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		people_expect_fault(
			create(1, cases[i].json), cases[i].pointer, cases[i].code);
	}
}
