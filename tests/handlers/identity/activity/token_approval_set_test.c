#include "tests/handlers/identity/activity/approval_fixture.h"

static const char *
setting(unsigned token, const char *approval)
{
	return scratch_printf("{\"id\": \"%s\", \"approval\": \"%s\"}",
		scratch_id("pat", token), approval);
}

TEST_COMMITTED(sets_the_members_own_token_alone)
{
	struct principal token;

	people_add(1);
	people_add(2);
	token = token_of(1, 201);
	assert_problem(by_browser(2, ENTRY(token_approval_set), setting(201, "each")),
		PROBLEM_TOKEN_NOT_FOUND);
	assert_done(call_by(&token, ENTRY(post_create), PUBLIC_ASK));
	assert_done(by_browser(1, ENTRY(token_approval_set), setting(201, "each")));
	assert_problem(call_by(&token, ENTRY(post_create), PUBLIC_ASK),
		PROBLEM_AWAITING_APPROVAL);
	assert_problem(call_by(&token, ENTRY(token_approval_set), setting(201, "never")),
		PROBLEM_INSUFFICIENT_SCOPE);
}
