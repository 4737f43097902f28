/*
 * methods.h - the table of methods.
 */
#ifndef KITH_GATEWAY_MCP_METHODS_H
#define KITH_GATEWAY_MCP_METHODS_H

#include "gateway/mcp/turn.h"

/* Runs a turn; false when it answers later, and then resumes the exchange. */
bool mcp_methods_run(struct mcp_turn *turn);

#endif
