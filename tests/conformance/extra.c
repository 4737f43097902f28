#include "tests/conformance/inside.h"

static bool
begins(const char *text, const char *with)
{
	return text != NULL && strncmp(text, with, strlen(with)) == 0;
}

static const char *
name_of(const struct mcp_turn *turn)
{
	const char *uri = mcp_message_param(&turn->message, "uri");

	return uri != NULL ? uri : mcp_message_param(&turn->message, "name");
}

bool
mcp_extra_takes(const struct mcp_turn *turn)
{
	static const char *const always[] = {"tools/list", "resources/list",
		"resources/templates/list", "prompts/list"};
	static const char *const legacy[] = {
		"logging/setLevel", "resources/subscribe", "resources/unsubscribe"};
	const char *method = turn->message.method;
	const json_t *reference = json_object_get(turn->message.params, "ref");

	for (size_t i = 0; i < COUNT_OF(always); i++)
		if (strcmp(method, always[i]) == 0)
			return true;
	for (size_t i = 0; turn->era == MCP_LEGACY && i < COUNT_OF(legacy); i++)
		if (strcmp(method, legacy[i]) == 0)
			return true;
	if (strcmp(method, "completion/complete") == 0)
		return begins(
			json_string_value(json_object_get(reference, "name")), "test_");
	return begins(name_of(turn), "test_") || begins(name_of(turn), "test://static") ||
		begins(name_of(turn), "test://template") ||
		begins(name_of(turn), "json_schema_");
}

void
extra_answer(struct mcp_turn *turn, const char *members)
{
	mcp_reply_begin(turn);
	if (turn->out.data[turn->out.size - 1] != '{' && *members != '\0')
		json_put_raw(&turn->out, ",");
	json_put_raw(&turn->out, members);
	mcp_reply_end(turn, false);
}

void
extra_answer_text(struct mcp_turn *turn, const char *text)
{
	struct buffer out = {.arena = turn->exchange->arena};

	json_put_raw(&out, "\"content\":[{\"type\":\"text\",\"text\":");
	json_put_string(&out, text, strlen(text));
	json_put_raw(&out, "}]");
	extra_answer(turn, arena_copy(out.arena, out.data, out.size));
}

void
extra_put_tool(struct buffer *out, const char *name)
{
	json_put_raw(out, ",{\"name\":");
	json_put_string(out, name, strlen(name));
	json_put_raw(out,
		",\"description\":\"For the conformance suite.\","
		"\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}");
}

/* Lists the product's tools first, so that the suite checks them too, and then these. */
static void
list_tools(struct mcp_turn *turn)
{
	mcp_reply_begin(turn);
	mcp_reply_member(turn, "tools");
	mcp_tools_write(&turn->out, &turn->exchange->principal, turn->exchange->tools);
	turn->out.size--;
	fixed_list(&turn->out);
	rounds_list(&turn->out);
	stream_list(&turn->out);
	json_put_raw(&turn->out, "]");
	mcp_reply_cache(turn, MCP_CACHE_MS, "private");
	mcp_reply_end(turn, false);
}

static void
list_others(struct mcp_turn *turn, const char *method)
{
	mcp_reply_begin(turn);
	if (strcmp(method, "resources/list") == 0) {
		mcp_reply_member(turn, "resources");
		json_put_raw(&turn->out,
			"[{\"uri\":\"test://static-text\",\"name\":\"static_text\","
			"\"description\":\"A text.\",\"mimeType\":\"text/plain\"},"
			"{\"uri\":\"test://static-binary\",\"name\":\"static_binary\","
			"\"description\":\"A picture.\",\"mimeType\":\"image/png\"}]");
	} else if (strcmp(method, "resources/templates/list") == 0) {
		mcp_reply_member(turn, "resourceTemplates");
		json_put_raw(&turn->out,
			"[{\"uriTemplate\":\"test://template/{id}/data\",\"name\":\"template\","
			"\"description\":\"A template.\","
			"\"mimeType\":\"application/json\"}]");
	} else {
		mcp_reply_member(turn, "prompts");
		json_put_raw(&turn->out,
			"[{\"name\":\"test_simple_prompt\",\"description\":\"Simple.\"},"
			"{\"name\":\"test_prompt_with_arguments\","
			"\"description\":\"Takes two.\",\"arguments\":[{"
			"\"name\":\"arg1\",\"description\":\"One.\",\"required\":true},{"
			"\"name\":\"arg2\",\"description\":\"Two.\",\"required\":true}]},"
			"{\"name\":\"test_prompt_with_embedded_resource\","
			"\"description\":\"Embeds.\",\"arguments\":[{"
			"\"name\":\"resourceUri\",\"description\":\"What.\","
			"\"required\":true}]},{\"name\":\"test_prompt_with_image\","
			"\"description\":\"Shows.\"},{"
			"\"name\":\"test_input_required_result_prompt\","
			"\"description\":\"Asks.\"}]");
	}
	mcp_reply_cache(turn, MCP_CACHE_MS, "public");
	mcp_reply_end(turn, false);
}

bool
mcp_extra_run(struct mcp_turn *turn)
{
	const char *method = turn->message.method;
	const char *name = name_of(turn);

	turn->exchange->route = "conformance";
	if (strcmp(method, "tools/list") == 0) {
		list_tools(turn);
	} else if (strstr(method, "/list") != NULL) {
		list_others(turn, method);
	} else if (strcmp(method, "completion/complete") == 0) {
		extra_answer(turn, "\"completion\":{\"values\":[],\"hasMore\":false}");
	} else if (strstr(method, "ubscribe") != NULL ||
		strcmp(method, "logging/setLevel") == 0) {
		extra_answer(turn, "");
	} else if (!fixed_run(turn, name) && !rounds_run(turn, name)) {
		if (stream_run(turn, name))
			return false;
		mcp_reply_invalid(turn, "The fixture is unknown");
	}
	return true;
}
