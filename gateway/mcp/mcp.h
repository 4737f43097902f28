/*
 * mcp.h - the tool server at /mcp: Streamable HTTP without sessions, in two eras.
 *
 * Clients of the legacy era (revisions 2025-03-26 to 2025-11-25) begin with
 * `initialize`. Clients of the modern era (2026-07-28) describe themselves in `_meta`
 * of each request. One endpoint serves both; the body decides, and the headers must
 * agree.
 */
#ifndef KITH_GATEWAY_MCP_MCP_H
#define KITH_GATEWAY_MCP_MCP_H

#include "gateway/core/gateway.h"

/* Takes over a request whose path is /mcp. */
bool mcp_handle(struct http_request *request, enum http_stage stage);

/* The client disconnected before the answer: cancels its calls. */
void mcp_gone(struct http_request *request);

/* Prints the list of tools (--print-tools). */
void mcp_print_tools(void);

/* Prints which scopes show and permit each tool, by trying all of them
 * (--print-tool-scopes). */
void mcp_print_tool_scopes(void);

#endif
