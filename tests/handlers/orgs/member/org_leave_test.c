#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_leave, org_leave};

TEST(lets_members_and_admins_go)
{
	org_world("request");
	assert_done(people_call(&entry, MEMBER, JSON({"slug": "org-10"})));
	assert_done(people_call(&entry, ADMIN, JSON({"slug": "org-10"})));
	assert_int_equal(people_count("SELECT member_count FROM orgs"), 1);
	org_expect_sound();
}

TEST(keeps_the_last_owner)
{
	static const enum problem expected[PERSON_END] = {[OWNER] = PROBLEM_LAST_OWNER,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED,
		[REQUESTER] = PROBLEM_ORG_ROLE_REQUIRED};

	org_world("request");
	people_expect(&entry, JSON({"slug": "org-10"}), expected, PERSON_END);
	people_join_as(10, STRANGER, "owner");
	assert_done(people_call(&entry, OWNER, JSON({"slug": "org-10"})));
	assert_problem(people_call(&entry, STRANGER, JSON({"slug": "org-10"})),
		PROBLEM_LAST_OWNER);
	org_expect_sound();
}

/* Known attack: a thief of an owner's session gave up the owner's role, unseen. */
TEST(mails_an_owner_who_has_left)
{
	org_world("request");
	people_join_as(10, STRANGER, "owner");
	assert_done(people_call(&entry, MEMBER, JSON({"slug": "org-10"})));
	people_expect_rows(0, "outbox WHERE payload ->> 'template' = 'role_ended'");
	assert_done(people_call(&entry, OWNER, JSON({"slug": "org-10"})));
	people_expect_rows(1, "outbox WHERE payload ->> 'template' = 'role_ended'");
}

TEST(a_suspended_owner_does_not_count)
{
	org_world("request");
	people_add_as(7, "suspended");
	people_join_as(10, 7, "owner");
	assert_problem(
		people_call(&entry, OWNER, JSON({"slug": "org-10"})), PROBLEM_LAST_OWNER);
}

TEST(refuses_organizations_that_do_not_exist)
{
	org_world("request");
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-11"})),
		PROBLEM_ORG_NOT_FOUND);
}
