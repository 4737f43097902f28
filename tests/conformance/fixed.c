#include "tests/conformance/inside.h"

/* A picture of one pixel, and a sound of no samples. */
#define PNG \
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8" \
	"jx0gAAAABJRU5ErkJggg=="
#define WAV "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="

#define FAILS "This tool intentionally returns an error for testing"
#define EMBEDDED "Embedded resource content for testing."
#define PROCESS "Please process the embedded resource above."

#define TEXT(text) "{\"type\":\"text\",\"text\":\"" text "\"}"
#define IMAGE "{\"type\":\"image\",\"data\":\"" PNG "\",\"mimeType\":\"image/png\"}"
#define RESOURCE(uri, type, text) \
	"{\"type\":\"resource\",\"resource\":{\"uri\":\"" uri "\",\"mimeType\":\"" type \
	"\",\"text\":\"" text "\"}}"
#define CONTENT(items) "\"content\":[" items "]"
#define SAYS(content) "{\"role\":\"user\",\"content\":" content "}"
#define CACHED ",\"ttlMs\":0,\"cacheScope\":\"private\""

static const struct {
	const char *name;
	const char *members; /* of the result */
} fixed[] = {
	{"test_simple_text",
		CONTENT(TEXT("This is a simple text response for testing."))},
	{"test_image_content", CONTENT(IMAGE)},
	{"test_audio_content",
		CONTENT("{\"type\":\"audio\",\"data\":\"" WAV
			"\",\"mimeType\":\"audio/wav\"}")},
	{"test_embedded_resource",
		CONTENT(RESOURCE("test://embedded-resource", "text/plain",
			"This is an embedded resource content."))},
	{"test_multiple_content_types",
		CONTENT(TEXT("Multiple content types test:") "," IMAGE "," RESOURCE(
			"test://mixed-content-resource", "application/json",
			"{\\\"test\\\":\\\"data\\\",\\\"value\\\":123}"))},
	{"test_error_handling", CONTENT(TEXT(FAILS)) ",\"isError\":true"},
	{"test_streaming_elicitation", CONTENT(TEXT("Nothing is asked on a stream."))},
	{"test_logging_tool", CONTENT(TEXT("Nothing is logged."))},
	{"test_simple_prompt",
		"\"messages\":[" SAYS(TEXT("This is a simple prompt for testing.")) "]"},
	{"test_prompt_with_image",
		"\"messages\":[" SAYS(IMAGE) "," SAYS(
			TEXT("Please analyze the image above.")) "]"},
};

static const struct {
	const char *uri;
	const char *content;
} resources[] = {
	{"test://static-text",
		"\"mimeType\":\"text/plain\","
		"\"text\":\"This is the content of the static text resource.\""},
	{"test://static-binary", "\"mimeType\":\"image/png\",\"blob\":\"" PNG "\""},
	{"test://template/123/data",
		"\"mimeType\":\"application/json\",\"text\":\"{\\\"id\\\":\\\"123\\\","
		"\\\"templateTest\\\":true,\\\"data\\\":\\\"Data for ID: 123\\\"}\""},
};

/* An argument of prompts/get. */
static const char *
argument(const struct mcp_turn *turn, const char *name)
{
	const char *value = json_string_value(json_object_get(
		json_object_get(turn->message.params, "arguments"), name));

	return value != NULL ? value : "";
}

static void
answer_resource(struct mcp_turn *turn, const char *uri, const char *content)
{
	extra_answer(turn,
		arena_printf(turn->exchange->arena,
			"\"contents\":[{\"uri\":\"%s\",%s}]%s", uri, content,
			turn->era == MCP_MODERN ? CACHED : ""));
}

/* Refuses a tool that needs a capability that the client has not declared. */
static void
refuse(struct mcp_turn *turn)
{
	mcp_reply_error(turn,
		&(struct mcp_error){.status = 400,
			.code = (enum mcp_code) - 32021,
			.message = "The client must be able to sample",
			.data = "{\"requiredCapabilities\":{\"sampling\":{}}}"});
}

bool
fixed_run(struct mcp_turn *turn, const char *name)
{
	struct arena *arena = turn->exchange->arena;

	for (size_t i = 0; i < COUNT_OF(fixed); i++)
		if (strcmp(name, fixed[i].name) == 0)
			extra_answer(turn, fixed[i].members);
	for (size_t i = 0; i < COUNT_OF(resources); i++)
		if (strcmp(name, resources[i].uri) == 0)
			answer_resource(turn, name, resources[i].content);
	if (strcmp(name, "test_missing_capability") == 0)
		refuse(turn);
	if (strcmp(name, "test_prompt_with_arguments") == 0)
		extra_answer(turn,
			arena_printf(arena,
				"\"messages\":[" SAYS(TEXT("Prompt with arguments: "
							   "arg1='%s', arg2='%s'")) "]",
				argument(turn, "arg1"), argument(turn, "arg2")));
	if (strcmp(name, "test_prompt_with_embedded_resource") == 0)
		extra_answer(turn,
			arena_printf(arena,
				"\"messages\":[" SAYS(RESOURCE("%s", "text/plain",
					EMBEDDED)) "," SAYS(TEXT(PROCESS)) "]",
				argument(turn, "resourceUri")));
	return turn->answered;
}

void
fixed_list(struct buffer *out)
{
	for (size_t i = 0; i < COUNT_OF(fixed); i++)
		if (strstr(fixed[i].name, "prompt") == NULL)
			extra_put_tool(out, fixed[i].name);
	extra_put_tool(out, "test_missing_capability");
}
