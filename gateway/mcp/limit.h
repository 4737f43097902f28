/*
 * limit.h - how many messages a client may send.
 */
#ifndef KITH_GATEWAY_MCP_LIMIT_H
#define KITH_GATEWAY_MCP_LIMIT_H

#include "gateway/mcp/turn.h"

/* Takes from the bucket of the client's member or address; false when it is empty, and then
 * 429 is the answer. */
bool mcp_limit_take(struct mcp_exchange *exchange, enum limit_class class);

/* The same for a body: of tool calls and of other messages, each from its own bucket. NULL
 * is a body that could not be read. */
bool mcp_limit_take_all(struct mcp_exchange *exchange, const json_t *body);

#endif
