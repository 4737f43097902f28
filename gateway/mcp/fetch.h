/*
 * fetch.h - the tool `fetch`.
 */
#ifndef KITH_GATEWAY_MCP_FETCH_H
#define KITH_GATEWAY_MCP_FETCH_H

#include "gateway/mcp/turn.h"

/* Runs the tool `fetch`; false when it answers later. */
bool mcp_fetch_run(struct mcp_turn *turn, const struct buffer *input);

#endif
