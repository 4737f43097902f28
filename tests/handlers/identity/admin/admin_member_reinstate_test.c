#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
reinstate(unsigned member)
{
	return admin_call(1, ENTRY(admin_member_reinstate),
		scratch_printf(JSON({"id": "%s", "reason": "A mistake"}),
			scratch_id("usr", member)));
}

TEST(ends_a_suspension_and_tells_the_member_once)
{
	admin_add(1);
	people_add_as(2, "suspended");
	for (int again = 0; again < 2; again++) {
		scratch_expect(reinstate(2), "{'membershipStatus': 'active'}");
	}
	assert_int_equal(audit_count("member.reinstate", 1, 2), 1);
	assert_string_equal(
		scratch_value("SELECT detail ->> 'reason' FROM audit"), "A mistake");
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' ="
		" 'account_reinstated' AND payload ->> 'note' IS NULL");
}

/* A thief could reinstate an administrator who is suspended for a reason. */
TEST(tells_the_other_administrators_about_one_who_comes_back)
{
	static const char mails[] = "outbox WHERE payload ->> 'template' = 'role_given'";

	admin_add(1);
	admin_add(2);
	people_add_as(3, "suspended");
	people_add_as(4, "suspended");
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(4));
	assert_done(reinstate(3));
	people_expect_rows(0, mails);
	assert_done(reinstate(4));
	people_expect_rows(2, mails);
}

TEST(leaves_pending_members_to_approval)
{
	admin_add(1);
	people_add_as(2, "pending");
	assert_problem(reinstate(2), PROBLEM_INVALID_TRANSITION);
	assert_problem(reinstate(3), PROBLEM_MEMBER_NOT_FOUND);
}

TEST(wants_a_reason)
{
	admin_add(1);
	people_expect_fault(
		admin_call(1, ENTRY(admin_member_reinstate),
			scratch_printf(JSON({"id": "%s"}), scratch_id("usr", 1))),
		"#/reason", FAULT_REQUIRED);
}
