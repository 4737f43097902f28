#include "tests/handlers/identity/account_fixture.h"

static struct scratch_answer
update(const char *json)
{
	return call_as(1, &op_account_update, account_update, json);
}

TEST(changes_the_name_and_nothing_else)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	answer = update("{\"name\": \" Ada King\\n\"}");
	scratch_expect(&answer, "{'name': 'Ada King', 'profile.handle': 'member-1'}");
	people_expect_rows(1, "members WHERE name = 'Ada King'");
}

TEST(what_is_left_out_stays)
{
	struct scratch_answer answer;

	people_add(1);
	answer = update("{}");
	scratch_expect(&answer, "{'name': 'Member 1'}");
}

TEST(refuses_what_is_no_name)
{
	struct scratch_answer answer;

	people_add(1);
	answer = update(JSON({"name": " "}));
	people_expect_fault(&answer, "#/name", FAULT_TOO_SHORT);
	answer = update(JSON({"name": null}));
	people_expect_fault(&answer, "#/name", FAULT_TYPE);
	answer = update(scratch_printf(JSON({"name": "%s"}), long_address(81)));
	people_expect_fault(&answer, "#/name", FAULT_TOO_LONG);
	answer = update(scratch_printf(JSON({"name": "%s"}), long_address(80)));
	assert_int_equal(answer.problem, PROBLEM_NONE);
}

TEST(a_member_who_waits_for_approval_may_correct_it)
{
	people_add_as(1, "pending");
	assert_int_equal(update(JSON({"name": "Ada"})).problem, PROBLEM_NONE);
}

TEST(others_find_the_member_by_the_new_name)
{
	const struct op_entry search = {&op_member_search, member_search};
	const struct principal reader = people_principal(2);
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	assert_int_equal(update(JSON({"name": "Countess"})).problem, PROBLEM_NONE);
	answer = scratch_call(&search, &reader, JSON({"q": "countess"}));
	scratch_expect(&answer, "{'items.length': 1, 'items.0.userId': '%s'}",
		scratch_id("usr", 1));
}

/* The account may end during the call. */
TEST(a_former_member_keeps_no_name)
{
	people_add(1);
	scratch_sql("UPDATE members SET former_at = now(), name = 'Former member',"
		    " email = NULL, email_verified_at = NULL, status = 'pending'");
	assert_int_equal(update(JSON({"name": "Ada"})).problem, PROBLEM_INVALID_TOKEN);
	assert_string_equal(scratch_value("SELECT name FROM members"), "Former member");
}
