#include "gateway/reference/schema.h"

#include <ctype.h>
#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/inside.h"

/* ---- names ---- */

const char *
schema_camel_case(struct arena *arena, const char *name)
{
	size_t size = strlen(name), written = 0;
	char *camel = arena_alloc(arena, size + 1);
	bool upper = true;

	for (size_t i = 0; i < size; i++) {
		if (name[i] != '_') {
			camel[written] = name[i];
			if (upper)
				camel[written] = (char)toupper((unsigned char)name[i]);
			written++;
		}
		upper = name[i] == '_';
	}
	camel[written] = '\0';
	return camel;
}

const char *
schema_name(struct arena *arena, const struct record *record)
{
	const char *camel = schema_camel_case(arena, record->name);
	size_t size = strlen(record->name);

	if (size > 3 && strcmp(record->name + size - 3, "_in") == 0)
		return arena_printf(arena, "%sput", camel);
	return camel;
}

const char *
schema_page_name(struct arena *arena, const struct record *record)
{
	return arena_printf(arena, "%sPage", schema_name(arena, record));
}

void
schema_put_reference(
	struct buffer *out, const char *key, const char *kind, const char *name)
{
	json_add_open(out, key, '{');
	json_add_text(
		out, "$ref", arena_printf(out->arena, "#/components/%s/%s", kind, name));
	json_add_close(out, '}');
}

const char *
schema_member_name(const struct field *field, const struct op *body_of)
{
	return body_of != NULL && field->body_name != NULL ? field->body_name
							   : field->name;
}

/* ---- records ---- */

/* Whether a field belongs to the schema. */
static bool
is_shown(const struct field *field, const struct op *body_of)
{
	return body_of == NULL || !op_in_path(body_of, field);
}

/* Inputs name what must be given; answers always have every field that is not optional. */
static void
put_required(struct buffer *out, const struct record *record, const struct op *body_of,
	enum schema_use use)
{
	size_t count = 0;

	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];

		if (!is_shown(field, body_of) ||
			(use == SCHEMA_OUTPUT ? field->optional : !field->required))
			continue;
		if (count++ == 0)
			json_add_open(out, "required", '[');
		json_add_text(out, NULL, schema_member_name(field, body_of));
	}
	if (count > 0)
		json_add_close(out, ']');
}

void
schema_put_members(struct buffer *out, const struct record *record,
	const struct op *body_of, enum schema_use use)
{
	static const struct record nothing = {.count = 0};
	const struct record *known = record != NULL ? record : &nothing;

	json_add_text(out, "type", "object");
	if (use == SCHEMA_INPUT || use == SCHEMA_OUTPUT)
		json_add_text(out, "description", known->doc);
	json_add_open(out, "properties", '{');
	for (size_t i = 0; i < known->count; i++) {
		if (!is_shown(&known->fields[i], body_of))
			continue;
		json_add_key(out, schema_member_name(&known->fields[i], body_of));
		schema_of_field(out, &known->fields[i], use);
	}
	json_add_close(out, '}');
	if (use != SCHEMA_RESULT)
		put_required(out, known, body_of, use);
	if (use == SCHEMA_INPUT || use == SCHEMA_ARGUMENT)
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

bool
schema_has_body(const struct op *op)
{
	if (op->input == NULL || op->method == METHOD_NONE || !op_takes_body(op))
		return false;
	for (size_t i = 0; i < op->input->count; i++)
		if (is_shown(&op->input->fields[i], op))
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

/* Whether a field says which record it is, or what has become of it. */
static bool
identifies(const struct field *field)
{
	static const char *const names[] = {"id", "userId", "slug", "status"};

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(field->name, names[i]) == 0)
			return true;
	return false;
}

/* What a tool that changes something answers of a record that another tool reads: the fields that
 * a next call takes. A model has read the rest there, or need not know of it. */
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
			"{\"type\":\"object\",\"properties\":{"
			"\"items\":{\"type\":\"array\"},"
			"\"nextCursor\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}}}");
		break;
	case SHAPE_FILE:
	case SHAPE_NONE:
		json_add_raw(out, NULL,
			"{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"}}}");
		break;
	}
}
