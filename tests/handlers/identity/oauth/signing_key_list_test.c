#include "tests/handlers/identity/oauth_fixture.h"

TEST(lists_public_halves_and_nothing_else)
{
	struct scratch_answer answer;

	oauth_have_key();
	answer = oauth_call(signing_key_list, NULL);
	scratch_expect(answer, "{'items.length': 1}");
	assert_int_equal(json_object_size(scratch_at(&answer, "items.0")), 3);
}
