/*
 * ask.h - calls operations for a turn.
 */
#ifndef KITH_GATEWAY_MCP_ASK_H
#define KITH_GATEWAY_MCP_ASK_H

#include "gateway/mcp/turn.h"

/* Calls an operation under the same guards as other surfaces. Answers false when
 * `asked` runs later; the exchange is then resumed. */
bool
mcp_ask(struct mcp_turn *turn, const struct mcp_question *question, mcp_asked *asked);

/* A call with one text argument, or none when `name` is NULL. */
struct mcp_question mcp_ask_for(
	struct arena *arena, const struct op *op, const char *name, const char *value);

/* Writes the reply as a JSON object, without invisible characters in texts; false when
 * the reply is malformed. */
bool mcp_ask_output(
	struct buffer *json, const struct op *op, const struct message_reply *reply);

#endif
