#include "tests/handlers/identity/oauth_fixture.h"

static struct scratch_answer
revoke(const char *client)
{
	return call_as(
		1, ENTRY(app_revoke), scratch_printf(JSON({"clientId": "%s"}), client));
}

TEST(ends_everything_that_the_app_was_given)
{
	const char *client = oauth_client(LOOPBACK);
	const char *other = oauth_client(LOOPBACK "?other");
	struct scratch_answer tokens;

	oauth_add_member(1);
	oauth_add_member(2);
	oauth_connected(1, client);
	tokens = oauth_connected(1, client);
	oauth_connected(2, client);
	oauth_redeem(other, oauth_code(1, other, LOOPBACK "?other", ""), WITH_VERIFIER);
	assert_int_equal(oauth_working(), 4);
	assert_done(revoke(client));
	assert_int_equal(oauth_working(), 2);
	people_expect_rows(
		2, "credentials WHERE kind = 'session' AND revoked_at IS NULL");
	oauth_expect(oauth_refresh(client, scratch_string(&tokens, "refreshToken"), ""),
		"invalid_grant");
	assert_int_equal(count_audit("app.revoke", 1), 1);
	assert_problem(revoke(client), PROBLEM_APP_NOT_FOUND);
}

TEST(knows_no_app_that_was_never_connected)
{
	people_add(1);
	assert_problem(revoke("cli_nothing"), PROBLEM_APP_NOT_FOUND);
	assert_problem(revoke(oauth_client(LOOPBACK)), PROBLEM_APP_NOT_FOUND);
	assert_problem(revoke(""), PROBLEM_APP_NOT_FOUND);
}
