/*
 * resources.h - what a client can read without a tool.
 */
#ifndef KITH_GATEWAY_MCP_RESOURCES_H
#define KITH_GATEWAY_MCP_RESOURCES_H

#include "gateway/mcp/turn.h"

/* The read that a URI means; false when there is no such resource for the principal. */
bool mcp_resources_find(struct arena *arena, const struct principal *principal,
	const char *uri, struct mcp_question *question);

/* The argument of a template such as kith://orgs/{slug}, or NULL when it is none of ours. */
const char *mcp_resources_argument(const char *template);

/* resources/list, resources/templates/list, and resources/read, which is prepared as a call is. */
bool mcp_resources_list(struct mcp_turn *turn);
bool mcp_resources_templates(struct mcp_turn *turn);
void mcp_resources_prepare(struct mcp_turn *turn);
bool mcp_resources_read(struct mcp_turn *turn);

#endif
