/*
 * text.h - texts of members and clients, made safe to repeat.
 */
#ifndef KITH_GATEWAY_MCP_TEXT_H
#define KITH_GATEWAY_MCP_TEXT_H

#include "common/base/arena.h"

/* Copies a msgpack value without control and invisible formatting characters in its
 * strings; false when it is malformed. */
bool mcp_text_clean(struct buffer *out, const void *wire, size_t size);

/* A client's text for an error message: at most 100 bytes of whole characters, or "?"
 * when it is not UTF-8. */
const char *mcp_text_excerpt(struct arena *arena, const char *text);

/* How long to wait, in words: "12 seconds", "5 minutes", "7 hours". */
const char *mcp_text_wait(struct arena *arena, int64_t seconds);

#endif
