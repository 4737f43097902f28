#include "tests/handlers/identity/oauth_fixture.h"
#include "tests/support/race.h"

static struct scratch_answer
decide(unsigned member, const char *transaction, const char *token)
{
	return oauth_call_as(member, ENTRY(consent_decide),
		oauth_json(JSON({"transaction": "%s", "token": "%s", "allow": true}),
			transaction, token));
}

TEST(sends_the_code_back_with_the_state_and_who_answers)
{
	struct scratch_answer answer;
	const char *location;

	oauth_add_member(1);
	answer = oauth_decide(1,
		oauth_transaction(
			oauth_client(LOOPBACK), LOOPBACK, ", \"state\": \"a b\""),
		true, ALL_SCOPES);
	location = scratch_string(&answer, "location");
	assert_non_null(strstr(location, "http://127.0.0.1/callback?code=kith_code_"));
	assert_string_equal(oauth_part(location, "state"), "a%20b");
	assert_non_null(strstr(location, "&iss=http"));
	assert_int_equal(count_audit("app.connect", 1), 1);
	assert_int_equal(count_mails("access_given", "member1@example.org"), 1);
}

TEST(grants_what_was_chosen_and_no_more_than_was_offered)
{
	static const struct {
		const char *chosen;
		int scopes;
	} cases[] = {
		{"", SCOPE_OPENID},
		{"\"profile\"", SCOPE_OPENID | SCOPE_PROFILE},
		{"\"network:write\"",
			SCOPE_OPENID | SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE},
		{"\"admin\"", SCOPE_OPENID | SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE},
	};
	const char *client = oauth_client(LOOPBACK);

	oauth_add_member(1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		oauth_code(1, client, LOOPBACK, cases[i].chosen);
		assert_int_equal(
			people_count("SELECT scopes FROM oauth_grants"
				     " ORDER BY created_at DESC, id DESC LIMIT 1"),
			cases[i].scopes);
	}
	people_expect_rows(0, "oauth_grants WHERE scopes & 32 <> 0");
}

/* A transaction of a request that names a set of tools, or none ("/mcp"). */
static const char *
transaction_for(const char *client, const char *uri, const char *address)
{
	return oauth_transaction(client, uri,
		oauth_json(", \"resource\": \"%s%s\"", config()->base_url.data, address));
}

/* The tools that the page suggests; allows the request with `chosen` or without. */
static const char *
allow(const char *transaction, const char *chosen)
{
	struct scratch_answer shown = oauth_call_as(1, ENTRY(consent_get),
		oauth_json(JSON({"transaction": "%s"}), transaction));

	assert_done(oauth_call_as(1, ENTRY(consent_decide),
		oauth_json(
			"{\"transaction\": \"%s\", \"token\": \"%s\", \"allow\": true%s}",
			transaction, scratch_string(&shown, "token"), chosen)));
	return json_is_null(scratch_at(&shown, "tools"))
		? "none"
		: scratch_string(&shown, "tools");
}

TEST(grants_the_tools_that_were_chosen_or_else_those_that_were_asked_for)
{
	const char *client = oauth_client(LOOPBACK), *other = oauth_client(WEB);

	oauth_add_member(1);
	assert_string_equal(
		allow(transaction_for(client, LOOPBACK, "/mcp?tools=core"), ""), "core");
	people_expect_rows(1, "oauth_grants WHERE tools = 'core'");
	/* A choice holds for every grant of the app, and for its next request. */
	assert_string_equal(
		allow(transaction_for(client, LOOPBACK, "/mcp"), ", \"tools\": \"all\""),
		"core");
	people_expect_rows(2, "oauth_grants WHERE tools = 'all'");
	assert_string_equal(
		allow(transaction_for(client, LOOPBACK, "/mcp?tools=core"), ""), "all");
	people_expect_rows(3, "oauth_grants WHERE tools = 'all'");
	assert_string_equal(allow(transaction_for(other, WEB, "/mcp?tools=all"),
				    ", \"tools\": \"core\""),
		"all");
	people_expect_rows(1, "oauth_grants WHERE tools = 'core'");
	assert_string_equal(allow(transaction_for(other, WEB, "/v1"), ""), "none");
}

TEST(offers_no_scope_to_write_to_an_address_for_reading)
{
	const char *client = oauth_client(LOOPBACK);

	oauth_add_member(1);
	oauth_decide(1, transaction_for(client, LOOPBACK, "/mcp?tools=read"), true,
		ALL_SCOPES);
	assert_int_equal(people_count("SELECT scopes FROM oauth_grants") &
			(SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE | SCOPE_ADMIN),
		SCOPE_NETWORK_READ);
}

/* An app can end its own grant, and must not loosen what the member chose by that. */
TEST(remembers_that_an_app_asks_each_time_when_its_grant_has_ended)
{
	const char *client = oauth_client(LOOPBACK);

	oauth_add_member(1);
	oauth_code(1, client, LOOPBACK, ALL_SCOPES);
	scratch_sql("UPDATE oauth_grants SET approval = 'each', revoked_at = now()");
	scratch_expect(oauth_call_as(1, ENTRY(consent_get),
			       oauth_json(JSON({"transaction": "%s"}),
				       oauth_transaction(client, LOOPBACK, ""))),
		"{'approval': 'each'}");
	oauth_code(1, client, LOOPBACK, ALL_SCOPES);
	people_expect_rows(
		1, "oauth_grants WHERE revoked_at IS NULL AND approval = 'each'");
	scratch_sql("UPDATE oauth_grants SET approval = 'never', revoked_at = now()");
	scratch_expect(oauth_call_as(1, ENTRY(consent_get),
			       oauth_json(JSON({"transaction": "%s"}),
				       oauth_transaction(client, LOOPBACK, ""))),
		"{'approval': 'above'}");
}

static long
scopes_of(const char *client, unsigned member, const char *table)
{
	return people_count("SELECT bit_or(t.scopes) FROM %s t JOIN oauth_grants g"
			    " ON g.id = t.%s WHERE g.client_id = '%s'"
			    " AND g.member_id = '%s'",
		table, strcmp(table, "credentials") == 0 ? "grant_id" : "id",
		scratch_value(
			"SELECT id FROM oauth_clients WHERE wire_id('cli', id) = '%s'",
			client),
		scratch_uuid_text(member));
}

TEST(takes_what_was_not_allowed_from_the_other_grants_of_the_app)
{
	const int less = SCOPE_OPENID | SCOPE_NETWORK_READ | SCOPE_OFFLINE_ACCESS;
	const int all = less | SCOPE_PROFILE | SCOPE_NETWORK_WRITE;
	const char *client = oauth_client(LOOPBACK), *other = oauth_client(LOOPBACK "/2");
	struct scratch_answer first;

	oauth_add_member(1);
	oauth_add_member(2);
	first = oauth_connected(1, client);
	oauth_connected(2, client);
	oauth_redeem(
		other, oauth_code(1, other, LOOPBACK "/2", ALL_SCOPES), WITH_VERIFIER);
	assert_done(oauth_decide(1, oauth_transaction(client, LOOPBACK, ""), false, ""));
	assert_int_equal(scopes_of(client, 1, "credentials"), all);
	oauth_code(1, client, LOOPBACK, "\"network:read\", \"offline_access\"");
	assert_int_equal(scopes_of(client, 1, "oauth_grants"), less);
	assert_int_equal(scopes_of(client, 1, "credentials"), less);
	first = oauth_refresh(client, scratch_string(&first, "refreshToken"), "");
	scratch_expect(
		first, "{'error': null, 'scope': 'openid network:read offline_access'}");
	assert_int_equal(scopes_of(client, 2, "credentials"), all);
	assert_int_equal(scopes_of(other, 1, "credentials"), all);
	/* More in a later grant gives nothing back. */
	oauth_code(1, client, LOOPBACK, ALL_SCOPES);
	assert_int_equal(scopes_of(client, 1, "credentials"), less);
	oauth_code(1, client, LOOPBACK, "\"network:read\"");
	oauth_expect(oauth_refresh(client, scratch_string(&first, "refreshToken"), ""),
		"invalid_grant");
	people_expect_rows(0, "oauth_grants WHERE revoked_at IS NOT NULL");
}

TEST(tells_the_client_that_it_was_denied)
{
	struct scratch_answer answer;

	oauth_add_member(1);
	answer = oauth_decide(1,
		oauth_transaction(oauth_client(LOOPBACK), LOOPBACK, ", \"state\": \"s\""),
		false, ALL_SCOPES);
	assert_non_null(strstr(scratch_string(&answer, "location"),
		"http://127.0.0.1/callback?error=access_denied&"));
	people_expect_rows(0, "oauth_grants");
	people_expect_rows(0, "outbox");
}

TEST(takes_one_answer)
{
	const char *transaction;
	struct scratch_answer again;

	oauth_add_member(1);
	transaction = oauth_transaction(oauth_client(LOOPBACK), LOOPBACK, "");
	assert_done(oauth_decide(1, transaction, false, ""));
	again = oauth_decide(1, transaction, true, "");
	assert_problem(again, PROBLEM_TOKEN_NOT_FOUND);
	assert_non_null(strstr(again.detail, "connect again"));
}

/* Known attack (row 23): the request could be changed between the page and the
 * decision. */
TEST(takes_no_answer_from_another_page)
{
	const char *client = oauth_client(LOOPBACK), *first, *second;
	struct scratch_answer shown;

	oauth_add_member(1);
	oauth_add_member(2);
	first = oauth_transaction(client, LOOPBACK, "");
	second = oauth_transaction(client, LOOPBACK, "");
	shown = oauth_call_as(
		1, ENTRY(consent_get), oauth_json(JSON({"transaction": "%s"}), first));
	/* Another member, in whose browser the app did not ask. */
	assert_problem(oauth_call_as(2, ENTRY(consent_get),
			       oauth_json(JSON({"transaction": "%s"}), first)),
		PROBLEM_TOKEN_NOT_FOUND);
	/* The page of another request, of another session, and of no session. */
	assert_problem(decide(1, second, scratch_string(&shown, "token")),
		PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(decide(2, first, scratch_string(&shown, "token")),
		PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(decide(1, first, ""), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(decide(1, "kith_tx_forged", scratch_string(&shown, "token")),
		PROBLEM_TOKEN_NOT_FOUND);
	people_expect_rows(0, "oauth_grants");
	assert_done(decide(1, first, scratch_string(&shown, "token")));
}

TEST(holds_a_hundred_grants_of_a_member)
{
	const char *clients[6];

	oauth_add_member(1);
	for (size_t i = 0; i < COUNT_OF(clients); i++)
		clients[i] = oauth_client(oauth_json(LOOPBACK "/%zu", i));
	for (size_t i = 0; i < 101; i++)
		oauth_code(1, clients[i % COUNT_OF(clients)],
			oauth_json(LOOPBACK "/%zu", i % COUNT_OF(clients)), "");
	people_expect_rows(100, "oauth_grants WHERE revoked_at IS NULL");
}

/* Each grant has a code and tokens, so the number of rows must not grow. */
TEST(holds_twenty_grants_of_a_member_to_an_app_and_as_many_that_ended)
{
	const char *client = oauth_client(LOOPBACK), *other = oauth_client(WEB);

	oauth_add_member(1);
	oauth_code(1, other, WEB, "");
	scratch_sql("UPDATE oauth_grants SET revoked_at = now()");
	for (int i = 0; i < 50; i++)
		oauth_code(1, client, LOOPBACK, "");
	people_expect_rows(20, "oauth_grants WHERE revoked_at IS NULL");
	people_expect_rows(1 + 20 + 20, "oauth_grants");
	people_expect_rows(1 + 20 + 20, "oauth_codes");
}

TEST(holds_five_hundred_ended_grants_of_a_member)
{
	const char *client = oauth_client(LOOPBACK);

	oauth_add_member(1);
	oauth_code(1, client, LOOPBACK, "");
	scratch_sql("INSERT INTO oauth_clients SELECT (json_populate_record(c,"
		    " json_build_object('id', gen_random_uuid(), 'metadata_hash',"
		    " sha256(n::text::bytea)))).* FROM oauth_clients c,"
		    " generate_series(1, 510) AS n");
	scratch_sql("INSERT INTO oauth_grants (id, member_id, client_id, scopes,"
		    " audience, redirect_host, created_at, revoked_at, expires_at)"
		    " SELECT gen_random_uuid(), g.member_id, c.id, 12, 'here', 'app',"
		    " now() - interval '1 day', now(), now() + interval '1 day'"
		    " FROM oauth_grants g, oauth_clients c");
	oauth_code(1, client, LOOPBACK, "");
	people_expect_rows(500, "oauth_grants WHERE revoked_at IS NOT NULL");
	people_expect_rows(2, "oauth_grants WHERE revoked_at IS NULL");
}

/* Known attack (row 25): codes for accounts that may not have them. */
TEST_COMMITTED(looks_again_at_the_session_and_the_member)
{
	static const struct {
		const char *change, *back;
		enum problem problem;
	} cases[] = {
		{"UPDATE members SET status = 'suspended'",
			"UPDATE members SET status = 'active'",
			PROBLEM_MEMBERSHIP_SUSPENDED},
		{"UPDATE members SET status = 'pending'",
			"UPDATE members SET status = 'active'",
			PROBLEM_MEMBERSHIP_PENDING},
		{"UPDATE credentials SET revoked_at = now()",
			"UPDATE credentials SET revoked_at = NULL",
			PROBLEM_INVALID_TOKEN},
	};

	oauth_add_member(1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *transaction =
			oauth_transaction(oauth_client(LOOPBACK), LOOPBACK, "");
		struct scratch_answer shown = oauth_call_as(1, ENTRY(consent_get),
			oauth_json(JSON({"transaction": "%s"}), transaction));
		const char *token = scratch_string(&shown, "token");

		scratch_elsewhere(cases[i].change);
		assert_int_equal(decide(1, transaction, token).problem, cases[i].problem);
		scratch_elsewhere(cases[i].back);
		assert_done(decide(1, transaction, token));
	}
}

TEST_COMMITTED(takes_one_of_many_answers_at_once)
{
	const struct op_entry entry = {&op_consent_decide, consent_decide};
	struct racer racers[8];
	const char *transaction, *json;
	struct scratch_answer shown;

	scratch_sql("DELETE FROM oauth_grants");
	transaction = oauth_transaction(oauth_client(LOOPBACK), LOOPBACK, "");
	shown = oauth_call_as(1, ENTRY(consent_get),
		oauth_json(JSON({"transaction": "%s"}), transaction));
	json = oauth_json(JSON({"transaction": "%s", "token": "%s", "allow": true}),
		transaction, scratch_string(&shown, "token"));
	for (size_t i = 0; i < COUNT_OF(racers); i++)
		racers[i] = (struct racer){
			.entry = &entry, .principal = oauth_member(1), .json = json};
	race_open(racers, COUNT_OF(racers));
	race_run(racers, COUNT_OF(racers));
	assert_int_equal(race_count(racers, COUNT_OF(racers), PROBLEM_NONE), 1);
	race_close(racers, COUNT_OF(racers));
	people_expect_rows(1, "oauth_grants");
}
