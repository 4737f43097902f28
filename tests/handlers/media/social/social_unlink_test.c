#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_social_unlink, social_unlink};

TEST(forgets_the_account_and_has_its_token_revoked)
{
	people_add_all(2);
	social_add(1, SOCIAL_URL, "NULL");
	social_add(2, SOCIAL_URL, "NULL");
	social_begin(1, "state", "now() + interval '1 minute'");
	assert_done(social_call(&entry, 1, NULL));
	people_expect_rows(1, "social_accounts");
	people_expect_rows(0, "social_links");
	people_expect_rows(1, "social_revocations");
	people_expect_rows(
		1, "audit WHERE action = 'social.unlink' AND actor = subject_id");
	assert_done(social_call(&entry, 1, NULL));
	people_expect_rows(1, "audit");
}
