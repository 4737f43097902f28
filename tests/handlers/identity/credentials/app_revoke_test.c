#include "tests/handlers/identity/oauth_fixture.h"

static struct scratch_answer
revoke(const char *client)
{
	return call_as(1, &op_app_revoke, app_revoke,
		scratch_printf(JSON({"clientId": "%s"}), client));
}

TEST(ends_everything_that_the_app_was_given)
{
	const char *client = oauth_client(LOOPBACK);
	const char *other = oauth_client(LOOPBACK "?other");
	struct scratch_answer tokens, answer;

	oauth_add_member(1);
	oauth_add_member(2);
	oauth_connected(1, client);
	tokens = oauth_connected(1, client);
	oauth_connected(2, client);
	oauth_redeem(other, oauth_code(1, other, LOOPBACK "?other", ""), WITH_VERIFIER);
	assert_int_equal(oauth_working(), 4);
	assert_int_equal(revoke(client).problem, PROBLEM_NONE);
	assert_int_equal(oauth_working(), 2);
	people_expect_rows(
		2, "credentials WHERE kind = 'session' AND revoked_at IS NULL");
	answer = oauth_refresh(client, scratch_string(&tokens, "refreshToken"), "");
	oauth_expect(&answer, "invalid_grant");
	assert_int_equal(count_audit("app.revoke", 1), 1);
	assert_int_equal(revoke(client).problem, PROBLEM_APP_NOT_FOUND);
}

TEST(knows_no_app_that_was_never_connected)
{
	people_add(1);
	assert_int_equal(revoke("cli_nothing").problem, PROBLEM_APP_NOT_FOUND);
	assert_int_equal(revoke(oauth_client(LOOPBACK)).problem, PROBLEM_APP_NOT_FOUND);
	assert_int_equal(revoke("").problem, PROBLEM_APP_NOT_FOUND);
}
