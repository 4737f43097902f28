#include "gateway/reference/example.h"

#include "common/json/json.h"
#include "gateway/reference/inside.h"
#include "proto/example.h"

#define PATCHED_FIELDS 2
#define REQUEST_ID "01jd8x6t4vf2k9m3n5p7q8r9s0"

static void put_record(struct buffer *out, const char *key, const struct record *record);

/* The one element of a list or map. */
static void put_element(struct buffer *out, const char *key, const struct field *field);

static void
put_value(struct buffer *out, const char *key, const struct field *field)
{
	const char *json = example_of(field);

	if (json != NULL) {
		json_add_raw(out, key, json);
	} else if (field->type == FIELD_ENUM) {
		json_add_text(out, key, field->values[0]);
	} else if (field->type == FIELD_IDENTIFIER) {
		json_add_text(out, key,
			arena_printf(out->arena, "%s_%s", field->prefix, REQUEST_ID));
	} else if (field->type == FIELD_LIST) {
		json_add_open(out, key, '[');
		put_element(out, NULL, field);
		json_add_close(out, ']');
	} else if (field->type == FIELD_MAP) {
		json_add_open(out, key, '{');
		put_element(out, "website", field);
		json_add_close(out, '}');
	} else if (field->type == FIELD_OBJECT) {
		put_record(out, key, field->record);
	} else {
		json_add_text(out, key, "text");
	}
}

static void
put_element(struct buffer *out, const char *key, const struct field *field)
{
	if (field->record != NULL)
		put_record(out, key, field->record);
	else
		put_value(out, key, field->element);
}

static void
put_record(struct buffer *out, const char *key, const struct record *record)
{
	json_add_open(out, key, '{');
	for (size_t i = 0; i < record->count; i++)
		put_value(out, record->fields[i].name, &record->fields[i]);
	json_add_close(out, '}');
}

void
example_of_body(struct buffer *out, const struct op *op)
{
	size_t left = op->method == METHOD_PATCH ? PATCHED_FIELDS : op->input->count;

	json_add_open(out, NULL, '{');
	for (size_t i = 0; i < op->input->count && left > 0; i++) {
		const struct field *field = &op->input->fields[i];

		if (op_in_path(op, field))
			continue;
		put_value(out, schema_member_name(field, op), field);
		left--;
	}
	json_add_close(out, '}');
}

void
example_of_answer(struct buffer *out, const struct op *op)
{
	switch (op->shape) {
	case SHAPE_RECORD:
	case SHAPE_CHUNKED:
		put_record(out, NULL, op->output);
		break;
	case SHAPE_PAGE:
		json_add_open(out, NULL, '{');
		json_add_open(out, "items", '[');
		put_record(out, NULL, op->output);
		json_add_close(out, ']');
		json_add_raw(out, "nextCursor", "null");
		json_add_close(out, '}');
		break;
	case SHAPE_ARRAY:
		json_add_open(out, NULL, '[');
		put_record(out, NULL, op->output);
		json_add_close(out, ']');
		break;
	case SHAPE_FILE:
	case SHAPE_NONE:
		break;
	}
}

void
example_of_refusal(struct buffer *out, const struct refusal *refusal)
{
	const struct problem_info *info = &problems[refusal->problems[0]];

	json_add_open(out, NULL, '{');
	json_add_text(out, "type",
		arena_printf(
			out->arena, "https://kith.example/docs/problems/%s", info->code));
	json_add_text(out, "title", info->title);
	json_add_integer(out, "status", info->status);
	json_add_text(out, "code", info->code);
	json_add_text(out, "requestId", REQUEST_ID);
	json_add_close(out, '}');
}
