#include <ctype.h>
#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/schema_inside.h"

const char *
schema_name(struct arena *arena, const struct record *record)
{
	if (isupper((unsigned char)record->name[0]))
		return record->name;
	size_t size = strlen(record->name);
	bool input = size > 3 && strcmp(record->name + size - 3, "_in") == 0;
	char *name = arena_alloc(arena, size + sizeof("Input"));
	size_t written = 0;
	bool upper = true;
	for (size_t i = 0; i < (input ? size - 3 : size); i++) {
		char c = record->name[i];
		if (upper)
			c = (char)toupper((unsigned char)c);
		upper = c == '_';
		if (!upper)
			name[written++] = c;
	}
	if (input)
		memcpy(name + written, "Input", sizeof("Input"));
	return name;
}

void
schema_put_reference(struct buffer *out, const struct record *record)
{
	json_add_text(out, "$ref",
		arena_printf(out->arena, "#/components/schemas/%s",
			schema_name(out->arena, record)));
}

/* Whether a field belongs to the schema. */
static bool
shown(const struct field *field, const struct op *body_of)
{
	return body_of == NULL || !op_in_path(body_of, field);
}

/* What a field is called: a body may have another name for it. */
static const char *
member_name(const struct field *field, const struct op *body_of)
{
	return body_of != NULL && field->body_name != NULL ? field->body_name
							   : field->name;
}

/* Inputs name what must be given; outputs always have every field. */
static void
put_required(struct buffer *out, const struct record *record, const struct op *body_of,
	bool input)
{
	size_t count = 0;
	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];
		if (!shown(field, body_of) || (input && !field->required))
			continue;
		if (count++ == 0)
			json_add_open(out, "required", '[');
		json_add_text(out, NULL, member_name(field, body_of));
	}
	if (count > 0)
		json_add_close(out, ']');
}

void
schema_put_members(struct buffer *out, const struct record *record,
	const struct op *body_of, enum schema_use use)
{
	bool input = use == SCHEMA_INPUT;
	json_add_text(out, "type", "object");
	json_add_text(out, "description", record->doc);
	json_add_open(out, "properties", '{');
	for (size_t i = 0; i < record->count; i++) {
		if (!shown(&record->fields[i], body_of))
			continue;
		json_add_key(out, member_name(&record->fields[i], body_of));
		schema_of_field(out, &record->fields[i], use);
	}
	json_add_close(out, '}');
	put_required(out, record, body_of, input);
	if (input)
		json_add_boolean(out, "additionalProperties", false);
}

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

/* One record of an answer. */
static void
put_answer_record(struct buffer *out, const struct op *op)
{
	json_add_open(out, NULL, '{');
	schema_put_reference(out, op->output);
	json_add_close(out, '}');
}

/* `{"type": "array", "items": …}` */
static void
put_answer_list(struct buffer *out, const struct op *op)
{
	json_add_open(out, NULL, '{');
	json_add_text(out, "type", "array");
	json_add_key(out, "items");
	put_answer_record(out, op);
	json_add_close(out, '}');
}

/* `{"items": […], "nextCursor": …}` */
static void
put_answer_page(struct buffer *out, const struct op *op)
{
	json_add_open(out, NULL, '{');
	json_add_text(out, "type", "object");
	json_add_open(out, "properties", '{');
	json_add_key(out, "items");
	put_answer_list(out, op);
	json_add_open(out, "nextCursor", '{');
	json_add_raw(out, "type", "[\"string\",\"null\"]");
	json_add_text(
		out, "description", "Where the next page starts; null on the last page.");
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
	case SHAPE_PARTS:
		put_answer_record(out, op);
		break;
	case SHAPE_PAGE:
		put_answer_page(out, op);
		break;
	case SHAPE_ARRAY:
		put_answer_list(out, op);
		break;
	case SHAPE_NONE:
		break;
	}
}
