#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_social_get, social_get};

TEST(shows_the_account_of_the_caller)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	social_add(1, SOCIAL_URL, "'2126-01-01 00:00:00Z'");
	answer = social_call(&entry, 1, NULL);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_true(json_is_true(scratch_at(&answer, "linked")));
	assert_string_equal(scratch_string(&answer, "handle"), "member-1");
	assert_string_equal(scratch_string(&answer, "url"), SOCIAL_URL "/@member-1");
	assert_string_equal(
		scratch_string(&answer, "expiresAt"), "2126-01-01T00:00:00.000Z");
	answer = social_call(&entry, 2, NULL);
	assert_true(json_is_false(scratch_at(&answer, "linked")));
	assert_true(json_is_null(scratch_at(&answer, "handle")));
	assert_true(json_is_null(scratch_at(&answer, "expiresAt")));
}

TEST(knows_no_account_of_another_provider)
{
	struct scratch_answer answer;

	people_add(1);
	social_add(1, "https://elsewhere.example", "NULL");
	answer = social_call(&entry, 1, NULL);
	assert_true(json_is_false(scratch_at(&answer, "linked")));
}
