/*
 * limit.h - how many messages a client may send.
 */
#ifndef KITH_GATEWAY_MCP_LIMIT_H
#define KITH_GATEWAY_MCP_LIMIT_H

#include "gateway/mcp/turn.h"

/* Takes a token from the bucket of the member or the address; answers 429 and false
 * when it is empty. */
bool mcp_limit_take(struct mcp_exchange *exchange, enum limit_class class);

/* The same for each message of a body, by its kind. NULL = the body is not JSON. */
bool mcp_limit_take_all(struct mcp_exchange *exchange, const json_t *body);

#endif
