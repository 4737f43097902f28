#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_update, org_update};

TEST(changes_what_is_given_and_nothing_else)
{
	struct scratch_answer answer;

	org_world("request");
	answer = people_call(&entry, ADMIN,
		"{'slug': 'org-10', 'name': 'Better', 'joinPolicy': 'open',"
		" 'accent': '#123456', 'website': 'https://example.org'}");
	scratch_expect(answer,
		"{'name': 'Better', 'joinPolicy': 'open', 'accent': '#123456',"
		" 'website': 'https://example.org', 'slug': 'org-10',"
		" 'kind': 'community', 'memberCount': 3}");
	assert_string_not_equal(
		scratch_string(&answer, "updatedAt"), "2026-01-01T00:00:00.000Z");
	scratch_expect(
		people_call(&entry, OWNER, JSON({"slug": "org-10", "website": ""})),
		"{'website': ''}");
}

TEST(leaves_even_the_time_alone_when_nothing_changes)
{
	struct scratch_answer answer;

	org_world("request");
	answer = people_call(&entry, OWNER, JSON({"slug": "org-10", "name": "Org 10"}));
	assert_string_not_equal(scratch_string(&answer, "createdAt"), "");
	scratch_sql("ALTER TABLE orgs DISABLE TRIGGER orgs_touch");
	scratch_sql("UPDATE orgs SET updated_at = '2026-01-02 00:00:00Z'");
	scratch_sql("ALTER TABLE orgs ENABLE TRIGGER orgs_touch");
	scratch_expect(
		people_call(&entry, OWNER, JSON({"slug": "org-10", "name": "Org 10"})),
		"{'updatedAt': '2026-01-02T00:00:00.000Z'}");
}

TEST(keeps_the_name_of_the_operator_for_an_organization_that_has_it)
{
	org_world("request");
	people_expect_fault(people_call(&entry, OWNER,
				    JSON({"slug": "org-10", "name": "Kith Support"})),
		"#/name", FAULT_NOT_ALLOWED);
	people_join_as(10, PLATFORM_ADMIN, "owner");
	assert_done(people_call(&entry, PLATFORM_ADMIN,
		JSON({"slug": "org-10", "name": "Kith Support"})));
	assert_done(people_call(
		&entry, OWNER, JSON({"slug": "org-10", "name": "Kith Support"})));
	people_expect_fault(
		people_call(&entry, OWNER, JSON({"slug": "org-10", "name": "Kith Team"})),
		"#/name", FAULT_NOT_ALLOWED);
}

TEST(moves_to_a_free_slug)
{
	struct scratch_answer answer;

	org_world("request");
	people_add_org(11, "public");
	people_join_as(11, OWNER, "owner");
	answer =
		people_call(&entry, OWNER, JSON({"slug": "org-10", "newSlug": "org-11"}));
	people_expect_fault(answer, "#/newSlug", FAULT_TAKEN);
	people_expect_fault(
		people_call(&entry, OWNER, JSON({"slug": "org-10", "newSlug": "api"})),
		"#/newSlug", FAULT_NOT_ALLOWED);
	scratch_expect(
		people_call(&entry, OWNER, JSON({"slug": "org-10", "newSlug": "moved"})),
		"{'slug': 'moved'}");
	assert_done(
		people_call(&entry, OWNER, JSON({"slug": "moved", "newSlug": "moved"})));
	org_expect_sound();
}

TEST(is_for_owners_and_admins)
{
	struct scratch_answer answer;

	org_world("request");
	org_expect_managers_only(&entry, JSON({"slug": "org-10", "name": "Mine"}));
	answer = people_call(&entry, MEMBER, JSON({"slug": "org-10", "name": "Mine"}));
	assert_string_equal(answer.call->outcome.requires_name, "orgRole");
	assert_string_equal(answer.call->outcome.requires_values[0], "owner");
	assert_string_equal(answer.call->outcome.requires_values[1], "admin");
	assert_null(answer.call->outcome.requires_values[2]);
	assert_non_null(answer.call->outcome.next_step);
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-99"})),
		PROBLEM_ORG_NOT_FOUND);
}

TEST(judges_the_input_before_anything_else)
{
	org_world("request");
	people_expect_fault(
		people_call(&entry, STRANGER, JSON({"slug": "org-10", "name": null})),
		"#/name", FAULT_TYPE);
	people_expect_fault(
		people_call(&entry, OWNER, JSON({"slug": "org-10", "memberCount": 7})),
		"#/memberCount", FAULT_UNKNOWN_FIELD);
}

TEST(compares_if_match_with_what_the_caller_read)
{
	const struct op_entry table[] = {{&op_org_get, org_get}, entry};
	const struct principal owner = people_principal(OWNER);
	struct scratch_options options = {.if_match = "\"AAAAAAAAAAAAAAAAAAAAAA\""};
	struct scratch_answer answer;
	char tag[RUN_TAG_SIZE];

	run_register(table, COUNT_OF(table));
	org_world("request");
	assert_problem(scratch_call_with(&entry, &owner,
			       JSON({"slug": "org-10", "name": "New"}), &options),
		PROBLEM_PRECONDITION_FAILED);
	answer = scratch_call(&table[0], &owner, JSON({"slug": "org-10"}));
	run_tag(answer.call->reply.data, answer.call->reply.size, tag);
	options.if_match = tag;
	scratch_expect(scratch_call_with(&entry, &owner,
			       JSON({"slug": "org-10", "name": "New"}), &options),
		"{'name': 'New'}");
}
