/* The schemas of records, and the layout of JSON. */
#include "tests/unit/gateway/reference/schema_scene.h"

TEST(bounds_a_text_by_its_field)
{
	const json_t *title =
		property(schema(op_post_create.input, SCHEMA_INPUT), "title");
	assert_text(title, "type", "string");
	assert_int_equal(integer(title, "minLength"), 3);
	assert_int_equal(integer(title, "maxLength"), 140);
}

TEST(requires_what_must_be_given_and_nothing_else)
{
	const json_t *tree = schema(op_post_create.input, SCHEMA_INPUT);
	const json_t *required = json_object_get(tree, "required");
	const json_t *update;

	assert_int_equal(json_array_size(required), 3);
	assert_true(json_is_false(json_object_get(tree, "additionalProperties")));
	update = schema(op_me_update.input, SCHEMA_INPUT);
	assert_null(json_object_get(update, "required"));
}

/* Client generators require a field that has a default, so a body's defaults are given in
 * the description. */
TEST(tells_the_default_of_a_field)
{
	struct buffer out = {.arena = arena};
	const json_t *tree = schema(op_org_create.input, SCHEMA_INPUT);
	const json_t *limit;

	for (size_t i = 0; i < op_post_list.input->count; i++)
		if (strcmp(op_post_list.input->fields[i].name, "limit") == 0)
			schema_of_field(
				&out, &op_post_list.input->fields[i], SCHEMA_PARAMETER);
	limit = parse(&out);
	assert_int_equal(integer(limit, "default"), 25);
	assert_int_equal(integer(limit, "minimum"), 1);
	assert_int_equal(integer(limit, "maximum"), 100);
	assert_null(json_object_get(property(tree, "kind"), "default"));
	assert_text(property(tree, "kind"), "description",
		"The kind of organization. Default: `\"community\"`.");
}

TEST(lets_null_be_a_value_where_it_is_one)
{
	const json_t *expires =
		property(schema(op_post_create.input, SCHEMA_INPUT), "expiresAt");
	const json_t *type = json_object_get(expires, "type");
	const json_t *account;
	const json_t *either;

	assert_int_equal(json_array_size(type), 2);
	assert_string_equal(json_string_value(json_array_get(type, 1)), "null");
	assert_text(expires, "format", "date-time");
	account = schema(&account_record, SCHEMA_OUTPUT);
	either = json_object_get(property(account, "profile"), "anyOf");
	assert_int_equal(json_array_size(either), 2);
	assert_text(json_array_get(either, 0), "$ref", "#/components/schemas/Profile");
	assert_text(json_array_get(either, 1), "type", "null");
}

TEST(always_has_every_field_of_an_answer)
{
	const json_t *tree = schema(&post_record, SCHEMA_OUTPUT);

	assert_int_equal(
		json_array_size(json_object_get(tree, "required")), post_record.count);
	assert_null(json_object_get(tree, "additionalProperties"));
}

TEST(describes_lists_and_maps_by_their_elements)
{
	const json_t *tree = schema(op_me_update.input, SCHEMA_INPUT);
	const json_t *roles = property(tree, "roles");
	const json_t *links;

	assert_text(roles, "type", "array");
	assert_int_equal(integer(roles, "maxItems"), 5);
	assert_true(
		json_is_array(json_object_get(json_object_get(roles, "items"), "enum")));
	links = property(tree, "links");
	assert_text(links, "type", "object");
	assert_int_equal(integer(links, "maxProperties"), 10);
	assert_text(json_object_get(links, "additionalProperties"), "format", "uri");
}

TEST(leaves_what_the_path_gives_out_of_a_body)
{
	struct buffer out = {.arena = arena};
	const json_t *tree;

	schema_of_body(&out, &op_post_update);
	tree = parse(&out);
	assert_null(property(tree, "id"));
	assert_non_null(property(tree, "title"));
	assert_null(json_object_get(tree, "required"));
}

TEST(calls_components_by_readable_names)
{
	assert_string_equal(schema_name(arena, op_post_create.input), "PostCreateInput");
	assert_string_equal(schema_name(arena, &post_record), "Post");
}

/* Expects that every reference of a tree resolves. */
static void
check_references(const json_t *root, json_t *tree)
{
	const char *name;
	json_t *value;
	size_t index;

	json_object_foreach(tree, name, value)
	{
		if (strcmp(name, "$ref") == 0) {
			const char *path = json_string_value(value);
			char kind[32];
			size_t size;
			const json_t *components;
			const json_t *of_kind;

			assert_int_equal(strncmp(path, "#/components/", 13), 0);
			path += 13;
			size = strcspn(path, "/");
			snprintf(kind, sizeof(kind), "%.*s", (int)size, path);
			components = json_object_get(root, "components");
			of_kind = json_object_get(components, kind);
			if (json_object_get(of_kind, path + size + 1) == NULL)
				fail_msg("nothing is at %s", json_string_value(value));
		}
		check_references(root, value);
	}
	json_array_foreach(tree, index, value)
	{
		check_references(root, value);
	}
}

TEST(prints_a_document_whose_references_all_lead_somewhere)
{
	struct buffer out = {.arena = arena};
	json_t *tree;
	const json_t *paths;

	openapi_write(&out);
	tree = json_loadb((const char *)out.data, out.size, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(tree);
	assert_text(tree, "openapi", "3.1.0");
	assert_int_equal(integer(tree, "x-feature-level"), changelog[0].level);
	check_references(tree, tree);
	paths = json_object_get(tree, "paths");
	for (size_t i = 0; i < op_count; i++)
		if (ops[i]->method != METHOD_NONE)
			assert_non_null(json_object_get(paths, ops[i]->path));
	json_decref(tree);
}

/* Removes the list of servers and returns the URL of the only one. */
static const char *
take_server(json_t *tree)
{
	json_t *servers = json_object_get(tree, "servers");
	const char *url =
		json_string_value(json_object_get(json_array_get(servers, 0), "url"));

	assert_int_equal(json_array_size(servers), 1);
	url = arena_copy(arena, url, strlen(url));
	json_object_del(tree, "servers");
	return url;
}

/* The document of an instance names its URL; the one in docs/ is of every instance. */
TEST(prints_the_same_document_with_and_without_indentation)
{
	struct buffer compact = {.arena = arena}, pretty = {.arena = arena};
	json_t *a;
	json_t *b;

	openapi_write(&compact);
	openapi_print(&pretty);
	a = json_loadb((const char *)compact.data, compact.size, 0, NULL);
	b = json_loadb((const char *)pretty.data, pretty.size, 0, NULL);
	assert_non_null(a);
	assert_string_equal(take_server(a), "https://kith.example");
	assert_string_equal(take_server(b), "/");
	assert_true(json_equal(a, b));
	assert_int_equal(pretty.data[pretty.size - 1], '\n');
	json_decref(a);
	json_decref(b);
}

TEST(indents_by_two_and_leaves_strings_alone)
{
	static const char json[] = "{\"a\":[],\"b\":{\"c\":[1,\"x,{\\\"}\"]},\"d\":{}}";
	struct buffer out = {.arena = arena};

	json_pretty(&out, json, strlen(json));
	buffer_append(&out, "", 1);
	assert_string_equal((const char *)out.data,
		"{\n  \"a\": [],\n  \"b\": {\n    \"c\": [\n      1,\n      "
		"\"x,{\\\"}\"\n"
		"    ]\n  },\n  \"d\": {}\n}\n");
}
