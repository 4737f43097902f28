/*
 * header.h - the values of HTTP headers.
 */
#ifndef KITH_GATEWAY_MCP_HEADER_H
#define KITH_GATEWAY_MCP_HEADER_H

#include <stdbool.h>

#include "common/base/arena.h"

/* A header without the optional white space around it (RFC 9110, section 5.6.3); NULL stays. */
const char *mcp_header_trim(struct arena *arena, const char *value);

/* Mcp-Name with its base64 form undone; NULL when that form is broken. */
const char *mcp_header_name(struct arena *arena, const char *value);

/* Whether an Accept header takes the media type; an absent or empty one takes all. */
bool mcp_header_accepts(const char *accept, const char *type);

#endif
