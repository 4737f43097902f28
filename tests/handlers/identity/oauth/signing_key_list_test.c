#include "tests/handlers/identity/oauth_fixture.h"

TEST(lists_public_halves_and_nothing_else)
{
	struct scratch_answer answer;

	oauth_have_key();
	answer = oauth_call(signing_key_list, NULL);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 1);
	assert_int_equal(json_object_size(scratch_at(&answer, "items.0")), 3);
}
