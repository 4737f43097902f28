#include "proto/bounds/bounds.h"
#include "tests/handlers/identity/account_fixture.h"

static struct scratch_answer
update(const char *json)
{
	return call_as(1, ENTRY(account_update), json);
}

TEST(changes_the_name_and_nothing_else)
{
	people_add_all(2);
	scratch_expect(update("{\"name\": \" Ada King\\n\"}"),
		"{'name': 'Ada King', 'profile.handle': 'member-1'}");
	people_expect_rows(1, "members WHERE name = 'Ada King'");
}

/* Each name stays in the index of the search. */
TEST(counts_as_an_edit_of_the_day)
{
	people_add(1);
	scratch_sql("INSERT INTO creations (id, member_id, kind) SELECT new_id(), '%s',"
		    " 'edits' FROM generate_series(1, %d)",
		scratch_uuid_text(1), BOUND_EDITS_A_DAY - 1);
	assert_done(update("{\"name\": \"Ada\"}"));
	assert_problem(update("{\"name\": \"Bea\"}"), PROBLEM_RATE_LIMITED);
	people_expect_rows(1, "members WHERE name = 'Ada'");
	assert_done(update("{}"));
}

TEST(what_is_left_out_stays)
{
	people_add(1);
	scratch_expect(update("{}"), "{'name': 'Member 1'}");
}

TEST(refuses_what_is_no_name)
{
	people_add(1);
	people_expect_fault(update(JSON({"name": " "})), "#/name", FAULT_TOO_SHORT);
	people_expect_fault(update(JSON({"name": null})), "#/name", FAULT_TYPE);
	people_expect_fault(
		update(scratch_printf(JSON({"name": "%s"}), long_address(81))), "#/name",
		FAULT_TOO_LONG);
	assert_done(update(scratch_printf(JSON({"name": "%s"}), long_address(80))));
}

TEST(refuses_the_names_of_the_operator_and_of_deleted_members)
{
	people_add(1);
	people_expect_fault(
		update(JSON({"name": "Kith Support"})), "#/name", FAULT_NOT_ALLOWED);
	people_expect_fault(
		update(JSON({"name": "former member"})), "#/name", FAULT_NOT_ALLOWED);
	people_expect_fault(
		update(JSON({"name": "Name\u200bvictim"})), "#/name", FAULT_FORMAT);
	assert_done(update(JSON({"name": "Kith Weaver"})));
	scratch_sql("UPDATE members SET name = 'Kith Support'");
	assert_done(update(JSON({"name": "Kith Support"})));
}

TEST(an_administrator_may_have_the_name_of_the_operator)
{
	const struct op_entry entry = ENTRY(account_update);
	const struct uuid id = scratch_uuid(1);
	struct principal caller = scratch_admin(&id);

	people_add(1);
	caller.scopes &= ~(unsigned)SCOPE_ADMIN;
	people_expect_fault(scratch_call(&entry, &caller, JSON({"name": "Kith Support"})),
		"#/name", FAULT_NOT_ALLOWED);
	caller.scopes |= SCOPE_ADMIN;
	assert_done(scratch_call(&entry, &caller, JSON({"name": "Kith Support"})));
}

TEST(a_member_who_waits_for_approval_may_correct_it)
{
	people_add_as(1, "pending");
	assert_done(update(JSON({"name": "Ada"})));
}

TEST(a_suspended_member_keeps_the_name)
{
	const struct op_entry entry = ENTRY(account_update);
	struct principal caller = people_principal(1);

	people_add_as(1, "suspended");
	caller.membership = MEMBERSHIP_SUSPENDED;
	assert_problem(scratch_call(&entry, &caller, JSON({"name": "Ada"})),
		PROBLEM_MEMBERSHIP_SUSPENDED);
	assert_done(scratch_call(&entry, &caller, "{}"));
	assert_string_equal(scratch_value("SELECT name FROM members"), "Member 1");
}

TEST(others_find_the_member_by_the_new_name)
{
	const struct op_entry search = {&op_member_search, member_search};

	people_add_all(2);
	assert_done(update(JSON({"name": "Countess"})));
	scratch_expect(people_call(&search, 2, JSON({"q": "countess"})),
		"{'items.length': 1, 'items.0.userId': '%s'}", scratch_id("usr", 1));
}

/* The account may end during the call. */
TEST(a_former_member_keeps_no_name)
{
	people_add(1);
	people_end_account(1);
	assert_problem(update(JSON({"name": "Ada"})), PROBLEM_INVALID_TOKEN);
	assert_string_equal(scratch_value("SELECT name FROM members"), "Former member");
}
