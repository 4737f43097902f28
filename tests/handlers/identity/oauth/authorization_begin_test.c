#include "tests/handlers/identity/oauth_fixture.h"

static struct scratch_answer
begin(const char *json)
{
	return oauth_call(authorization_begin, json);
}

/* Returns the error that a client gets when it adds these members to the usual
 * request. The operator's client gets it by a redirect, another one by a link on a page
 * that names the host. */
static const char *
told(const char *members)
{
	struct scratch_answer answer = begin(oauth_json(
		"{\"clientId\": \"%s\", %s}", oauth_client(LOOPBACK), members));
	const char *back, *error;

	scratch_expect(
		answer, "{'location': null, 'backHost': '127.0.0.1', 'signIn': false}");
	back = scratch_string(&answer, "back");
	assert_non_null(strstr(back, "http://127.0.0.1/callback?error="));
	assert_non_null(strstr(back, "&iss=http%3A%2F%2F"));
	error = oauth_part(back, "error");
	assert_string_equal(scratch_string(&answer, "error"), error);
	answer = begin(oauth_json(
		"{\"clientId\": \"%s\", %s}", oauth_fixed_client(LOOPBACK), members));
	scratch_expect(answer, "{'error': null, 'back': null, 'backHost': null}");
	assert_string_equal(scratch_string(&answer, "location"), back);
	return error;
}

#define CODE "\"responseType\": \"code\""
#define PKCE "\"codeChallenge\": \"" CHALLENGE "\", \"codeChallengeMethod\": \"S256\""

TEST(keeps_what_is_asked_and_sends_the_browser_to_the_page)
{
	const char *client = oauth_client(LOOPBACK);
	const char *location = oauth_asked(client, "http://127.0.0.1:4711/callback",
		", \"state\": \"s\", \"nonce\": \"n\"");

	assert_non_null(strstr(location, "/oauth/consent?transaction=kith_tx_"));
	assert_string_equal(
		scratch_value("SELECT concat_ws(' ', redirect_uri, state, nonce,"
			      " code_challenge, scopes) FROM oauth_transactions"
			      " WHERE hash = sha256('%s')",
			oauth_part(location, "transaction")),
		"http://127.0.0.1:4711/callback s n " CHALLENGE " 31");
}

/* Known attack (row 29): redirect addresses compared by prefix, case, wildcard or
 * pattern. */
TEST(sends_nobody_to_an_address_that_was_not_registered)
{
	static const char *const asked[] = {"http://127.0.0.1/callback/",
		"http://127.0.0.1/Callback", "http://127.0.0.1/callback?x=1",
		"http://127.0.0.1/callback#x", "http://127.0.0.1/callbackx",
		"http://127.0.0.1/", "http://127.0.0.1", "http://localhost/callback",
		"http://[::1]/callback", "http://127.0.0.1.evil.example/callback",
		"http://127.0.0.1@evil.example/callback",
		"http://127.0.0.1:80@evil.example/callback",
		"http://127.0.0.1:1:2/callback", "http://127.0.0.1:x/callback",
		"http://127.0.0.1:0/callback", "http://127.0.0.1:99999/callback",
		"https://127.0.0.1/callback", "HTTP://127.0.0.1/callback",
		"http://127.0.0.1//callback", "http://127.0.0.1/./callback",
		"http://127.0.0.1/%63allback",
		"http://127.0.0.1\\\\@evil.example/callback",
		"http://127.0.0.1:/callback", "javascript:alert(1)", "//evil.example",
		"x", "http://127.0.0.1/callback "};
	const char *client = oauth_client(LOOPBACK);

	for (size_t i = 0; i < COUNT_OF(asked); i++) {
		struct scratch_answer answer = begin(
			oauth_json("{\"clientId\": \"%s\", \"redirectUri\": \"%s\", " CODE
				   ", " PKCE "}",
				client, asked[i]));

		if (!json_is_null(scratch_at(&answer, "location")))
			fail_msg("%s leads somewhere", asked[i]);
		assert_string_equal(scratch_string(&answer, "error"), "invalid_request");
	}
	people_expect_rows(0, "oauth_transactions");
}

TEST(compares_other_addresses_as_they_are)
{
	static const char *const asked[] = {"https://app.example/callback/",
		"https://app.example:443/callback", "https://APP.example/callback",
		"https://app.example/callback?", "http://app.example/callback",
		"https://sub.app.example/callback",
		"https://app.example.evil.example/callback"};
	struct scratch_answer client = oauth_call(client_register,
		JSON({"redirectUris": ["https://app.example/callback", "app.b://a/b"]}));

	for (size_t i = 0; i < COUNT_OF(asked); i++) {
		struct scratch_answer answer = begin(
			oauth_json("{\"clientId\": \"%s\", \"redirectUri\": \"%s\", " CODE
				   ", " PKCE "}",
				scratch_string(&client, "clientId"), asked[i]));

		scratch_expect(answer, "{'location': null}");
	}
}

TEST(needs_no_address_where_there_is_only_one)
{
	const char *client = oauth_client(WEB);

	struct scratch_answer answer =
		begin(oauth_json("{\"clientId\": \"%s\", " CODE ", " PKCE "}", client));

	scratch_expect(answer, "{'signIn': true}");
	answer = oauth_call(client_register,
		JSON({"redirectUris": ["http://127.0.0.1/a", "http://127.0.0.1/b"]}));
	answer = begin(oauth_json("{\"clientId\": \"%s\", " CODE ", " PKCE "}",
		scratch_string(&answer, "clientId")));
	scratch_expect(answer, "{'error': 'invalid_request', 'location': null}");
}

TEST(knows_no_client_that_did_not_register)
{
	static const char *const ids[] = {"cli_00000000000000000000000000", "x",
		"https://claude.ai/oauth/another-client-metadata", "cli_'; DROP TABLE"};

	for (size_t i = 0; i < COUNT_OF(ids); i++) {
		struct scratch_answer answer = begin(oauth_json(
			"{\"clientId\": \"%s\", \"redirectUri\": \"" LOOPBACK "\"}",
			ids[i]));

		scratch_expect(answer, "{'error': 'invalid_client', 'location': null}");
	}
	{
		struct scratch_answer answer = begin("{}");

		scratch_expect(answer, "{'error': 'invalid_request'}");
	}
}

/* Known attacks (rows 26 and 27): PKCE left out or downgraded. */
TEST(tells_the_client_what_is_wrong)
{
	assert_string_equal(told(PKCE), "invalid_request");
	assert_string_equal(
		told("\"responseType\": \"token\", " PKCE), "unsupported_response_type");
	assert_string_equal(told("\"responseType\": \"code id_token\", " PKCE),
		"unsupported_response_type");
	assert_string_equal(told(CODE), "invalid_request");
	assert_string_equal(
		told(CODE ", \"codeChallenge\": \"" CHALLENGE "\""), "invalid_request");
	assert_string_equal(told(CODE ", \"codeChallenge\": \"" CHALLENGE
				      "\", \"codeChallengeMethod\": \"plain\""),
		"invalid_request");
	assert_string_equal(
		told(CODE ", \"codeChallenge\": \"x\", \"codeChallengeMethod\": "
			  "\"S256\""),
		"invalid_request");
	assert_string_equal(
		told(CODE ", " PKCE ", \"resource\": \"https://evil.example/\""),
		"invalid_target");
	assert_string_equal(told(CODE ", " PKCE ", \"responseMode\": \"fragment\""),
		"invalid_request");
	assert_string_equal(
		told(CODE ", " PKCE ", \"prompt\": \"none login\""), "invalid_request");
	assert_string_equal(
		told(CODE ", " PKCE ", \"prompt\": \"none\""), "login_required");
	assert_string_equal(told("\"fault\": \"invalid_request\", \"faultDescription\": "
				 "\"state is too long\""),
		"invalid_request");
	people_expect_rows(0, "oauth_transactions");
}

TEST(keeps_query_and_state_of_a_client_as_they_are)
{
	const char *client = oauth_fixed_client("https://app.example/callback?a=b");
	struct scratch_answer answer = begin(oauth_json(
		"{\"clientId\": \"%s\", \"state\": \"a&b=c #\\u00e9\"}", client));

	assert_non_null(strstr(scratch_string(&answer, "location"),
		"https://app.example/callback?a=b&error=invalid_request&"));
	assert_string_equal(oauth_part(scratch_string(&answer, "location"), "state"),
		"a%26b%3Dc%20%23%C3%A9");
}

TEST(reads_scopes_leniently)
{
	static const struct {
		const char *asked;
		int scopes;
	} cases[] = {
		{"network:read",
			SCOPE_OPENID | SCOPE_NETWORK_READ | SCOPE_OFFLINE_ACCESS},
		{"network:write network:write",
			SCOPE_OPENID | SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE |
				SCOPE_OFFLINE_ACCESS},
		{"unheard:of", SCOPE_OPENID | SCOPE_OFFLINE_ACCESS},
		{"admin",
			SCOPE_OPENID | SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE |
				SCOPE_OFFLINE_ACCESS | SCOPE_ADMIN},
		{"  profile   NETWORK:READ ",
			SCOPE_OPENID | SCOPE_PROFILE | SCOPE_OFFLINE_ACCESS},
	};
	const char *client = oauth_client(LOOPBACK);

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *transaction = oauth_transaction(client, LOOPBACK,
			oauth_json(", \"scope\": \"%s\"", cases[i].asked));

		assert_int_equal(people_count("SELECT scopes FROM oauth_transactions"
					      " WHERE hash = sha256('%s')",
					 transaction),
			cases[i].scopes);
	}
}

TEST(spells_the_audiences_in_every_way_that_clients_do)
{
	static const char *const tools[] = {"", "/", "/mcp", "/mcp/"};
	static const char *const wrong[] = {"/v1/", "/v1/me", "/v1?x", "/mcp//", "/mcp/x",
		"/mcp?x", "//", "x", ".evil.example"};
	const char *client = oauth_client(LOOPBACK);
	const char *base = config()->base_url.data;
	const char *audience;

	for (size_t i = 0; i < COUNT_OF(tools); i++) {
		oauth_asked(client, LOOPBACK,
			oauth_json(", \"resource\": \"%s%s\"", base, tools[i]));
		audience = scratch_value("SELECT audience FROM oauth_transactions"
					 " ORDER BY place DESC LIMIT 1");
		assert_string_equal(audience, oauth_json("%s/mcp", base));
	}
	oauth_asked(client, LOOPBACK, oauth_json(", \"resource\": \"%s/v1\"", base));
	audience = scratch_value(
		"SELECT audience FROM oauth_transactions ORDER BY place DESC LIMIT 1");
	assert_string_equal(audience, oauth_json("%s/v1", base));
	client = oauth_fixed_client(LOOPBACK);
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		assert_non_null(strstr(
			oauth_asked(client, LOOPBACK,
				oauth_json(", \"resource\": \"%s%s\"", base, wrong[i])),
			"error=invalid_target"));
}

/* Otherwise strangers would push out the requests of members. */
TEST(keeps_no_request_of_a_stranger)
{
	const char *client = oauth_client(LOOPBACK);

	for (int i = 0; i < 3; i++)
		scratch_expect(
			begin(oauth_json(
				"{\"clientId\": \"%s\", " CODE ", " PKCE "}", client)),
			"{'signIn': true, 'error': 'login_required',"
			" 'location': null, 'back': null}");
	people_expect_rows(0, "oauth_transactions");
}

TEST(gives_a_members_further_request_the_place_of_the_members_oldest_one)
{
	const char *client = oauth_client(LOOPBACK);
	const char *first = oauth_transaction(client, LOOPBACK, ""), *last;

	oauth_add_member(2);
	oauth_call_as(2, ENTRY(authorization_begin),
		oauth_json("{\"clientId\": \"%s\", " CODE ", " PKCE "}", client));
	scratch_sql("UPDATE oauth_transactions SET created_at = now()"
		    " - interval '1 minute' WHERE hash = sha256('%s')",
		first);
	for (int i = 0; i < 19; i++)
		oauth_transaction(client, LOOPBACK, "");
	people_expect_rows(21, "oauth_transactions");
	people_expect_rows(1, "oauth_transactions WHERE hash = sha256('%s')", first);
	last = oauth_transaction(client, LOOPBACK, "");
	people_expect_rows(21, "oauth_transactions");
	people_expect_rows(0, "oauth_transactions WHERE hash = sha256('%s')", first);
	people_expect_rows(1, "oauth_transactions WHERE hash = sha256('%s')", last);
	people_expect_rows(
		1, "oauth_transactions WHERE member_id = '%s'", scratch_uuid_text(2));
}

TEST(reuses_the_place_of_a_request_that_the_member_has_decided)
{
	const char *client = oauth_client(LOOPBACK);
	const char *first = oauth_transaction(client, LOOPBACK, "");

	for (int i = 0; i < 25; i++) {
		const char *next = oauth_transaction(client, LOOPBACK, "");

		assert_done(oauth_decide(ASKER, next, false, ""));
	}
	people_expect_rows(2, "oauth_transactions");
	people_expect_rows(1, "oauth_transactions WHERE hash = sha256('%s')", first);
}

/* An earlier release let clients register any private scheme. */
TEST(sends_nobody_to_a_scheme_that_is_no_longer_allowed)
{
	const char *client = oauth_client("com.example.app://host/back");
	struct scratch_answer answer;

	scratch_sql("UPDATE oauth_clients"
		    " SET redirect_uris = '{ms-appinstaller://x/y}'");
	answer = begin(oauth_json("{\"clientId\": \"%s\", " CODE ", " PKCE "}", client));
	scratch_expect(
		answer, "{'location': null, 'back': null, 'error': 'invalid_request'}");
	client = oauth_fixed_client("ourapp://host/back");
	answer = begin(oauth_json("{\"clientId\": \"%s\"}", client));
	assert_non_null(strstr(scratch_string(&answer, "location"), "ourapp://host/"));
}

TEST(knows_some_clients_by_their_documents_without_fetching)
{
	struct scratch_answer answer =
		begin("{\"clientId\": \"https://claude.ai/oauth/"
		      "mcp-oauth-client-metadata\", " CODE ", " PKCE "}");

	scratch_expect(answer, "{'signIn': true, 'document': null}");
}

TEST(holds_no_more_requests_than_there_are_places)
{
	const char *client = oauth_client(LOOPBACK);
	const char *first = oauth_transaction(client, LOOPBACK, "");

	scratch_sql("UPDATE oauth_transactions SET place = 1");
	scratch_sql("SELECT setval('oauth_transaction_places', 16384, true)");
	oauth_add_member(2);
	oauth_call_as(2, ENTRY(authorization_begin),
		oauth_json("{\"clientId\": \"%s\", " CODE ", " PKCE "}", client));
	people_expect_rows(1, "oauth_transactions");
	people_expect_rows(0, "oauth_transactions WHERE hash = sha256('%s')", first);
}
