#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_image_of_social, image_of_social};

TEST(makes_no_image_without_an_account_that_works)
{
	struct scratch_answer answer;

	people_add(1);
	answer = social_call(&entry, 1, JSON({"use": "square"}));
	assert_int_equal(answer.problem, PROBLEM_SOCIAL_NOT_LINKED);
	social_add(1, SOCIAL_URL, "now() - interval '1 second'");
	answer = social_call(&entry, 1, JSON({"use": "square"}));
	assert_int_equal(answer.problem, PROBLEM_SOCIAL_NOT_LINKED);
	scratch_sql("UPDATE social_accounts SET expires_at = NULL");
	answer = social_call(&entry, 1, JSON({"use": "square"}));
	assert_int_equal(answer.problem, PROBLEM_SERVICE_UNAVAILABLE);
	/* The token was encrypted with another instance's keys. */
	scratch_sql("UPDATE social_accounts SET token = 'sealed by another key'");
	answer = social_call(&entry, 1, JSON({"use": "square"}));
	assert_int_equal(answer.problem, PROBLEM_SOCIAL_NOT_LINKED);
	assert_non_null(scratch_value("SELECT expires_at FROM social_accounts"));
	assert_int_equal(people_count("SELECT count(*) FROM images"), 0);
}
