#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
suspend_as(unsigned admin, unsigned member)
{
	return admin_call(admin, ENTRY(admin_member_suspend),
		scratch_printf(JSON({"id": "%s"}), scratch_id("usr", member)));
}

TEST(suspends_in_any_state_and_notes_it_once)
{
	admin_add(1);
	people_add(2);
	people_add_as(3, "pending");
	for (unsigned i = 2; i <= 3; i++) {
		for (int again = 0; again < 2; again++) {
			scratch_expect(suspend_as(1, i),
				"{'membershipStatus': 'suspended', 'role': 'member'}");
		}
		assert_int_equal(audit_count("member.suspend", 1, i), 1);
	}
}

static struct scratch_answer
suspend_because(unsigned member, const char *reason)
{
	return admin_call(1, ENTRY(admin_member_suspend),
		scratch_printf(JSON({"id": "%s", "reason": "%s"}),
			scratch_id("usr", member), reason));
}

TEST(tells_the_member_why_and_keeps_it_in_the_log)
{
	admin_add(1);
	people_add(2);
	people_add(3);
	people_add(4);
	assert_done(suspend_because(2, "It was spam"));
	assert_done(suspend_because(2, "Once more"));
	people_expect_rows(1,
		"outbox WHERE payload ->>"
		" 'template' = 'account_suspended' AND payload ->>"
		" 'toAddress' = 'member2@example.org' AND payload ->>"
		" 'note' = 'It was spam'");
	assert_string_equal(
		scratch_value("SELECT detail ->> 'reason' FROM audit"), "It was spam");
	/* The reason is optional, and an empty one counts as none. */
	assert_done(suspend_as(1, 3));
	assert_done(suspend_because(4, ""));
	people_expect_rows(2,
		"outbox WHERE payload ->> 'toAddress' IN ('member3@example.org',"
		" 'member4@example.org') AND payload ->> 'note' IS NULL");
	people_expect_rows(2, "audit WHERE detail = '{}'");
}

TEST(takes_a_reason_of_five_hundred_characters)
{
	char reason[502];

	admin_add(1);
	people_add(2);
	memset(reason, 'a', sizeof(reason));
	reason[501] = '\0';
	people_expect_fault(suspend_because(2, reason), "#/reason", FAULT_TOO_LONG);
	reason[500] = '\0';
	assert_done(suspend_because(2, reason));
}

TEST(hides_the_member)
{
	const struct op_entry search = {&op_member_search, member_search};
	const struct op_entry get = {&op_member_get, member_get};

	admin_add(1);
	people_add(2);
	assert_done(suspend_as(1, 2));
	assert_problem(people_call(&get, 1, JSON({"handle": "member-2"})),
		PROBLEM_MEMBER_NOT_FOUND);
	scratch_expect(people_call(&search, 1, "{}"), "{'items.length': 1}");
	assert_done(admin_call(1, ENTRY(admin_member_reinstate),
		scratch_printf(JSON({"id": "%s", "reason": "a mistake"}),
			scratch_id("usr", 2))));
	assert_done(people_call(&get, 1, JSON({"handle": "member-2"})));
	scratch_expect(people_call(&search, 1, "{}"), "{'items.length': 2}");
}

TEST(keeps_one_administrator)
{
	admin_add(1);
	admin_add(2);
	assert_problem(suspend_as(1, 1), PROBLEM_CANNOT_SUSPEND_SELF);
	assert_done(suspend_as(1, 2));
	/* Member 2 acts within the second for which a gateway may still accept the
	 * role. */
	assert_problem(suspend_as(2, 1), PROBLEM_LAST_ADMIN);
	assert_done(suspend_as(1, 2));
}

TEST(finds_nobody_who_is_no_member)
{
	admin_add(1);
	people_add_unverified(2);
	assert_problem(suspend_as(1, 2), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(suspend_as(1, 3), PROBLEM_MEMBER_NOT_FOUND);
}
