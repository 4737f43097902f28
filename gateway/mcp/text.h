/*
 * text.h - texts without characters that a reader cannot see.
 */
#ifndef KITH_GATEWAY_MCP_TEXT_H
#define KITH_GATEWAY_MCP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

/* One msgpack value with control and invisible formatting characters taken out of its
 * strings; false when it is broken. */
bool mcp_text_clean(struct buffer *out, const void *wire, size_t size);

/* What a client sent, for repeating it to the client: at most 100 bytes of whole characters,
 * "?" when it is not UTF-8. */
const char *mcp_text_excerpt(struct arena *arena, const char *text);

#endif
