/*
 * oauth.c - what the authorization server answers to clients and to the browser of a
 * member.
 */
#include "proto/identity/oauth.h"

#include <string.h>

#include "proto/records.h"

const struct oauth_error_info oauth_errors[OAUTH_ERROR_COUNT] = {
#define OAUTH_INFO(constant, code, status) [OAUTH_##constant] = {#code, status},
	OAUTH_ERRORS(OAUTH_INFO)
#undef OAUTH_INFO
};

const char *const oauth_error_values[] = {
#define OAUTH_VALUE(constant, code, status) #code,
	OAUTH_ERRORS(OAUTH_VALUE)
#undef OAUTH_VALUE
		NULL,
};

enum oauth_error
oauth_error_named(const char *code, size_t size)
{
	for (int i = 1; i < OAUTH_ERROR_COUNT; i++) {
		if (strlen(oauth_errors[i].code) == size &&
			memcmp(oauth_errors[i].code, code, size) == 0)
			return (enum oauth_error)i;
	}
	return OAUTH_NONE;
}

#define URI_MAX 2000
#define TOKEN_MAX 200

#define REFUSAL \
	OUT("error", ENUM, .values = oauth_error_values, .nullable = true, \
		.doc = "What is wrong; null when nothing is."), \
		OUT("errorDescription", TEXT, .nullable = true, \
			.doc = "A sentence for the person who looks after the client.")

/* The gateway forgets what it remembers of the credentials of this member. */
#define ENDED \
	OUT("ended", IDENTIFIER, .prefix = "usr", .nullable = true, \
		.doc = "The member whose credentials of this app have ended with this.")

#define CLIENT_ID(holder) \
	IN(holder, client_id, "clientId", TEXT, .min = 1, .max = CLIENT_ID_MAX, \
		.doc = "The client's id.")
#define CLIENT_SECRET(holder) \
	IN(holder, client_secret, "clientSecret", TEXT, .secret = true, \
		.max = TOKEN_MAX, .doc = "The secret of a confidential client.")
#define RESOURCE(holder) \
	IN(holder, resource, "resource", TEXT, .max = URI_MAX, \
		.doc = "What the tokens are for (RFC 8707).")
#define SCOPE(holder) \
	IN(holder, scope, "scope", TEXT, .max = 1000, \
		.doc = "Scopes, separated by spaces.")

/* ---- the authorization endpoint
 * ------------------------------------------------------------- */

static const struct field authorization_begin_in_fields[] = {
	CLIENT_ID(struct authorization_begin_in),
	IN(struct authorization_begin_in, redirect_uri, "redirectUri", TEXT,
		.max = URI_MAX, .doc = "Where the member is sent back to."),
	IN(struct authorization_begin_in, response_type, "responseType", TEXT, .max = 200,
		.doc = "What the client wants; there is nothing but code."),
	IN(struct authorization_begin_in, response_mode, "responseMode", TEXT, .max = 200,
		.doc = "How it wants it; there is no way but query."),
	SCOPE(struct authorization_begin_in),
	IN(struct authorization_begin_in, state, "state", TEXT, .max = 2000,
		.doc = "What the client gets back as it is."),
	RESOURCE(struct authorization_begin_in),
	IN(struct authorization_begin_in, code_challenge, "codeChallenge", TEXT,
		.max = 200,
		.doc = "What the code's verifier is compared with (RFC 7636)."),
	IN(struct authorization_begin_in, code_challenge_method, "codeChallengeMethod",
		TEXT, .max = 200, .doc = "How it was made; there is no way but S256."),
	IN(struct authorization_begin_in, prompt, "prompt", TEXT, .max = 200,
		.doc = "What the member is to be asked."),
	IN(struct authorization_begin_in, nonce, "nonce", TEXT, .max = 400,
		.doc = "What the id_token repeats."),
	IN(struct authorization_begin_in, unled, "unled", BOOLEAN, .fallback = "false",
		.doc = "Whether the browser says that no page led it here."),
	IN(struct authorization_begin_in, fault, "fault", ENUM,
		.values = oauth_error_values,
		.doc = "What is wrong with the form of the request."),
	IN(struct authorization_begin_in, fault_description, "faultDescription", TEXT,
		.max = 400, .doc = "The same as a sentence."),
};

static const struct record authorization_begin_input =
	INPUT_RECORD(authorization_begin_in, "What an app asks for.");

static const struct field direction_fields[] = {
	REFUSAL,
	OUT("location", TEXT, .nullable = true, .secret = true,
		.doc = "Where the browser goes; null when it stays and is shown why."),
	OUT("document", TEXT, .nullable = true,
		.doc = "The address of the client's document, where that must be fetched "
		       "first."),
};

static const struct record direction_record = {
	.name = "Direction",
	.doc = "Where an authorization goes on.",
	.fields = direction_fields,
	.count = COUNT_OF(direction_fields),
};

const struct op op_authorization_begin = {
	.name = "authorization_begin",
	.service = SERVICE_IDENTITY,
	.summary = "Begin an authorization",
	.doc = "Notes what an app asks for, and answers where the member is asked.",
	.input = &authorization_begin_input,
	.output = &direction_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
};

/* ---- consent
 * ---------------------------------------------------------------------------------- */

static const enum problem consent_problems[] = {PROBLEM_TOKEN_NOT_FOUND, PROBLEM_NONE};

static const struct hint consent_hints[] = {
	{PROBLEM_TOKEN_NOT_FOUND, NULL, NULL, "Go back to the app and connect again."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

#define TRANSACTION(holder) \
	IN(holder, transaction, "transaction", TEXT, .required = true, .min = 1, \
		.max = TOKEN_MAX, .missing = PROBLEM_TOKEN_NOT_FOUND, \
		.doc = "The request that it is about.")

static const struct field consent_get_in_fields[] = {
	TRANSACTION(struct consent_get_in),
};

static const struct record consent_get_input =
	INPUT_RECORD(consent_get_in, "A request for consent that a member looks at.");

static const struct field consent_fields[] = {
	OUT("transaction", TEXT, .secret = true, .doc = "The request."),
	OUT("token", TEXT, .secret = true,
		.doc = "What an answer of this session holds."),
	OUT("clientName", TEXT, .doc = "What the app calls itself."),
	OUT("redirectHost", TEXT, .doc = "Where it returns to."),
	OUT("loopback", BOOLEAN, .doc = "Whether that is the member's own machine."),
	OUT("private", BOOLEAN,
		.doc = "Whether that is the scheme of an installed program."),
	OUT("verified", BOOLEAN, .doc = "Whether the operator vouches for the app."),
	OUT("documentHost", TEXT, .nullable = true,
		.doc = "The host of the document in which the app describes itself."),
	OUT("rest", BOOLEAN, .doc = "Whether the app uses the REST API."),
	OUT("scopes", LIST, .element = &scope_element,
		.doc = "The scopes to choose from."),
	OUT("memberName", TEXT, .doc = "Who is asked."),
	OUT("memberEmail", TEXT, .doc = "With which account."),
};

static const struct record consent_record = {
	.name = "Consent",
	.doc = "What a member is asked.",
	.fields = consent_fields,
	.count = COUNT_OF(consent_fields),
};

const struct op op_consent_get = {
	.name = "consent_get",
	.service = SERVICE_IDENTITY,
	.summary = "Look at a request for consent",
	.doc = "Answers what a member is to be asked.",
	.input = &consent_get_input,
	.output = &consent_record,
	.guard = GUARD_SESSION,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = consent_problems,
	.hints = consent_hints,
};

static const struct field consent_decide_in_fields[] = {
	TRANSACTION(struct consent_decide_in),
	IN(struct consent_decide_in, token, "token", TEXT, .required = true,
		.max = TOKEN_MAX,
		.doc = "The token of the page that the member answers."),
	IN(struct consent_decide_in, allow, "allow", BOOLEAN, .required = true,
		.doc = "Whether the member allows it."),
	IN(struct consent_decide_in, scopes, "scopes", LIST, .element = &scope_element,
		.max = 6, .doc = "What of it."),
};

static const struct record consent_decide_input =
	INPUT_RECORD(consent_decide_in, "A member's answer.");

static const struct field decided_fields[] = {
	OUT("location", TEXT, .secret = true,
		.doc = "Where the browser takes the answer."),
};

static const struct record decided_record = {
	.name = "Decided",
	.doc = "What becomes of a member's answer.",
	.fields = decided_fields,
	.count = COUNT_OF(decided_fields),
};

const struct op op_consent_decide = {
	.name = "consent_decide",
	.service = SERVICE_IDENTITY,
	.summary = "Answer a request for consent",
	.doc = "Allows or refuses what an app asks for, once.",
	.input = &consent_decide_input,
	.output = &decided_record,
	.guard = GUARD_SESSION,
	.tx = TX_WRITE,
	.problems = consent_problems,
	.hints = consent_hints,
};

/* ---- the token endpoint
 * ----------------------------------------------------------------------- */

static const struct field issued_fields[] = {
	REFUSAL,
	ENDED,
	OUT("accessToken", TEXT, .nullable = true, .secret = true,
		.doc = "The access token."),
	OUT("refreshToken", TEXT, .nullable = true, .secret = true,
		.doc = "The refresh token, where offline_access was granted."),
	OUT("idToken", TEXT, .nullable = true, .secret = true,
		.doc = "Who the member is (OpenID Connect Core, section 2)."),
	OUT("scope", TEXT, .nullable = true,
		.doc = "What the access token may be used for."),
	OUT("expiresInS", INTEGER, .doc = "How many seconds it works."),
};

static const struct record issued_record = {
	.name = "Issued",
	.doc = "The tokens that an app gets.",
	.fields = issued_fields,
	.count = COUNT_OF(issued_fields),
};

static const struct field code_redeem_in_fields[] = {
	CLIENT_ID(struct code_redeem_in),
	CLIENT_SECRET(struct code_redeem_in),
	IN(struct code_redeem_in, code, "code", TEXT, .required = true, .max = TOKEN_MAX,
		.doc = "The code."),
	IN(struct code_redeem_in, code_verifier, "codeVerifier", TEXT, .max = 200,
		.doc = "What its challenge was made of."),
	IN(struct code_redeem_in, redirect_uri, "redirectUri", TEXT, .max = URI_MAX,
		.doc = "Where the code was sent to."),
	RESOURCE(struct code_redeem_in),
};

static const struct record code_redeem_input =
	INPUT_RECORD(code_redeem_in, "A code to be redeemed.");

/* An id_token is signed, which takes a while. */
const struct op op_code_redeem = {
	.name = "code_redeem",
	.service = SERVICE_IDENTITY,
	.summary = "Redeem a code",
	.doc = "Gives tokens for a code, once. A second use ends what the first one "
	       "gave.",
	.input = &code_redeem_input,
	.output = &issued_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.answer = {.secret = true},
};

static const struct field refresh_rotate_in_fields[] = {
	CLIENT_ID(struct refresh_rotate_in),
	CLIENT_SECRET(struct refresh_rotate_in),
	IN(struct refresh_rotate_in, refresh_token, "refreshToken", TEXT,
		.required = true, .max = TOKEN_MAX, .doc = "The refresh token."),
	SCOPE(struct refresh_rotate_in),
	RESOURCE(struct refresh_rotate_in),
};

static const struct record refresh_rotate_input =
	INPUT_RECORD(refresh_rotate_in, "A refresh token to be used.");

const struct op op_refresh_rotate = {
	.name = "refresh_rotate",
	.service = SERVICE_IDENTITY,
	.summary = "Use a refresh token",
	.doc = "Gives new tokens for a refresh token, which is spent with it. When one "
	       "that was spent long ago comes again, the app is disconnected.",
	.input = &refresh_rotate_input,
	.output = &issued_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.answer = {.secret = true},
};

static const struct field app_token_revoke_in_fields[] = {
	CLIENT_ID(struct app_token_revoke_in),
	CLIENT_SECRET(struct app_token_revoke_in),
	IN(struct app_token_revoke_in, token, "token", TEXT, .required = true,
		.max = 4000, .doc = "The token; what is none has ended already."),
};

static const struct record app_token_revoke_input =
	INPUT_RECORD(app_token_revoke_in, "A token that an app gives back.");

static const struct field revoked_fields[] = {REFUSAL, ENDED};

static const struct record revoked_record = {
	.name = "Revoked",
	.doc = "Whether a token could be given back.",
	.fields = revoked_fields,
	.count = COUNT_OF(revoked_fields),
};

const struct op op_app_token_revoke = {
	.name = "app_token_revoke",
	.service = SERVICE_IDENTITY,
	.summary = "Give a token back",
	.doc = "Ends an access token, or with a refresh token all that the app was "
	       "given.",
	.input = &app_token_revoke_input,
	.output = &revoked_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
};

static const struct field userinfo_fields[] = {
	OUT("sub", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("handle", TEXT, .nullable = true, .doc = "The member's handle."),
	OUT("image", MEDIA, .nullable = true, .doc = "The member's picture."),
};

static const struct record userinfo_record = {
	.name = "Userinfo",
	.doc = "Who the member is.",
	.fields = userinfo_fields,
	.count = COUNT_OF(userinfo_fields),
};

const struct op op_userinfo_get = {
	.name = "userinfo_get",
	.service = SERVICE_IDENTITY,
	.summary = "Look at the member of a token",
	.doc = "Answers who the caller is; the gateway tells the app as much as its "
	       "scopes allow.",
	.output = &userinfo_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_READ,
	.cost = COST_SLOW,
};
