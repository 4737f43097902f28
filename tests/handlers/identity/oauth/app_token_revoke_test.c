#include "tests/handlers/identity/oauth_fixture.h"

static const char *client;

static struct scratch_answer
give_back(const char *who, const char *token)
{
	return oauth_call(app_token_revoke,
		oauth_json(JSON({"clientId": "%s", "token": "%s"}), who, token));
}

static struct scratch_answer
connect_app(void)
{
	oauth_add_member(1);
	client = oauth_client(LOOPBACK);
	return oauth_connected(1, client);
}

TEST(ends_an_access_token_alone)
{
	struct scratch_answer tokens = connect_app();

	scratch_expect(give_back(client, scratch_string(&tokens, "accessToken")),
		"{'error': null, 'ended': '%s'}", scratch_id("usr", 1));
	assert_int_equal(oauth_working(), 0);
	scratch_expect(oauth_refresh(client, scratch_string(&tokens, "refreshToken"), ""),
		"{'error': null}");
}

TEST(ends_everything_with_a_refresh_token)
{
	struct scratch_answer tokens = connect_app();

	struct scratch_answer answer =
		give_back(client, scratch_string(&tokens, "refreshToken"));

	assert_true(json_is_null(scratch_at(&answer, "error")));
	assert_int_equal(oauth_working(), 0);
	assert_int_equal(count_audit("app.release", 1), 1);
	oauth_expect(oauth_refresh(client, scratch_string(&tokens, "refreshToken"), ""),
		"invalid_grant");
}

TEST(takes_anything_for_a_token_that_has_ended)
{
	static const char *const tokens[] = {"x", "kith_at_x", "kith_ses_x"};

	connect_app();
	for (size_t i = 0; i < COUNT_OF(tokens); i++) {
		scratch_expect(give_back(client, tokens[i]), "{'error': null}");
	}
	/* scratch_text() has two bytes for each character. */
	scratch_expect(give_back(client, scratch_text(8000)), "{'error': null}");
}

TEST(ends_no_token_of_another_client_and_no_session)
{
	struct scratch_answer tokens = connect_app();

	oauth_expect(give_back(oauth_client("http://127.0.0.1/other"),
			     scratch_string(&tokens, "accessToken")),
		"invalid_grant");
	add_credential(20, 1, "session", "word", "1 day");
	scratch_expect(give_back(client, "word"), "{'ended': null}");
	assert_int_equal(oauth_working(), 1);
	people_expect_rows(0, "credentials WHERE revoked_at IS NOT NULL");
}
