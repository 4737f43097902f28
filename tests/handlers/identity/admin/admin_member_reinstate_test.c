#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
reinstate(unsigned member)
{
	return admin_call(1, &op_admin_member_reinstate, admin_member_reinstate,
		arena_printf(scratch_arena(),
			"{\"id\": \"%s\", \"reason\": \"A mistake\"}",
			scratch_id("usr", member)));
}

static void
ends_a_suspension_and_tells_the_member_once(void **state)
{
	(void)state;
	admin_add(1);
	people_add_as(2, "suspended");
	for (int again = 0; again < 2; again++) {
		struct scratch_answer answer = reinstate(2);

		assert_int_equal(answer.problem, PROBLEM_NONE);
		assert_string_equal(
			scratch_string(&answer, "membershipStatus"), "active");
	}
	assert_int_equal(audit_count("member.reinstate", 1, 2), 1);
	assert_string_equal(
		scratch_value("SELECT detail ->> 'reason' FROM audit"), "A mistake");
	assert_int_equal(
		people_count("SELECT count(*) FROM outbox WHERE payload ->> 'template' ="
			     " 'account_reinstated' AND payload ->> 'note' IS NULL"),
		1);
}

static void
leaves_pending_members_to_approval(void **state)
{
	(void)state;
	admin_add(1);
	people_add_as(2, "pending");
	assert_int_equal(reinstate(2).problem, PROBLEM_INVALID_TRANSITION);
	assert_int_equal(reinstate(3).problem, PROBLEM_MEMBER_NOT_FOUND);
}

static void
wants_a_reason(void **state)
{
	struct scratch_answer answer;

	(void)state;
	admin_add(1);
	answer = admin_call(1, &op_admin_member_reinstate, admin_member_reinstate,
		arena_printf(scratch_arena(), "{\"id\": \"%s\"}", scratch_id("usr", 1)));
	people_expect_fault(&answer, "#/reason", FAULT_REQUIRED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(ends_a_suspension_and_tells_the_member_once),
		HANDLER_TEST(leaves_pending_members_to_approval),
		HANDLER_TEST(wants_a_reason),
	};

	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
