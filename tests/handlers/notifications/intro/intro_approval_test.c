/*
 * intro_approval_test.c - an app asks before it gives away the member's address. This
 * test commits.
 */
#include "tests/handlers/notifications/intro_fixture.h"

static const struct op_entry accept_entry = {&op_intro_accept, intro_accept};
static const struct op_entry respond_entry = {&op_intro_respond, intro_respond};

TEST_COMMITTED(an_app_asks_before_it_accepts)
{
	const char *accept = scratch_printf(
		"{\"id\": \"%s\", \"decision\": \"accept\"}", scratch_id("intro", INTRO));
	const char *decline =
		scratch_printf("{\"id\": \"%s\", \"decision\": \"decline\"}",
			scratch_id("intro", INTRO));
	struct principal token;

	intro_world();
	token = people_asking_token(RECIPIENT, 900);
	assert_problem(scratch_call(&accept_entry, &token, intro_id_json(INTRO)),
		PROBLEM_AWAITING_APPROVAL);
	assert_problem(
		scratch_call(&respond_entry, &token, accept), PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(1, "intros WHERE status = 'pending'");
	assert_int_equal(people_notices("intro_accepted", SENDER), 0);
	people_expect_rows(1,
		"approvals WHERE operation = 'intro_accept'"
		" AND words LIKE '%%gets your e-mail address%%'");
	/* The sender sees a refusal. */
	assert_problem(
		scratch_call(&respond_entry, &token, decline), PROBLEM_AWAITING_APPROVAL);
}
