#include <string.h>

#include "common/base/version.h"
#include "gateway/mcp/call.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/methods.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/resources.h"
#include "gateway/mcp/turn.h"
#include "tests/support/test.h"

#define ORIGIN "https://kith.example"

/* The context of a turn, and the answer as a tree. */
struct scene {
	struct arena *arena;
	struct config config;
	struct gateway gateway;
	struct mcp_exchange exchange;
	struct mcp_turn turn;
	const json_t *answer;
};

static const json_t *
run(struct scene *scene, enum mcp_era era, const char *method, const char *params)
{
	const char *fault = NULL;
	const char *text;

	scene->arena = arena_new(16384);
	scene->config = (struct config){.base_url = arena_text(scene->arena, ORIGIN),
		.instance_name = arena_text(scene->arena, "Harbour")};
	scene->gateway = (struct gateway){.config = &scene->config};
	scene->exchange = (struct mcp_exchange){
		.gateway = &scene->gateway,
		.arena = scene->arena,
		.principal = {.membership = MEMBERSHIP_ACTIVE,
			.scopes = SCOPE_NETWORK_READ},
	};
	text = arena_printf(scene->arena,
		"{\"jsonrpc\":\"2.0\",\"id\":\"seven\",\"method\":\"%s\","
		"\"params\":{%s}}",
		method, params);
	scene->turn = (struct mcp_turn){
		.exchange = &scene->exchange,
		.message = mcp_message_read(
			json_parse(scene->arena, text, strlen(text), &fault)),
		.era = era,
		.out = {.arena = scene->arena},
	};
	assert_true(mcp_methods_run(&scene->turn));
	assert_true(scene->turn.answered);
	scene->answer = json_parse(
		scene->arena, scene->turn.out.data, scene->turn.out.size, &fault);
	assert_string_equal(
		json_string_value(json_object_get(scene->answer, "id")), "seven");
	return json_object_get(scene->answer, "result");
}

static int
error_code(const struct scene *scene)
{
	const json_t *error = json_object_get(scene->answer, "error");

	return (int)json_integer_value(json_object_get(error, "code"));
}

static const char *
text_of(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

TEST(answers_initialize_with_the_version_asked_for_or_the_latest)
{
	static const char *const versions[][2] = {{"2025-11-25", "2025-11-25"},
		{"2025-06-18", "2025-06-18"}, {"2025-03-26", "2025-03-26"},
		{"2024-11-05", "2025-11-25"}, {"2026-07-28", "2025-11-25"},
		{"x", "2025-11-25"}};

	for (size_t at = 0; at < COUNT_OF(versions); at++) {
		struct scene scene;
		char params[64];
		const json_t *result, *server, *capabilities;

		snprintf(params, sizeof(params), "\"protocolVersion\":\"%s\"",
			versions[at][0]);
		result = run(&scene, MCP_LEGACY, "initialize", params);
		assert_string_equal(text_of(result, "protocolVersion"), versions[at][1]);
		server = json_object_get(result, "serverInfo");
		assert_string_equal(text_of(server, "name"), "kith");
		assert_string_equal(text_of(server, "version"), version_text);
		assert_string_equal(text_of(server, "websiteUrl"), ORIGIN);
		assert_true(strlen(text_of(result, "instructions")) <= 2000);
		capabilities = json_object_get(result, "capabilities");
		assert_int_equal(json_object_size(capabilities), 4);
		assert_true(json_is_object(json_object_get(capabilities, "tools")));
		assert_true(json_is_object(json_object_get(capabilities, "resources")));
		assert_true(json_is_object(json_object_get(capabilities, "prompts")));
		assert_true(json_is_object(json_object_get(capabilities, "completions")));
		assert_null(json_object_get(result, "resultType"));
		assert_null(json_object_get(result, "_meta"));
		arena_free(scene.arena);
	}
}

TEST(refuses_initialize_without_a_version)
{
	struct scene scene;

	assert_null(run(&scene, MCP_LEGACY, "initialize", ""));
	assert_int_equal(error_code(&scene), MCP_INVALID_PARAMS);
	assert_int_equal(scene.turn.status, 200);
	arena_free(scene.arena);
}

TEST(answers_ping_with_nothing_at_all)
{
	struct scene scene;
	const json_t *result;

	result = run(&scene, MCP_LEGACY, "ping", "");
	assert_true(json_is_object(result));
	assert_int_equal(json_object_size(result), 0);
	arena_free(scene.arena);
}

TEST(introduces_itself_to_modern_clients)
{
	struct scene scene, legacy;
	const json_t *result, *versions, *server;
	const char *instructions = text_of(
		run(&legacy, MCP_LEGACY, "initialize", "\"protocolVersion\":\"x\""),
		"instructions");

	result = run(&scene, MCP_MODERN, "server/discover", "");
	assert_string_equal(text_of(result, "instructions"), instructions);
	assert_string_equal(text_of(result, "resultType"), "complete");
	versions = json_object_get(result, "supportedVersions");
	assert_int_equal(json_array_size(versions), 4);
	assert_string_equal(json_string_value(json_array_get(versions, 0)), "2026-07-28");
	assert_string_equal(text_of(result, "cacheScope"), "public");
	assert_true(json_integer_value(json_object_get(result, "ttlMs")) > 0);
	server = json_object_get(
		json_object_get(result, "_meta"), "io.modelcontextprotocol/serverInfo");
	assert_string_equal(text_of(server, "name"), "kith");
	assert_string_equal(text_of(server, "title"), "Harbour");
	assert_null(json_object_get(result, "serverInfo"));
	arena_free(scene.arena);
	arena_free(legacy.arena);
}

TEST(lists_tools_in_the_shape_of_each_era)
{
	struct scene legacy, modern;
	const json_t *result;

	result = run(&legacy, MCP_LEGACY, "tools/list", "");
	assert_int_equal(json_object_size(result), 1);
	assert_true(json_array_size(json_object_get(result, "tools")) > 2);
	result = run(&modern, MCP_MODERN, "tools/list", "");
	assert_string_equal(text_of(result, "resultType"), "complete");
	assert_string_equal(text_of(result, "cacheScope"), "private");
	assert_non_null(json_object_get(result, "ttlMs"));
	assert_non_null(json_object_get(
		json_object_get(result, "_meta"), "io.modelcontextprotocol/serverInfo"));
	assert_null(json_object_get(result, "nextCursor"));
	arena_free(legacy.arena);
	arena_free(modern.arena);
}

TEST(refuses_a_cursor_that_nobody_gave)
{
	struct scene scene;

	assert_null(run(&scene, MCP_MODERN, "tools/list", "\"cursor\":\"abc\""));
	assert_int_equal(error_code(&scene), MCP_INVALID_PARAMS);
	assert_int_equal(scene.turn.status, 200);
	arena_free(scene.arena);
}

TEST(says_method_not_found_as_each_era_wants_it)
{
	static const char *const nowhere[] = {"resources/subscribe", "tasks/list",
		"logging/setLevel", "subscriptions/listen", "constructor", ""};
	static const char *const legacy_only[] = {"initialize", "ping"};
	struct scene scene;

	for (size_t at = 0; at < COUNT_OF(nowhere); at++) {
		assert_null(run(&scene, MCP_LEGACY, nowhere[at], ""));
		assert_int_equal(error_code(&scene), MCP_METHOD_NOT_FOUND);
		assert_int_equal(scene.turn.status, 200);
		arena_free(scene.arena);
		assert_null(run(&scene, MCP_MODERN, nowhere[at], ""));
		assert_int_equal(error_code(&scene), MCP_METHOD_NOT_FOUND);
		assert_int_equal(scene.turn.status, 404);
		arena_free(scene.arena);
	}
	for (size_t at = 0; at < COUNT_OF(legacy_only); at++) {
		assert_null(run(&scene, MCP_MODERN, legacy_only[at], ""));
		assert_int_equal(scene.turn.status, 404);
		arena_free(scene.arena);
	}
	assert_null(run(&scene, MCP_LEGACY, "server/discover", ""));
	assert_int_equal(scene.turn.status, 200);
	arena_free(scene.arena);
}

static const char *
names(struct scene *scene, const json_t *items, const char *member)
{
	const char *out = "";

	for (size_t i = 0; i < json_array_size(items); i++)
		out = arena_printf(scene->arena, "%s%s ", out,
			text_of(json_array_get(items, i), member));
	return out;
}

TEST(lists_the_resources_that_the_scopes_allow)
{
	struct scene scene;
	const json_t *result = run(&scene, MCP_MODERN, "resources/list", "");

	assert_string_equal(names(&scene, json_object_get(result, "resources"), "uri"),
		"kith://me/profile kith://me/notifications ");
	assert_string_equal(text_of(result, "cacheScope"), "private");
	arena_free(scene.arena);
	result = run(&scene, MCP_LEGACY, "resources/templates/list", "");
	assert_non_null(strstr(names(&scene, json_object_get(result, "resourceTemplates"),
				       "uriTemplate"),
		"kith://people/{handle} kith://orgs/{slug} kith://posts/{id} "));
	assert_null(json_object_get(result, "ttlMs"));
	arena_free(scene.arena);
}

/* Other spellings of a resource's URI are not found. */
TEST(finds_no_resource_that_is_not_spelled_as_it_is_listed)
{
	static const char *const uris[] = {"", "kith://", "kith://me",
		"kith://me/profile/", "kith://me/profile?x", "KITH://me/profile",
		"kith://posts/", "kith://posts/a/b", "kith://posts/%41",
		"kith://posts/a?b", "kith://posts/a#b", "kith://orgs",
		"file:///etc/passwd", "http://localhost/v1/me"};
	const struct principal reader = {
		.membership = MEMBERSHIP_ACTIVE, .scopes = SCOPE_NETWORK_READ};
	struct arena *arena = arena_new(4096);
	struct mcp_question question;
	char *longest = arena_alloc(arena, 130);

	for (size_t i = 0; i < COUNT_OF(uris); i++)
		assert_false(mcp_resources_find(arena, &reader, uris[i], &question));
	memset(longest, 'a', 129);
	memcpy(longest, "kith://posts/", 13);
	longest[114] = '\0';
	assert_false(mcp_resources_find(arena, &reader, longest, &question));
	longest[113] = '\0';
	assert_true(mcp_resources_find(arena, &reader, longest, &question));
	assert_string_equal(question.op->name, "post_get");
	assert_true(mcp_resources_find(arena, &reader, "kith://me/profile", &question));
	assert_string_equal(question.op->tool.name, "get_my_profile");
	arena_free(arena);
}

TEST(lists_prompts_and_what_they_take)
{
	struct scene scene;
	const json_t *result = run(&scene, MCP_MODERN, "prompts/list", "");

	assert_string_equal(names(&scene, json_object_get(result, "prompts"), "name"),
		"introduce_me draft_ask find_cofounder weekly_digest ");
	assert_string_equal(text_of(result, "cacheScope"), "public");
	arena_free(scene.arena);
}

/* The text of the prompt in an answer. */
static const char *
prompt(struct scene *scene, const char *params)
{
	const json_t *result = run(scene, MCP_LEGACY, "prompts/get", params);
	const json_t *message = json_array_get(json_object_get(result, "messages"), 0);

	assert_string_equal(text_of(message, "role"), "user");
	return text_of(json_object_get(message, "content"), "text");
}

TEST(puts_what_a_person_said_into_a_prompt)
{
	struct scene scene;
	const char *text = prompt(&scene,
		"\"name\":\"introduce_me\",\"arguments\":"
		"{\"handle\":\"ada\",\"reason\":\"loo\u200bms {x\"}");

	assert_non_null(strstr(text, "the handle ada. My reason: looms {x.\n"));
	assert_null(strchr(strstr(text, "{x") + 1, '{'));
	arena_free(scene.arena);
	text = prompt(&scene, "\"name\":\"find_cofounder\"");
	assert_non_null(strstr(text, "Place: anywhere."));
	assert_null(strpbrk(text, "{}"));
	arena_free(scene.arena);
}

TEST(refuses_prompts_that_are_not_asked_for_as_they_are_listed)
{
	static const char *const params[] = {"", "\"name\":\"no_such_prompt\"",
		"\"name\":7", "\"name\":\"introduce_me\"",
		"\"name\":\"introduce_me\",\"arguments\":{\"handle\":\"\"}",
		"\"name\":\"introduce_me\",\"arguments\":{\"handle\":7}",
		"\"name\":\"introduce_me\",\"arguments\":[]",
		"\"name\":\"weekly_digest\",\"arguments\":{\"handle\":\"ada\"}"};
	struct scene scene;

	for (size_t i = 0; i < COUNT_OF(params); i++) {
		assert_null(run(&scene, MCP_MODERN, "prompts/get", params[i]));
		assert_int_equal(error_code(&scene), MCP_INVALID_PARAMS);
		assert_int_equal(scene.turn.status, 200);
		arena_free(scene.arena);
	}
}

TEST(takes_arguments_of_500_characters)
{
	struct scene scene;

	for (int size = 500; size <= 501; size++) {
		char value[502] = "", params[700];

		memset(value, 'a', (size_t)size);
		snprintf(params, sizeof(params),
			"\"name\":\"find_cofounder\",\"arguments\":{\"skills\":\"%.*s\"}",
			size, value);
		assert_int_equal(run(&scene, MCP_MODERN, "prompts/get", params) != NULL,
			size == 500);
		arena_free(scene.arena);
	}
}

TEST(completes_only_what_prompts_and_templates_take)
{
	static const char *const params[] = {"",
		"\"ref\":{\"type\":\"ref/prompt\",\"name\":\"draft_ask\"}",
		"\"ref\":{\"type\":\"ref/prompt\",\"name\":\"none\"},"
		"\"argument\":{\"name\":\"slug\",\"value\":\"\"}",
		"\"ref\":{\"type\":\"ref/prompt\",\"name\":\"draft_ask\"},"
		"\"argument\":{\"name\":\"handle\",\"value\":\"\"}",
		"\"ref\":{\"type\":\"ref/resource\",\"uri\":\"kith://orgs/{handle}\"},"
		"\"argument\":{\"name\":\"handle\",\"value\":\"\"}",
		"\"ref\":{\"type\":\"ref/resource\",\"uri\":\"kith://me/profile\"},"
		"\"argument\":{\"name\":\"slug\",\"value\":\"\"}",
		"\"ref\":{\"type\":\"ref/prompt\",\"name\":\"draft_ask\"},"
		"\"argument\":{\"name\":\"slug\",\"value\":7}"};
	struct scene scene;
	const json_t *result;

	for (size_t i = 0; i < COUNT_OF(params); i++) {
		assert_null(run(&scene, MCP_MODERN, "completion/complete", params[i]));
		assert_int_equal(error_code(&scene), MCP_INVALID_PARAMS);
		arena_free(scene.arena);
	}
	result = run(&scene, MCP_MODERN, "completion/complete",
		"\"ref\":{\"type\":\"ref/prompt\",\"name\":\"draft_ask\"},"
		"\"argument\":{\"name\":\"about\",\"value\":\"a\"}");
	assert_int_equal(json_array_size(json_object_get(
				 json_object_get(result, "completion"), "values")),
		0);
	arena_free(scene.arena);
}

/* The error of preparing a tools/call; 0 when it may be carried out. */
static int
prepare(const char *params)
{
	struct scene scene;
	const char *fault = NULL;
	int code;

	assert_true(run(&scene, MCP_LEGACY, "ping", params) != NULL);
	scene.turn.answered = false;
	mcp_call_prepare(&scene.turn);
	scene.answer =
		json_parse(scene.arena, scene.turn.out.data, scene.turn.out.size, &fault);
	code = scene.turn.answered ? error_code(&scene) : 0;
	assert_true(!scene.turn.answered || scene.turn.status == 200);
	arena_free(scene.arena);
	return code;
}

TEST(prepares_only_calls_of_tools_that_exist)
{
	const char *const refused[] = {"", "\"name\":7", "\"name\":\"\"",
		"\"name\":\"no_such_tool\"", "\"name\":\"get_post\",\"arguments\":[]",
		"\"name\":\"get_post\",\"arguments\":null"};

	assert_int_equal(prepare("\"name\":\"get_post\",\"arguments\":{}"), 0);
	assert_int_equal(prepare("\"name\":\"get_post\""), 0);
	assert_int_equal(prepare("\"name\":\"create_post\""), 0);
	for (size_t i = 0; i < COUNT_OF(refused); i++)
		assert_int_equal(prepare(refused[i]), MCP_INVALID_PARAMS);
}
