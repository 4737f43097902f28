#include "tests/handlers/notifications/intro_fixture.h"

static const struct op_entry entry = {&op_intro_decline, intro_decline};
static const struct op_entry get_entry = {&op_intro_get, intro_get};

TEST(declining_tells_the_sender_nothing_but_the_state)
{
	intro_world();
	scratch_expect(people_call(&entry, RECIPIENT, "%s", intro_id_json(INTRO)),
		"{'status': 'declined', 'email': null}");
	scratch_expect(people_call(&get_entry, SENDER, "%s", intro_id_json(INTRO)),
		"{'status': 'declined', 'email': null}");
	people_expect_rows(0, "outbox");
}

TEST(only_the_recipient_declines)
{
	static const enum problem expected[PERSON_END] = {[SENDER] = PROBLEM_NOT_AUTHOR,
		[STRANGER] = PROBLEM_INTRO_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_INTRO_NOT_FOUND};

	intro_world();
	people_expect(&entry, intro_id_json(INTRO), expected, PERSON_END);
}
