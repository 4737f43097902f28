#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_social_link, social_link};

TEST(gives_an_address_with_a_state_and_a_challenge)
{
	struct scratch_answer answer;
	const char *url;

	people_add(1);
	answer = social_call(&entry, 1, NULL);
	assert_done(answer);
	url = scratch_string(&answer, "url");
	assert_ptr_equal(strstr(url,
				 SOCIAL_URL
				 "/oauth/authorize?response_type=code&client_id=client&"),
		url);
	assert_non_null(strstr(url, "%2Fsocial%2Fcallback&"));
	assert_non_null(strstr(url, "&code_challenge_method=S256"));
	assert_int_equal(strcspn(strstr(url, "&state=") + 7, "&"), 43);
	assert_int_equal(strcspn(strstr(url, "&code_challenge=") + 16, "&"), 43);
}

TEST(keeps_one_attempt_of_a_member_and_that_the_latest)
{
	people_add_all(2);
	social_begin(1, "first", "now() + interval '1 minute'");
	social_begin(2, "other", "now() + interval '1 minute'");
	for (int i = 0; i < 3; i++)
		assert_done(social_call(&entry, 1, NULL));
	people_expect_rows(2, "social_links");
	people_expect_rows(1,
		"social_links WHERE member_id = '%s'"
		" AND expires_at = now() + interval '10 minutes'",
		scratch_uuid_text(1));
}

/* A token that was issued but never linked is revoked at the provider as well. */
TEST(has_a_token_revoked_that_an_earlier_attempt_got)
{
	people_add(1);
	social_begin(1, "first", "now() + interval '1 minute'");
	scratch_sql(
		"UPDATE social_links SET used_at = now(), remote_id = '7', handle = 'a',"
		" url = 'https://a.example/a', token = 'sealed'");
	assert_done(social_call(&entry, 1, NULL));
	people_expect_rows(1,
		"social_revocations WHERE token = 'sealed' AND sealed_for = '%s'",
		scratch_uuid_text(1));
}
