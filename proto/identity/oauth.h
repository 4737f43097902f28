/*
 * oauth.h - apps that act for a member (OAuth 2.1): what the gateway asks of identity.
 *
 * The gateway speaks HTTP with clients and browsers (gateway/oauth); what is true, what
 * may be and what happens only once is identity's to say. A refusal that a client must be
 * told in OAuth's words is an answer here, not a problem: what identity noted on the way
 * to it (a code that is used up, a grant that is revoked) stays.
 */
#ifndef KITH_PROTO_IDENTITY_OAUTH_H
#define KITH_PROTO_IDENTITY_OAUTH_H

#include "proto/op.h"

#define OAUTH_OPS(OP) \
	OP(client_register) \
	OP(client_create) \
	OP(client_describe) \
	OP(authorization_begin) \
	OP(consent_get) \
	OP(consent_decide) \
	OP(code_redeem) \
	OP(refresh_rotate) \
	OP(app_token_revoke) \
	OP(userinfo_get) \
	OP(signing_key_list) \
	OP(signing_key_rotate)

#define OAUTH_OP(name) extern const struct op op_##name;
OAUTH_OPS(OAUTH_OP)
#undef OAUTH_OP

/*
 * OAUTH_ERROR(constant, code, status): what can be wrong, in the words of RFC 6749,
 * sections 4.1.2.1 and 5.2, RFC 7591, section 3.2.2, RFC 8707, section 2, and OpenID
 * Connect Core, section 3.1.2.6. The status is that of an answer in JSON.
 */
/* clang-format off */
#define OAUTH_ERRORS(OAUTH_ERROR) \
OAUTH_ERROR(INVALID_REQUEST, invalid_request, 400) \
OAUTH_ERROR(INVALID_CLIENT, invalid_client, 401) \
OAUTH_ERROR(INVALID_GRANT, invalid_grant, 400) \
OAUTH_ERROR(UNAUTHORIZED_CLIENT, unauthorized_client, 400) \
OAUTH_ERROR(UNSUPPORTED_GRANT_TYPE, unsupported_grant_type, 400) \
OAUTH_ERROR(UNSUPPORTED_RESPONSE_TYPE, unsupported_response_type, 400) \
OAUTH_ERROR(INVALID_SCOPE, invalid_scope, 400) \
OAUTH_ERROR(INVALID_TARGET, invalid_target, 400) \
OAUTH_ERROR(ACCESS_DENIED, access_denied, 400) \
OAUTH_ERROR(LOGIN_REQUIRED, login_required, 400) \
OAUTH_ERROR(CONSENT_REQUIRED, consent_required, 400) \
OAUTH_ERROR(REQUEST_NOT_SUPPORTED, request_not_supported, 400) \
OAUTH_ERROR(REQUEST_URI_NOT_SUPPORTED, request_uri_not_supported, 400) \
OAUTH_ERROR(INVALID_REDIRECT_URI, invalid_redirect_uri, 400) \
OAUTH_ERROR(INVALID_CLIENT_METADATA, invalid_client_metadata, 400) \
OAUTH_ERROR(SERVER_ERROR, server_error, 500) \
OAUTH_ERROR(TEMPORARILY_UNAVAILABLE, temporarily_unavailable, 503)
/* clang-format on */

enum oauth_error {
	OAUTH_NONE, /* nothing is wrong */
#define OAUTH_CONSTANT(constant, ...) OAUTH_##constant,
	OAUTH_ERRORS(OAUTH_CONSTANT)
#undef OAUTH_CONSTANT
	OAUTH_ERROR_COUNT
};

struct oauth_error_info {
	const char *code; /* "invalid_grant" */
	int status;
};

/* Zeros for OAUTH_NONE. */
extern const struct oauth_error_info oauth_errors[OAUTH_ERROR_COUNT];

/* The codes as the values of an enum field, ended by NULL. */
extern const char *const oauth_error_values[];

/* The error of this code; OAUTH_NONE when there is none. */
enum oauth_error oauth_error_named(const char *code, size_t size);

/* What a path is added to for the audience of a token: "{base}/mcp", "{base}/v1". */
#define AUDIENCE_TOOLS "/mcp"
#define AUDIENCE_REST "/v1"

/* Where what a token may be for describes itself (RFC 9728): this, and one of these
 * behind it. */
#define RESOURCE_METADATA "/.well-known/oauth-protected-resource"

/* How long an id of a client may be: that of one with a document is the document's
 * address. */
#define CLIENT_ID_MAX 400

/* What a client of this service says of itself (RFC 7591). */
struct client_register_in {
	struct text name;
	struct text_list redirect_uris;
	struct text_list grant_types;
	struct text_list response_types;
	struct text auth_method;
};

struct client_create_in {
	struct text name;
	struct text_list redirect_uris;
	struct boolean confidential;
};

/* What a client's document says; `url` is where it stands. */
struct client_describe_in {
	struct text url;
	struct text client_id;
	struct text name;
	struct text_list redirect_uris;
	struct text_list grant_types;
	struct text_list response_types;
	struct text auth_method;
	struct text_list auth_methods;
	struct boolean holds_secret;
	struct integer keep_s;
};

/* A request of the authorization endpoint; what is not there was absent or empty. */
struct authorization_begin_in {
	struct text client_id;
	struct text redirect_uri;
	struct text response_type;
	struct text response_mode;
	struct text scope;
	struct text state;
	struct text resource;
	struct text code_challenge;
	struct text code_challenge_method;
	struct text prompt;
	struct text nonce;
	struct boolean unled;
	struct text fault; /* what is wrong with its form, as an error's code */
	struct text fault_description;
};

struct consent_get_in {
	struct text transaction;
};

struct consent_decide_in {
	struct text transaction;
	struct text token;
	struct boolean allow;
	struct text_list scopes;
};

struct code_redeem_in {
	struct text client_id;
	struct text client_secret;
	struct text code;
	struct text code_verifier;
	struct text redirect_uri;
	struct text resource;
};

struct refresh_rotate_in {
	struct text client_id;
	struct text client_secret;
	struct text refresh_token;
	struct text scope;
	struct text resource;
};

struct signing_key_list_in {
	struct integer limit;
	struct text cursor;
};

struct app_token_revoke_in {
	struct text client_id;
	struct text client_secret;
	struct text token;
};

#endif
