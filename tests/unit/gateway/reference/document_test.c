/* The OpenAPI document: its components, lists and examples. */
#include "tests/unit/gateway/reference/schema_scene.h"

TEST(has_a_change_for_the_feature_level)
{
	assert_true(changelog[changelog_count - 1].level == 1);
	for (size_t i = 1; i < changelog_count; i++)
		assert_int_equal(changelog[i].level, changelog[i - 1].level - 1);
}

/* The lines of an area are consecutive, so that it has one heading. */
TEST(has_one_list_of_short_lines_for_each_area_of_a_level)
{
	for (size_t i = 0; i < changelog_count; i++) {
		const struct change_line *lines = changelog[i].lines;

		assert_non_null(lines[0].area);
		for (size_t j = 0; lines[j].area != NULL; j++) {
			if (strlen(lines[j].text) > 160)
				fail_msg("level %d: %s", changelog[i].level,
					lines[j].text);
			if (!change_begins_area(&changelog[i], &lines[j]))
				continue;
			for (size_t k = 0; k < j; k++)
				assert_string_not_equal(lines[k].area, lines[j].area);
		}
	}
}

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

/* A field or its name must explain a plain text that has no format. */
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

/* The body of an operation: its fields that are not in the path. */
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
	assert_non_null(strstr(text, "title 0 7 3..140 required"));
	assert_non_null(strstr(text, "post_not_found"));
	assert_null(strstr(text, op_post_create.doc));
	assert_null(strstr(text, op_post_create.summary));
	assert_null(strstr(text, "credential_resolve"));
}
