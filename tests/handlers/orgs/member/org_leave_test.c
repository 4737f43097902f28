#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_leave, org_leave};

static void
lets_members_and_admins_go(void **state)
{
	(void)state;
	org_world("request");
	assert_int_equal(
		org_call(&entry, MEMBER, "{'slug': 'org-10'}").problem, PROBLEM_NONE);
	assert_int_equal(
		org_call(&entry, ADMIN, "{'slug': 'org-10'}").problem, PROBLEM_NONE);
	assert_int_equal(people_count("SELECT member_count FROM orgs"), 1);
	org_expect_sound();
}

static void
keeps_the_last_owner(void **state)
{
	static const enum problem expected[PERSON_END] = {
		[OWNER] = PROBLEM_LAST_OWNER,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED,
		[REQUESTER] = PROBLEM_ORG_ROLE_REQUIRED,
	};

	(void)state;
	org_world("request");
	org_expect(&entry, "{'slug': 'org-10'}", expected);
	org_join_as(10, STRANGER, "owner");
	assert_int_equal(
		org_call(&entry, OWNER, "{'slug': 'org-10'}").problem, PROBLEM_NONE);
	assert_int_equal(org_call(&entry, STRANGER, "{'slug': 'org-10'}").problem,
		PROBLEM_LAST_OWNER);
	org_expect_sound();
}

static void
a_suspended_owner_does_not_count(void **state)
{
	(void)state;
	org_world("request");
	people_add_as(7, "suspended");
	org_join_as(10, 7, "owner");
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-10'}").problem,
		PROBLEM_LAST_OWNER);
}

static void
refuses_organizations_that_do_not_exist(void **state)
{
	(void)state;
	org_world("request");
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-11'}").problem,
		PROBLEM_ORG_NOT_FOUND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(lets_members_and_admins_go),
		HANDLER_TEST(keeps_the_last_owner),
		HANDLER_TEST(a_suspended_owner_does_not_count),
		HANDLER_TEST(refuses_organizations_that_do_not_exist),
	};

	scratch_open("orgs");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
