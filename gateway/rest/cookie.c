/*
 * cookie.c - the session as a cookie, for the pages of a browser.
 *
 * Identity issues the same token either way. Only the gateway decides to store it where
 * scripts cannot read it.
 */
#include "gateway/rest/cookie.h"

#include <string.h>

#include "common/wire/wire.h"
#include "gateway/auth/auth.h"
#include "gateway/core/request/origin.h"
#include "gateway/rest/exchange.h"
#include "proto/identity/identity.h"

static bool
is(const struct wire_value *value, const char *string)
{
	return value->type == WIRE_STRING && value->size == strlen(string) &&
		memcmp(value->data, string, value->size) == 0;
}

/* Whether the input says {"as": "cookie"}. */
static bool
wants_cookie(const struct rest *rest)
{
	struct wire_reader reader =
		wire_find(rest->input, rest->input_size, "as", strlen("as"));
	const struct wire_value value = wire_next(&reader);

	return is(&value, "cookie");
}

bool
rest_cookie_is_foreign(const struct rest *rest)
{
	return rest->op == &op_session_sign_in && origin_is_other(rest->request) &&
		wants_cookie(rest);
}

/* Copies the output without its token; answers the token, or NULL. */
static const char *
take_token(struct buffer *out, const struct message_reply *reply)
{
	const char *token = NULL;
	struct wire_reader reader = wire_read(reply->output, reply->output_size);
	struct wire_value map = wire_next(&reader);

	wire_map(out, map.count);
	for (uint32_t i = 0; map.type == WIRE_MAP && i < map.count; i++) {
		struct wire_value key = wire_next(&reader);
		size_t size;
		const uint8_t *value;

		wire_string(out, (const char *)key.data, key.size);
		if (is(&key, "token")) {
			struct wire_value secret = wire_next(&reader);

			if (secret.type == WIRE_STRING)
				token = arena_copy(out->arena, secret.data, secret.size);
			wire_nil(out);
			continue;
		}
		value = wire_skip(&reader, &size);
		wire_raw(out, value, size);
	}
	return token;
}

const char *
rest_cookie(struct rest *rest, struct message_reply *reply)
{
	struct arena *arena = rest->request->arena;
	struct buffer *out;
	const char *token;

	if (rest->op == &op_session_sign_out && rest->by_cookie)
		return auth_cookie(arena, NULL);
	if (rest->op != &op_session_sign_in || !wants_cookie(rest))
		return NULL;
	out = arena_alloc(arena, sizeof(*out));
	out->arena = arena;
	token = take_token(out, reply);
	if (token == NULL)
		return NULL;
	reply->output = out->data;
	reply->output_size = out->size;
	return auth_cookie(arena, token);
}
