#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_member_set_role, org_member_set_role};

static struct scratch_answer
set_role(unsigned caller, unsigned member, const char *role)
{
	return people_call(&entry, caller,
		JSON({"slug": "org-10", "userId": "%s", "role": "%s"}),
		scratch_id("usr", member), role);
}

TEST(answers_the_member_and_tells_it)
{
	org_world("request");
	scratch_expect(set_role(ADMIN, MEMBER, "admin"),
		"{'userId': '%s', 'role': 'admin'}", scratch_id("usr", MEMBER));
	assert_int_equal(people_notices("org_role_changed", MEMBER), 1);
	people_expect_rows(1, "audit WHERE action = 'org.set_role'");
	org_expect_sound();
}

/* A thief could appoint an accomplice, who stays when the account is recovered. */
TEST(mails_the_owners_about_new_owners_and_admins)
{
	org_world("request");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(OWNER));
	assert_done(set_role(ADMIN, MEMBER, "admin"));
	scratch_sql("UPDATE members SET status = 'active'");
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' = 'role_given'"
		" AND payload ->> 'toAddress' = 'member%d@example.org'"
		" AND payload ->> 'note' ="
		" '@member-%d: admin of the organization org-10. Given by @member-%d.'",
		OWNER, MEMBER, ADMIN);
	assert_done(set_role(OWNER, MEMBER, "member"));
	people_expect_rows(1, "outbox WHERE payload ->> 'template' = 'role_given'");
	assert_done(set_role(OWNER, MEMBER, "owner"));
	people_expect_rows(2, "outbox WHERE payload ->> 'template' = 'role_given'");
}

TEST(mails_a_former_owner)
{
	org_world("request");
	assert_done(set_role(OWNER, MEMBER, "owner"));
	assert_done(set_role(OWNER, MEMBER, "admin"));
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' = 'role_ended'"
		" AND payload ->> 'toAddress' = 'member%d@example.org'"
		" AND payload ->> 'note' ="
		" 'Owner of the organization org-10. Changed by @member-%d.'",
		MEMBER, OWNER);
	assert_done(set_role(OWNER, MEMBER, "member"));
	people_expect_rows(1, "outbox WHERE payload ->> 'template' = 'role_ended'");
}

/* Known attack: a thief of an owner's session gave up the owner's role, unseen. */
TEST(mails_an_owner_who_gives_up_the_role)
{
	org_world("request");
	assert_done(set_role(OWNER, MEMBER, "owner"));
	assert_done(set_role(OWNER, OWNER, "member"));
	people_expect_rows(1, "outbox WHERE payload ->> 'template' = 'role_ended'");
}

TEST(gives_fifty_roles_a_day)
{
	org_world("request");
	scratch_sql("INSERT INTO creations (id, member_id, kind) SELECT new_id(), '%s',"
		    " 'roles' FROM generate_series(1, 50)",
		scratch_uuid_text(OWNER));
	assert_problem(set_role(OWNER, MEMBER, "admin"), PROBLEM_RATE_LIMITED);
	assert_done(set_role(OWNER, ADMIN, "member"));
	people_expect_rows(0, "outbox WHERE payload ->> 'template' = 'role_given'");
}

TEST(the_same_role_again_is_no_change)
{
	org_world("request");
	assert_done(set_role(OWNER, MEMBER, "member"));
	assert_done(set_role(OWNER, OWNER, "owner"));
	assert_int_equal(people_notices_in_all("org_role_changed"), 0);
	people_expect_rows(0, "audit");
}

/* The permitted changes of roles, in an organization with two owners. */
TEST(only_owners_make_and_unmake_owners)
{
	static const struct {
		unsigned caller, member;
		const char *role;
		enum problem problem;
	} table[] = {
		{OWNER, ADMIN, "owner", PROBLEM_NONE},
		{OWNER, MEMBER, "owner", PROBLEM_NONE},
		{OWNER, MEMBER, "admin", PROBLEM_NONE},
		{OWNER, ADMIN, "member", PROBLEM_NONE},
		{OWNER, 7, "member", PROBLEM_NONE},
		{OWNER, OWNER, "admin", PROBLEM_NONE},
		{ADMIN, MEMBER, "admin", PROBLEM_NONE},
		{ADMIN, ADMIN, "member", PROBLEM_NONE},
		{ADMIN, MEMBER, "owner", PROBLEM_ORG_ROLE_REQUIRED},
		{ADMIN, ADMIN, "owner", PROBLEM_ORG_ROLE_REQUIRED},
		{ADMIN, OWNER, "member", PROBLEM_ORG_ROLE_REQUIRED},
		{ADMIN, OWNER, "owner", PROBLEM_ORG_ROLE_REQUIRED},
		{MEMBER, MEMBER, "admin", PROBLEM_ORG_ROLE_REQUIRED},
		{MEMBER, ADMIN, "member", PROBLEM_ORG_ROLE_REQUIRED},
		{STRANGER, MEMBER, "admin", PROBLEM_ORG_ROLE_REQUIRED},
		{STRANGER, STRANGER, "owner", PROBLEM_ORG_ROLE_REQUIRED},
		{PLATFORM_ADMIN, MEMBER, "admin", PROBLEM_ORG_ROLE_REQUIRED},
		{REQUESTER, REQUESTER, "member", PROBLEM_ORG_ROLE_REQUIRED},
		{OWNER, STRANGER, "member", PROBLEM_MEMBER_NOT_FOUND},
		{ADMIN, REQUESTER, "member", PROBLEM_MEMBER_NOT_FOUND},
		{OWNER, 99, "member", PROBLEM_MEMBER_NOT_FOUND},
	};

	org_world("request");
	people_add(7);
	people_join_as(10, 7, "owner");
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		struct scratch_answer answer;

		scratch_sql("SAVEPOINT cell");
		answer = set_role(table[i].caller, table[i].member, table[i].role);
		org_expect_sound();
		scratch_sql("ROLLBACK TO SAVEPOINT cell");
		if (answer.problem != table[i].problem)
			fail_msg("cell %zu: %s", i, problems[answer.problem].code);
	}
}

TEST(keeps_the_last_owner)
{
	org_world("request");
	assert_problem(set_role(OWNER, OWNER, "member"), PROBLEM_LAST_OWNER);
	assert_done(set_role(OWNER, ADMIN, "owner"));
	assert_done(set_role(OWNER, OWNER, "member"));
	assert_int_equal(people_notices("org_role_changed", OWNER), 0);
	org_expect_sound();
}

TEST(refuses_ids_and_roles_that_name_nothing)
{
	struct scratch_answer answer;

	org_world("request");
	answer = people_call(&entry, OWNER,
		JSON({"slug": "org-10", "userId": "%s", "role": "member"}),
		scratch_id("evt", MEMBER));
	assert_problem(answer, PROBLEM_MEMBER_NOT_FOUND);
	assert_string_equal(answer.detail, "this is an event's id");
	people_expect_fault(set_role(OWNER, MEMBER, "king"), "#/role", FAULT_ENUM);
	people_expect_fault(
		people_call(&entry, OWNER, JSON({"slug": "org-10", "userId": "%s"}),
			scratch_id("usr", MEMBER)),
		"#/role", FAULT_REQUIRED);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(MEMBER));
	assert_problem(set_role(OWNER, MEMBER, "admin"), PROBLEM_MEMBER_NOT_FOUND);
}
