/*
 * approval_default_test.c - the default of an app that registered itself, under a flood
 * of outward acts. Apart from approval_test.c, so that the two floods run at once.
 */
#include "tests/handlers/identity/activity/approval_fixture.h"

static const struct op_entry ask = {&op_post_create, post_create};
static const struct op_entry invite = {&op_org_invitation_create, org_invitation_create};

TEST_COMMITTED(ten_thousand_calls_under_the_default_have_five_effects)
{
	struct principal app;

	people_add(1);
	people_add_org(10, "public");
	people_join_as(10, 1, "owner");
	app = app_of(1, 301, "registered");
	for (int i = 0; i < 10000; i++) {
		struct scratch_answer answer = i % 2 == 0
			? call_by(&app, ask, PUBLIC_ASK)
			: call_by(&app, invite,
				  scratch_printf("{\"slug\": \"org-10\", \"email\":"
						 " \"guest%d@example.org\"}",
					  i));

		if (i < 5)
			assert_done(answer);
		else
			assert_true(answer.problem == PROBLEM_AWAITING_APPROVAL ||
				answer.problem == PROBLEM_RATE_LIMITED);
		if (i % 500 == 499) {
			scratch_begin();
			scratch_rollback();
			app = app_of(1, 301, "registered");
		}
	}
	assert_int_equal(asks_of(1), 3);
	people_expect_rows(2, "org_invitations WHERE email LIKE 'guest%%'");
	assert_int_equal(waiting_of(1), 25);
}
