/*
 * call.h - tools/call.
 */
#ifndef KITH_GATEWAY_MCP_CALL_H
#define KITH_GATEWAY_MCP_CALL_H

#include "gateway/mcp/turn.h"

/* Finds the tool of a tools/call turn. What the protocol or the token's scopes refuse is
 * answered at once (mcp_turn.answered), before anything is carried out. */
void mcp_call_prepare(struct mcp_turn *turn);

/* Carries a prepared tools/call out; false when it will answer later. */
bool mcp_call_run(struct mcp_turn *turn);

#endif
