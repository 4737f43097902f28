#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
decline(const char *id, const char *reason)
{
	return admin_call(1, ENTRY(admin_member_decline),
		scratch_printf(JSON({"id": "%s", "reason": "%s"}), id, reason));
}

TEST(refuses_a_pending_member_and_tells_why_once)
{
	admin_add(1);
	people_add_as(2, "pending");
	scratch_expect(decline(scratch_id("usr", 2), "We do not know you."),
		"{'id': '%s', 'membershipStatus': 'suspended'}", scratch_id("usr", 2));
	scratch_expect(decline(scratch_id("usr", 2), "Again."),
		"{'membershipStatus': 'suspended'}");
	people_expect_rows(1, "outbox");
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' ="
		" 'account_declined' AND payload ->> 'toAddress' ="
		" 'member2@example.org' AND payload ->> 'note' = 'We do not know you.'");
	assert_int_equal(audit_count("member.decline", 1, 2), 1);
	assert_string_equal(
		scratch_value("SELECT detail FROM audit WHERE action = 'member.decline'"),
		"{\"reason\": \"We do not know you.\"}");
}

TEST(ends_the_callers_notification_of_the_account)
{
	admin_add(1);
	people_add_as(2, "pending");
	people_tell(1, "member_pending", 2, 2);
	assert_done(decline(scratch_id("usr", 2), "We do not know you."));
	assert_int_equal(people_unread(1), 0);
}

TEST(refuses_to_decline_an_active_member)
{
	admin_add(1);
	people_add(2);
	assert_problem(decline(scratch_id("usr", 2), "x"), PROBLEM_INVALID_TRANSITION);
	assert_problem(decline(scratch_id("usr", 3), "x"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(decline("usr_nothing", "x"), PROBLEM_MEMBER_NOT_FOUND);
	people_add_unverified(4);
	assert_problem(decline(scratch_id("usr", 4), "x"), PROBLEM_MEMBER_NOT_FOUND);
}

TEST(wants_a_reason_within_bounds)
{
	char reason[1100];

	admin_add(1);
	people_add_as(2, "pending");
	memset(reason, 'r', sizeof(reason));
	people_expect_fault(
		decline(scratch_id("usr", 2), ""), "#/reason", FAULT_TOO_SHORT);
	people_expect_fault(
		decline(scratch_id("usr", 2), scratch_printf("%.1001s", reason)),
		"#/reason", FAULT_TOO_LONG);
	assert_done(decline(scratch_id("usr", 2), scratch_printf("%.1000s", reason)));
	people_expect_fault(
		admin_call(1, ENTRY(admin_member_decline),
			scratch_printf(JSON({"id": "%s"}), scratch_id("usr", 2))),
		"#/reason", FAULT_REQUIRED);
}
