#include "tests/handlers/notifications/intro_fixture.h"

static const struct op_entry entry = {&op_intro_respond, intro_respond};

static struct scratch_answer
respond(unsigned caller, const char *decision)
{
	return people_call(&entry, caller, JSON({"id": "%s", "decision": "%s"}),
		scratch_id("intro", INTRO), decision);
}

TEST(the_one_tool_does_what_the_two_routes_do)
{
	intro_world();
	scratch_sql("SAVEPOINT undecided");
	scratch_expect(respond(RECIPIENT, "accept"), "{'email': 'member1@example.org'}");
	scratch_sql("ROLLBACK TO SAVEPOINT undecided");
	scratch_expect(respond(RECIPIENT, "decline"), "{'status': 'declined'}");
	people_expect_fault(respond(RECIPIENT, "perhaps"), "#/decision", FAULT_ENUM);
}

TEST(only_the_recipient_responds)
{
	static const enum problem expected[PERSON_END] = {[SENDER] = PROBLEM_NOT_AUTHOR,
		[STRANGER] = PROBLEM_INTRO_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_INTRO_NOT_FOUND};

	intro_world();
	people_expect(&entry,
		scratch_printf(JSON({"id": "%s", "decision": "accept"}),
			scratch_id("intro", INTRO)),
		expected, PERSON_END);
}
