#include "tests/handlers/notifications/intro_fixture.h"

static const struct op_entry entry = {&op_intro_decline, intro_decline};
static const struct op_entry get_entry = {&op_intro_get, intro_get};

TEST(declining_tells_the_sender_nothing_but_the_state)
{
	struct scratch_answer answer;

	intro_world();
	answer = intro_call(&entry, RECIPIENT, "%s", intro_id_json(INTRO));
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "status"), "declined");
	assert_true(json_is_null(scratch_at(&answer, "email")));
	answer = intro_call(&get_entry, SENDER, "%s", intro_id_json(INTRO));
	assert_string_equal(scratch_string(&answer, "status"), "declined");
	assert_true(json_is_null(scratch_at(&answer, "email")));
	assert_int_equal(people_count("SELECT count(*) FROM outbox"), 0);
}

TEST(only_the_recipient_declines)
{
	static const enum problem expected[PERSON_END] = {
		[SENDER] = PROBLEM_NOT_AUTHOR,
		[STRANGER] = PROBLEM_INTRO_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_INTRO_NOT_FOUND,
	};

	intro_world();
	intro_expect(&entry, intro_id_json(INTRO), expected);
}
