/*
 * exchange.h - the body of a POST.
 */
#ifndef KITH_GATEWAY_MCP_EXCHANGE_H
#define KITH_GATEWAY_MCP_EXCHANGE_H

#include "gateway/mcp/turn.h"

/* Takes an authenticated POST over, and answers it when its last turn has been answered. */
void mcp_exchange_start(struct mcp_exchange *exchange);

#endif
