/*
 * exchange.h - the body of a POST.
 */
#ifndef KITH_GATEWAY_MCP_EXCHANGE_H
#define KITH_GATEWAY_MCP_EXCHANGE_H

#include "gateway/mcp/turn.h"

/* Takes over an authenticated POST, and answers it after its last turn. */
void mcp_exchange_start(struct mcp_exchange *exchange);

#endif
