/*
 * oauth.c - operations of the authorization server: authorization, consent and tokens.
 */
#include "proto/identity/oauth.h"

#include <string.h>

#include "proto/bounds/bounds.h"
#include "proto/identity/approvals.h"
#include "proto/records.h"
#include "proto/tool_sets.h"

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
		.doc = "The error code; null on success."), \
		OUT("errorDescription", TEXT, .nullable = true, \
			.doc = "A description of the error for the client's developer.")

/* The gateway drops the credentials of this member from its cache. */
#define ENDED \
	OUT("ended", IDENTIFIER, .prefix = "usr", .nullable = true, \
		.doc = "The member whose credentials for this app this call has " \
		       "revoked.")

#define CLIENT_ID(holder) \
	IN(holder, client_id, "clientId", TEXT, .min = 1, .max = CLIENT_ID_MAX, \
		.doc = "The client's id.")
#define CLIENT_SECRET(holder) \
	IN(holder, client_secret, "clientSecret", TEXT, .secret = true, \
		.max = TOKEN_MAX, .doc = "The secret of a confidential client.")
#define RESOURCE(holder) \
	IN(holder, resource, "resource", TEXT, .max = URI_MAX, \
		.doc = "The resource of the tokens (RFC 8707).")
#define SCOPE(holder) \
	IN(holder, scope, "scope", TEXT, .max = 1000, \
		.doc = "Scopes, separated by spaces.")

/* ---- the authorization endpoint ---- */

static const struct field authorization_begin_in_fields[] = {
	CLIENT_ID(struct authorization_begin_in),
	IN(struct authorization_begin_in, redirect_uri, "redirectUri", TEXT,
		.max = URI_MAX, .doc = "The redirect URI."),
	IN(struct authorization_begin_in, response_type, "responseType", TEXT, .max = 200,
		.doc = "The response type; only `code` is supported."),
	IN(struct authorization_begin_in, response_mode, "responseMode", TEXT, .max = 200,
		.doc = "The response mode; only `query` is supported."),
	SCOPE(struct authorization_begin_in),
	IN(struct authorization_begin_in, state, "state", TEXT, .max = 2000,
		.doc = "An opaque value that is returned to the client."),
	RESOURCE(struct authorization_begin_in),
	IN(struct authorization_begin_in, code_challenge, "codeChallenge", TEXT,
		.max = 200, .doc = "The PKCE code challenge (RFC 7636)."),
	IN(struct authorization_begin_in, code_challenge_method, "codeChallengeMethod",
		TEXT, .max = 200, .doc = "The PKCE method; only `S256` is supported."),
	IN(struct authorization_begin_in, prompt, "prompt", TEXT, .max = 200,
		.doc = "The OpenID Connect prompt."),
	IN(struct authorization_begin_in, nonce, "nonce", TEXT, .max = 400,
		.doc = "A value that the id_token repeats."),
	IN(struct authorization_begin_in, unled, "unled", BOOLEAN, .fallback = "false",
		.doc = "Whether the browser reports that no page initiated the "
		       "navigation."),
	IN(struct authorization_begin_in, fault, "fault", ENUM,
		.values = oauth_error_values,
		.doc = "The error code of a malformed request."),
	IN(struct authorization_begin_in, fault_description, "faultDescription", TEXT,
		.max = 400, .doc = "The description of that error."),
};

static const struct record authorization_begin_input =
	INPUT_RECORD(authorization_begin_in, "The authorization request of an app.");

static const struct field direction_fields[] = {
	REFUSAL,
	OUT("location", TEXT, .nullable = true, .secret = true,
		.doc = "The URL that the browser is redirected to; null if an error page "
		       "is shown instead."),
	OUT("document", TEXT, .nullable = true,
		.doc = "The URL of the client's metadata document, if it must be fetched "
		       "first."),
	OUT("back", TEXT, .nullable = true, .secret = true,
		.doc = "The client's redirect URI with the error, to which the error "
		       "page links; null if there is none, or if it has a private "
		       "scheme."),
	OUT("backHost", TEXT, .nullable = true,
		.doc = "The host of that URL, or its private scheme."),
	OUT("signIn", BOOLEAN,
		.doc = "Whether somebody must sign in and repeat the request."),
};

static const struct record direction_record = {
	.name = "Direction",
	.doc = "The next step of an authorization.",
	.fields = direction_fields,
	.count = COUNT_OF(direction_fields),
};

const struct op op_authorization_begin = {
	.name = "authorization_begin",
	.service = SERVICE_IDENTITY,
	.summary = "Begin an authorization",
	.doc = "Stores an authorization request and returns the URL of the consent page.",
	.input = &authorization_begin_input,
	.output = &direction_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
};

/* ---- consent ---- */

static const enum problem consent_problems[] = {PROBLEM_TOKEN_NOT_FOUND, PROBLEM_NONE};
static const enum problem decide_problems[] = {PROBLEM_TOKEN_NOT_FOUND,
	PROBLEM_MEMBERSHIP_PENDING, PROBLEM_MEMBERSHIP_SUSPENDED, PROBLEM_NONE};

static const struct hint consent_hints[] = {
	{PROBLEM_TOKEN_NOT_FOUND, NULL, NULL, "Go back to the app and connect again."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

/* A request that is absent is answered like one that has expired. */
#define TRANSACTION(holder) \
	IN(holder, transaction, "transaction", TEXT, .max = TOKEN_MAX, \
		.missing = PROBLEM_TOKEN_NOT_FOUND, .doc = "The authorization request.")

static const struct field consent_get_in_fields[] = {
	TRANSACTION(struct consent_get_in),
};

static const struct record consent_get_input =
	INPUT_RECORD(consent_get_in, "The authorization request to show.");

static const struct field consent_fields[] = {
	OUT("transaction", TEXT, .secret = true, .doc = "The authorization request."),
	OUT("token", TEXT, .secret = true,
		.doc = "The token that the session's answer must contain."),
	OUT("clientName", TEXT, .doc = "The name of the app."),
	OUT("redirectHost", TEXT, .doc = "The host of the redirect URI."),
	OUT("loopback", BOOLEAN,
		.doc = "Whether that host is the member's own computer."),
	OUT("private", BOOLEAN,
		.doc = "Whether the redirect URI has the private scheme of an installed "
		       "program."),
	OUT("verified", BOOLEAN, .doc = "Whether the operator registered the app."),
	OUT("documentHost", TEXT, .nullable = true,
		.doc = "The host of the app's metadata document."),
	OUT("rest", BOOLEAN, .doc = "Whether the app uses the REST API."),
	OUT("scopes", LIST, .element = &scope_element,
		.doc = "The scopes that the member can grant."),
	OUT("connected", BOOLEAN,
		.doc = "Whether the app has other grants of the member. They lose the "
		       "scopes that the member does not grant now."),
	APPROVAL_FIELD,
	APP_TOOLS_FIELD,
	OUT("memberName", TEXT, .doc = "The name of the member."),
	OUT("memberEmail", TEXT, .doc = "The e-mail address of the member."),
};

static const struct record consent_record = {
	.name = "Consent",
	.doc = "The contents of the consent page.",
	.fields = consent_fields,
	.count = COUNT_OF(consent_fields),
};

const struct op op_consent_get = {
	.name = "consent_get",
	.service = SERVICE_IDENTITY,
	.summary = "Read an authorization request",
	.doc = "Returns the contents of the consent page.",
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
		.max = TOKEN_MAX, .doc = "The token from the consent page."),
	IN(struct consent_decide_in, allow, "allow", BOOLEAN, .required = true,
		.doc = "Whether the member grants access."),
	IN(struct consent_decide_in, scopes, "scopes", LIST, .element = &scope_element,
		.max = 6, .doc = "The scopes that the member grants."),
	IN(struct consent_decide_in, approval, "approval", ENUM,
		.values = approval_values,
		.doc = "When the app asks before it sends something to other people."),
	IN(struct consent_decide_in, tools, "tools", ENUM, .values = app_tools_values,
		.doc = "The tools that the app gets."),
};

static const struct record consent_decide_input =
	INPUT_RECORD(consent_decide_in, "The member's decision.");

static const struct field decided_fields[] = {
	OUT("location", TEXT, .secret = true,
		.doc = "The URL that the browser is redirected to."),
};

static const struct record decided_record = {
	.name = "Decided",
	.doc = "The result of the member's decision.",
	.fields = decided_fields,
	.count = COUNT_OF(decided_fields),
};

const struct op op_consent_decide = {
	.name = "consent_decide",
	.service = SERVICE_IDENTITY,
	.summary = "Allow or refuse an app",
	.doc = "Grants or denies an authorization request. It works once. The scopes "
	       "that the app requests and a grant leaves out are taken from the app's "
	       "other grants, too.",
	.input = &consent_decide_input,
	.output = &decided_record,
	.guard = GUARD_SESSION,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
	.problems = decide_problems,
	.hints = consent_hints,
};

/* ---- the token endpoint ---- */

static const struct field issued_fields[] = {
	REFUSAL,
	ENDED,
	OUT("accessToken", TEXT, .nullable = true, .secret = true,
		.doc = "The access token."),
	OUT("refreshToken", TEXT, .nullable = true, .secret = true,
		.doc = "The refresh token, if offline_access was granted."),
	OUT("idToken", TEXT, .nullable = true, .secret = true,
		.doc = "The id_token (OpenID Connect Core, section 2)."),
	OUT("scope", TEXT, .nullable = true, .doc = "The scopes of the access token."),
	OUT("expiresInS", INTEGER, .doc = "The lifetime of the access token in seconds."),
};

static const struct record issued_record = {
	.name = "Issued",
	.doc = "The tokens issued to an app.",
	.fields = issued_fields,
	.count = COUNT_OF(issued_fields),
};

static const struct field code_redeem_in_fields[] = {
	CLIENT_ID(struct code_redeem_in),
	CLIENT_SECRET(struct code_redeem_in),
	IN(struct code_redeem_in, code, "code", TEXT, .required = true, .max = TOKEN_MAX,
		.doc = "The authorization code."),
	IN(struct code_redeem_in, code_verifier, "codeVerifier", TEXT, .max = 200,
		.doc = "The PKCE code verifier."),
	IN(struct code_redeem_in, redirect_uri, "redirectUri", TEXT, .max = URI_MAX,
		.doc = "The redirect URI that received the code."),
	RESOURCE(struct code_redeem_in),
};

static const struct record code_redeem_input =
	INPUT_RECORD(code_redeem_in, "The authorization code to redeem.");

/* Not in POOL_OUTSIDE, where it would wait for password hashes: signing an id_token with
 * RSA 2048 takes a millisecond, and every code costs a member's consent. */
const struct op op_code_redeem = {
	.name = "code_redeem",
	.service = SERVICE_IDENTITY,
	.summary = "Redeem a code",
	.doc = "Issues tokens for an authorization code, once. A second use revokes the "
	       "tokens of the first.",
	.input = &code_redeem_input,
	.output = &issued_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
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
	INPUT_RECORD(refresh_rotate_in, "The refresh token to use.");

const struct op op_refresh_rotate = {
	.name = "refresh_rotate",
	.service = SERVICE_IDENTITY,
	.summary = "Use a refresh token",
	.doc = "Issues new tokens for a refresh token and invalidates it. If a refresh "
	       "token that was used long ago is presented again, the app is "
	       "disconnected.",
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
		.max = BOUND_STRANGER_BODY_BYTES,
		.doc = "The token. An unknown token counts as revoked."),
};

static const struct record app_token_revoke_input =
	INPUT_RECORD(app_token_revoke_in, "The token to revoke.");

static const struct field revoked_fields[] = {REFUSAL, ENDED};

static const struct record revoked_record = {
	.name = "Revoked",
	.doc = "The result of a revocation.",
	.fields = revoked_fields,
	.count = COUNT_OF(revoked_fields),
};

const struct op op_app_token_revoke = {
	.name = "app_token_revoke",
	.service = SERVICE_IDENTITY,
	.summary = "Revoke an app's token",
	.doc = "Revokes an access token. A refresh token revokes all tokens of the "
	       "grant.",
	.input = &app_token_revoke_input,
	.output = &revoked_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
};

static const struct field userinfo_fields[] = {
	OUT("sub", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("handle", TEXT, .nullable = true, .doc = "The member's handle."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the member's avatar."),
};

static const struct record userinfo_record = {
	.name = "Userinfo",
	.doc = "The identity of a member.",
	.fields = userinfo_fields,
	.count = COUNT_OF(userinfo_fields),
};

const struct op op_userinfo_get = {
	.name = "userinfo_get",
	.service = SERVICE_IDENTITY,
	.summary = "Read the member of a token",
	.doc = "Returns the identity of the caller. The gateway passes on the fields "
	       "that the scopes of the token allow.",
	.output = &userinfo_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_READ,
	.cost = COST_SLOW,
};
