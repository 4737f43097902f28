/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "gateway/mcp/inside.h"

#define TOKENS_MAX 12000
#define TOOL_TOKENS_MAX 155
#define TOKEN_CHARACTERS 4

static const struct principal everybody = {
	.membership = MEMBERSHIP_ACTIVE,
	.admin = true,
	.scopes = SCOPE_ALL,
};

/* The list as text and as a tree, for a principal. */
static const char *
list_text(struct arena *arena, const struct principal *principal)
{
	struct buffer out = {.arena = arena};

	mcp_tools_write(&out, principal);
	return arena_copy(arena, out.data, out.size);
}

static const json_t *
list_tree(struct arena *arena, const struct principal *principal)
{
	const char *fault = NULL;
	const char *text = list_text(arena, principal);
	const json_t *tools = json_parse(arena, text, strlen(text), &fault);

	assert_true(json_is_array(tools));
	return tools;
}

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

/* The list as a whole, and the average, so that it leaves room for the tools to come. Whoever
 * adds one that is dearer says more of it than a model needs: struct field's .obvious. */
static void
fits_what_a_model_reads_before_each_conversation(void **state)
{
	struct arena *arena;
	size_t tokens, count;

	(void)state;
	arena = arena_new(16384);
	tokens = strlen(list_text(arena, &everybody)) / TOKEN_CHARACTERS;
	count = json_array_size(list_tree(arena, &everybody));
	if (tokens >= TOKENS_MAX || tokens >= count * TOOL_TOKENS_MAX)
		fail_msg("%zu tools take %zu tokens", count, tokens);
	assert_true(tokens > count * 50);
	arena_free(arena);
}

static void
gives_every_tool_a_name_a_title_and_a_description(void **state)
{
	struct arena *arena;
	const json_t *tools;

	(void)state;
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

static void
writes_all_hints_out(void **state)
{
	static const char *const hints[] = {
		"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"};
	struct arena *arena;
	const json_t *tools;

	(void)state;
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

/* What draft-07 and 2020-12 understand in the same way, so that a schema need not say which of
 * them it is written in, and what every client digests. */
static const char *const keywords[] = {"type", "properties", "required",
	"additionalProperties", "items", "enum", "anyOf", "default", "description",
	"format", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems",
	"maxProperties"};

static bool
is_keyword(const char *name)
{
	for (size_t at = 0; at < COUNT_OF(keywords); at++) {
		if (strcmp(name, keywords[at]) == 0)
			return true;
	}
	return false;
}

/* No other keyword, no value of "type" that is a list, no list of required names that is
 * empty, and no schema that is a bare boolean but additionalProperties. */
static void
check_schema(const json_t *schema)
{
	const json_t *required, *either, *properties;

	assert_true(json_is_object(schema));
	assert_false(json_is_array(json_object_get(schema, "type")));
	for (void *at = json_object_iter((json_t *)(uintptr_t)schema); at != NULL;
		at = json_object_iter_next((json_t *)(uintptr_t)schema, at)) {
		if (!is_keyword(json_object_iter_key(at)))
			fail_msg("%s is no plain keyword", json_object_iter_key(at));
	}
	required = json_object_get(schema, "required");
	assert_true(!required || json_array_size(required) > 0);
	either = json_object_get(schema, "anyOf");
	for (size_t at = 0; at < json_array_size(either); at++)
		check_schema(json_array_get(either, at));
	properties = json_object_get(schema, "properties");
	for (void *at = json_object_iter((json_t *)(uintptr_t)properties); at != NULL;
		at = json_object_iter_next((json_t *)(uintptr_t)properties, at))
		check_schema(json_object_iter_value(at));
	if (json_object_get(schema, "items") != NULL)
		check_schema(json_object_get(schema, "items"));
}

static void
describes_arguments_in_a_schema_that_every_client_digests(void **state)
{
	static const char *const forbidden[] = {"anyOf", "oneOf", "allOf", "not"};
	struct arena *arena;
	const json_t *tools;

	(void)state;
	arena = arena_new(16384);
	tools = list_tree(arena, &everybody);
	for (size_t at = 0; at < json_array_size(tools); at++) {
		const json_t *schema =
			json_object_get(json_array_get(tools, at), "inputSchema");

		check_schema(schema);
		assert_string_equal(
			json_string_value(json_object_get(schema, "type")), "object");
		assert_true(json_is_object(json_object_get(schema, "properties")));
		assert_true(
			json_is_false(json_object_get(schema, "additionalProperties")));
		for (size_t word = 0; word < COUNT_OF(forbidden); word++)
			assert_null(json_object_get(schema, forbidden[word]));
	}
	arena_free(arena);
}

/* The schema of an argument of a tool, below a nested record's where there is one. */
static const json_t *
argument(const json_t *tools, const char *tool, const char *record, const char *name)
{
	for (size_t at = 0; at < json_array_size(tools); at++) {
		const json_t *entry = json_array_get(tools, at);
		const char *found = json_string_value(json_object_get(entry, "name"));
		const json_t *schema = json_object_get(entry, "inputSchema");

		if (strcmp(found, tool) != 0)
			continue;
		if (record != NULL) {
			schema = json_object_get(
				json_object_get(schema, "properties"), record);
		}
		schema = json_object_get(json_object_get(schema, "properties"), name);
		assert_non_null(schema);
		return schema;
	}
	fail_msg("there is no tool %s", tool);
	return NULL;
}

static long long
integer(const json_t *schema, const char *name)
{
	assert_true(json_is_integer(json_object_get(schema, name)));
	return json_integer_value(json_object_get(schema, name));
}

static void
bounds_what_is_written_and_not_what_is_searched_for(void **state)
{
	struct arena *arena;
	const json_t *tools, *title, *tags, *links, *words, *limit;

	(void)state;
	arena = arena_new(16384);
	tools = list_tree(arena, &everybody);
	title = argument(tools, "create_post", NULL, "title");
	assert_int_equal(integer(title, "minLength"), 3);
	assert_int_equal(integer(title, "maxLength"), 140);
	tags = argument(tools, "create_post", NULL, "tags");
	assert_int_equal(integer(tags, "maxItems"), 10);
	assert_int_equal(integer(json_object_get(tags, "items"), "maxLength"), 40);
	links = argument(tools, "update_my_profile", NULL, "links");
	assert_int_equal(integer(links, "maxProperties"), 10);
	words = argument(tools, "search_members", NULL, "q");
	assert_null(json_object_get(words, "maxLength"));
	limit = argument(tools, "list_posts", NULL, "limit");
	assert_int_equal(integer(limit, "maximum"), 100);
	assert_int_equal(integer(limit, "default"), 25);
	arena_free(arena);
}

static void
says_what_neither_name_nor_values_say(void **state)
{
	struct arena *arena;
	const json_t *tools, *mine, *kind, *id, *cursor;

	(void)state;
	arena = arena_new(16384);
	tools = list_tree(arena, &everybody);
	mine = argument(tools, "list_posts", NULL, "mine");
	assert_true(json_is_string(json_object_get(mine, "description")));
	assert_null(json_object_get(mine, "default"));
	kind = argument(tools, "list_posts", NULL, "kind");
	assert_int_equal(json_array_size(json_object_get(kind, "enum")), 6);
	assert_null(json_object_get(kind, "description"));
	id = argument(tools, "get_post", NULL, "id");
	assert_int_equal(json_object_size(id), 1);
	cursor = argument(tools, "list_posts", NULL, "cursor");
	assert_int_equal(json_object_size(cursor), 1);
	arena_free(arena);
}

static void
writes_nested_records_and_nulls_out(void **state)
{
	struct arena *arena;
	const json_t *tools, *slugs, *expires, *either;

	(void)state;
	arena = arena_new(16384);
	tools = list_tree(arena, &everybody);
	slugs = argument(tools, "create_post", "publishTo", "orgSlugs");
	assert_string_equal(json_string_value(json_object_get(slugs, "type")), "array");
	expires = argument(tools, "create_post", NULL, "expiresAt");
	either = json_object_get(expires, "anyOf");
	assert_int_equal(json_array_size(either), 2);
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(either, 1), "type")),
		"null");
	arena_free(arena);
}

static void
describes_results_loosely(void **state)
{
	struct arena *arena;
	const json_t *tools;

	(void)state;
	arena = arena_new(16384);
	tools = list_tree(arena, &everybody);
	for (size_t at = 0; at < json_array_size(tools); at++) {
		const json_t *schema =
			json_object_get(json_array_get(tools, at), "outputSchema");

		check_schema(schema);
		assert_string_equal(
			json_string_value(json_object_get(schema, "type")), "object");
		assert_null(json_object_get(schema, "required"));
		assert_null(json_object_get(schema, "additionalProperties"));
		assert_null(json_object_get(schema, "anyOf"));
	}
	arena_free(arena);
}

static void
holds_no_reference_and_no_null(void **state)
{
	struct arena *arena;
	const char *text;

	(void)state;
	arena = arena_new(16384);
	text = list_text(arena, &everybody);
	assert_null(strstr(text, "$ref"));
	assert_null(strstr(text, ":null"));
	arena_free(arena);
}

static void
puts_the_most_used_tool_first(void **state)
{
	int before = 0;
	struct arena *arena;
	const json_t *tools, *first;

	(void)state;
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

static void
lists_what_the_scopes_allow(void **state)
{
	struct principal member = {.membership = MEMBERSHIP_ACTIVE};

	(void)state;
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

static void
hides_tools_of_administrators_from_everybody_else(void **state)
{
	struct principal member = {.membership = MEMBERSHIP_ACTIVE, .scopes = SCOPE_ALL};

	(void)state;
	for (size_t at = 0; at < op_count; at++) {
		if (ops[at]->tool.name == NULL || ops[at]->guard != GUARD_ADMIN)
			continue;
		assert_null(mcp_tools_find(ops[at]->tool.name, &member));
		assert_non_null(mcp_tools_find(ops[at]->tool.name, &everybody));
	}
	assert_null(mcp_tools_find("no_such_tool", &everybody));
	assert_non_null(mcp_tools_find("create_post", &member));
}

static void
names_held_and_needed_scopes_in_a_challenge(void **state)
{
	const struct op write = {.scopes = SCOPE_NETWORK_WRITE};
	const struct op either = {.scopes = SCOPE_PROFILE | SCOPE_NETWORK_READ};
	const struct op admin = {.scopes = SCOPE_ADMIN};
	struct arena *arena;

	(void)state;
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fits_what_a_model_reads_before_each_conversation),
		cmocka_unit_test(gives_every_tool_a_name_a_title_and_a_description),
		cmocka_unit_test(writes_all_hints_out),
		cmocka_unit_test(
			describes_arguments_in_a_schema_that_every_client_digests),
		cmocka_unit_test(bounds_what_is_written_and_not_what_is_searched_for),
		cmocka_unit_test(says_what_neither_name_nor_values_say),
		cmocka_unit_test(writes_nested_records_and_nulls_out),
		cmocka_unit_test(describes_results_loosely),
		cmocka_unit_test(holds_no_reference_and_no_null),
		cmocka_unit_test(puts_the_most_used_tool_first),
		cmocka_unit_test(lists_what_the_scopes_allow),
		cmocka_unit_test(hides_tools_of_administrators_from_everybody_else),
		cmocka_unit_test(names_held_and_needed_scopes_in_a_challenge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
