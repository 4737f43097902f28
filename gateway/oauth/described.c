/*
 * described.c - a client whose id is the address of a document that describes it.
 *
 * Identity says when the document must be read, media fetches it, and identity
 * validates it. Both treat it as untrusted.
 *
 * Nothing is fetched before the member has signed in. Otherwise anybody could make us
 * wait for slow hosts until no new app could be connected; one member can wait for few.
 */
#include <string.h>

#include "common/wire/wire.h"
#include "gateway/oauth/inside.h"
#include "proto/media/media.h"

static void
noted(struct oauth *oauth, const json_t *output)
{
	(void)output;
	oauth->document = NULL; /* later problems are not the document's fault */
	oauth->described(oauth);
}

/* The document has been fetched. */
static void
fetched(struct oauth *oauth, const json_t *output)
{
	static const struct oauth_name names[] = {
		{"client_id", "clientId"},
		{"client_name", "name"},
		{"redirect_uris", "redirectUris"},
		{"grant_types", "grantTypes"},
		{"response_types", "responseTypes"},
		{"token_endpoint_auth_method", "authMethod"},
		{"token_endpoint_auth_methods_supported", "authMethods"},
	};
	const json_t *text = json_object_get(output, "text");
	struct buffer input = {.arena = oauth->arena};
	size_t begin = wire_begin(&input), pairs;
	const char *fault = NULL;
	const json_t *secret;
	const json_t *body = json_parse_bounded(oauth->arena, json_string_value(text),
		json_string_length(text), BOUND_STRANGER_JSON_VALUES, &fault);

	if (!json_is_object(body)) {
		oauth_refuse(oauth, OAUTH_INVALID_CLIENT_METADATA,
			arena_printf(oauth->arena,
				"The app's metadata document at %s is not a JSON object",
				oauth->document));
		return;
	}
	secret = json_object_get(body, "client_secret");
	pairs = oauth_put_members(&input, body, names, COUNT_OF(names));
	wire_cstring(&input, "holdsSecret");
	wire_boolean(&input, secret != NULL && !json_is_null(secret));
	wire_cstring(&input, "url");
	wire_cstring(&input, oauth->document);
	wire_cstring(&input, "keepS");
	wire_integer(&input, json_integer_value(json_object_get(output, "keepS")));
	wire_end_map(&input, begin, pairs + 3);
	oauth_call(oauth, &op_client_describe, &input, noted);
}

/* Handles a request for which nothing may be fetched. */
static void
refuse_stranger(struct oauth *oauth)
{
	struct text prompt = oauth_parameter(oauth, "prompt");

	if (!oauth->waits && strcmp(prompt.data, "none") == 0)
		oauth_refuse(oauth, OAUTH_LOGIN_REQUIRED,
			"This app is new here, and only members can connect a new app; "
			"nobody is signed in, and the app asked not to show a sign-in "
			"page");
	else
		oauth_sign_in(oauth);
}

void
oauth_describe_client(
	struct oauth *oauth, const char *document, void (*go_on)(struct oauth *oauth))
{
	struct buffer input = {.arena = oauth->arena};

	/* The document was read a moment ago and has vanished; do not fetch it again. */
	if (oauth->described != NULL) {
		oauth_refuse(oauth, OAUTH_TEMPORARILY_UNAVAILABLE,
			"The app's metadata document is not available now");
		return;
	}
	if (oauth->principal.membership != MEMBERSHIP_ACTIVE) {
		refuse_stranger(oauth);
		return;
	}
	oauth->document = document;
	oauth->described = go_on;
	wire_map(&input, 1);
	wire_cstring(&input, "url");
	wire_cstring(&input, document);
	oauth_call(oauth, &op_document_fetch, &input, fetched);
}
