/*
 * origin.h - which pages and host names may use the tool server.
 */
#ifndef KITH_GATEWAY_MCP_ORIGIN_H
#define KITH_GATEWAY_MCP_ORIGIN_H

#include <stdbool.h>

/*
 * Whether a browser's Origin may use /mcp. With a loopback base URL, these may: its own
 * origin, loopback origins, and `allowed` (comma-separated). Otherwise its own and
 * `allowed`; when that is empty or *, every https origin and http on loopback. No
 * cookies are at risk here, and hosted assistants call from many sites.
 */
bool mcp_origin_allowed(const char *base_url, const char *allowed, const char *origin);

/* Whether a Host header names the base URL's host, loopback, or the host of an allowed
 * origin, with any port. This prevents DNS rebinding. */
bool mcp_origin_host_allowed(const char *base_url, const char *allowed, const char *host);

#endif
