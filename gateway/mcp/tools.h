/*
 * tools.h - the list of tools.
 */
#ifndef KITH_GATEWAY_MCP_TOOLS_H
#define KITH_GATEWAY_MCP_TOOLS_H

#include "common/base/arena.h"
#include "common/call/call.h"

/* The tools that the principal may call, most used first; `listed` has room for
 * op_count. */
size_t mcp_tools_sorted(const struct op **listed, const struct principal *principal);

/* What leaves a tool out of the list of a client. */
enum mcp_tool_limit {
	MCP_TOOL_LISTED,
	MCP_TOOL_NOT_IN_APP,     /* the member has chosen other tools for the app */
	MCP_TOOL_NOT_IN_ADDRESS, /* the address of the client names another set */
};

enum mcp_tool_limit mcp_tools_limit(
	const struct op *op, const struct principal *principal, enum tool_set of_address);

/* Writes [{"name": …}, …]: the tools that the principal may call and that no choice
 * leaves out, most used first. */
void mcp_tools_write(
	struct buffer *out, const struct principal *principal, enum tool_set of_address);

/* The operation of a tool, or NULL. A tool for administrators does not exist for other
 * members. */
const struct op *mcp_tools_find(const char *name, const struct principal *principal);

/* Whether the principal's token may call the tool. The call itself checks the member's
 * standing and explains a refusal. */
bool mcp_tools_listed(const struct op *op, const struct principal *principal);

#endif
