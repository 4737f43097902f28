/*
 * oauth_clients.c - the programs that may ask for consent, and the keys that id_tokens
 * are signed with.
 */
#include "proto/identity/oauth.h"
#include "proto/records.h"

/* ---- clients
 * ---------------------------------------------------------------------------------- */

static const char *const auth_method_values[] = {
	"none", "client_secret_basic", "client_secret_post", NULL};

static const struct field redirect_uri_element = {
	.name = "redirectUri",
	.type = FIELD_TEXT,
	.min = 1,
	.max = 2000,
	.doc = "An address, compared as it is but for the port on the member's own "
	       "machine.",
};

static const struct field word_element = {
	.name = "word",
	.type = FIELD_TEXT,
	.max = 200,
	.doc = "A word of OAuth's, of which those that are not known here count for "
	       "nothing.",
};

#define REDIRECT_URIS(holder) \
	IN(holder, redirect_uris, "redirectUris", LIST, .required = true, \
		.element = &redirect_uri_element, .min = 1, .max = 10, \
		.doc = "Where members may be sent back to.")

static const struct field client_fields[] = {
	OUT("clientId", IDENTIFIER, .prefix = "cli", .doc = "The client's id."),
	OUT("clientSecret", TEXT, .nullable = true, .secret = true,
		.doc = "The secret of a confidential client. It is shown only now."),
	OUT("name", TEXT, .doc = "What it calls itself."),
	OUT("redirectUris", LIST, .element = &redirect_uri_element,
		.doc = "Where members may be sent back to."),
	OUT("authMethod", ENUM, .values = auth_method_values,
		.doc = "How it proves at the token endpoint who it is."),
	OUT("refreshes", BOOLEAN, .doc = "Whether it may get refresh tokens."),
	OUT("createdAt", INSTANT, .doc = "Since when it is registered."),
};

static const struct record client_record = {
	.name = "Client",
	.doc = "A program that may ask members for consent.",
	.fields = client_fields,
	.count = COUNT_OF(client_fields),
};

static const struct field client_register_in_fields[] = {
	IN(struct client_register_in, name, "name", TEXT, .trimmed = true, .max = 200,
		.doc = "What it calls itself."),
	REDIRECT_URIS(struct client_register_in),
	IN(struct client_register_in, grant_types, "grantTypes", LIST,
		.element = &word_element, .max = 20, .doc = "What it wants to use."),
	IN(struct client_register_in, response_types, "responseTypes", LIST,
		.element = &word_element, .max = 20, .doc = "What it wants to ask for."),
	IN(struct client_register_in, auth_method, "authMethod", TEXT, .max = 200,
		.doc = "How it wants to prove who it is."),
};

static const struct record client_register_input =
	INPUT_RECORD(client_register_in, "A client that registers itself.");

static const enum problem register_problems[] = {PROBLEM_RATE_LIMITED, PROBLEM_NONE};

const struct op op_client_register = {
	.name = "client_register",
	.service = SERVICE_IDENTITY,
	.summary = "Register a client",
	.doc = "Makes a client, or finds the public one that said the same of itself "
	       "before.",
	.input = &client_register_input,
	.output = &client_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.answer = {.secret = true},
	.problems = register_problems,
};

static const struct field client_describe_in_fields[] = {
	IN(struct client_describe_in, url, "url", TEXT, .required = true, .min = 1,
		.max = CLIENT_ID_MAX, .doc = "Where the document stands."),
	IN(struct client_describe_in, client_id, "clientId", TEXT, .required = true,
		.max = CLIENT_ID_MAX, .doc = "Whose document it says it is."),
	IN(struct client_describe_in, name, "name", TEXT, .trimmed = true, .max = 200,
		.doc = "What the client calls itself."),
	REDIRECT_URIS(struct client_describe_in),
	IN(struct client_describe_in, grant_types, "grantTypes", LIST,
		.element = &word_element, .max = 20, .doc = "What it wants to use."),
	IN(struct client_describe_in, response_types, "responseTypes", LIST,
		.element = &word_element, .max = 20, .doc = "What it wants to ask for."),
	IN(struct client_describe_in, auth_method, "authMethod", TEXT, .max = 200,
		.doc = "How it would rather prove who it is."),
	IN(struct client_describe_in, auth_methods, "authMethods", LIST,
		.element = &word_element, .max = 20, .doc = "Every way in which it can."),
	IN(struct client_describe_in, holds_secret, "holdsSecret", BOOLEAN,
		.fallback = "false", .doc = "Whether a secret stands in it."),
	IN(struct client_describe_in, keep_s, "keepS", INTEGER, .required = true,
		.min = 0, .doc = "How many seconds it should be kept."),
};

static const struct record client_describe_input =
	INPUT_RECORD(client_describe_in, "What a client says of itself in its document.");

const struct op op_client_describe = {
	.name = "client_describe",
	.service = SERVICE_IDENTITY,
	.summary = "Note a client's document",
	.doc = "Makes a client of what its document says, or changes the one there is.",
	.input = &client_describe_input,
	.output = &client_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.problems = register_problems,
};

static const struct field client_create_in_fields[] = {
	IN(struct client_create_in, name, "name", TEXT, .format = FORMAT_LINE,
		.trimmed = true, .required = true, .min = 1, .max = 200,
		.doc = "What members read when they are asked."),
	REDIRECT_URIS(struct client_create_in),
	IN(struct client_create_in, confidential, "confidential", BOOLEAN,
		.fallback = "false", .doc = "Give it a secret, which it can keep."),
};

static const struct record client_create_input =
	INPUT_RECORD(client_create_in, "A client that the operator vouches for.");

const struct op op_client_create = {
	.name = "client_create",
	.service = SERVICE_IDENTITY,
	.summary = "Create a client",
	.doc = "Makes an OAuth client that stays and for which members are not warned; "
	       "for the operator.",
	.input = &client_create_input,
	.output = &client_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.answer = {.secret = true},
};

/* ---- keys
 *
 * ------------------------------------------------------------------------------------- */

static const struct field signing_key_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "key", .doc = "The key's id."),
	OUT("modulus", TEXT, .doc = "The modulus, base64url."),
	OUT("exponent", TEXT, .doc = "The public exponent, base64url."),
};

static const struct record signing_key_record = {
	.name = "SigningKey",
	.doc = "The public half of a key.",
	.fields = signing_key_fields,
	.count = COUNT_OF(signing_key_fields),
};

static const struct field signing_key_list_in_fields[] = {
	PAGE_FIELDS(struct signing_key_list_in),
};

static const struct record signing_key_list_input =
	INPUT_RECORD(signing_key_list_in, "Which page of keys.");

const struct op op_signing_key_list = {
	.name = "signing_key_list",
	.service = SERVICE_IDENTITY,
	.summary = "List the signing keys",
	.doc = "The public halves of the keys that id_tokens are signed with, newest "
	       "first.",
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
	.summary = "Change the signing key",
	.doc = "Makes a new key to sign id_tokens with. The old one can still be used to "
	       "check them for a day; for the operator.",
	.output = &signing_key_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
};
