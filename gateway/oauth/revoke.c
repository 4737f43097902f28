/*
 * revoke.c - revocation of a token by its client (RFC 7009).
 */
#include "common/wire/wire.h"
#include "gateway/oauth/inside.h"

static void
answered(struct oauth *oauth, const json_t *output)
{
	struct buffer json = {.arena = oauth->arena};

	oauth_note_ended(oauth, output);
	if (oauth_refused(oauth, output))
		return;
	json_put_raw(&json, "{}");
	oauth_answer_json(oauth, 200, &json);
}

void
oauth_revoke(struct oauth *oauth)
{
	static const struct oauth_name names[] = {{"token", "token"}};
	struct buffer input = {.arena = oauth->arena};
	size_t begin = wire_begin(&input);
	int client;

	if (!oauth_read_form(oauth))
		return;
	client = oauth_put_client(&input, oauth);
	if (client < 0)
		return;
	wire_end_map(&input, begin,
		(size_t)client + oauth_put(&input, oauth, names, COUNT_OF(names)));
	oauth_call(oauth, &op_app_token_revoke, &input, answered);
}
