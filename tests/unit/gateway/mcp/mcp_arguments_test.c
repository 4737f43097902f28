/* Arguments and results of tools: schemas, bounds, descriptions. */
#include "gateway/mcp/arguments.h"
#include "gateway/mcp/lean.h"
#include "tests/unit/gateway/mcp/tools_scene.h"

/* Keywords that draft-07 and 2020-12 interpret alike and every client understands. A
 * schema with these need not name its draft. */
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

/* Allows no other keyword, no list of types, no empty list of required names, and no
 * boolean schema except additionalProperties. */
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
	assert_true(required == NULL || json_array_size(required) > 0);
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

/* The schema of an argument of a tool, inside a nested record where there is one. */
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

/* Expects every bound of the contract in the schema of its argument. */
static void
check_bounds(const char *tool, const struct field *field, const json_t *schema)
{
	const json_t *either = json_object_get(schema, "anyOf");
	const json_t *value = either != NULL ? json_array_get(either, 0) : schema;
	const char *pattern = text_formats[field->format].pattern;
	const bool bounded =
		pattern == NULL && text_formats[field->format].format == NULL;
	long long max = field->max > 0 ? field->max : FIELD_MAX;

	switch (field->type) {
	case FIELD_TEXT:
		if (field->missing != PROBLEM_NONE || field->format == FORMAT_HANDLE ||
			field->format == FORMAT_SLUG) {
			assert_null(json_object_get(value, "pattern"));
			break; /* a name that is copied */
		}
		if (pattern != NULL && !field->empty_allowed)
			assert_string_equal(
				json_string_value(json_object_get(value, "pattern")),
				pattern);
		if (bounded && max > 64) /* refusals state the other bounds */
			assert_int_equal(integer(value, "maxLength"), max);
		if (pattern == NULL && field->min > 1)
			assert_int_equal(integer(value, "minLength"), field->min);
		break;
	case FIELD_INTEGER:
		if (field->min != 1)
			assert_int_equal(integer(value, "minimum"), field->min);
		if (field->max != 0)
			assert_int_equal(integer(value, "maximum"), field->max);
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
	case FIELD_IDENTIFIER:
	case FIELD_BOOLEAN:
	case FIELD_OBJECT:
	case FIELD_MEDIA:
	case FIELD_BYTES:
		break;
	}
}

/* Words that say whose an id is: "The ask's id.", "The id of a project whose roster you
 * are on." */
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

		if (field->doc == NULL) {
			assert_null(doc);
			continue;
		}
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

		check_arguments(name, mcp_arguments_record(arena, op),
			json_object_get(tool, "inputSchema"));
	}
	arena_free(arena);
}

/* The description of an argument; NULL if it has none. */
static const char *
described(struct arena *arena, const char *tool, const char *name)
{
	const struct record *record =
		mcp_arguments_record(arena, mcp_tools_find(tool, &everybody));

	for (size_t at = 0; at < record->count; at++)
		if (strcmp(record->fields[at].name, name) == 0)
			return record->fields[at].doc;
	fail_msg("%s has no argument %s", tool, name);
	return NULL;
}

TEST(leaves_out_descriptions_that_say_nothing_new)
{
	static const char *const none[][2] = {{"list_posts", "limit"},
		{"list_posts", "cursor"}, {"list_posts", "detail"},
		{"create_post", "requestKey"}, {"create_post", "title"},
		{"update_event", "description"}, {"get_org", "slug"},
		{"update_org", "name"}};
	static const char *const some[][2] = {{"create_post", "body"}, {"get_post", "id"},
		{"apply_for_org", "slug"}, {"assign_to_project", "title"},
		{"update_org", "description"}, {"invite_project", "org"}};
	struct arena *arena = arena_new(16384);

	for (size_t at = 0; at < COUNT_OF(none); at++)
		assert_null(described(arena, none[at][0], none[at][1]));
	for (size_t at = 0; at < COUNT_OF(some); at++)
		assert_non_null(described(arena, some[at][0], some[at][1]));
	arena_free(arena);
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

/* A reading tool names every field of its record; a writing tool names those that later
 * calls need. */
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

/* The rows of a list: the fields of a short row, with their types. */
static void
check_rows(const struct op *op, const json_t *items)
{
	const json_t *row =
		json_object_get(json_object_get(items, "items"), "properties");
	size_t shown = 0;

	for (size_t i = 0; i < op->output->count; i++)
		shown += !mcp_lean_leaves_out(&op->output->fields[i]);
	assert_true(shown > 2);
	assert_int_equal(json_object_size(row), shown);
}

/* A field may be added at any time, so nothing is required and nothing is forbidden. */
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
		if (op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY)
			check_rows(op, json_object_get(properties, "items"));
		if (op->shape == SHAPE_NONE)
			assert_non_null(json_object_get(properties, "ok"));
	}
	arena_free(arena);
}
