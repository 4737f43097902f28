#include "tests/handlers/identity/admin_fixture.h"

#define ROLE_MAILS "outbox WHERE payload ->> 'template' = 'role_given'"

static struct scratch_answer
set_role_as(unsigned admin, unsigned member, const char *role)
{
	return admin_call(admin, ENTRY(admin_member_set_role),
		scratch_printf(JSON({"id": "%s", "role": "%s"}),
			scratch_id("usr", member), role));
}

TEST(makes_and_unmakes_administrators)
{
	admin_add(1);
	people_add(2);
	scratch_expect(set_role_as(1, 2, "admin"), "{'role': 'admin'}");
	assert_done(set_role_as(1, 2, "admin"));
	assert_int_equal(audit_count("member.set_role", 1, 2), 1);
	assert_string_equal(
		scratch_value("SELECT detail FROM audit"), "{\"role\": \"admin\"}");
	scratch_expect(set_role_as(1, 2, "member"), "{'role': 'member'}");
	assert_int_equal(audit_count("member.set_role", 1, 2), 2);
}

/* A thief could make an accomplice an administrator, who stays when the account is
 * recovered. */
TEST(mails_all_other_administrators_about_a_new_one)
{
	admin_add(1);
	admin_add(2);
	people_add(3);
	people_add(4);
	/* A thief could suspend the others first. */
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(2));
	assert_done(set_role_as(1, 3, "admin"));
	people_expect_rows(2,
		ROLE_MAILS " AND payload ->> 'toAddress' IN"
			   " ('member1@example.org', 'member2@example.org')");
	people_expect_rows(2,
		ROLE_MAILS
		" AND payload ->> 'note' = '@member-3: administrator of this instance."
		" Given by @member-1.'");
	assert_done(set_role_as(1, 3, "member"));
	people_expect_rows(2, ROLE_MAILS);
}

/* A thief could end the roles of the others before the accomplice gets one, and give them
 * back. */
TEST(mails_a_former_administrator)
{
	admin_add(1);
	admin_add(2);
	assert_done(set_role_as(1, 2, "member"));
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' = 'role_ended'"
		" AND payload ->> 'toAddress' = 'member2@example.org' AND payload ->>"
		" 'note' = 'Administrator of this instance. Changed by @member-1.'");
	assert_done(set_role_as(1, 2, "member"));
	people_expect_rows(1, "outbox");
}

/* A thief could use up the mails elsewhere, so the acts have a quota, not the mails. */
TEST(happens_fifty_times_in_a_day)
{
	admin_add(1);
	people_add(2);
	scratch_sql("INSERT INTO creations (id, member_id, kind) SELECT new_id(), '%s',"
		    " 'roles' FROM generate_series(1, 49)",
		scratch_uuid_text(1));
	assert_done(set_role_as(1, 2, "admin"));
	people_expect_rows(1, ROLE_MAILS);
	assert_done(set_role_as(1, 2, "member"));
	assert_problem(set_role_as(1, 2, "admin"), PROBLEM_RATE_LIMITED);
	people_expect_rows(1, "members WHERE role = 'admin'");
}

TEST(keeps_one_administrator)
{
	admin_add(1);
	admin_add(2);
	assert_problem(set_role_as(1, 1, "member"), PROBLEM_CANNOT_CHANGE_OWN_ROLE);
	assert_problem(set_role_as(1, 1, "admin"), PROBLEM_CANNOT_CHANGE_OWN_ROLE);
	assert_done(set_role_as(1, 2, "member"));
	assert_problem(set_role_as(2, 1, "member"), PROBLEM_LAST_ADMIN);
}

TEST(counts_only_administrators_who_are_active)
{
	admin_add(1);
	admin_add(2);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(2));
	assert_problem(set_role_as(2, 1, "member"), PROBLEM_LAST_ADMIN);
}

TEST(leaves_suspended_members_alone)
{
	admin_add(1);
	people_add_as(2, "suspended");
	assert_problem(set_role_as(1, 2, "admin"), PROBLEM_MEMBER_SUSPENDED);
	assert_problem(set_role_as(1, 3, "admin"), PROBLEM_MEMBER_NOT_FOUND);
	people_expect_fault(set_role_as(1, 2, "king"), "#/role", FAULT_ENUM);
}
