#include "gateway/mcp/reply.h"

#include <string.h>

#include "common/base/version.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/turn.h"

#define NAME "kith"
#define DESCRIPTION \
	"A professional network: members, organizations, asks, projects and events."

static void
put_id(struct buffer *out, const json_t *id)
{
	if (json_is_string(id))
		json_put_string(out, json_string_value(id), json_string_length(id));
	else
		json_put_integer(out, json_integer_value(id));
}

/* The server's name and version, with its description when `full`. */
void
mcp_reply_server_info(struct buffer *out, const struct config *settings, bool full)
{
	json_put_raw(out, "{\"name\":\"" NAME "\",\"version\":");
	json_put_string(out, version_text, strlen(version_text));
	if (full) {
		json_put_raw(out, ",\"title\":");
		json_put_string(
			out, settings->instance_name.data, settings->instance_name.size);
		json_put_raw(out, ",\"websiteUrl\":");
		json_put_string(out, settings->base_url.data, settings->base_url.size);
		json_put_raw(out, ",\"description\":\"" DESCRIPTION "\"");
	}
	json_put_raw(out, "}");
}

/* Clients of the legacy era refuse members that they do not know. */
static void
begin(struct mcp_turn *turn, const char *type)
{
	json_put_raw(&turn->out, "{\"jsonrpc\":\"2.0\",\"id\":");
	put_id(&turn->out, turn->message.id);
	json_put_raw(&turn->out, ",\"result\":{");
	if (turn->era == MCP_MODERN)
		json_put_raw(&turn->out,
			arena_printf(
				turn->exchange->arena, "\"resultType\":\"%s\"", type));
}

void
mcp_reply_begin(struct mcp_turn *turn)
{
	begin(turn, "complete");
}

void
mcp_reply_begin_asking(struct mcp_turn *turn)
{
	begin(turn, "input_required");
}

void
mcp_reply_member(struct mcp_turn *turn, const char *name)
{
	if (turn->out.data[turn->out.size - 1] != '{')
		json_put_raw(&turn->out, ",");
	json_put_string(&turn->out, name, strlen(name));
	json_put_raw(&turn->out, ":");
}

/* Whether the result describes the server in full to a modern client. */
static bool
introduces(const struct mcp_turn *turn)
{
	return strcmp(turn->message.method, "server/discover") == 0;
}

void
mcp_reply_end(struct mcp_turn *turn, bool replayed)
{
	bool modern = turn->era == MCP_MODERN;

	if (modern || replayed) {
		mcp_reply_member(turn, "_meta");
		json_put_raw(&turn->out, "{");
	}
	if (modern) {
		mcp_reply_member(turn, MCP_META_SERVER);
		mcp_reply_server_info(
			&turn->out, turn->exchange->gateway->config, introduces(turn));
	}
	if (replayed) {
		mcp_reply_member(turn, "replayed");
		json_put_raw(&turn->out, "true");
	}
	json_put_raw(&turn->out, modern || replayed ? "}}}" : "}}");
	turn->status = 200;
	turn->answered = true;
}

void
mcp_reply_write_error(struct buffer *out, const json_t *id, const struct mcp_error *error)
{
	json_put_raw(out, "{\"jsonrpc\":\"2.0\",");
	if (id != NULL) {
		json_put_raw(out, "\"id\":");
		put_id(out, id);
		json_put_raw(out, ",");
	}
	json_put_raw(out, "\"error\":{\"code\":");
	json_put_integer(out, error->code);
	json_put_raw(out, ",\"message\":");
	json_put_string(out, error->message, strlen(error->message));
	if (error->data != NULL) {
		json_put_raw(out, ",\"data\":");
		json_put_raw(out, error->data);
	}
	json_put_raw(out, "}}");
}

void
mcp_reply_error(struct mcp_turn *turn, const struct mcp_error *error)
{
	turn->out.size = 0;
	mcp_reply_write_error(&turn->out, turn->message.id, error);
	turn->status = error->status;
	turn->answered = true;
}

void
mcp_reply_invalid(struct mcp_turn *turn, const char *message)
{
	mcp_reply_error(turn,
		&(struct mcp_error){
			.status = 200,
			.code = MCP_INVALID_PARAMS,
			.message = message,
		});
}

bool
mcp_reply_refuse_cursor(struct mcp_turn *turn)
{
	if (json_object_get(turn->message.params, "cursor") == NULL)
		return false;
	mcp_reply_invalid(turn, "The cursor is unknown: this list has one page");
	return true;
}

void
mcp_reply_cache(struct mcp_turn *turn, int64_t ttl_ms, const char *scope)
{
	if (turn->era != MCP_MODERN)
		return;
	mcp_reply_member(turn, "ttlMs");
	json_put_integer(&turn->out, ttl_ms);
	mcp_reply_member(turn, "cacheScope");
	json_put_string(&turn->out, scope, strlen(scope));
}
