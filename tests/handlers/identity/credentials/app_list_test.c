#include "tests/handlers/identity/oauth_fixture.h"

TEST(has_nothing_before_an_app_is_connected)
{
	struct scratch_answer answer;

	oauth_add_member(1);
	add_credential(20, 1, "token", "one", "1 day");
	oauth_code(1, oauth_client(LOOPBACK), LOOPBACK, "");
	answer = call_as(1, ENTRY(app_list), NULL);
	assert_done(answer);
	assert_string_equal(answer.text, "{\"items\":[],\"nextCursor\":null}");
}

TEST(answers_one_item_for_all_that_an_app_was_allowed)
{
	const char *one, *two;
	struct scratch_answer answer;

	oauth_add_member(1);
	oauth_add_member(2);
	oauth_have_key();
	one = oauth_client(LOOPBACK);
	two = oauth_client("http://127.0.0.1/two");
	oauth_redeem(one, oauth_code(1, one, LOOPBACK, "\"profile\""), WITH_VERIFIER);
	scratch_sql("UPDATE oauth_grants SET created_at = now() - interval '1 hour'");
	oauth_redeem(one, oauth_code(1, one, LOOPBACK, "\"profile\", \"network:read\""),
		WITH_VERIFIER);
	oauth_redeem(two, oauth_code(1, two, "http://127.0.0.1/two", ""), WITH_VERIFIER);
	oauth_connected(2, one);
	answer = call_as(1, ENTRY(app_list), JSON({"limit": 1}));
	scratch_expect(
		answer, "{'items.0.clientId': '%s', 'items.0.lastUsedAt': null}", two);
	answer = call_as(1, ENTRY(app_list),
		scratch_printf(JSON({"limit": 1, "cursor": "%s"}),
			scratch_string(&answer, "nextCursor")));
	scratch_expect(answer,
		"{'items.length': 1, 'items.0.clientId': '%s', 'items.0.name': 'App',"
		" 'items.0.redirectHost': '127.0.0.1', 'items.0.scopes.length': 3,"
		" 'nextCursor': null}",
		one);
}

TEST(leaves_out_apps_whose_tokens_have_all_expired)
{
	oauth_add_member(1);
	oauth_connected(1, oauth_client(LOOPBACK));
	scratch_sql("UPDATE credentials SET expires_at = now() WHERE kind = 'oauth'");
	scratch_expect(call_as(1, ENTRY(app_list), NULL), "{'items.length': 1}");
	scratch_sql("UPDATE oauth_refresh_tokens SET expires_at = now()");
	scratch_expect(call_as(1, ENTRY(app_list), NULL), "{'items.length': 0}");
}

TEST(is_not_for_apps)
{
	people_add(1);
	assert_problem(call_as_app(1, ENTRY(app_list), NULL), PROBLEM_INSUFFICIENT_SCOPE);
	assert_done(call_with(CREDENTIAL_TOKEN, 1, ENTRY(app_list), NULL));
}
