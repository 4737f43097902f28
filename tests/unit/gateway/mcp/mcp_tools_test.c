#include <string.h>

#include "gateway/mcp/inside.h"
#include "tests/support/test.h"

/* Tokens: what a model is shown of all tools and of one on average, and the whole message. */
#define SHOWN_MAX 12000
#define SHOWN_EACH_MAX 150
#define ALL_MAX 18000
#define ALL_EACH_MAX 230
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

/* How many characters a member of a tool takes in the list. */
static size_t
size_of(const json_t *tool, const char *name)
{
	return json_dumpb(
		json_object_get(tool, name), NULL, 0, JSON_COMPACT | JSON_ENCODE_ANY);
}

/* What a model is shown, and the list as a whole; and the averages, so that there is room for the
 * tools to come. Whoever adds one that is dearer says more of it than a model needs. */
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

/* What draft-07 and 2020-12 understand in the same way, so that a schema need not say which of
 * them it is written in, and what every client digests. */
static const char *const keywords[] = {"type", "properties", "required",
	"additionalProperties", "items", "enum", "anyOf", "default", "description",
	"format", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems",
	"maxItems", "maxProperties"};

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

TEST(describes_arguments_in_a_schema_that_every_client_digests)
{
	static const char *const forbidden[] = {"anyOf", "oneOf", "allOf", "not"};
	struct arena *arena;
	const json_t *tools;

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

/* Every bound of the contract stands in the schema of its argument, as the interface has it. */
static void
check_bounds(const char *tool, const struct field *field, const json_t *schema)
{
	const json_t *either = json_object_get(schema, "anyOf");
	const json_t *value = either != NULL ? json_array_get(either, 0) : schema;
	const char *pattern = text_formats[field->format].pattern;
	long long max = field->max > 0 ? field->max : FIELD_MAX;

	switch (field->type) {
	case FIELD_TEXT:
		if (pattern != NULL && !field->empty_allowed)
			assert_string_equal(
				json_string_value(json_object_get(value, "pattern")),
				pattern);
		if (pattern == NULL)
			assert_int_equal(integer(value, "maxLength"), max);
		if (pattern == NULL && field->min > 0)
			assert_int_equal(integer(value, "minLength"), field->min);
		break;
	case FIELD_INTEGER:
		assert_int_equal(integer(value, "minimum"), field->min);
		if (field->max != 0)
			assert_int_equal(integer(value, "maximum"), field->max);
		break;
	case FIELD_IDENTIFIER:
		assert_int_equal(integer(value, "minLength"), 1);
		break;
	case FIELD_LIST:
		assert_int_equal(integer(value, "maxItems"), max);
		check_bounds(tool, field->element, json_object_get(value, "items"));
		break;
	case FIELD_MAP:
		assert_int_equal(integer(value, "maxProperties"), max);
		check_bounds(tool, field->element,
			json_object_get(value, "additionalProperties"));
		break;
	case FIELD_ENUM:
		assert_true(json_array_size(json_object_get(value, "enum")) > 0);
		break;
	case FIELD_INSTANT:
		assert_string_equal(
			json_string_value(json_object_get(value, "format")), "date-time");
		break;
	case FIELD_BOOLEAN:
	case FIELD_OBJECT:
	case FIELD_MEDIA:
	case FIELD_BYTES:
		break;
	}
}

/* Words that say whose an id is: "The ask's id.", "The id of one of your projects." */
static bool
says_whose(const char *doc)
{
	return strstr(doc, "'s ") != NULL || strstr(doc, " of ") != NULL;
}

static void
check_arguments(const char *tool, const struct record *record, const json_t *schema)
{
	const json_t *properties = json_object_get(schema, "properties");

	assert_int_equal(
		json_object_size(properties), record != NULL ? record->count : 0);
	for (size_t at = 0; record != NULL && at < record->count; at++) {
		const struct field *field = &record->fields[at];
		const json_t *property = json_object_get(properties, field->name);
		const char *doc =
			json_string_value(json_object_get(property, "description"));
		bool names = field->type == FIELD_IDENTIFIER ||
			field->format == FORMAT_SLUG || field->format == FORMAT_HANDLE;

		if (doc == NULL || strlen(doc) < 8)
			fail_msg("%s: %s is not described", tool, field->name);
		if (names && !says_whose(doc) && strstr(doc, "our handle") == NULL)
			fail_msg("%s: \"%s\" does not say whose %s it is", tool, doc,
				field->name);
		check_bounds(tool, field, property);
		if (field->record != NULL)
			check_arguments(tool, field->record, property);
	}
}

TEST(describes_every_argument_with_its_bounds)
{
	struct arena *arena = arena_new(16384);
	const json_t *tools = list_tree(arena, &everybody);

	for (size_t at = 0; at < json_array_size(tools); at++) {
		const json_t *tool = json_array_get(tools, at);
		const char *name = json_string_value(json_object_get(tool, "name"));
		const struct op *op = mcp_tools_find(name, &everybody);

		check_arguments(name, op->input, json_object_get(tool, "inputSchema"));
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

TEST(gives_defaults_that_say_something)
{
	struct arena *arena = arena_new(16384);
	const json_t *tools = list_tree(arena, &everybody);

	assert_int_equal(
		integer(argument(tools, "list_posts", NULL, "limit"), "default"), 25);
	assert_null(
		json_object_get(argument(tools, "list_posts", NULL, "mine"), "default"));
	arena_free(arena);
}

TEST(writes_nested_records_and_nulls_out)
{
	struct arena *arena;
	const json_t *tools, *slugs, *expires, *either;

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

/* A tool that reads names every field of its record, one that changes it those to go on with. */
static void
check_fields(const struct op *op, const json_t *properties)
{
	size_t named = 0;

	for (size_t i = 0; i < op->output->count; i++) {
		const json_t *property =
			json_object_get(properties, op->output->fields[i].name);

		assert_true(property != NULL || !op->tool.read_only);
		named += property != NULL;
		assert_true(property == NULL ||
			json_object_get(property, "type") != NULL ||
			json_object_get(property, "anyOf") != NULL);
	}
	assert_true(named > 0);
	assert_int_equal(named, json_object_size(properties));
}

/* A field may be added any time, so nothing is required and nothing else forbidden. */
TEST(names_the_fields_of_results_and_their_types)
{
	struct arena *arena = arena_new(16384);
	const json_t *tools = list_tree(arena, &everybody);

	for (size_t at = 0; at < json_array_size(tools); at++) {
		const json_t *tool = json_array_get(tools, at);
		const char *name = json_string_value(json_object_get(tool, "name"));
		const struct op *op = mcp_tools_find(name, &everybody);
		const json_t *schema = json_object_get(tool, "outputSchema");
		const json_t *properties = json_object_get(schema, "properties");

		check_schema(schema);
		assert_string_equal(
			json_string_value(json_object_get(schema, "type")), "object");
		assert_null(json_object_get(schema, "required"));
		assert_null(json_object_get(schema, "additionalProperties"));
		assert_null(json_object_get(schema, "anyOf"));
		if (op->shape == SHAPE_RECORD)
			check_fields(op, properties);
		if (op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY)
			assert_int_equal(json_object_size(properties), 2);
		if (op->shape == SHAPE_NONE)
			assert_non_null(json_object_get(properties, "ok"));
	}
	arena_free(arena);
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
