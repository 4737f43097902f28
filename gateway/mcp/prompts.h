/*
 * prompts.h - the prompts that a person may begin with.
 */
#ifndef KITH_GATEWAY_MCP_PROMPTS_H
#define KITH_GATEWAY_MCP_PROMPTS_H

#include "gateway/mcp/turn.h"

bool mcp_prompts_exist(const char *name);
bool mcp_prompts_takes(const char *name, const char *argument);

/* prompts/list and prompts/get. */
bool mcp_prompts_list(struct mcp_turn *turn);
bool mcp_prompts_get(struct mcp_turn *turn);

#endif
