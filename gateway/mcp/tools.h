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

/* Which tools a client asks for, with ?tools= at the end of the address. */
enum mcp_tool_set {
	MCP_TOOLS_ALL,
	MCP_TOOLS_CORE, /* the most used ones, for clients that read all of the list */
	MCP_TOOLS_READ, /* those that change nothing */
};

/* Reads a set's name: all, core or read; false for another. */
bool mcp_tools_set(const char *name, enum mcp_tool_set *set);

/* Whether a tool belongs to the set. */
bool mcp_tools_has(enum mcp_tool_set set, const struct op *op);

/* Writes [{"name": …}, …]: the tools of the set that the principal may call, most
 * used first. */
void mcp_tools_write(
	struct buffer *out, const struct principal *principal, enum mcp_tool_set set);

/* The operation of a tool, or NULL. A tool for administrators does not exist for other
 * members. */
const struct op *mcp_tools_find(const char *name, const struct principal *principal);

/* Whether the principal's token may call the tool. The call itself checks the member's
 * standing and explains a refusal. */
bool mcp_tools_listed(const struct op *op, const struct principal *principal);

#endif
