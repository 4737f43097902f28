#include "gateway/mcp/message.h"

#include <string.h>

#include "common/text/traceparent.h"
#include "gateway/mcp/protocol.h"

/* Whether the value may be the id of a request. */
static bool
is_id(const json_t *id)
{
	return json_is_string(id) || json_is_integer(id);
}

/* The kind of a message without a method: a response has an id, and a result or an
 * error. */
static enum mcp_kind
kind_without_method(const json_t *value)
{
	const json_t *id = json_object_get(value, "id");
	const json_t *result = json_object_get(value, "result");
	const json_t *error = json_object_get(value, "error");

	if (json_object_get(value, "method") != NULL ||
		(result == NULL) == (error == NULL))
		return MCP_INVALID;
	if (error != NULL) {
		return json_is_object(error) && (id == NULL || is_id(id)) ? MCP_RESPONSE
									  : MCP_INVALID;
	}
	return is_id(id) ? MCP_RESPONSE : MCP_INVALID;
}

struct mcp_message
mcp_message_read(const json_t *value)
{
	struct mcp_message message = {.kind = MCP_INVALID};
	const char *version = json_string_value(json_object_get(value, "jsonrpc"));
	const char *method;
	const json_t *id, *params;

	if (version == NULL || strcmp(version, "2.0") != 0)
		return message;
	method = json_string_value(json_object_get(value, "method"));
	if (method == NULL) {
		message.kind = kind_without_method(value);
		return message;
	}
	id = json_object_get(value, "id");
	params = json_object_get(value, "params");
	if ((id != NULL && !is_id(id)) || (params != NULL && !json_is_object(params)))
		return message;
	message.kind = id != NULL ? MCP_REQUEST : MCP_NOTIFICATION;
	message.id = id;
	message.method = method;
	message.params = params;
	return message;
}

const json_t *
mcp_message_meta(const struct mcp_message *message, const char *name)
{
	return json_object_get(json_object_get(message->params, "_meta"), name);
}

struct text
mcp_message_traceparent(struct arena *arena, const struct mcp_message *message)
{
	const json_t *value = mcp_message_meta(message, "traceparent");
	const char *text = json_string_value(value);

	if (text == NULL || !traceparent_valid(text, json_string_length(value)))
		return (struct text){.presence = ABSENT, .data = ""};
	return arena_text(arena, arena_copy(arena, text, TRACEPARENT_SIZE));
}

const char *
mcp_message_param(const struct mcp_message *message, const char *name)
{
	return json_string_value(json_object_get(message->params, name));
}
