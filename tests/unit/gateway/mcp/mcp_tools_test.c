/* The list of tools: its size, and which tools each principal sees. */
#include "gateway/mcp/answer.h"
#include "tests/unit/gateway/mcp/tools_scene.h"

/* Tokens that a model reads: of all tools, of one on average, and of the whole
 * message. */
#define SHOWN_MAX 12000
#define SHOWN_EACH_MAX 150
#define ALL_MAX 24000
#define ALL_EACH_MAX 280 /* with the fields of the rows of lists */
#define TOKEN_CHARACTERS 4

/* What a member's model reads, of all tools and of the core. Such texts have 4.1
 * characters for each token of o200k. */
#define MEMBER_MAX 10000
#define CORE_MAX 4000
#define CORE_TOOLS_MAX 20

static bool
lists(const struct principal *principal, const char *name)
{
	struct arena *arena = arena_new(16384);
	const json_t *tools = list_tree(arena, principal);
	bool found = false;

	for (size_t at = 0; at < json_array_size(tools); at++) {
		const json_t *tool = json_array_get(tools, at);

		found = found ||
			strcmp(json_string_value(json_object_get(tool, "name")), name) ==
				0;
	}
	arena_free(arena);
	return found;
}

/* The characters of a member of a tool in the list. */
static size_t
size_of(const json_t *tool, const char *name)
{
	return json_dumpb(
		json_object_get(tool, name), NULL, 0, JSON_COMPACT | JSON_ENCODE_ANY);
}

/* Bounds the list as a model reads it, the whole message and the averages, which leaves
 * room for future tools. A tool above the average describes more than a model needs. */
TEST(fits_what_a_model_reads_before_each_conversation)
{
	struct arena *arena = arena_new(16384);
	const json_t *tools = list_tree(arena, &everybody);
	size_t all = strlen(list_text(arena, &everybody)) / TOKEN_CHARACTERS;
	size_t count = json_array_size(tools), shown = 0;

	for (size_t at = 0; at < count; at++) {
		const json_t *tool = json_array_get(tools, at);

		shown += size_of(tool, "name") + size_of(tool, "description") +
			size_of(tool, "inputSchema");
	}
	shown /= TOKEN_CHARACTERS;
	if (shown >= SHOWN_MAX || shown >= count * SHOWN_EACH_MAX)
		fail_msg("a model reads %zu tokens of %zu tools", shown, count);
	if (all >= ALL_MAX || all >= count * ALL_EACH_MAX)
		fail_msg("%zu tools take %zu tokens", count, all);
	assert_true(shown > count * 50);
	arena_free(arena);
}

static size_t
count_shown(enum tool_set set, size_t *count)
{
	static const struct principal member = {
		.membership = MEMBERSHIP_ACTIVE, .scopes = SCOPE_ALL};
	struct arena *arena = arena_new(16384);
	struct buffer out = {.arena = arena};
	const char *fault = NULL;
	const json_t *tools;
	size_t shown = 0;

	mcp_tools_write(&out, &member, set);
	tools = json_parse(arena, out.data, out.size, &fault);
	*count = json_array_size(tools);
	for (size_t at = 0; at < *count; at++) {
		const json_t *tool = json_array_get(tools, at);

		shown += size_of(tool, "name") + size_of(tool, "description") +
			size_of(tool, "inputSchema");
		assert_true(set != TOOLS_READ ||
			json_is_true(json_object_get(
				json_object_get(tool, "annotations"), "readOnlyHint")));
	}
	arena_free(arena);
	return shown * 10 / 41;
}

TEST(bounds_what_the_model_of_a_member_reads)
{
	size_t count, tokens = count_shown(TOOLS_ALL, &count);

	if (tokens > MEMBER_MAX)
		fail_msg("%zu tools take %zu tokens", count, tokens);
	tokens = count_shown(TOOLS_CORE, &count);
	if (tokens > CORE_MAX)
		fail_msg("the core takes %zu tokens", tokens);
	assert_true(count == CORE_TOOLS_MAX);
	count_shown(TOOLS_READ, &count);
	assert_true(count > 10);
}

TEST(gives_every_tool_a_name_a_title_and_a_description)
{
	struct arena *arena;
	const json_t *tools;

	arena = arena_new(16384);
	tools = list_tree(arena, &everybody);
	for (size_t at = 0; at < json_array_size(tools); at++) {
		const json_t *tool = json_array_get(tools, at);
		const char *name = json_string_value(json_object_get(tool, "name"));
		size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
		const char *doc;

		assert_true(size >= 1 && size <= 32 && name[size] == '\0');
		assert_true(json_string_length(json_object_get(tool, "title")) > 0);
		doc = json_string_value(json_object_get(tool, "description"));
		assert_true(strlen(doc) > 10 && doc[strlen(doc) - 1] == '.');
		for (size_t other = 0; other < at; other++) {
			assert_string_not_equal(name,
				json_string_value(json_object_get(
					json_array_get(tools, other), "name")));
		}
	}
	arena_free(arena);
}

TEST(writes_all_hints_out)
{
	static const char *const hints[] = {
		"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"};
	struct arena *arena;
	const json_t *tools;

	arena = arena_new(16384);
	tools = list_tree(arena, &everybody);
	for (size_t at = 0; at < json_array_size(tools); at++) {
		const json_t *tool = json_array_get(tools, at);
		const json_t *annotations = json_object_get(tool, "annotations");
		bool reads, destroys;

		for (size_t hint = 0; hint < COUNT_OF(hints); hint++) {
			assert_true(json_is_boolean(
				json_object_get(annotations, hints[hint])));
		}
		assert_string_equal(
			json_string_value(json_object_get(annotations, "title")),
			json_string_value(json_object_get(tool, "title")));
		reads = json_is_true(json_object_get(annotations, "readOnlyHint"));
		destroys = json_is_true(json_object_get(annotations, "destructiveHint"));
		assert_false(reads && destroys);
	}
	arena_free(arena);
}

TEST(says_which_tools_are_for_administrators)
{
	for (size_t at = 0; at < op_count; at++) {
		const struct tool *tool = &ops[at]->tool;
		const char *doc = tool->doc != NULL ? tool->doc : ops[at]->doc;

		if (tool->name == NULL || tool->name[0] == '\0')
			continue;
		if ((ops[at]->guard == GUARD_ADMIN) !=
			(strncmp(doc, "For administrators: ", 20) == 0))
			fail_msg("%s: \"%s\"", tool->name, doc);
	}
}

TEST(holds_no_reference_and_no_null)
{
	struct arena *arena;
	const char *text;

	arena = arena_new(16384);
	text = list_text(arena, &everybody);
	assert_null(strstr(text, "$ref"));
	assert_null(strstr(text, ":null"));
	arena_free(arena);
}

TEST(puts_the_most_used_tool_first)
{
	int before = 0;
	struct arena *arena;
	const json_t *tools, *first;

	arena = arena_new(16384);
	tools = list_tree(arena, &everybody);
	for (size_t at = 0; at < json_array_size(tools); at++) {
		const json_t *name = json_object_get(json_array_get(tools, at), "name");
		const struct op *op = mcp_tools_find(json_string_value(name), &everybody);

		assert_non_null(op);
		assert_true(op->tool.rank >= before);
		before = op->tool.rank;
	}
	first = json_object_get(json_array_get(tools, 0), "inputSchema");
	assert_int_equal(json_array_size(json_object_get(first, "required")), 0);
	arena_free(arena);
}

TEST(lists_what_the_scopes_allow)
{
	struct principal member = {.membership = MEMBERSHIP_ACTIVE};

	assert_true(lists(&member, "get_health"));
	assert_false(lists(&member, "get_my_profile"));
	member.scopes = SCOPE_PROFILE;
	assert_true(lists(&member, "get_my_profile"));
	assert_false(lists(&member, "list_posts"));
	member.scopes = SCOPE_NETWORK_READ;
	assert_true(lists(&member, "get_my_profile"));
	assert_true(lists(&member, "list_posts"));
	assert_false(lists(&member, "create_post"));
	member.scopes = SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE;
	assert_true(lists(&member, "create_post"));
	assert_true(lists(&member, "close_post"));
}

TEST(obeys_the_stricter_of_the_address_and_the_member)
{
	const struct op *core = mcp_tools_find("create_post", &everybody);
	const struct op *reads = mcp_tools_find("list_org_members", &everybody);
	const struct op *both = mcp_tools_find("list_posts", &everybody);
	struct principal app = everybody;

	assert_int_equal(mcp_tools_limit(reads, &app, TOOLS_ALL), MCP_TOOL_LISTED);
	assert_int_equal(
		mcp_tools_limit(reads, &app, TOOLS_CORE), MCP_TOOL_NOT_IN_ADDRESS);
	assert_int_equal(
		mcp_tools_limit(core, &app, TOOLS_READ), MCP_TOOL_NOT_IN_ADDRESS);
	app.tools = TOOLS_CORE;
	assert_int_equal(mcp_tools_limit(reads, &app, TOOLS_ALL), MCP_TOOL_NOT_IN_APP);
	assert_int_equal(mcp_tools_limit(core, &app, TOOLS_ALL), MCP_TOOL_LISTED);
	assert_int_equal(
		mcp_tools_limit(core, &app, TOOLS_READ), MCP_TOOL_NOT_IN_ADDRESS);
	assert_int_equal(mcp_tools_limit(both, &app, TOOLS_READ), MCP_TOOL_LISTED);
	assert_true(lists(&app, "create_post"));
	assert_false(lists(&app, "list_org_members"));
}

TEST(hides_tools_of_administrators_from_everybody_else)
{
	struct principal member = {.membership = MEMBERSHIP_ACTIVE, .scopes = SCOPE_ALL};

	for (size_t at = 0; at < op_count; at++) {
		if (ops[at]->tool.name == NULL || ops[at]->guard != GUARD_ADMIN)
			continue;
		assert_null(mcp_tools_find(ops[at]->tool.name, &member));
		assert_non_null(mcp_tools_find(ops[at]->tool.name, &everybody));
	}
	assert_null(mcp_tools_find("no_such_tool", &everybody));
	assert_non_null(mcp_tools_find("create_post", &member));
}

TEST(names_held_and_needed_scopes_in_a_challenge)
{
	const struct op write = {.scopes = SCOPE_NETWORK_WRITE};
	const struct op either = {.scopes = SCOPE_PROFILE | SCOPE_NETWORK_READ};
	const struct op admin = {.scopes = SCOPE_ADMIN};
	struct arena *arena;

	arena = arena_new(1024);
	assert_string_equal(
		mcp_answer_scopes(arena, &write, SCOPE_NETWORK_READ | SCOPE_OPENID),
		"network:read network:write");
	assert_string_equal(mcp_answer_scopes(arena, &either, 0), "network:read");
	assert_string_equal(
		mcp_answer_scopes(arena, &admin,
			SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE | SCOPE_OFFLINE_ACCESS),
		"network:read network:write admin");
	arena_free(arena);
}
