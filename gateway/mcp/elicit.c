/*
 * elicit.c - elicitation in URL mode (protocol 2026-07-28, multi round-trip requests).
 *
 * The client shows the address of the page to the member, opens it, and repeats the call
 * with `inputResponses`. Their content is not read, because the client that writes them
 * may be the model: only the page approves. The repeated call gets the result of the
 * approved request, or the approval that still waits. So there is one round.
 */
#include "gateway/mcp/elicit.h"

#include <string.h>

#include "common/text/visible.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/reply.h"

bool
mcp_elicit_can(const struct mcp_turn *turn)
{
	const json_t *capabilities =
		mcp_message_meta(&turn->message, MCP_META_CAPABILITIES);
	const json_t *elicitation = json_object_get(capabilities, "elicitation");

	return turn->era == MCP_MODERN &&
		json_is_object(json_object_get(elicitation, "url")) &&
		json_object_get(turn->message.params, "inputResponses") == NULL;
}

static void
put_string(struct buffer *out, const char *text)
{
	const size_t size = strlen(text);
	char *clean = arena_alloc(out->arena, size + 1);

	json_put_string(out, clean, visible_strip(clean, text, size));
}

void
mcp_elicit_approval(struct mcp_turn *turn, const json_t *approval)
{
	const char *what = json_string_value(json_object_get(approval, "what"));
	const char *url = json_string_value(json_object_get(approval, "url"));

	mcp_reply_begin_asking(turn);
	mcp_reply_member(turn, "inputRequests");
	json_put_raw(&turn->out,
		"{\"approval\":{\"method\":\"elicitation/create\",\"params\":{"
		"\"mode\":\"url\",\"message\":");
	put_string(&turn->out,
		arena_printf(turn->exchange->arena,
			"Nothing was done yet. Approve or decline on this page: %s",
			what));
	json_put_raw(&turn->out, ",\"url\":");
	put_string(&turn->out, url);
	json_put_raw(&turn->out, "}}}");
	mcp_reply_end(turn, false);
}
