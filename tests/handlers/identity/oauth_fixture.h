/*
 * oauth_fixture.h - OAuth clients, their grants and their tokens.
 */
#ifndef KITH_TEST_OAUTH_FIXTURE_H
#define KITH_TEST_OAUTH_FIXTURE_H

#include <stdio.h>

#include "common/config/config.h"
#include "services/identity/oauth/signing_key.h"
#include "tests/handlers/identity/account_fixture.h"

#define VERIFIER "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
#define CHALLENGE "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
#define LOOPBACK "http://127.0.0.1/callback"
#define WEB "https://app.example/callback"

/* A call without an account, as the gateway makes it for a client. */
#define oauth_call(name, json) call_anonymously(ENTRY(name), (json))

#define oauth_json(...) scratch_printf(__VA_ARGS__)

/* Where members have signed in before. */
#define HOME_ADDRESS "192.0.2.1"

/* The session of a member, as the gateway passes it on. */
static inline struct principal
oauth_member(unsigned number)
{
	struct principal caller = people_principal(number);

	caller.credential_kind = CREDENTIAL_SESSION;
	caller.credential = scratch_uuid(900 + number);
	caller.address = (struct text){
		.size = strlen(HOME_ADDRESS), .data = HOME_ADDRESS, .presence = GIVEN};
	return caller;
}

static inline void
oauth_add_member(unsigned number)
{
	const struct principal caller = oauth_member(number);

	people_add(number);
	scratch_sign_in(&caller);
	scratch_sql("INSERT INTO known_addresses (id, member_id, address)"
		    " VALUES (gen_random_uuid(), '%s', '" HOME_ADDRESS "/32')",
		scratch_uuid_text(number));
}

static inline struct scratch_answer
oauth_call_as(unsigned number, struct op_entry entry, const char *json)
{
	const struct principal caller = oauth_member(number);

	return scratch_call(&entry, &caller, json);
}

/* Registers a public client with one redirect address; returns its id. */
static inline const char *
oauth_client(const char *uri)
{
	struct scratch_answer answer = oauth_call(client_register,
		oauth_json("{\"name\": \"App\", \"redirectUris\": [\"%s\"], "
			   "\"grantTypes\": [\"authorization_code\", \"refresh_token\"], "
			   "\"authMethod\": \"none\"}",
			uri));

	assert_done(answer);
	return scratch_string(&answer, "clientId");
}

/* The operator's client with one redirect address; returns its id. */
static inline const char *
oauth_fixed_client(const char *uri)
{
	struct scratch_answer answer = oauth_call(client_create,
		oauth_json("{\"name\": \"Ours\", \"redirectUris\": [\"%s\"]}", uri));

	assert_done(answer);
	return scratch_string(&answer, "clientId");
}

/* The member in whose browser apps make their requests. */
#define ASKER 1

static inline void
oauth_have_asker(void)
{
	if (people_count("SELECT count(*) FROM members WHERE id = '%s'",
		    scratch_uuid_text(ASKER)) == 0)
		people_add(ASKER);
}

/* Returns the address that a request leads to; `more` are further members of it. */
static inline const char *
oauth_asked_by(unsigned member, const char *client, const char *uri, const char *more)
{
	struct scratch_answer answer = oauth_call_as(member, ENTRY(authorization_begin),
		oauth_json("{\"clientId\": \"%s\", \"redirectUri\": \"%s\","
			   " \"responseType\": "
			   "\"code\", \"codeChallenge\": \"" CHALLENGE "\", "
			   "\"codeChallengeMethod\": \"S256\"%s}",
			client, uri, more));

	assert_done(answer);
	return scratch_string(&answer, "location");
}

static inline const char *
oauth_asked(const char *client, const char *uri, const char *more)
{
	oauth_have_asker();
	return oauth_asked_by(ASKER, client, uri, more);
}

/* Returns the text after "name=" in an address, up to the next "&". */
static inline const char *
oauth_part(const char *location, const char *name)
{
	const char *at = strstr(location, oauth_json("%s=", name));

	if (at == NULL)
		fail_msg("no %s in %s", name, location);
	at += strlen(name) + 1;
	return arena_copy(scratch_arena(), at, strcspn(at, "&"));
}

/* The id of the request that waits for a decision. */
static inline const char *
oauth_transaction(const char *client, const char *uri, const char *more)
{
	return oauth_part(oauth_asked(client, uri, more), "transaction");
}

/* Decides on it as a member. */
static inline struct scratch_answer
oauth_decide(unsigned member, const char *transaction, bool allow, const char *scopes)
{
	struct scratch_answer shown = oauth_call_as(member, ENTRY(consent_get),
		oauth_json("{\"transaction\": \"%s\"}", transaction));

	if (shown.problem != PROBLEM_NONE)
		return shown;
	return oauth_call_as(member, ENTRY(consent_decide),
		oauth_json("{\"transaction\": \"%s\", \"token\": \"%s\", \"allow\": %s, "
			   "\"scopes\": [%s]}",
			transaction, scratch_string(&shown, "token"),
			allow ? "true" : "false", scopes));
}

#define ALL_SCOPES "\"profile\", \"network:read\", \"network:write\", \"offline_access\""

/* Returns the code of a grant. */
static inline const char *
oauth_code(unsigned member, const char *client, const char *uri, const char *scopes)
{
	const char *asked = oauth_asked_by(member, client, uri, "");
	struct scratch_answer decided =
		oauth_decide(member, oauth_part(asked, "transaction"), true, scopes);

	assert_int_equal(decided.problem, PROBLEM_NONE);
	return oauth_part(scratch_string(&decided, "location"), "code");
}

static inline struct scratch_answer
oauth_redeem(const char *client, const char *code, const char *more)
{
	return oauth_call(code_redeem,
		oauth_json("{\"clientId\": \"%s\", \"code\": \"%s\"%s}", client, code,
			more));
}

#define WITH_VERIFIER ", \"codeVerifier\": \"" VERIFIER "\""

/* A signing key. It is made once for all tests of a file, because that is slow. */
static inline void
oauth_have_key(void)
{
	static char row[8192];

	if (people_count("SELECT count(*) FROM signing_keys") > 0)
		return;
	if (row[0] != '\0') {
		scratch_sql("%s", row);
		return;
	}
	oauth_call(signing_key_rotate, NULL);
	snprintf(row, sizeof(row), "%s",
		scratch_value(
			"SELECT format('INSERT INTO signing_keys (id, modulus, exponent,"
			" private_key) VALUES (%%L, %%L, %%L, %%L)', id, modulus,"
			" exponent, private_key) FROM signing_keys"
			" WHERE retired_at IS NULL"));
}

/* The tokens of a member's app, with all scopes. */
static inline struct scratch_answer
oauth_connected(unsigned member, const char *client)
{
	struct scratch_answer answer;

	oauth_have_key();
	answer = oauth_redeem(
		client, oauth_code(member, client, LOOPBACK, ALL_SCOPES), WITH_VERIFIER);
	scratch_expect(answer, "{'error': null}");
	return answer;
}

static inline struct scratch_answer
oauth_refresh(const char *client, const char *token, const char *more)
{
	return oauth_call(refresh_rotate,
		oauth_json("{\"clientId\": \"%s\", \"refreshToken\": \"%s\"%s}", client,
			token, more));
}

static inline void
oauth_expect(struct scratch_answer answer, const char *error)
{
	scratch_expect(answer, "{'error': '%s'}", error);
}

/* Counts the valid tokens of a kind of credential. */
static inline long
oauth_working(void)
{
	return people_count("SELECT count(*) FROM credentials WHERE kind = 'oauth'"
			    " AND revoked_at IS NULL AND expires_at > now()");
}

#endif
