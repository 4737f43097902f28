#include "tests/handlers/identity/oauth_fixture.h"
#include "tests/support/race.h"

static const char *client, *code;

static void
have_code(void)
{
	oauth_add_member(1);
	oauth_have_key();
	client = oauth_client(LOOPBACK);
	code = oauth_code(1, client, LOOPBACK, ALL_SCOPES);
}

/* Fails unless redeeming gives this error and the code is void afterwards. */
static void
expect_burnt(const char *more, const char *error)
{
	oauth_expect(oauth_redeem(client, code, more), error);
	oauth_expect(oauth_redeem(client, code, WITH_VERIFIER), "invalid_grant");
	assert_int_equal(oauth_working(), 0);
}

TEST(gives_tokens_for_what_was_allowed)
{
	struct scratch_answer answer;

	have_code();
	answer = oauth_redeem(client, code, WITH_VERIFIER);
	scratch_expect(answer,
		"{'error': null,"
		" 'scope': 'openid profile network:read network:write offline_access',"
		" 'expiresInS': 86400}");
	assert_int_equal(
		strncmp(scratch_string(&answer, "refreshToken"), "kith_rt_", 8), 0);
	assert_string_equal(
		scratch_value(
			"SELECT concat_ws(' ', c.client, c.audience, c.scopes, c.name)"
			" FROM credentials c WHERE c.hash = sha256('%s')",
			scratch_string(&answer, "accessToken")),
		oauth_json("%s %s/mcp 31 App", client, config()->base_url.data));
}

TEST(gives_no_refresh_token_that_was_not_allowed)
{
	oauth_add_member(1);
	oauth_have_key();
	client = oauth_client(LOOPBACK);
	code = oauth_code(1, client, LOOPBACK, "\"network:read\"");
	scratch_expect(oauth_redeem(client, code, WITH_VERIFIER),
		"{'refreshToken': null, 'scope': 'openid network:read'}");
}

static json_t *
claims_of(const char *token)
{
	const char *begin = strchr(token, '.') + 1;
	size_t size = 0;

	const uint8_t *bytes =
		base64url_decode(scratch_arena(), begin, strcspn(begin, "."), &size);

	assert_non_null(bytes);
	return json_loadb((const char *)bytes, size, 0, NULL);
}

TEST(says_who_the_member_is)
{
	struct scratch_answer answer;
	json_t *claims;

	oauth_add_member(1);
	oauth_have_key();
	client = oauth_client(LOOPBACK);
	answer = oauth_decide(1,
		oauth_transaction(client, LOOPBACK, ", \"nonce\": \"n\\\"1\""), true,
		"\"profile\"");
	answer = oauth_redeem(client,
		oauth_part(scratch_string(&answer, "location"), "code"), WITH_VERIFIER);
	claims = claims_of(scratch_string(&answer, "idToken"));
	assert_string_equal(json_string_value(json_object_get(claims, "iss")),
		config()->base_url.data);
	assert_string_equal(json_string_value(json_object_get(claims, "aud")), client);
	assert_string_equal(
		json_string_value(json_object_get(claims, "sub")), scratch_id("usr", 1));
	assert_string_equal(json_string_value(json_object_get(claims, "nonce")), "n\"1");
	assert_true(json_is_integer(json_object_get(claims, "auth_time")));
	json_decref(claims);
}

/* Known attack (row 27): a wrong verifier left the code valid, and verifiers of one
 * character were accepted. */
TEST(burns_the_code_when_the_verifier_is_wrong)
{
	static const char *const wrong[] = {"x", "",
		"dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK", CHALLENGE,
		"dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk dBjftJeZ4CVP"};

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		if (i > 0)
			scratch_begin();
		have_code();
		expect_burnt(oauth_json(", \"codeVerifier\": \"%s\"", wrong[i]),
			wrong[i][0] == '\0' ? "invalid_request" : "invalid_grant");
		if (i + 1 < COUNT_OF(wrong))
			scratch_rollback();
	}
}

TEST(burns_the_code_when_another_address_is_named)
{
	have_code();
	expect_burnt(WITH_VERIFIER ", \"redirectUri\": \"http://127.0.0.1:1/callback\"",
		"invalid_grant");
}

TEST(burns_the_code_when_it_is_for_something_else)
{
	have_code();
	expect_burnt(WITH_VERIFIER ", \"resource\": \"https://evil.example/mcp\"",
		"invalid_target");
}

/* Code injection: a code of another member in one's own client. */
TEST(burns_the_code_that_another_client_brings)
{
	const char *other;

	have_code();
	other = oauth_client("http://127.0.0.1/other");
	oauth_expect(oauth_redeem(other, code, WITH_VERIFIER), "invalid_grant");
	oauth_expect(oauth_redeem(client, code, WITH_VERIFIER), "invalid_grant");
	assert_int_equal(oauth_working(), 0);
}

TEST(takes_no_code_that_is_a_minute_old)
{
	have_code();
	scratch_sql("UPDATE oauth_codes SET expires_at = now()");
	expect_burnt(WITH_VERIFIER, "invalid_grant");
}

TEST(takes_no_code_of_a_member_who_may_not_use_it)
{
	have_code();
	scratch_sql("UPDATE members SET status = 'suspended'");
	expect_burnt(WITH_VERIFIER, "invalid_grant");
}

TEST(takes_no_code_of_an_app_that_was_disconnected_meanwhile)
{
	have_code();
	assert_done(oauth_call_as(
		1, ENTRY(app_revoke), oauth_json(JSON({"clientId": "%s"}), client)));
	expect_burnt(WITH_VERIFIER, "invalid_grant");
}

TEST(ends_what_the_code_gave_when_it_comes_again)
{
	struct scratch_answer first, second;

	have_code();
	first = oauth_redeem(client, code, WITH_VERIFIER);
	assert_int_equal(oauth_working(), 1);
	second = oauth_redeem(client, code, WITH_VERIFIER);
	oauth_expect(second, "invalid_grant");
	assert_string_equal(scratch_string(&second, "ended"), scratch_id("usr", 1));
	assert_int_equal(oauth_working(), 0);
	assert_int_equal(count_audit("app.replay", 1), 1);
	assert_int_equal(count_mails("app_disconnected", "member1@example.org"), 1);
	oauth_expect(oauth_refresh(client, scratch_string(&first, "refreshToken"), ""),
		"invalid_grant");
	/* A third use changes nothing more. */
	second = oauth_redeem(client, code, WITH_VERIFIER);
	assert_int_equal(count_audit("app.replay", 1), 1);
}

TEST(makes_confidential_clients_prove_who_they_are)
{
	struct scratch_answer made = oauth_call(client_register,
		JSON({"redirectUris": ["https://app.example/callback"]}));
	const char *id = scratch_string(&made, "clientId");
	const char *secret = scratch_string(&made, "clientSecret");
	struct scratch_answer answer;

	oauth_add_member(1);
	oauth_have_key();
	code = oauth_code(1, id, WEB, "");
	oauth_expect(oauth_redeem(id, code, WITH_VERIFIER), "invalid_client");
	oauth_expect(
		oauth_redeem(id, code, WITH_VERIFIER ", \"clientSecret\": \"wrong\""),
		"invalid_client");
	/* The code has not been used yet. */
	answer = oauth_redeem(
		id, code, oauth_json(WITH_VERIFIER ", \"clientSecret\": \"%s\"", secret));
	assert_true(json_is_null(scratch_at(&answer, "error")));
	oauth_expect(oauth_redeem(oauth_client(LOOPBACK), code,
			     WITH_VERIFIER ", \"clientSecret\": \"unasked\""),
		"invalid_client");
	oauth_expect(oauth_redeem("cli_00000000000000000000000000", code, WITH_VERIFIER),
		"invalid_client");
}

TEST_COMMITTED(gives_tokens_to_none_or_one_of_many_at_once)
{
	const struct op_entry entry = {&op_code_redeem, code_redeem};
	struct racer racers[8];

	have_code();
	for (size_t i = 0; i < COUNT_OF(racers); i++)
		racers[i] = (struct racer){.entry = &entry,
			.principal = scratch_anonymous(),
			.json = oauth_json(
				"{\"clientId\": \"%s\", \"code\": \"%s\"" WITH_VERIFIER
				"}",
				client, code)};
	race_open(racers, COUNT_OF(racers));
	race_run(racers, COUNT_OF(racers));
	assert_int_equal(race_count(racers, COUNT_OF(racers), PROBLEM_NONE), 8);
	race_close(racers, COUNT_OF(racers));
	/* The first use got tokens, and the second one revoked them. */
	people_expect_rows(1, "credentials WHERE kind = 'oauth'");
	assert_int_equal(oauth_working(), 0);
	people_expect_rows(1, "audit WHERE action = 'app.replay'");
}
