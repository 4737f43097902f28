/*
 * keys.c - the public keys that verify id_tokens (RFC 7517).
 */
#include "common/wire/wire.h"
#include "gateway/oauth/inside.h"

#define KEYS_MAX 100

static void
answered(struct oauth *oauth, const json_t *output)
{
	const json_t *keys = json_object_get(output, "items");
	struct buffer json = {.arena = oauth->arena};

	/* The first key is being created: clients must not cache an empty set. */
	if (json_array_size(keys) == 0) {
		oauth_refuse(oauth, OAUTH_TEMPORARILY_UNAVAILABLE,
			"The signing key is not available yet");
		return;
	}
	json_add_open(&json, NULL, '{');
	json_add_key(&json, "keys");
	json_add_open(&json, NULL, '[');
	for (size_t i = 0; i < json_array_size(keys); i++) {
		const json_t *key = json_array_get(keys, i);

		json_add_open(&json, NULL, '{');
		json_add_text(&json, "kty", "RSA");
		json_add_text(&json, "use", "sig");
		json_add_text(&json, "alg", "RS256");
		json_add_text(&json, "kid", oauth_text(key, "id"));
		json_add_text(&json, "n", oauth_text(key, "modulus"));
		json_add_text(&json, "e", oauth_text(key, "exponent"));
		json_add_close(&json, '}');
	}
	json_add_close(&json, ']');
	json_add_close(&json, '}');
	oauth_answer_json(oauth, 200, &json);
}

void
oauth_keys(struct oauth *oauth)
{
	struct buffer input = {.arena = oauth->arena};

	wire_map(&input, 1);
	wire_cstring(&input, "limit");
	wire_integer(&input, KEYS_MAX);
	oauth_call(oauth, &op_signing_key_list, &input, answered);
}
