/*
 * ask.h - calls operations for a turn.
 */
#ifndef KITH_GATEWAY_MCP_ASK_H
#define KITH_GATEWAY_MCP_ASK_H

#include "gateway/mcp/turn.h"

/* Calls an operation by the guards of every other surface, and answers false when `asked` will
 * run later; a turn that waits no longer goes on by itself. */
bool
mcp_ask(struct mcp_turn *turn, const struct mcp_question *question, mcp_asked *asked);

/* A question with one text of its input; without a name, with none. */
struct mcp_question mcp_ask_for(
	struct arena *arena, const struct op *op, const char *name, const char *value);

/* The answer of an operation as a JSON object, its texts without what a reader cannot see; false
 * when the service's answer cannot be read. */
bool mcp_ask_output(
	struct buffer *json, const struct op *op, const struct message_reply *reply);

#endif
