/*
 * message.h - JSON-RPC messages.
 */
#ifndef KITH_GATEWAY_MCP_MESSAGE_H
#define KITH_GATEWAY_MCP_MESSAGE_H

#include "common/json/json.h"
#include "common/text/text.h"
#include "gateway/mcp/protocol.h"

struct mcp_message {
	enum mcp_kind kind;
	const json_t *id;     /* a string or an integer; NULL unless a request */
	const char *method;   /* NULL in a response */
	const json_t *params; /* an object, or NULL */
};

/* Reads a JSON-RPC message by the narrower rules of MCP: ids are strings or integers
 * and never null, and params are objects. */
struct mcp_message mcp_message_read(const json_t *value);

/* The member `name` of params._meta, or NULL. */
const json_t *mcp_message_meta(const struct mcp_message *message, const char *name);

/* The traceparent in `_meta`; absent when there is none. */
struct text
mcp_message_traceparent(struct arena *arena, const struct mcp_message *message);

/* A string member of params, or NULL. */
const char *mcp_message_param(const struct mcp_message *message, const char *name);

#endif
