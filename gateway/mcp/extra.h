/*
 * extra.h - what a test build of the gateway serves in addition.
 */
#ifndef KITH_GATEWAY_MCP_EXTRA_H
#define KITH_GATEWAY_MCP_EXTRA_H

#include "gateway/mcp/turn.h"

/* Whether a turn is for the conformance suite's own tools, resources and prompts, which only a test
 * build of the gateway has; then it is carried out here, and answered or not as by any method. */
bool mcp_extra_takes(const struct mcp_turn *turn);
bool mcp_extra_run(struct mcp_turn *turn);

/* A client's answer to a question, which only a test build asks. */
void mcp_extra_response(const struct mcp_exchange *exchange, const json_t *response);

#endif
