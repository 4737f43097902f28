/*
 * reply.h - results and errors as JSON.
 */
#ifndef KITH_GATEWAY_MCP_REPLY_H
#define KITH_GATEWAY_MCP_REPLY_H

#include "gateway/mcp/turn.h"

/* Begins a result; each member follows after mcp_reply_member(). */
void mcp_reply_begin(struct mcp_turn *turn);

/* Begins a result of the modern era that asks the client for input. */
void mcp_reply_begin_asking(struct mcp_turn *turn);

void mcp_reply_member(struct mcp_turn *turn, const char *name);
/* Ends the result with its _meta and answers the turn. */
void mcp_reply_end(struct mcp_turn *turn, bool replayed);

/* Answers the turn with an error, or with "invalid params". */
void mcp_reply_error(struct mcp_turn *turn, const struct mcp_error *error);
void mcp_reply_invalid(struct mcp_turn *turn, const char *message);

/* Refuses a cursor, because lists have one page; answers whether there was one. */
bool mcp_reply_refuse_cursor(struct mcp_turn *turn);

/* How long a result may be cached, and by whom; modern era only. */
void mcp_reply_cache(struct mcp_turn *turn, int64_t ttl_ms, const char *scope);

/* The server's name and version, with its description when `full`. */
void mcp_reply_server_info(struct buffer *out, const struct config *settings, bool full);

/* Writes an error message; without an id when `id` is NULL. */
void mcp_reply_write_error(
	struct buffer *out, const json_t *id, const struct mcp_error *error);

#endif
