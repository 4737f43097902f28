/*
 * call.h - tools/call.
 */
#ifndef KITH_GATEWAY_MCP_CALL_H
#define KITH_GATEWAY_MCP_CALL_H

#include "gateway/mcp/turn.h"

/* Finds the tool of a tools/call turn. Answers the turn at once when the protocol
 * refuses it (mcp_turn.answered). */
void mcp_call_prepare(struct mcp_turn *turn);

/* Runs a prepared tools/call; false when it answers later. */
bool mcp_call_run(struct mcp_turn *turn);

#endif
