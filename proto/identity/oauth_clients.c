/*
 * oauth_clients.c - OAuth clients, and the keys that sign id_tokens.
 */
#include "proto/identity/oauth.h"
#include "proto/records.h"

/* ---- clients ---- */

static const char *const auth_method_values[] = {
	"none", "client_secret_basic", "client_secret_post", NULL};

static const struct field redirect_uri_element = {
	.name = "redirectUri",
	.type = FIELD_TEXT,
	.min = 1,
	.max = 2000,
	.doc = "A redirect URI. It is compared exactly, except for the port of a "
	       "loopback address.",
};

static const struct field word_element = {
	.name = "word",
	.type = FIELD_TEXT,
	.max = 200,
	.doc = "An OAuth value. Unknown values are ignored.",
};

#define REDIRECT_URIS(holder) \
	IN(holder, redirect_uris, "redirectUris", LIST, .required = true, \
		.element = &redirect_uri_element, .min = 1, .max = 10, \
		.doc = "The redirect URIs.")

static const struct field client_fields[] = {
	OUT("clientId", IDENTIFIER, .prefix = "cli", .doc = "The client's id."),
	OUT("clientSecret", TEXT, .nullable = true, .secret = true,
		.doc = "The secret of a confidential client. It is shown only in this "
		       "response."),
	OUT("name", TEXT, .doc = "The name of the client."),
	OUT("redirectUris", LIST, .element = &redirect_uri_element,
		.doc = "The redirect URIs."),
	OUT("authMethod", ENUM, .values = auth_method_values,
		.doc = "How the client authenticates at the token endpoint."),
	OUT("refreshes", BOOLEAN, .doc = "Whether the client can get refresh tokens."),
	OUT("createdAt", INSTANT, .doc = "When the client was registered."),
};

static const struct record client_record = {
	.name = "Client",
	.doc = "An OAuth client.",
	.fields = client_fields,
	.count = COUNT_OF(client_fields),
};

static const struct field client_register_in_fields[] = {
	IN(struct client_register_in, name, "name", TEXT, .trimmed = true, .max = 200,
		.doc = "The name of the client."),
	REDIRECT_URIS(struct client_register_in),
	IN(struct client_register_in, grant_types, "grantTypes", LIST,
		.element = &word_element, .max = 20, .doc = "The grant types."),
	IN(struct client_register_in, response_types, "responseTypes", LIST,
		.element = &word_element, .max = 20, .doc = "The response types."),
	IN(struct client_register_in, auth_method, "authMethod", TEXT, .max = 200,
		.doc = "The authentication method at the token endpoint."),
};

static const struct record client_register_input =
	INPUT_RECORD(client_register_in, "The metadata of the client (RFC 7591).");

static const enum problem register_problems[] = {PROBLEM_RATE_LIMITED, PROBLEM_NONE};

/* In POOL_OUTSIDE networks take turns. Elsewhere a flood of registrations, which wait for
 * each other and have no limit by address, would delay the changes of members. */
const struct op op_client_register = {
	.name = "client_register",
	.service = SERVICE_IDENTITY,
	.summary = "Register a client",
	.doc = "Creates a client, or returns the public client that was registered with "
	       "the same metadata before.",
	.input = &client_register_input,
	.output = &client_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.answer = {.secret = true},
	.problems = register_problems,
};

static const struct field client_describe_in_fields[] = {
	IN(struct client_describe_in, url, "url", TEXT, .required = true, .min = 1,
		.max = CLIENT_ID_MAX, .doc = "The URL of the document."),
	IN(struct client_describe_in, client_id, "clientId", TEXT, .required = true,
		.max = CLIENT_ID_MAX, .doc = "The client id in the document."),
	IN(struct client_describe_in, name, "name", TEXT, .trimmed = true, .max = 200,
		.doc = "The name of the client."),
	REDIRECT_URIS(struct client_describe_in),
	IN(struct client_describe_in, grant_types, "grantTypes", LIST,
		.element = &word_element, .max = 20, .doc = "The grant types."),
	IN(struct client_describe_in, response_types, "responseTypes", LIST,
		.element = &word_element, .max = 20, .doc = "The response types."),
	IN(struct client_describe_in, auth_method, "authMethod", TEXT, .max = 200,
		.doc = "The preferred authentication method."),
	IN(struct client_describe_in, auth_methods, "authMethods", LIST,
		.element = &word_element, .max = 20,
		.doc = "All supported authentication methods."),
	IN(struct client_describe_in, holds_secret, "holdsSecret", BOOLEAN,
		.fallback = "false", .doc = "Whether the document contains a secret."),
	IN(struct client_describe_in, keep_s, "keepS", INTEGER, .required = true,
		.min = 0, .doc = "How many seconds the document may be cached."),
};

static const struct record client_describe_input =
	INPUT_RECORD(client_describe_in, "The contents of a client's metadata document.");

const struct op op_client_describe = {
	.name = "client_describe",
	.service = SERVICE_IDENTITY,
	.summary = "Store a client's metadata document",
	.doc = "Creates or updates a client from its metadata document.",
	.input = &client_describe_input,
	.output = &client_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.problems = register_problems,
};

static const struct field client_create_in_fields[] = {
	IN(struct client_create_in, name, "name", TEXT, .format = FORMAT_NAME,
		.trimmed = true, .required = true, .min = 1, .max = 200,
		.doc = "The name on the consent page."),
	REDIRECT_URIS(struct client_create_in),
	IN(struct client_create_in, confidential, "confidential", BOOLEAN,
		.fallback = "false",
		.doc = "Whether the client is confidential and gets a secret."),
};

static const struct record client_create_input =
	INPUT_RECORD(client_create_in, "A client that the operator registers.");

const struct op op_client_create = {
	.name = "client_create",
	.service = SERVICE_IDENTITY,
	.summary = "Create a client",
	.doc = "Creates an OAuth client that does not expire. The consent page shows no "
	       "warning for it. For the operator.",
	.input = &client_create_input,
	.output = &client_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.answer = {.secret = true},
};

/* ---- keys ---- */

static const struct field signing_key_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "key", .doc = "The key's id."),
	OUT("modulus", TEXT, .doc = "The modulus, base64url."),
	OUT("exponent", TEXT, .doc = "The public exponent, base64url."),
};

static const struct record signing_key_record = {
	.name = "SigningKey",
	.doc = "The public part of a signing key.",
	.fields = signing_key_fields,
	.count = COUNT_OF(signing_key_fields),
};

static const struct field signing_key_list_in_fields[] = {
	PAGE_FIELDS(struct signing_key_list_in),
};

static const struct record signing_key_list_input =
	INPUT_RECORD(signing_key_list_in, "The page of keys to return.");

const struct op op_signing_key_list = {
	.name = "signing_key_list",
	.service = SERVICE_IDENTITY,
	.summary = "List the signing keys",
	.doc = "Lists the public parts of the keys that sign id_tokens, newest first.",
	.input = &signing_key_list_input,
	.output = &signing_key_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.repeatable = true},
};

const struct op op_signing_key_rotate = {
	.name = "signing_key_rotate",
	.service = SERVICE_IDENTITY,
	.summary = "Rotate the signing key",
	.doc = "Creates a new key for signing id_tokens. The old key verifies id_tokens "
	       "for another day. For the operator.",
	.output = &signing_key_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
};
