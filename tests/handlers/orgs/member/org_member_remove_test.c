#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_member_remove, org_member_remove};

static struct scratch_answer
remove_as(unsigned caller, unsigned member)
{
	return people_call(&entry, caller, JSON({"slug": "org-10", "userId": "%s"}),
		scratch_id("usr", member));
}

TEST(takes_a_member_out_and_counts)
{
	org_world("request");
	assert_done(remove_as(ADMIN, MEMBER));
	assert_int_equal(people_count("SELECT member_count FROM orgs"), 2);
	assert_problem(remove_as(ADMIN, MEMBER), PROBLEM_MEMBER_NOT_FOUND);
	assert_int_equal(people_count("SELECT member_count FROM orgs"), 2);
	people_expect_rows(1, "audit WHERE action = 'org.remove_member'");
	assert_int_equal(people_notices("org_removed", MEMBER), 1);
	assert_int_equal(people_notices_in_all("org_removed"), 1);
	org_expect_sound();
}

/* The notification can be switched off, the mail cannot. */
TEST(mails_an_owner_whom_another_one_removes)
{
	static const char mails[] = "outbox WHERE payload ->> 'template' = 'role_ended'";

	org_world("request");
	people_add(7);
	people_join_as(10, 7, "owner");
	assert_done(remove_as(OWNER, MEMBER));
	people_expect_rows(0, mails);
	assert_done(remove_as(OWNER, 7));
	people_expect_rows(1, mails);
	assert_done(remove_as(ADMIN, ADMIN));
	people_expect_rows(1, mails);
}

TEST(who_may_remove_whom)
{
	static const struct {
		unsigned caller, member;
		enum problem problem;
	} table[] = {
		{OWNER, 7, PROBLEM_NONE},
		{OWNER, OWNER, PROBLEM_NONE},
		{OWNER, ADMIN, PROBLEM_NONE},
		{OWNER, MEMBER, PROBLEM_NONE},
		{ADMIN, ADMIN, PROBLEM_NONE},
		{ADMIN, 8, PROBLEM_NONE},
		{ADMIN, MEMBER, PROBLEM_NONE},
		{ADMIN, OWNER, PROBLEM_ORG_ROLE_REQUIRED},
		{MEMBER, ADMIN, PROBLEM_ORG_ROLE_REQUIRED},
		{MEMBER, MEMBER, PROBLEM_NONE},
		{STRANGER, MEMBER, PROBLEM_ORG_ROLE_REQUIRED},
		{STRANGER, STRANGER, PROBLEM_ORG_ROLE_REQUIRED},
		{PLATFORM_ADMIN, MEMBER, PROBLEM_ORG_ROLE_REQUIRED},
		{REQUESTER, MEMBER, PROBLEM_ORG_ROLE_REQUIRED},
		{OWNER, STRANGER, PROBLEM_MEMBER_NOT_FOUND},
	};

	org_world("request");
	people_add(7);
	people_add(8);
	people_join_as(10, 7, "owner");
	people_join_as(10, 8, "admin");
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		enum problem problem;

		scratch_sql("SAVEPOINT cell");
		problem = remove_as(table[i].caller, table[i].member).problem;
		org_expect_sound();
		scratch_sql("ROLLBACK TO SAVEPOINT cell");
		if (problem != table[i].problem)
			fail_msg("cell %zu: %s", i, problems[problem].code);
	}
}

TEST(keeps_the_last_owner)
{
	org_world("request");
	assert_problem(remove_as(OWNER, OWNER), PROBLEM_LAST_OWNER);
	org_expect_sound();
}

TEST(refuses_organizations_and_ids_that_name_nothing)
{
	org_world("request");
	assert_problem(
		people_call(&entry, OWNER, JSON({"slug": "org-11", "userId": "%s"}),
			scratch_id("usr", MEMBER)),
		PROBLEM_ORG_NOT_FOUND);
	assert_problem(
		people_call(&entry, OWNER, JSON({"slug": "org-10", "userId": "nobody"})),
		PROBLEM_MEMBER_NOT_FOUND);
}
