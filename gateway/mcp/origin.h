/*
 * origin.h - which browsers and which hosts may use the tool server.
 */
#ifndef KITH_GATEWAY_MCP_ORIGIN_H
#define KITH_GATEWAY_MCP_ORIGIN_H

#include <stdbool.h>

/*
 * Whether a browser's Origin may use /mcp (no Origin at all is not asked about). With a
 * loopback base URL: its own origin, loopback ones and `allowed` (comma-separated origins).
 * Otherwise its own and `allowed`, or, when that is empty or *, any https origin and http on
 * loopback: there are no cookies here to abuse, and hosted assistants call from many sites.
 */
bool mcp_origin_allowed(const char *base_url, const char *allowed, const char *origin);

/* Whether a Host header names the base URL's host, loopback, or the host of an allowed
 * origin; ports do not matter. It stops DNS rebinding. */
bool mcp_origin_host_allowed(const char *base_url, const char *allowed, const char *host);

#endif
