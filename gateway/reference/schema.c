#include "gateway/reference/schema.h"

#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/inside.h"

/* ---- records ---- */

void
schema_of_record(struct buffer *out, const struct record *record, enum schema_use use)
{
	json_add_open(out, NULL, '{');
	schema_put_members(out, record, NULL, use);
	json_add_close(out, '}');
}

void
schema_of_body(struct buffer *out, const struct op *op)
{
	json_add_open(out, NULL, '{');
	schema_put_members(out, op->input, op, SCHEMA_INPUT);
	json_add_close(out, '}');
}

bool
schema_has_body(const struct op *op)
{
	if (op->input == NULL || op->method == METHOD_NONE || !op_takes_body(op))
		return false;
	for (size_t i = 0; i < op->input->count; i++)
		if (!op_in_path(op, &op->input->fields[i]))
			return true;
	return false;
}

/* ---- answers ---- */

/* `"items": {"type": "array", "items": …}`, or the same without a key. */
static void
put_list(struct buffer *out, const char *key, const struct record *record)
{
	json_add_open(out, key, '{');
	json_add_text(out, "type", "array");
	schema_put_reference(out, "items", "schemas", schema_name(out->arena, record));
	json_add_close(out, '}');
}

void
schema_of_page(struct buffer *out, const struct record *record)
{
	const char *name = schema_name(out->arena, record);

	json_add_open(out, NULL, '{');
	json_add_text(out, "type", "object");
	json_add_text(out, "description",
		arena_printf(out->arena, "One page of a list of %s records.", name));
	json_add_open(out, "properties", '{');
	put_list(out, "items", record);
	json_add_open(out, "nextCursor", '{');
	json_add_raw(out, "type", "[\"string\",\"null\"]");
	json_add_text(out, "description",
		"Send it as `cursor` to read the next page; null on the last page.");
	json_add_close(out, '}');
	json_add_close(out, '}');
	json_add_raw(out, "required", "[\"items\",\"nextCursor\"]");
	json_add_close(out, '}');
}

void
schema_of_answer(struct buffer *out, const struct op *op)
{
	switch (op->shape) {
	case SHAPE_RECORD:
	case SHAPE_CHUNKED:
		schema_put_reference(
			out, NULL, "schemas", schema_name(out->arena, op->output));
		break;
	case SHAPE_PAGE:
		schema_put_reference(
			out, NULL, "schemas", schema_page_name(out->arena, op->output));
		break;
	case SHAPE_ARRAY:
		put_list(out, NULL, op->output);
		break;
	case SHAPE_FILE:
	case SHAPE_NONE:
		break;
	}
}

/* Whether a field identifies the record or tells its state. */
static bool
identifies(const struct field *field)
{
	static const char *const names[] = {"id", "userId", "slug", "status"};

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(field->name, names[i]) == 0)
			return true;
	return false;
}

/* The result of a tool that changes a record: only the fields that a next call needs.
 * The model can read the others by another tool. */
static void
put_identity(struct buffer *out, const struct record *record)
{
	struct field *fields = arena_array(out->arena, record->count, sizeof(*fields));
	struct record identity = {.fields = fields};

	for (size_t i = 0; i < record->count; i++)
		if (identifies(&record->fields[i]))
			fields[identity.count++] = record->fields[i];
	schema_of_record(out, identity.count > 0 ? &identity : record, SCHEMA_RESULT);
}

void
schema_of_result(struct buffer *out, const struct op *op)
{
	switch (op->shape) {
	case SHAPE_RECORD:
	case SHAPE_CHUNKED:
		if (op->tool.read_only)
			schema_of_record(out, op->output, SCHEMA_RESULT);
		else
			put_identity(out, op->output);
		break;
	case SHAPE_PAGE:
	case SHAPE_ARRAY:
		json_add_raw(out, NULL,
			"{\"type\":\"object\","
			"\"properties\":{\"items\":{\"type\":\"array\",\"items\":");
		schema_of_record(out, op->output, SCHEMA_RESULT);
		json_put_raw(out,
			"},\"nextCursor\":{\"anyOf\":[{\"type\":\"string\"},"
			"{\"type\":\"null\"}]}}}");
		break;
	case SHAPE_FILE:
	case SHAPE_NONE:
		json_add_raw(out, NULL,
			"{\"type\":\"object\","
			"\"properties\":{\"ok\":{\"type\":\"boolean\"}}}");
		break;
	}
}
