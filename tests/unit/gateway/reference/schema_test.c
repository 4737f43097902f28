#include <string.h>

#include "common/input/input.h"
#include "common/json/json.h"
#include "gateway/reference/example.h"
#include "gateway/reference/openapi.h"
#include "gateway/reference/schema.h"
#include "gateway/reference/shape.h"
#include "proto/changelog.h"
#include "proto/content/posts.h"
#include "proto/example.h"
#include "proto/identity/identity.h"
#include "proto/orgs/orgs.h"
#include "proto/records.h"
#include "tests/support/test.h"

static struct arena *arena;

static void
begin(void)
{
	arena = arena_new(65536);
}

static void
end(void)
{
	arena_free(arena);
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
	assert_int_equal(json_array_size(required), 3);
	assert_true(json_is_false(json_object_get(tree, "additionalProperties")));
	const json_t *update = schema(op_me_update.input, SCHEMA_INPUT);
	assert_null(json_object_get(update, "required"));
}

/* Client generators demand what has a default, so that of a body is told in words. */
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
	assert_int_equal(json_array_size(type), 2);
	assert_string_equal(json_string_value(json_array_get(type, 1)), "null");
	assert_text(expires, "format", "date-time");
	const json_t *account = schema(&account_record, SCHEMA_OUTPUT);
	const json_t *either = json_object_get(property(account, "profile"), "anyOf");
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
	assert_text(roles, "type", "array");
	assert_int_equal(integer(roles, "maxItems"), 5);
	assert_true(
		json_is_array(json_object_get(json_object_get(roles, "items"), "enum")));
	const json_t *links = property(tree, "links");
	assert_text(links, "type", "object");
	assert_int_equal(integer(links, "maxProperties"), 10);
	assert_text(json_object_get(links, "additionalProperties"), "format", "uri");
}

TEST(leaves_what_the_path_gives_out_of_a_body)
{
	struct buffer out = {.arena = arena};
	schema_of_body(&out, &op_post_update);
	const json_t *tree = parse(&out);
	assert_null(property(tree, "id"));
	assert_non_null(property(tree, "title"));
	assert_null(json_object_get(tree, "required"));
}

TEST(calls_components_by_readable_names)
{
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

TEST(prints_a_document_whose_references_all_lead_somewhere)
{
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

TEST(prints_the_same_document_with_and_without_indentation)
{
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

TEST(indents_by_two_and_leaves_strings_alone)
{
	static const char json[] = "{\"a\":[],\"b\":{\"c\":[1,\"x,{\\\"}\"]},\"d\":{}}";
	struct buffer out = {.arena = arena};
	json_pretty(&out, json, strlen(json));
	buffer_append(&out, "", 1);
	assert_string_equal((const char *)out.data,
		"{\n  \"a\": [],\n  \"b\": {\n    \"c\": [\n      1,\n      \"x,{\\\"}\"\n"
		"    ]\n  },\n  \"d\": {}\n}\n");
}

TEST(has_a_change_for_the_feature_level)
{
	assert_true(changelog[changelog_count - 1].level == 1);
	for (size_t i = 1; i < changelog_count; i++)
		assert_int_equal(changelog[i].level, changelog[i - 1].level - 1);
}

/* ---- components ---- */

static json_t *
document(void)
{
	struct buffer out = {.arena = arena};
	json_t *tree;

	openapi_write(&out);
	tree = json_loadb((const char *)out.data, out.size, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(tree);
	return tree;
}

TEST(says_each_response_once)
{
	json_t *tree = document(), *path, *op, *response;
	const char *name;

	json_object_foreach(json_object_get(tree, "paths"), name, path)
	{
		const char *method;

		json_object_foreach(path, method, op)
		{
			const char *status;

			json_object_foreach(
				json_object_get(op, "responses"), status, response)
			{
				if (json_object_get(response, "$ref") == NULL)
					fail_msg("%s %s says %s itself", method, name,
						status);
			}
		}
	}
	json_decref(tree);
}

TEST(describes_a_list_as_a_page_of_records)
{
	json_t *tree = document();
	const json_t *components = json_object_get(tree, "components");
	const json_t *schemas = json_object_get(components, "schemas");
	const json_t *page = json_object_get(schemas, "PostPage");
	const json_t *answer =
		json_object_get(json_object_get(components, "responses"), "PostPage");

	assert_non_null(property(page, "nextCursor"));
	assert_text(answer, "description", "One page of the list, of Post records.");
	json_decref(tree);
}

TEST(gives_a_web_address_its_format_where_it_may_be_empty)
{
	const json_t *either = json_object_get(
		property(schema(op_org_create.input, SCHEMA_INPUT), "website"), "anyOf");

	assert_int_equal(json_array_size(either), 2);
	assert_text(json_array_get(either, 0), "format", "uri");
	assert_int_equal(integer(json_array_get(either, 1), "maxLength"), 0);
}

/* ---- examples ---- */

/* A plain text says nothing of what it may be: its field or its name must. */
static void
check_examples(const struct op *op, const struct record *record)
{
	for (size_t i = 0; record != NULL && i < record->count; i++) {
		const struct field *field = &record->fields[i];
		const struct field *value =
			field->element != NULL ? field->element : field;

		if (value->type == FIELD_TEXT && example_of(value) == NULL)
			fail_msg("%s: %s.%s needs an .example (or an entry in "
				 "proto/example.c)",
				op->name, record->name, field->name);
		check_examples(op, field->record);
	}
}

TEST(has_an_example_for_every_text)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->method == METHOD_NONE)
			continue;
		check_examples(ops[i], ops[i]->input);
		check_examples(ops[i], ops[i]->output);
	}
}

/* Fields in a path are no part of a body. */
static struct record
body_of(const struct op *op)
{
	struct field *fields = arena_array(arena, op->input->count, sizeof(struct field));
	struct record body = *op->input;

	body.fields = fields;
	body.count = 0;
	for (size_t i = 0; i < op->input->count; i++) {
		struct field *field = &fields[body.count];

		if (op_in_path(op, &op->input->fields[i]))
			continue;
		*field = op->input->fields[i];
		if (field->body_name != NULL)
			field->name = field->body_name;
		body.count++;
	}
	return body;
}

TEST(takes_the_example_of_every_body)
{
	for (size_t i = 0; i < op_count; i++) {
		struct buffer json = {.arena = arena}, wire = {.arena = arena};
		struct input_result result;
		struct record body;

		if (!schema_has_body(ops[i]))
			continue;
		body = body_of(ops[i]);
		example_of_body(&json, ops[i]);
		json_to_wire(&wire, parse(&json));
		result = input_decode(arena, &body, wire.data, wire.size);
		if (result.faults != NULL || result.missing != NULL)
			fail_msg("%s: %s", ops[i]->name,
				result.faults != NULL ? result.faults->detail
						      : result.missing->name);
	}
}

TEST(answers_with_an_example_of_every_field)
{
	for (size_t i = 0; i < op_count; i++) {
		struct buffer json = {.arena = arena};
		const json_t *tree, *item;

		if (ops[i]->method == METHOD_NONE || ops[i]->output == NULL)
			continue;
		example_of_answer(&json, ops[i]);
		tree = parse(&json);
		item = tree;
		if (ops[i]->shape == SHAPE_PAGE)
			item = json_array_get(json_object_get(tree, "items"), 0);
		if (ops[i]->shape == SHAPE_ARRAY)
			item = json_array_get(tree, 0);
		assert_int_equal(json_object_size(item), ops[i]->output->count);
	}
}

/* ---- the shape ---- */

TEST(tells_what_clients_rely_on_and_no_words)
{
	struct buffer out = {.arena = arena};
	const char *text;

	shape_write(&out);
	buffer_append(&out, "", 1);
	text = (const char *)out.data;
	assert_non_null(strstr(text, "post_create POST /v1/posts"));
	assert_non_null(strstr(text, "tool create_post"));
	assert_non_null(strstr(text, "title 0 0 3..140 required"));
	assert_non_null(strstr(text, "post_not_found"));
	assert_null(strstr(text, op_post_create.doc));
	assert_null(strstr(text, op_post_create.summary));
	assert_null(strstr(text, "credential_resolve"));
}

const struct test_scene test_scene = {.open = begin, .close = end};
