/*
 * protocol.h - revisions, error codes and keys of the Model Context Protocol.
 */
#ifndef KITH_GATEWAY_MCP_PROTOCOL_H
#define KITH_GATEWAY_MCP_PROTOCOL_H

#include <stddef.h>

#include "proto/bounds/bounds.h"

#define MCP_MODERN_REVISION "2026-07-28"
#define MCP_LATEST_LEGACY "2025-11-25"
#define MCP_BATCH_REVISION "2025-03-26" /* the only revision with batches */
#define MCP_BATCH_MAX 50
#define MCP_CACHE_MS 300000 /* how long clients may cache lists */
#define MCP_BODY_BYTES_MAX ((size_t)BOUND_BODY_BYTES)

/* Reserved keys of `_meta`. */
#define MCP_META_VERSION "io.modelcontextprotocol/protocolVersion"
#define MCP_META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define MCP_META_CLIENT "io.modelcontextprotocol/clientInfo"
#define MCP_META_SERVER "io.modelcontextprotocol/serverInfo"

/* Error codes of JSON-RPC 2.0, and of the protocol (below -32019). */
enum mcp_code {
	MCP_PARSE_ERROR = -32700,
	MCP_INVALID_REQUEST = -32600,
	MCP_METHOD_NOT_FOUND = -32601,
	MCP_INVALID_PARAMS = -32602,
	MCP_INTERNAL_ERROR = -32603,
	MCP_HEADER_MISMATCH = -32020,
	MCP_UNSUPPORTED_VERSION = -32022,
};

/* A JSON-RPC error with its HTTP status; status 0 = no error. */
struct mcp_error {
	int status;
	enum mcp_code code;
	const char *message;
	const char *data; /* a JSON value, or NULL */
};

enum mcp_era {
	MCP_LEGACY,
	MCP_MODERN
};

enum mcp_kind {
	MCP_INVALID,
	MCP_REQUEST,
	MCP_NOTIFICATION,
	MCP_RESPONSE
};

#endif
