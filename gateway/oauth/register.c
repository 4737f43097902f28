/*
 * register.c - dynamic registration of clients (RFC 7591).
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/wire/wire.h"
#include "gateway/core/request/json_body.h"
#include "gateway/core/request/media.h"
#include "gateway/oauth/inside.h"

/* Writes the registration from identity's reply. */
static void
answered(struct oauth *oauth, const json_t *output)
{
	struct buffer json = {.arena = oauth->arena};
	const json_t *uris = json_object_get(output, "redirectUris");
	const char *secret = oauth_text(output, "clientSecret");
	const char *created = oauth_text(output, "createdAt");
	int64_t created_us = 0;

	clock_parse(created, strlen(created), &created_us);
	json_add_open(&json, NULL, '{');
	json_add_text(&json, "client_id", oauth_text(output, "clientId"));
	json_add_integer(&json, "client_id_issued_at", created_us / 1000000);
	if (secret != NULL) {
		json_add_text(&json, "client_secret", secret);
		json_add_integer(&json, "client_secret_expires_at", 0);
	}
	json_add_text(&json, "client_name", oauth_text(output, "name"));
	json_add_key(&json, "redirect_uris");
	json_add_open(&json, NULL, '[');
	for (size_t i = 0; i < json_array_size(uris); i++)
		json_add_text(&json, NULL, json_string_value(json_array_get(uris, i)));
	json_add_close(&json, ']');
	json_add_raw(&json, "grant_types",
		json_is_true(json_object_get(output, "refreshes"))
			? "[\"authorization_code\",\"refresh_token\"]"
			: "[\"authorization_code\"]");
	json_add_raw(&json, "response_types", "[\"code\"]");
	json_add_text(
		&json, "token_endpoint_auth_method", oauth_text(output, "authMethod"));
	/* The value is not stored, because it limits nothing. A client may expect to
	 * read it again, and not empty. */
	if (oauth->scope != NULL && *oauth->scope != '\0')
		json_add_text(&json, "scope", oauth->scope);
	json_add_close(&json, '}');
	oauth_answer_json(oauth, 201, &json);
}

/* The fields of a registration that matter here; others are ignored. */
static void
put_metadata(struct buffer *input, const json_t *body)
{
	static const struct oauth_name names[] = {
		{"client_name", "name"},
		{"redirect_uris", "redirectUris"},
		{"grant_types", "grantTypes"},
		{"response_types", "responseTypes"},
		{"token_endpoint_auth_method", "authMethod"},
	};
	size_t begin = wire_begin(input);

	wire_end_map(
		input, begin, oauth_put_members(input, body, names, COUNT_OF(names)));
}

void
oauth_register(struct oauth *oauth)
{
	const struct http_request *request = oauth->request;
	struct buffer input = {.arena = oauth->arena};
	const char *fault = NULL;
	const json_t *body;

	if (!media_type_is(http_header(request, "Content-Type"), "application/json")) {
		oauth_refuse(oauth, OAUTH_INVALID_CLIENT_METADATA,
			"The body must be application/json");
		return;
	}
	body = json_body(request, &fault);
	if (!json_is_object(body)) {
		oauth_refuse(oauth, OAUTH_INVALID_CLIENT_METADATA,
			fault == NULL
				? "The body must be a JSON object"
				: arena_printf(oauth->arena,
					  "The body must be a JSON object: %s", fault));
		return;
	}
	oauth->scope = json_string_value(json_object_get(body, "scope"));
	put_metadata(&input, body);
	oauth_call(oauth, &op_client_register, &input, answered);
}
