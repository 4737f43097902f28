/*
 * org_former_slug_test.c - a renamed organization keeps its former slug for 90 days: it
 * is found there, and the slug is reserved.
 */
#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry get = {&op_org_get, org_get};
static const struct op_entry create = {&op_org_create, org_create};
static const struct op_entry update = {&op_org_update, org_update};
static const struct op_entry join = {&op_org_join, org_join};
static const struct op_entry list_members = {&op_org_member_list, org_member_list};
static const struct op_entry list_requests = {
	&op_org_join_request_list, org_join_request_list};
static const struct op_entry apply = {&op_org_application_create, org_application_create};

#define APPLICATION \
	JSON({"slug": "org-10", "name": "New", "kind": "club", "applicantRole": "Chair"})

/* Organization 10, renamed to "moved". */
static void
renamed_world(void)
{
	org_world("open");
	assert_done(people_call(
		&update, OWNER, JSON({"slug": "org-10", "newSlug": "moved"})));
}

/* Moves the time of the rename back. */
static void
let_pass(const char *slug, const char *interval)
{
	scratch_sql("UPDATE org_slugs SET former_until = former_until - interval '%s'"
		    " WHERE slug = '%s'",
		interval, slug);
}

TEST(is_found_under_the_former_slug_and_answers_the_new_one)
{
	renamed_world();
	scratch_expect(people_call(&get, STRANGER, JSON({"slug": "org-10"})),
		"{'slug': 'moved'}");
	scratch_expect(people_call(&get, STRANGER, JSON({"slug": "moved"})),
		"{'slug': 'moved'}");
	scratch_expect(people_call(&join, STRANGER, JSON({"slug": "org-10"})),
		"{'role': 'member'}");
	scratch_expect(people_call(&update, OWNER,
			       JSON({"slug": "org-10", "name": "Still here"})),
		"{'slug': 'moved'}");
	scratch_expect(people_call(&list_members, MEMBER, JSON({"slug": "org-10"})),
		"{'items.length': 4}");
	scratch_expect(people_call(&list_requests, ADMIN,
			       JSON({"slug": "org-10", "status": "pending"})),
		"{'items.0.orgSlug': 'moved'}");
	org_expect_sound();
}

TEST(nobody_else_may_take_the_former_slug)
{
	renamed_world();
	people_add_org(11, "public");
	people_join_as(11, OWNER, "owner");
	let_pass("org-10", "89 days 23 hours");
	people_expect_fault(people_call(&create, PLATFORM_ADMIN,
				    JSON({"slug": "org-10", "name": "New"})),
		"#/slug", FAULT_TAKEN);
	people_expect_fault(
		people_call(&apply, STRANGER, APPLICATION), "#/slug", FAULT_TAKEN);
	people_expect_fault(people_call(&update, OWNER,
				    JSON({"slug": "org-11", "newSlug": "org-10"})),
		"#/newSlug", FAULT_TAKEN);
	scratch_expect(people_call(&get, STRANGER, JSON({"slug": "org-10"})),
		"{'slug': 'moved'}");
}

TEST(the_organization_itself_may_take_it_back)
{
	struct scratch_answer answer;

	renamed_world();
	answer =
		people_call(&update, OWNER, JSON({"slug": "moved", "newSlug": "org-10"}));
	assert_string_equal(scratch_string(&answer, "slug"), "org-10");
	scratch_expect(people_call(&get, STRANGER, JSON({"slug": "moved"})),
		"{'slug': 'org-10'}");
	people_expect_rows(1, "org_slugs WHERE former_until IS NOT NULL");
	org_expect_sound();
}

TEST(after_90_days_it_is_not_found_and_free)
{
	renamed_world();
	let_pass("org-10", "90 days");
	assert_problem(people_call(&get, STRANGER, JSON({"slug": "org-10"})),
		PROBLEM_ORG_NOT_FOUND);
	assert_problem(people_call(&join, STRANGER, JSON({"slug": "org-10"})),
		PROBLEM_ORG_NOT_FOUND);
	scratch_sql("SAVEPOINT free");
	scratch_expect(people_call(&create, PLATFORM_ADMIN,
			       JSON({"slug": "org-10", "name": "New"})),
		"{'slug': 'org-10'}");
	scratch_expect(
		people_call(&get, STRANGER, JSON({"slug": "org-10"})), "{'name': 'New'}");
	org_expect_sound();
	scratch_sql("ROLLBACK TO SAVEPOINT free");
	assert_done(people_call(&apply, STRANGER, APPLICATION));
	org_expect_sound();
}

TEST(keeps_five_former_slugs_and_no_more)
{
	struct scratch_answer answer;

	renamed_world();
	for (int i = 2; i <= 5; i++) {
		assert_done(people_call(&update, OWNER,
			JSON({"slug": "org-10", "newSlug": "moved-%d"}), i));
	}
	let_pass("org-10", "80 days");
	answer = people_call(
		&update, OWNER, JSON({"slug": "moved-5", "newSlug": "moved-6"}));
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_in_range(answer.call->outcome.retry_after_s, 86400 * 10 - 60, 86400 * 10);
	answer = people_call(
		&update, OWNER, JSON({"slug": "moved-5", "newSlug": "moved-5"}));
	assert_done(answer);
	scratch_sql("SAVEPOINT five");
	answer = people_call(
		&update, OWNER, JSON({"slug": "moved-5", "newSlug": "moved-2"}));
	assert_done(answer);
	org_expect_sound();
	scratch_sql("ROLLBACK TO SAVEPOINT five");
	let_pass("org-10", "10 days");
	answer = people_call(
		&update, OWNER, JSON({"slug": "moved-5", "newSlug": "moved-6"}));
	assert_done(answer);
	people_expect_rows(6, "org_slugs WHERE org_id = '%s'", scratch_uuid_text(10));
	org_expect_sound();
}
