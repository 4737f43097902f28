#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_image_of_social, image_of_social};

TEST(makes_no_image_without_an_account_that_works)
{
	people_add(1);
	assert_problem(social_call(&entry, 1, JSON({"use": "square"})),
		PROBLEM_SOCIAL_NOT_LINKED);
	social_add(1, SOCIAL_URL, "now() - interval '1 second'");
	assert_problem(social_call(&entry, 1, JSON({"use": "square"})),
		PROBLEM_SOCIAL_NOT_LINKED);
	scratch_sql("UPDATE social_accounts SET expires_at = NULL");
	assert_problem(social_call(&entry, 1, JSON({"use": "square"})),
		PROBLEM_SERVICE_UNAVAILABLE);
	/* The token was encrypted with another instance's keys. */
	scratch_sql("UPDATE social_accounts SET token = 'sealed by another key'");
	assert_problem(social_call(&entry, 1, JSON({"use": "square"})),
		PROBLEM_SOCIAL_NOT_LINKED);
	assert_non_null(scratch_value("SELECT expires_at FROM social_accounts"));
	assert_int_equal(people_count("SELECT count(*) FROM images"), 0);
}
