#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_update, org_update};

static void
changes_what_is_given_and_nothing_else(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	answer = org_call(&entry, ADMIN,
		"{'slug': 'org-10', 'name': 'Better', 'joinPolicy': 'open', 'accent':"
		" '#123456', 'website': 'https://example.org'}");
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "name"), "Better");
	assert_string_equal(scratch_string(&answer, "joinPolicy"), "open");
	assert_string_equal(scratch_string(&answer, "accent"), "#123456");
	assert_string_equal(scratch_string(&answer, "website"), "https://example.org");
	assert_string_equal(scratch_string(&answer, "slug"), "org-10");
	assert_string_equal(scratch_string(&answer, "kind"), "community");
	assert_int_equal(json_integer_value(scratch_at(&answer, "memberCount")), 3);
	assert_string_not_equal(
		scratch_string(&answer, "updatedAt"), "2026-01-01T00:00:00.000Z");
	answer = org_call(&entry, OWNER, "{'slug': 'org-10', 'website': ''}");
	assert_string_equal(scratch_string(&answer, "website"), "");
}

static void
leaves_even_the_time_alone_when_nothing_changes(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	answer = org_call(&entry, OWNER, "{'slug': 'org-10', 'name': 'Org 10'}");
	assert_string_not_equal(scratch_string(&answer, "createdAt"), "");
	scratch_sql("ALTER TABLE orgs DISABLE TRIGGER orgs_touch");
	scratch_sql("UPDATE orgs SET updated_at = '2026-01-02 00:00:00Z'");
	scratch_sql("ALTER TABLE orgs ENABLE TRIGGER orgs_touch");
	answer = org_call(&entry, OWNER, "{'slug': 'org-10', 'name': 'Org 10'}");
	assert_string_equal(
		scratch_string(&answer, "updatedAt"), "2026-01-02T00:00:00.000Z");
}

static void
moves_to_a_free_slug(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	people_add_org(11, "public");
	org_join_as(11, OWNER, "owner");
	answer = org_call(&entry, OWNER, "{'slug': 'org-10', 'newSlug': 'org-11'}");
	people_expect_fault(&answer, "#/newSlug", FAULT_TAKEN);
	answer = org_call(&entry, OWNER, "{'slug': 'org-10', 'newSlug': 'api'}");
	people_expect_fault(&answer, "#/newSlug", FAULT_NOT_ALLOWED);
	answer = org_call(&entry, OWNER, "{'slug': 'org-10', 'newSlug': 'moved'}");
	assert_string_equal(scratch_string(&answer, "slug"), "moved");
	answer = org_call(&entry, OWNER, "{'slug': 'moved', 'newSlug': 'moved'}");
	assert_int_equal(answer.problem, PROBLEM_NONE);
	org_expect_sound();
}

static void
is_for_owners_and_admins(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	org_expect_managers_only(&entry, "{'slug': 'org-10', 'name': 'Mine'}");
	answer = org_call(&entry, MEMBER, "{'slug': 'org-10', 'name': 'Mine'}");
	assert_string_equal(answer.call->outcome.requires_name, "orgRole");
	assert_string_equal(answer.call->outcome.requires_values[0], "owner");
	assert_string_equal(answer.call->outcome.requires_values[1], "admin");
	assert_null(answer.call->outcome.requires_values[2]);
	assert_non_null(answer.call->outcome.next_step);
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-99'}").problem,
		PROBLEM_ORG_NOT_FOUND);
}

static void
judges_the_input_before_anything_else(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	answer = org_call(&entry, STRANGER, "{'slug': 'org-10', 'name': null}");
	people_expect_fault(&answer, "#/name", FAULT_TYPE);
	answer = org_call(&entry, OWNER, "{'slug': 'org-10', 'memberCount': 7}");
	people_expect_fault(&answer, "#/memberCount", FAULT_UNKNOWN_FIELD);
}

static void
compares_if_match_with_what_the_caller_read(void **state)
{
	const struct op_entry table[] = {{&op_org_get, org_get}, entry};
	const struct principal owner = people_principal(OWNER);
	struct scratch_options options = {.if_match = "\"AAAAAAAAAAAAAAAAAAAAAA\""};
	struct scratch_answer answer;
	char tag[RUN_TAG_SIZE];

	(void)state;
	run_register(table, COUNT_OF(table));
	org_world("request");
	answer = scratch_call_with(
		&entry, &owner, "{\"slug\": \"org-10\", \"name\": \"New\"}", &options);
	assert_int_equal(answer.problem, PROBLEM_PRECONDITION_FAILED);
	answer = scratch_call(&table[0], &owner, "{\"slug\": \"org-10\"}");
	run_tag(answer.call->reply.data, answer.call->reply.size, tag);
	options.if_match = tag;
	answer = scratch_call_with(
		&entry, &owner, "{\"slug\": \"org-10\", \"name\": \"New\"}", &options);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "name"), "New");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(changes_what_is_given_and_nothing_else),
		HANDLER_TEST(leaves_even_the_time_alone_when_nothing_changes),
		HANDLER_TEST(moves_to_a_free_slug),
		HANDLER_TEST(is_for_owners_and_admins),
		HANDLER_TEST(judges_the_input_before_anything_else),
		HANDLER_TEST(compares_if_match_with_what_the_caller_read),
	};

	scratch_open("orgs");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
