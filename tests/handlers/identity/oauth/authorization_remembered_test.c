/*
 * authorization_remembered_test.c - when a member is not asked again about an app.
 */
#include "tests/handlers/identity/oauth_fixture.h"

#define CODE "\"responseType\": \"code\""
#define PKCE "\"codeChallenge\": \"" CHALLENGE "\", \"codeChallengeMethod\": \"S256\""

static struct scratch_answer
begin_as(unsigned member, const char *client, const char *uri, const char *more)
{
	return oauth_call_as(member, ENTRY(authorization_begin),
		oauth_json("{\"clientId\": \"%s\", \"redirectUri\": \"%s\", " CODE
			   ", " PKCE "%s}",
			client, uri, more));
}

/* The member grants the client everything, and the client redeems the code. */
static void
connect_to(unsigned member, const char *client, const char *uri)
{
	oauth_have_key();
	scratch_expect(oauth_redeem(client, oauth_code(member, client, uri, ALL_SCOPES),
			       WITH_VERIFIER),
		"{'error': null}");
}

TEST(remembers_what_was_allowed_and_asks_whenever_it_is_not_the_very_same)
{
	const char *client = oauth_client(WEB);
	struct scratch_answer answer;

	oauth_add_member(1);
	connect_to(1, client, WEB);
	answer = begin_as(1, client, WEB, ", \"unled\": true");
	assert_non_null(strstr(scratch_string(&answer, "location"), "?code=kith_code_"));
	answer = begin_as(1, client, WEB, "");
	assert_non_null(strstr(scratch_string(&answer, "location"), "/oauth/consent?"));
	answer = begin_as(1, client, WEB, ", \"unled\": true, \"prompt\": \"consent\"");
	assert_non_null(strstr(scratch_string(&answer, "location"), "/oauth/consent?"));
	answer = begin_as(
		1, client, WEB, ", \"unled\": true, \"scope\": \"network:read\"");
	assert_non_null(strstr(scratch_string(&answer, "location"), "/oauth/consent?"));
	answer = begin_as(1, client, WEB, ", \"prompt\": \"none\"");
	assert_non_null(
		strstr(scratch_string(&answer, "back"), "error=consent_required"));
	scratch_sql("UPDATE oauth_grants SET revoked_at = now()");
	answer = begin_as(1, client, WEB, ", \"unled\": true");
	assert_non_null(strstr(scratch_string(&answer, "location"), "/oauth/consent?"));
}

/* Whoever has stolen a session gets no lasting access without a page and a mail. */
TEST(asks_again_where_the_member_has_not_signed_in_before)
{
	const char *client = oauth_client(WEB);
	struct scratch_answer answer;

	oauth_add_member(1);
	connect_to(1, client, WEB);
	scratch_sql("UPDATE known_addresses SET address = '198.51.100.1/32'");
	answer = begin_as(1, client, WEB, ", \"unled\": true");
	assert_non_null(strstr(scratch_string(&answer, "location"), "/oauth/consent?"));
	scratch_sql("UPDATE known_addresses SET address = '192.0.2.77/32'");
	answer = begin_as(1, client, WEB, ", \"unled\": true");
	assert_non_null(strstr(scratch_string(&answer, "location"), "?code=kith_code_"));
}

/* Another program on the same machine can use the same client id and port. */
TEST(asks_each_time_where_a_program_on_the_members_machine_answers)
{
	static const char *const uris[] = {LOOPBACK, "http://localhost/back",
		"http://[::1]:4711/back", "org.example.app:/back"};
	struct scratch_answer answer;

	oauth_add_member(1);
	for (size_t i = 0; i < COUNT_OF(uris); i++) {
		const char *client = oauth_client(uris[i]);

		connect_to(1, client, uris[i]);
		answer = begin_as(1, client, uris[i], ", \"unled\": true");
		if (strstr(scratch_string(&answer, "location"), "/oauth/consent?") ==
			NULL)
			fail_msg("%s", uris[i]);
		answer = begin_as(
			1, client, uris[i], ", \"unled\": true, \"prompt\": \"none\"");
		/* A private scheme is named and not linked. */
		scratch_expect(answer, "{'error': 'consent_required'}");
		assert_int_equal(json_is_string(scratch_at(&answer, "back")), i < 3);
	}
}
