/*
 * era.h - the two eras of the protocol.
 */
#ifndef KITH_GATEWAY_MCP_ERA_H
#define KITH_GATEWAY_MCP_ERA_H

#include <stdbool.h>

#include "gateway/mcp/header.h"
#include "gateway/mcp/message.h"

/* The legacy revisions, newest first, ended by NULL. */
extern const char *const mcp_era_legacy_revisions[];

/* All supported revisions as a JSON array, newest first. */
extern const char mcp_era_revisions_json[];

/* The era of a request; *error is set when it cannot be served. */
enum mcp_era mcp_era_of(struct arena *arena, const struct mcp_message *message,
	const struct mcp_headers *headers, struct mcp_error *error);

/* Whether this MCP-Protocol-Version allows batches. */
bool mcp_era_has_batches(const char *version);

#endif
