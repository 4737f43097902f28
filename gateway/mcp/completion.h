/*
 * completion.h - completes handles and slugs.
 */
#ifndef KITH_GATEWAY_MCP_COMPLETION_H
#define KITH_GATEWAY_MCP_COMPLETION_H

#include "gateway/mcp/turn.h"

/* Runs completion/complete; false when it answers later. */
bool mcp_completion_run(struct mcp_turn *turn);

#endif
