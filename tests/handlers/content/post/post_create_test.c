#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_post_create, post_create};

#define ASK "\"kind\": \"idea\", \"title\": \"An ask\", \"body\": \"In full\""

static struct scratch_answer
create(unsigned member, const char *json)
{
	return people_call(&entry, member, "%s", json);
}

TEST(publishes_to_everybody)
{
	struct scratch_answer answer;

	people_add(1);
	answer = create(1,
		"{" ASK ", \"tags\": [\"tea\", \"kühl\"], \"publishTo\":"
		" {\"public\": true}}");
	scratch_expect(answer,
		"{'authorUserId': '%s', 'authorHandle': 'member-1',"
		" 'authorName': 'Member 1', 'kind': 'idea', 'title': 'An ask',"
		" 'body': 'In full', 'tags.1': 'kühl', 'status': 'open', 'photo': null,"
		" 'expiresAt': null, 'expired': false, 'targets.public': true,"
		" 'canEdit': true, 'targets.orgs': []}",
		scratch_id("usr", 1));
}

TEST(publishes_to_nobody_else_by_default)
{
	struct scratch_answer answer;

	people_add(1);
	answer = create(1, "{" ASK "}");
	scratch_expect(answer, "{'targets.public': false, 'tags': []}");
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
		"{" ASK ", \"expiresAt\": \"2126-01-01T00:00:00Z\", \"publishTo\":"
		" {\"orgSlugs\": [\"org-11\", \"org-10\", \"org-11\"]}}");
	scratch_expect(answer,
		"{'targets.orgs.length': 2, 'targets.orgs.0.slug': 'org-10',"
		" 'targets.orgs.1.name': 'Org 11', 'targets.orgs.0.logo': null,"
		" 'expiresAt': '2126-01-01T00:00:00.000Z'}");
	people_expect_rows(2,
		"post_targets t JOIN posts p"
		" ON p.id = t.post_id WHERE t.kind = p.kind AND"
		" t.expires_at = p.expires_at AND t.created_at ="
		" p.created_at AND t.author_id = p.author_id");
}

TEST(publishes_once_to_a_renamed_organization_that_has_two_slugs)
{
	struct scratch_answer answer;

	people_add(1);
	people_add_org(10, "public");
	people_join(10, 1);
	scratch_sql("UPDATE orgs SET slug = 'moved'");
	answer = create(
		1, "{" ASK ", \"publishTo\": {\"orgSlugs\": [\"org-10\", \"moved\"]}}");
	scratch_expect(
		answer, "{'targets.orgs.length': 1, 'targets.orgs.0.slug': 'moved'}");
}

TEST(lists_every_organization_that_the_caller_is_not_in)
{
	struct scratch_answer answer;

	people_add(1);
	people_add_org(10, "public");
	people_add_org(11, "public");
	people_join(11, 1);
	answer = create(1,
		"{" ASK ", \"publishTo\":"
		" {\"orgSlugs\": [\"org-10\", \"org-11\", \"nowhere\"]}}");
	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(answer.faults->pointer, "#/publishTo/orgSlugs/0");
	assert_int_equal(answer.faults->code, FAULT_NOT_ALLOWED);
	assert_string_equal(answer.faults->next->pointer, "#/publishTo/orgSlugs/2");
	assert_null(answer.faults->next->next);
	people_expect_rows(0, "posts");
}

TEST(refuses_an_expiry_in_the_past_beside_other_faults)
{
	struct scratch_answer answer;

	people_add(1);
	answer = create(1, "{" ASK ", \"expiresAt\": \"2020-01-01T00:00:00Z\"}");
	people_expect_fault(answer, "#/expiresAt", FAULT_TOO_SMALL);
	answer = create(1,
		"{" ASK ", \"expiresAt\": \"2020-01-01T00:00:00Z\", \"publishTo\":"
		" {\"orgSlugs\": [\"nowhere\"]}}");
	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(answer.faults->pointer, "#/expiresAt");
	assert_string_equal(answer.faults->next->pointer, "#/publishTo/orgSlugs/0");
}

/* The table's own bounds must accept the longest ask that the contract allows. */
TEST(takes_an_ask_at_every_bound)
{
	struct arena *arena = scratch_arena();
	struct buffer json = {.arena = arena};
	struct scratch_answer answer;

	people_add(1);
	item_put(&json, "{\"kind\": \"other\", \"title\": \"", 1);
	item_put(&json, "\xF0\x9F\x98\x80", 140);
	item_put(&json, "\", \"body\": \"", 1);
	item_put(&json, "\xF0\x9F\x98\x80", 4000);
	item_put(&json, "\", \"tags\": [\"first\"", 1);
	item_put(&json, ", \"1234567890123456789012345678901234567890\"", 9);
	buffer_append(&json, "]}", 3);
	answer = create(1, (const char *)json.data);
	scratch_expect(answer, "{'tags.length': 10}");
	assert_int_equal(strlen(scratch_string(&answer, "body")), 16000);
}

TEST(refuses_what_is_out_of_bounds)
{
	static const struct {
		const char *json, *pointer;
		enum fault_code code;
	} cases[] = {
		{JSON({"title": "abc", "body": ""}), "#/kind", FAULT_REQUIRED},
		{JSON({"kind": "wish", "title": "abc", "body": ""}), "#/kind",
			FAULT_ENUM},
		{JSON({"kind": "idea", "title": "ab", "body": ""}), "#/title",
			FAULT_TOO_SHORT},
		{JSON({"kind": "idea", "title": "abc"}), "#/body", FAULT_REQUIRED},
		{JSON({"kind": "idea", "title": "abc", "body": "", "tags": [""]}),
			"#/tags/0", FAULT_TOO_SHORT},
		{JSON({"kind": "idea", "title": "abc", "body": "", "tag": []}), "#/tag",
			FAULT_UNKNOWN_FIELD},
		{JSON({
			 "kind": "idea",
			 "title": "abc",
			 "body": "",
			 "publishTo": {"orgSlugs": ["No"]}
		 }),
			"#/publishTo/orgSlugs/0", FAULT_TOO_SHORT},
	};

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		people_expect_fault(
			create(1, cases[i].json), cases[i].pointer, cases[i].code);
	}
}
