#include "tests/handlers/identity/oauth_fixture.h"

TEST(answers_who_the_caller_is)
{
	oauth_add_member(1);
	scratch_expect(oauth_call_as(1, ENTRY(userinfo_get), NULL),
		"{'sub': '%s', 'handle': 'member-1'}", scratch_id("usr", 1));
}

TEST(knows_nobody_who_has_left)
{
	const struct principal nobody = oauth_member(7);
	const struct op_entry entry = {&op_userinfo_get, userinfo_get};

	assert_problem(scratch_call(&entry, &nobody, NULL), PROBLEM_INVALID_TOKEN);
}
