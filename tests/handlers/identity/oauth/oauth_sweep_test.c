#include "services/identity/oauth/oauth_sweep.h"
#include "tests/handlers/identity/oauth_fixture.h"

static long
count(const char *table)
{
	return people_count("SELECT count(*) FROM %s", table);
}

static void
sweep(void)
{
	struct scratch_answer any = oauth_call(signing_key_list, NULL);

	assert_false(oauth_sweep(any.call));
}

TEST(removes_what_nobody_can_use_any_more)
{
	const char *client;

	oauth_add_member(1);
	client = oauth_client(LOOPBACK);
	oauth_transaction(client, LOOPBACK, "");
	oauth_connected(1, client);
	oauth_client("http://127.0.0.1/unused");
	sweep();
	assert_int_equal(count("oauth_clients"), 2);
	assert_int_equal(count("oauth_transactions"), 2);
	scratch_sql(
		"UPDATE oauth_clients SET registered_at = now() - interval '25 hours'");
	scratch_sql(
		"UPDATE oauth_transactions SET expires_at = now() - interval '1 second'");
	scratch_sql("UPDATE oauth_refresh_tokens SET expires_at = now() - interval"
		    " '1 second'");
	sweep();
	assert_int_equal(count("oauth_clients"), 1);
	assert_int_equal(count("oauth_transactions"), 0);
	assert_int_equal(count("oauth_refresh_tokens"), 0);
	assert_int_equal(count("oauth_grants"), 1);
	scratch_sql("UPDATE oauth_grants SET revoked_at = now() - interval '31 days'");
	sweep();
	assert_int_equal(count("oauth_grants"), 0);
	assert_int_equal(count("oauth_codes"), 0);
	people_expect_rows(0, "credentials WHERE kind = 'oauth'");
}

TEST(forgets_the_refresh_tokens_of_ended_grants)
{
	oauth_add_member(1);
	oauth_connected(1, oauth_client(LOOPBACK));
	sweep();
	assert_int_equal(count("oauth_refresh_tokens"), 1);
	scratch_sql("UPDATE oauth_grants SET revoked_at = now()");
	sweep();
	assert_int_equal(count("oauth_refresh_tokens"), 0);
	assert_int_equal(count("oauth_grants"), 1);
}

TEST(forgets_after_an_hour_from_where_a_client_registered)
{
	oauth_client(LOOPBACK);
	sweep();
	people_expect_rows(1, "oauth_clients WHERE network = '192.0.2.0/24'");
	scratch_sql(
		"UPDATE oauth_clients SET created_at = now() - interval '61 minutes'");
	sweep();
	people_expect_rows(1, "oauth_clients WHERE network IS NULL");
}

TEST(forgets_a_code_that_was_not_redeemed_within_a_day)
{
	oauth_add_member(1);
	oauth_code(1, oauth_client(LOOPBACK), LOOPBACK, "");
	sweep();
	assert_int_equal(count("oauth_grants"), 1);
	scratch_sql("UPDATE oauth_grants SET created_at = now() - interval '25 hours'");
	sweep();
	assert_int_equal(count("oauth_grants"), 0);
}

TEST(forgets_the_secret_of_a_successor_but_not_that_a_token_was_spent)
{
	struct scratch_answer tokens;
	const char *client;

	oauth_add_member(1);
	client = oauth_client(LOOPBACK);
	tokens = oauth_connected(1, client);
	oauth_refresh(client, scratch_string(&tokens, "refreshToken"), "");
	scratch_sql(
		"UPDATE oauth_refresh_tokens SET spent_at = now() - interval '2 hours'"
		" WHERE spent_at IS NOT NULL");
	sweep();
	people_expect_rows(0, "oauth_refresh_tokens WHERE successor_masked IS NOT NULL");
	tokens = oauth_refresh(client, scratch_string(&tokens, "refreshToken"), "");
	oauth_expect(tokens, "invalid_grant");
	assert_int_equal(count_audit("app.replay", 1), 1);
}
