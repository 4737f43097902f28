/*
 * resources.h - what a client can read without a tool.
 */
#ifndef KITH_GATEWAY_MCP_RESOURCES_H
#define KITH_GATEWAY_MCP_RESOURCES_H

#include "gateway/mcp/turn.h"

/* Finds the read for a URI; false when the principal has no such resource. */
bool mcp_resources_find(struct arena *arena, const struct principal *principal,
	const char *uri, struct mcp_question *question);

/* The argument of a template such as kith://orgs/{slug}; NULL when it does not exist. */
const char *mcp_resources_argument(const char *template);

/* Run resources/list, resources/templates/list and resources/read. As for tools/call,
 * the read is prepared first. */
bool mcp_resources_list(struct mcp_turn *turn);
bool mcp_resources_templates(struct mcp_turn *turn);
void mcp_resources_prepare(struct mcp_turn *turn);
bool mcp_resources_read(struct mcp_turn *turn);

#endif
