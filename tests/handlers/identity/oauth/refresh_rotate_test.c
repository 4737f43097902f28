#include "services/identity/oauth/refresh.h"
#include "tests/handlers/identity/oauth_fixture.h"
#include "tests/support/race.h"

/* A client that member 1 has connected, and its refresh token. */
static const char *client, *token;

static void
connect_app(void)
{
	struct scratch_answer answer;

	oauth_add_member(1);
	client = oauth_client(LOOPBACK);
	answer = oauth_connected(1, client);
	token = scratch_string(&answer, "refreshToken");
}

static const char *
next_of(const char *spent)
{
	struct scratch_answer answer = oauth_refresh(client, spent, "");

	scratch_expect(answer, "{'error': null}");
	return scratch_string(&answer, "refreshToken");
}

static void
expect_refused(const char *spent, const char *error)
{
	struct scratch_answer answer = oauth_refresh(client, spent, "");

	oauth_expect(answer, error);
	assert_true(json_is_null(scratch_at(&answer, "accessToken")));
}

TEST(takes_a_token_for_a_new_one)
{
	struct scratch_answer answer;

	connect_app();
	answer = oauth_refresh(client, token, "");
	assert_string_not_equal(scratch_string(&answer, "refreshToken"), token);
	assert_string_equal(scratch_string(&answer, "scope"),
		"openid profile network:read network:write offline_access");
	assert_int_equal(oauth_working(), 2);
	assert_string_not_equal(next_of(scratch_string(&answer, "refreshToken")), token);
}

TEST(gives_the_same_successor_for_five_minutes)
{
	const char *successor;

	connect_app();
	successor = next_of(token);
	assert_string_equal(next_of(token), successor);
	scratch_sql("UPDATE oauth_refresh_tokens SET spent_at = spent_at"
		    " - interval '299 seconds' WHERE spent_at IS NOT NULL");
	assert_string_equal(next_of(token), successor);
	people_expect_rows(2, "oauth_refresh_tokens");
}

/* Known attack: a repetition costs as much as a use, but did not count. */
TEST(disconnects_the_app_that_repeats_a_token_too_often)
{
	const char *successor;

	connect_app();
	successor = next_of(token);
	while (oauth_working() < 50)
		assert_string_equal(next_of(token), successor);
	expect_refused(token, "invalid_grant");
	assert_int_equal(oauth_working(), 0);
	assert_int_equal(count_mails("app_disconnected", "member1@example.org"), 1);
}

TEST(disconnects_the_app_when_a_spent_token_comes_late)
{
	const char *successor;

	connect_app();
	successor = next_of(token);
	scratch_sql("UPDATE oauth_refresh_tokens SET spent_at = spent_at"
		    " - interval '301 seconds' WHERE spent_at IS NOT NULL");
	expect_refused(token, "invalid_grant");
	expect_refused(successor, "invalid_grant");
	assert_int_equal(oauth_working(), 0);
	assert_int_equal(count_audit("app.replay", 1), 1);
	assert_int_equal(count_mails("app_disconnected", "member1@example.org"), 1);
}

/* A thief could refresh without a pause and delay the change of the password. */
TEST(waits_in_the_queue_of_the_member_even_if_it_is_refused)
{
	connect_app();
	scratch_sql("UPDATE oauth_grants SET revoked_at = now()");
	expect_refused(token, "invalid_grant");
	people_expect_rows(1,
		"pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'"
		" AND pid = pg_backend_pid()");
}

TEST(knows_the_direct_predecessor_only)
{
	const char *second, *third;

	connect_app();
	second = next_of(token);
	third = next_of(second);
	assert_string_equal(next_of(second), third);
	expect_refused(token, "invalid_grant");
	expect_refused(third, "invalid_grant");
	assert_int_equal(oauth_working(), 0);
}

TEST(keeps_no_token_that_could_be_read)
{
	const char *successor;

	connect_app();
	successor = next_of(token);
	people_expect_rows(0,
		"oauth_refresh_tokens r WHERE strpos("
		"encode(r.hash, 'escape') || encode(coalesce(successor_masked,"
		" ''), 'base64'), substr('%s', 9, 20)) > 0",
		successor);
}

TEST(gives_less_when_less_is_asked_for_and_never_more)
{
	struct scratch_answer answer;

	connect_app();
	answer = oauth_refresh(client, token, ", \"scope\": \"network:read\"");
	scratch_expect(answer, "{'scope': 'openid network:read'}");
	token = scratch_string(&answer, "refreshToken");
	oauth_expect(oauth_refresh(client, token, ", \"scope\": \"network:read admin\""),
		"invalid_scope");
	/* The failed call did not use the token. */
	answer = oauth_refresh(client, token, "");
	assert_string_equal(scratch_string(&answer, "scope"),
		"openid profile network:read network:write offline_access");
}

TEST(stays_with_what_the_token_was_given_for)
{
	connect_app();
	oauth_expect(
		oauth_refresh(client, token,
			oauth_json(", \"resource\": \"%s/v1\"", config()->base_url.data)),
		"invalid_target");
	scratch_expect(
		oauth_refresh(client, token,
			oauth_json(", \"resource\": \"%s/\"", config()->base_url.data)),
		"{'error': null}");
}

TEST(knows_no_token_of_another_client)
{
	connect_app();
	oauth_expect(oauth_refresh(oauth_client("http://127.0.0.1/other"), token, ""),
		"invalid_grant");
	oauth_expect(oauth_refresh("cli_00000000000000000000000000", token, ""),
		"invalid_client");
	next_of(token);
}

TEST(waits_while_the_member_is_suspended)
{
	connect_app();
	scratch_sql("UPDATE members SET status = 'suspended'");
	expect_refused(token, "invalid_grant");
	scratch_sql("UPDATE members SET status = 'active'");
	next_of(token);
}

TEST(ends_after_thirty_days_without_use_and_a_hundred_and_eighty_in_all)
{
	connect_app();
	people_expect_rows(
		1, "oauth_refresh_tokens WHERE expires_at = now() + interval '30 days'");
	scratch_sql("UPDATE oauth_grants SET expires_at = now() + interval '2 hours'");
	token = next_of(token);
	people_expect_rows(
		1, "oauth_refresh_tokens WHERE expires_at = now() + interval '2 hours'");
	people_expect_rows(
		1, "credentials WHERE expires_at = now() + interval '2 hours'");
	scratch_sql("UPDATE oauth_refresh_tokens SET expires_at = now()");
	expect_refused(token, "invalid_grant");
	/* The token was old but not used. */
	assert_int_equal(count_audit("app.replay", 1), 0);
}

TEST(ends_with_the_members_password)
{
	connect_app();
	people_add_mail_token(1, "reset_password", "word", "1 hour");
	assert_done(oauth_call(password_reset,
		JSON({"token": "word", "password": "orange walruses sing"})));
	expect_refused(token, "invalid_grant");
	assert_int_equal(oauth_working(), 0);
}

static void
add_used_tokens(int count)
{
	scratch_sql("INSERT INTO oauth_refresh_tokens (id, grant_id, hash, expires_at,"
		    " created_at, spent_at, successor) SELECT gen_random_uuid(), g.id,"
		    " sha256(n::text::bytea), now() + interval '1 day', now() - interval"
		    " '1 day', now(), gen_random_uuid() FROM oauth_grants g,"
		    " generate_series(1, %d) AS n",
		count);
}

TEST(holds_so_many_tokens_of_a_grant)
{
	connect_app();
	add_used_tokens(300);
	scratch_sql(
		"INSERT INTO credentials (id, member_id, kind, hash, scopes, client,"
		" audience, grant_id, created_at, expires_at, absolute_expires_at)"
		" SELECT gen_random_uuid(), g.member_id, 'oauth', sha256(n::text::bytea),"
		" 1, 'x', 'x', g.id, now() - interval '1 day', now() + interval '1 day',"
		" now() + interval '1 day' FROM oauth_grants g, generate_series(1, 90) AS"
		" n");
	next_of(token);
	people_expect_rows(302, "oauth_refresh_tokens");
	people_expect_rows(50, "credentials WHERE grant_id IS NOT NULL");
}

static void
pass_a_minute(void)
{
	scratch_sql("UPDATE credentials SET created_at = created_at"
		    " - interval '61 seconds'");
	scratch_sql("UPDATE oauth_refresh_tokens SET spent_at = spent_at"
		    " - interval '61 seconds' WHERE spent_at IS NOT NULL");
}

/* Known attack: a thief used so many tokens that the one of the app was forgotten. */
TEST(recognizes_a_used_token_after_many_others)
{
	const char *last;

	connect_app();
	last = next_of(token);
	for (int i = 0; i < 210; i++) {
		last = next_of(last);
		pass_a_minute();
	}
	expect_refused(token, "invalid_grant");
	expect_refused(last, "invalid_grant");
	assert_int_equal(oauth_working(), 0);
	assert_int_equal(count_mails("app_disconnected", "member1@example.org"), 1);
}

TEST(disconnects_the_app_that_gets_too_many_tokens)
{
	connect_app();
	add_used_tokens(REFRESH_TOKENS_MAX - 2);
	token = next_of(token);
	expect_refused(token, "invalid_grant");
	assert_int_equal(oauth_working(), 0);
	assert_int_equal(count_mails("app_disconnected", "member1@example.org"), 1);
}

/* Known attack: an app renewed its access 23,000 times in a minute, or repeated each of
 * its tokens. */
TEST(gives_an_app_fifty_tokens_in_a_minute)
{
	const char *used;

	connect_app();
	for (int i = 1; i < 50; i++) {
		used = token;
		token = next_of(token);
	}
	assert_problem(oauth_refresh(client, token, ""), PROBLEM_RATE_LIMITED);
	scratch_sql("UPDATE oauth_refresh_tokens SET spent_at = spent_at"
		    " + interval '1 second' WHERE spent_at IS NOT NULL");
	assert_problem(oauth_refresh(client, used, ""), PROBLEM_RATE_LIMITED);
	/* It stays connected. */
	pass_a_minute();
	next_of(token);
}

TEST(recognizes_a_used_token_from_an_app_that_renews_too_often)
{
	const char *used;

	connect_app();
	used = token;
	for (int i = 1; i < 50; i++)
		token = next_of(token);
	expect_refused(used, "invalid_grant");
	assert_int_equal(oauth_working(), 0);
}

/* Known attack (row 21): several of the concurrent uses got a token, or the member lost
 * the app. */
TEST_COMMITTED(gives_sixteen_at_once_the_same_successor)
{
	const struct op_entry entry = {&op_refresh_rotate, refresh_rotate};
	struct racer racers[16];
	const char *json;

	connect_app();
	json = oauth_json(JSON({"clientId": "%s", "refreshToken": "%s"}), client, token);
	for (size_t i = 0; i < COUNT_OF(racers); i++)
		racers[i] = (struct racer){
			.entry = &entry, .principal = scratch_anonymous(), .json = json};
	race_open(racers, COUNT_OF(racers));
	race_run(racers, COUNT_OF(racers));
	assert_int_equal(race_count(racers, COUNT_OF(racers), PROBLEM_NONE), 16);
	race_close(racers, COUNT_OF(racers));
	people_expect_rows(2, "oauth_refresh_tokens");
	people_expect_rows(1, "oauth_refresh_tokens WHERE spent_at IS NULL");
	people_expect_rows(1, "oauth_grants WHERE revoked_at IS NULL");
	assert_int_equal(oauth_working(), 17);
	next_of(next_of(token));
}

/* A refresh that waits for a consent sees what the consent took away. */
TEST_COMMITTED(gives_nothing_that_a_consent_takes_away_meanwhile)
{
	const struct op_entry refresh = {&op_refresh_rotate, refresh_rotate};
	const struct op_entry decide = {&op_consent_decide, consent_decide};
	struct racer racers[8];

	for (int round = 0; round < 10; round++) {
		struct scratch_answer answer = oauth_connected(1, client);
		const char *transaction = oauth_transaction(client, LOOPBACK, "");
		struct scratch_answer shown = oauth_call_as(1, ENTRY(consent_get),
			oauth_json(JSON({"transaction": "%s"}), transaction));

		for (size_t i = 0; i < COUNT_OF(racers); i++)
			racers[i] = (struct racer){.entry = &refresh,
				.principal = scratch_anonymous(),
				.json = oauth_json(
					JSON({"clientId": "%s", "refreshToken": "%s"}),
					client, scratch_string(&answer, "refreshToken"))};
		racers[0] = (struct racer){.entry = &decide,
			.principal = oauth_member(1),
			.json = oauth_json("{\"transaction\": \"%s\", \"token\": \"%s\","
					   " \"allow\": true, \"scopes\":"
					   " [\"network:read\", \"offline_access\"]}",
				transaction, scratch_string(&shown, "token"))};
		race_open(racers, COUNT_OF(racers));
		race_run(racers, COUNT_OF(racers));
		assert_int_equal(race_count(racers, COUNT_OF(racers), PROBLEM_NONE), 8);
		race_close(racers, COUNT_OF(racers));
		people_expect_rows(0,
			"credentials c JOIN oauth_grants g"
			" ON g.id = c.grant_id"
			" WHERE c.scopes & ~g.scopes <> 0");
	}
}
