/*
 * extra.h - what a test build of the gateway serves in addition.
 */
#ifndef KITH_GATEWAY_MCP_EXTRA_H
#define KITH_GATEWAY_MCP_EXTRA_H

#include "gateway/mcp/turn.h"

/* Whether a turn belongs to the tools, resources and prompts of the conformance suite,
 * which only a test build has; and runs it like any method. */
bool mcp_extra_takes(const struct mcp_turn *turn);
bool mcp_extra_run(struct mcp_turn *turn);

/* Takes a client's response to a request, which only a test build sends. */
void mcp_extra_response(const struct mcp_exchange *exchange, const json_t *response);

#endif
