/*
 * token.c - the token endpoint (RFC 6749, section 3.2).
 */
#include <string.h>

#include "common/wire/wire.h"
#include "gateway/oauth/inside.h"

static void
answered(struct oauth *oauth, const json_t *output)
{
	struct buffer json = {.arena = oauth->arena};
	const char *refresh = oauth_text(output, "refreshToken");
	const char *id_token = oauth_text(output, "idToken");

	oauth_note_ended(oauth, output);
	if (oauth_refused(oauth, output))
		return;
	json_add_open(&json, NULL, '{');
	json_add_text(&json, "access_token", oauth_text(output, "accessToken"));
	json_add_text(&json, "token_type", "Bearer");
	json_add_integer(&json, "expires_in",
		json_integer_value(json_object_get(output, "expiresInS")));
	json_add_text(&json, "scope", oauth_text(output, "scope"));
	if (refresh != NULL)
		json_add_text(&json, "refresh_token", refresh);
	if (id_token != NULL)
		json_add_text(&json, "id_token", id_token);
	json_add_close(&json, '}');
	oauth_answer_json(oauth, 200, &json);
}

/* Calls the operation of a grant with its parameters and the client. */
static void
grant(struct oauth *oauth, const struct op *op, const struct oauth_name *names,
	size_t count)
{
	struct buffer input = {.arena = oauth->arena};
	size_t begin = wire_begin(&input);
	int client = oauth_put_client(&input, oauth);
	size_t pairs;

	if (client < 0)
		return;
	pairs = (size_t)client + oauth_put(&input, oauth, names, count);
	wire_end_map(&input, begin, pairs);
	oauth_call(oauth, op, &input, answered);
}

void
oauth_token(struct oauth *oauth)
{
	static const struct oauth_name code[] = {
		{"code", "code"},
		{"code_verifier", "codeVerifier"},
		{"redirect_uri", "redirectUri"},
		{"resource", "resource"},
	};
	static const struct oauth_name refresh[] = {
		{"refresh_token", "refreshToken"},
		{"scope", "scope"},
		{"resource", "resource"},
	};
	struct text type;

	if (!oauth_read_form(oauth))
		return;
	type = oauth_parameter(oauth, "grant_type");
	if (type.presence != GIVEN)
		oauth_refuse(oauth, OAUTH_INVALID_REQUEST, "grant_type is missing");
	else if (strcmp(type.data, "authorization_code") == 0)
		grant(oauth, &op_code_redeem, code, COUNT_OF(code));
	else if (strcmp(type.data, "refresh_token") == 0)
		grant(oauth, &op_refresh_rotate, refresh, COUNT_OF(refresh));
	else
		oauth_refuse(oauth, OAUTH_UNSUPPORTED_GRANT_TYPE,
			"grant_type must be authorization_code or refresh_token");
}
