/*
 * header.h - the HTTP headers that mirror the body.
 */
#ifndef KITH_GATEWAY_MCP_HEADER_H
#define KITH_GATEWAY_MCP_HEADER_H

#include <stdbool.h>

#include "common/base/arena.h"

/* The headers that repeat values of the body; NULL when absent. */
struct mcp_headers {
	const char *version; /* MCP-Protocol-Version */
	const char *method;  /* Mcp-Method */
	const char *name;    /* Mcp-Name */
};

/* A header without surrounding white space (RFC 9110, section 5.6.3); NULL stays NULL. */
const char *mcp_header_trim(struct arena *arena, const char *value);

/* Mcp-Name, decoded from base64; NULL when the encoding is invalid. */
const char *mcp_header_name(struct arena *arena, const char *value);

/* Whether an Accept header accepts the media type; an absent or empty one accepts all. */
bool mcp_header_accepts(const char *accept, const char *type);

#endif
