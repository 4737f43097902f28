/* Arguments as clients send them: nulls, empty texts, values as JSON text. */
#include "common/input/input.h"
#include "common/run/run.h"
#include "common/wire/wire.h"
#include "gateway/mcp/arguments.h"
#include "proto/op.h"
#include "tests/unit/gateway/mcp/tools_scene.h"

/* Whether the schema of an argument, as clients see it, allows a value. */
static bool
schema_allows_empty(const struct field *field)
{
	if (field->empty_allowed)
		return true;
	return field->type == FIELD_TEXT && field->min == 0 &&
		text_format_is_free(field->format);
}

/* The argument after reading {name: value}; NULL when it counts as absent. The value is
 * consumed. */
static const json_t *
read_one(
	struct arena *arena, const struct record *record, const char *name, json_t *value)
{
	json_t *given = json_pack("{s:o}", name, value);
	const json_t *read = mcp_arguments_read(arena, record, given);
	const json_t *found = json_object_get(read, name);

	json_decref(given);
	return found;
}

static const char *const texts[] = {
	[FIELD_INTEGER] = "7",
	[FIELD_BOOLEAN] = "true",
	[FIELD_LIST] = "[\"a\"]",
	[FIELD_MAP] = "{\"a\":\"b\"}",
	[FIELD_OBJECT] = "{}",
	[FIELD_BYTES] = NULL,
};

static void
check_text(struct arena *arena, const char *tool, const struct record *record,
	const struct field *field)
{
	const char *text = texts[field->type];
	const json_t *read;

	if (text == NULL)
		return;
	read = read_one(arena, record, field->name, json_string(text));
	if (read == NULL || json_is_string(read))
		fail_msg("%s: %s written as text is not read", tool, field->name);
}

static void
check_argument(struct arena *arena, const char *tool, const struct record *record,
	const struct field *field)
{
	bool absent = read_one(arena, record, field->name, json_null()) == NULL;

	if (absent != (!field->required && !field->nullable))
		fail_msg("%s: null as %s", tool, field->name);
	absent = read_one(arena, record, field->name, json_string("")) == NULL;
	if (absent != (!field->required && !schema_allows_empty(field)))
		fail_msg("%s: \"\" as %s", tool, field->name);
	check_text(arena, tool, record, field);
}

static size_t
check_arguments(struct arena *arena, const char *tool, const struct record *record)
{
	size_t count = 0;

	for (size_t i = 0; record != NULL && i < record->count; i++) {
		check_argument(arena, tool, record, &record->fields[i]);
		count++;
		if (record->fields[i].type == FIELD_OBJECT)
			count += check_arguments(arena, tool, record->fields[i].record);
	}
	return count;
}

TEST(reads_every_argument_of_every_tool_as_clients_send_it)
{
	struct arena *arena = arena_new(16384);
	size_t count = 0;

	for (size_t at = 0; at < op_count; at++)
		if (ops[at]->tool.name != NULL)
			count += check_arguments(
				arena, ops[at]->tool.name, ops[at]->input);
	assert_true(count > 200);
	arena_free(arena);
}

/* All optional arguments as null and as "", as clients in strict mode send them. */
static void
check_strict(struct arena *arena, const struct op *op, bool null)
{
	json_t *given = json_object();
	struct buffer wire = {.arena = arena};
	struct input_result result;

	for (size_t i = 0; i < op->input->count; i++) {
		const struct field *field = &op->input->fields[i];

		if (!field->required && !schema_allows_empty(field))
			json_object_set_new(
				given, field->name, null ? json_null() : json_string(""));
	}
	json_to_wire(&wire, mcp_arguments_read(arena, op->input, given));
	json_decref(given);
	result = input_decode(arena, op->input, wire.data, wire.size);
	assert_null(result.missing);
	for (const struct fault *at = result.faults; at != NULL; at = at->next)
		if (at->code != FAULT_REQUIRED)
			fail_msg("%s: %s", op->tool.name, at->detail);
}

TEST(takes_every_optional_argument_as_null_and_as_empty)
{
	struct arena *arena = arena_new(16384);

	for (size_t at = 0; at < op_count; at++) {
		if (ops[at]->tool.name == NULL || ops[at]->input == NULL)
			continue;
		check_strict(arena, ops[at], true);
		check_strict(arena, ops[at], false);
	}
	arena_free(arena);
}

static const struct op *
find(const char *tool)
{
	return mcp_tools_find(tool, &everybody);
}

TEST(reads_inside_nested_arguments)
{
	struct arena *arena = arena_new(16384);
	const json_t *read = read_one(arena, find("create_post")->input, "publishTo",
		json_string("{\"public\": \"true\", \"orgSlugs\": \"[\\\"a\\\"]\"}"));

	assert_true(json_is_true(json_object_get(read, "public")));
	assert_true(json_is_array(json_object_get(read, "orgSlugs")));
	arena_free(arena);
}

TEST(leaves_texts_and_faults_alone)
{
	struct arena *arena = arena_new(16384);
	const struct record *post = find("create_post")->input;
	const struct record *list = find("list_posts")->input;

	assert_true(json_is_string(read_one(arena, post, "title", json_string("7"))));
	assert_true(json_is_string(read_one(arena, post, "body", json_string("[1]"))));
	assert_true(json_is_string(read_one(arena, list, "limit", json_string("x"))));
	assert_true(json_is_string(read_one(arena, list, "limit", json_string("[1]"))));
	assert_true(json_is_string(read_one(arena, post, "tags", json_string("a, b"))));
	assert_true(json_is_null(read_one(arena, post, "title", json_null())));
	assert_true(json_is_null(read_one(arena, post, "toolCallId", json_null())));
	arena_free(arena);
}

TEST(names_the_arguments_that_exist)
{
	struct arena *arena = arena_new(16384);

	assert_string_equal(mcp_arguments_known(arena, find("get_health")),
		"get_health takes no arguments.");
	assert_string_equal(mcp_arguments_known(arena, find("get_post")),
		"get_post takes id (required).");
	assert_string_equal(mcp_arguments_known(arena, find("list_org_members")),
		"list_org_members takes slug (required), limit, cursor and detail.");
	assert_non_null(strstr(mcp_arguments_known(arena, find("create_post")),
		"publishTo (orgSlugs and public)"));
	arena_free(arena);
}

/* The service must store the answer, or a requestKey would promise what nothing keeps. */
TEST(keeps_the_answer_of_every_tool_that_takes_a_request_key)
{
	struct arena *arena = arena_new(16384);

	for (size_t at = 0; at < op_count; at++) {
		const struct op *op = ops[at];
		bool keyed = false;
		const struct record *record;

		if (op->tool.name == NULL)
			continue;
		record = mcp_arguments_record(arena, op);
		for (size_t i = 0; i < record->count; i++)
			keyed |= strcmp(record->fields[i].name, "requestKey") == 0;
		if (keyed == op->tool.read_only)
			fail_msg("%s: requestKey", op->tool.name);
		if (keyed && !run_idempotency_applies(op, &everybody))
			fail_msg("%s keeps no answer", op->tool.name);
	}
	arena_free(arena);
}
