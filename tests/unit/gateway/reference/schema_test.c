/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/openapi.h"
#include "gateway/reference/schema.h"
#include "proto/changelog.h"
#include "proto/content/posts.h"
#include "proto/identity/identity.h"
#include "proto/records.h"

static struct arena *arena;

static int
begin(void **state)
{
	(void)state;
	arena = arena_new(65536);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static json_t *
parse(const struct buffer *out)
{
	const char *fault = NULL;
	json_t *tree = json_parse(arena, out->data, out->size, &fault);
	if (tree == NULL)
		fail_msg("%s in %.*s", fault, (int)out->size, (const char *)out->data);
	return tree;
}

static json_t *
schema(const struct record *record, enum schema_use use)
{
	struct buffer out = {.arena = arena};
	schema_of_record(&out, record, use);
	return parse(&out);
}

static json_t *
property(const json_t *tree, const char *name)
{
	return json_object_get(json_object_get(tree, "properties"), name);
}

static void
assert_text(const json_t *tree, const char *name, const char *expected)
{
	assert_string_equal(json_string_value(json_object_get(tree, name)), expected);
}

static long long
integer(const json_t *tree, const char *name)
{
	assert_true(json_is_integer(json_object_get(tree, name)));
	return json_integer_value(json_object_get(tree, name));
}

static void
bounds_a_text_by_its_field(void **state)
{
	(void)state;
	const json_t *title =
		property(schema(op_post_create.input, SCHEMA_INPUT), "title");
	assert_text(title, "type", "string");
	assert_int_equal(integer(title, "minLength"), 3);
	assert_int_equal(integer(title, "maxLength"), 140);
}

static void
requires_what_must_be_given_and_nothing_else(void **state)
{
	(void)state;
	const json_t *tree = schema(op_post_create.input, SCHEMA_INPUT);
	const json_t *required = json_object_get(tree, "required");
	assert_int_equal(json_array_size(required), 3);
	assert_true(json_is_false(json_object_get(tree, "additionalProperties")));
	const json_t *update = schema(op_me_update.input, SCHEMA_INPUT);
	assert_null(json_object_get(update, "required"));
}

static void
gives_defaults_as_json(void **state)
{
	(void)state;
	const json_t *tree = schema(op_post_list.input, SCHEMA_INPUT);
	assert_int_equal(integer(property(tree, "limit"), "default"), 25);
	assert_int_equal(integer(property(tree, "limit"), "minimum"), 1);
	assert_int_equal(integer(property(tree, "limit"), "maximum"), 100);
	assert_true(json_is_false(json_object_get(property(tree, "mine"), "default")));
}

static void
lets_null_be_a_value_where_it_is_one(void **state)
{
	(void)state;
	const json_t *expires =
		property(schema(op_post_create.input, SCHEMA_INPUT), "expiresAt");
	const json_t *type = json_object_get(expires, "type");
	assert_int_equal(json_array_size(type), 2);
	assert_string_equal(json_string_value(json_array_get(type, 1)), "null");
	assert_text(expires, "format", "date-time");
	const json_t *account = schema(&account_record, SCHEMA_OUTPUT);
	const json_t *either = json_object_get(property(account, "profile"), "anyOf");
	assert_int_equal(json_array_size(either), 2);
	assert_text(json_array_get(either, 0), "$ref", "#/components/schemas/Profile");
	assert_text(json_array_get(either, 1), "type", "null");
}

static void
always_has_every_field_of_an_answer(void **state)
{
	(void)state;
	const json_t *tree = schema(&post_record, SCHEMA_OUTPUT);
	assert_int_equal(
		json_array_size(json_object_get(tree, "required")), post_record.count);
	assert_null(json_object_get(tree, "additionalProperties"));
}

static void
describes_lists_and_maps_by_their_elements(void **state)
{
	(void)state;
	const json_t *tree = schema(op_me_update.input, SCHEMA_INPUT);
	const json_t *roles = property(tree, "roles");
	assert_text(roles, "type", "array");
	assert_int_equal(integer(roles, "maxItems"), 5);
	assert_true(
		json_is_array(json_object_get(json_object_get(roles, "items"), "enum")));
	const json_t *links = property(tree, "links");
	assert_text(links, "type", "object");
	assert_int_equal(integer(links, "maxProperties"), 10);
	assert_text(json_object_get(links, "additionalProperties"), "format", "uri");
}

static void
leaves_what_the_path_gives_out_of_a_body(void **state)
{
	(void)state;
	struct buffer out = {.arena = arena};
	schema_of_body(&out, &op_post_update);
	const json_t *tree = parse(&out);
	assert_null(property(tree, "id"));
	assert_non_null(property(tree, "title"));
	assert_null(json_object_get(tree, "required"));
}

static void
calls_components_by_readable_names(void **state)
{
	(void)state;
	assert_string_equal(schema_name(arena, op_post_create.input), "PostCreateInput");
	assert_string_equal(schema_name(arena, &post_record), "Post");
}

/* All references of a tree lead somewhere. */
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
			char kind[32], component[64];
			assert_int_equal(strncmp(path, "#/components/", 13), 0);
			path += 13;
			size_t size = strcspn(path, "/");
			snprintf(kind, sizeof(kind), "%.*s", (int)size, path);
			snprintf(component, sizeof(component), "%s", path + size + 1);
			const json_t *components = json_object_get(root, "components");
			const json_t *of_kind = json_object_get(components, kind);
			if (json_object_get(of_kind, component) == NULL)
				fail_msg("nothing is at %s", json_string_value(value));
		}
		check_references(root, value);
	}
	json_array_foreach(tree, index, value)
	{
		check_references(root, value);
	}
}

static void
prints_a_document_whose_references_all_lead_somewhere(void **state)
{
	(void)state;
	struct buffer out = {.arena = arena};
	openapi_write(&out);
	json_t *tree = json_loadb(
		(const char *)out.data, out.size, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(tree);
	assert_text(tree, "openapi", "3.1.0");
	assert_int_equal(integer(tree, "x-feature-level"), changelog[0].level);
	check_references(tree, tree);
	const json_t *paths = json_object_get(tree, "paths");
	for (size_t i = 0; i < op_count; i++)
		if (ops[i]->method != METHOD_NONE)
			assert_non_null(json_object_get(paths, ops[i]->path));
	json_decref(tree);
}

static void
prints_the_same_document_with_and_without_indentation(void **state)
{
	(void)state;
	struct buffer compact = {.arena = arena}, pretty = {.arena = arena};
	openapi_write(&compact);
	openapi_print(&pretty);
	json_t *a = json_loadb((const char *)compact.data, compact.size, 0, NULL);
	json_t *b = json_loadb((const char *)pretty.data, pretty.size, 0, NULL);
	assert_non_null(a);
	assert_true(json_equal(a, b));
	assert_int_equal(pretty.data[pretty.size - 1], '\n');
	json_decref(a);
	json_decref(b);
}

static void
indents_by_two_and_leaves_strings_alone(void **state)
{
	(void)state;
	static const char json[] = "{\"a\":[],\"b\":{\"c\":[1,\"x,{\\\"}\"]},\"d\":{}}";
	struct buffer out = {.arena = arena};
	json_pretty(&out, json, strlen(json));
	buffer_append(&out, "", 1);
	assert_string_equal((const char *)out.data,
		"{\n  \"a\": [],\n  \"b\": {\n    \"c\": [\n      1,\n      \"x,{\\\"}\"\n"
		"    ]\n  },\n  \"d\": {}\n}\n");
}

static void
has_a_change_for_the_feature_level(void **state)
{
	(void)state;
	assert_true(changelog[0].level > 0);
	for (size_t i = 1; i < changelog_count; i++)
		assert_int_equal(changelog[i].level, changelog[i - 1].level - 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds_a_text_by_its_field),
		cmocka_unit_test(requires_what_must_be_given_and_nothing_else),
		cmocka_unit_test(gives_defaults_as_json),
		cmocka_unit_test(lets_null_be_a_value_where_it_is_one),
		cmocka_unit_test(always_has_every_field_of_an_answer),
		cmocka_unit_test(describes_lists_and_maps_by_their_elements),
		cmocka_unit_test(leaves_what_the_path_gives_out_of_a_body),
		cmocka_unit_test(calls_components_by_readable_names),
		cmocka_unit_test(prints_a_document_whose_references_all_lead_somewhere),
		cmocka_unit_test(prints_the_same_document_with_and_without_indentation),
		cmocka_unit_test(indents_by_two_and_leaves_strings_alone),
		cmocka_unit_test(has_a_change_for_the_feature_level),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
