/*
 * elicit.h - asks a client to open the page where the member approves a call.
 */
#ifndef KITH_GATEWAY_MCP_ELICIT_H
#define KITH_GATEWAY_MCP_ELICIT_H

#include "common/json/json.h"
#include "gateway/mcp/turn.h"

/* Whether the client can open a page for the member, and was not asked for this call. */
bool mcp_elicit_can(const struct mcp_turn *turn);

/* Answers the turn with the page of an approval. */
void mcp_elicit_approval(struct mcp_turn *turn, const json_t *approval);

#endif
