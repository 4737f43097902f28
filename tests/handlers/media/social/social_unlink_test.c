#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_social_unlink, social_unlink};

TEST(forgets_the_account_and_has_its_token_revoked)
{
	people_add(1);
	people_add(2);
	social_add(1, SOCIAL_URL, "NULL");
	social_add(2, SOCIAL_URL, "NULL");
	social_begin(1, "state", "now() + interval '1 minute'");
	assert_int_equal(social_call(&entry, 1, NULL).problem, PROBLEM_NONE);
	assert_int_equal(people_count("SELECT count(*) FROM social_accounts"), 1);
	assert_int_equal(people_count("SELECT count(*) FROM social_links"), 0);
	assert_int_equal(people_count("SELECT count(*) FROM social_revocations"), 1);
	assert_int_equal(
		people_count("SELECT count(*) FROM audit WHERE action = 'social.unlink'"
			     " AND actor = subject_id"),
		1);
	assert_int_equal(social_call(&entry, 1, NULL).problem, PROBLEM_NONE);
	assert_int_equal(people_count("SELECT count(*) FROM audit"), 1);
}
