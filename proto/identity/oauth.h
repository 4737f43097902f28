/*
 * oauth.h - operations for apps that act for a member (OAuth 2.1).
 *
 * The gateway handles HTTP with clients and browsers (gateway/oauth). Identity validates
 * requests and stores the state of grants. An OAuth error for a client is an output here
 * and not a problem, so that the transaction commits what identity recorded before it,
 * such as a used code or a revoked grant.
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
 * OAUTH_ERROR(constant, code, status): the errors of RFC 6749, sections 4.1.2.1 and 5.2,
 * RFC 7591, section 3.2.2, RFC 8707, section 2, and OpenID Connect Core, section 3.1.2.6.
 * The status is that of a JSON response.
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
	OAUTH_NONE, /* no error */
#define OAUTH_CONSTANT(constant, ...) OAUTH_##constant,
	OAUTH_ERRORS(OAUTH_CONSTANT)
#undef OAUTH_CONSTANT
	OAUTH_ERROR_COUNT
};

struct oauth_error_info {
	const char *code; /* "invalid_grant" */
	int status;
};

/* The entry of OAUTH_NONE is zero. */
extern const struct oauth_error_info oauth_errors[OAUTH_ERROR_COUNT];

/* The codes as the values of an enum field, ended by NULL. */
extern const char *const oauth_error_values[];

/* Returns OAUTH_NONE if there is no error of this code. */
enum oauth_error oauth_error_named(const char *code, size_t size);

/* The paths of the token audiences: "{base}/mcp", "{base}/v1". */
#define AUDIENCE_TOOLS "/mcp"
#define AUDIENCE_REST "/v1"

/* The path of protected resource metadata (RFC 9728); an audience path follows it. */
#define RESOURCE_METADATA "/.well-known/oauth-protected-resource"

/* The maximum length of a client id, which may be the URL of a metadata document. */
#define CLIENT_ID_MAX 400

/* Client metadata (RFC 7591). */
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

/* A client's metadata document; `url` is its URL. */
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

/* An authorization request. Empty parameters count as absent. */
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
	struct text fault; /* the error code of a malformed request */
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
	struct text approval;
	struct text tools;
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
