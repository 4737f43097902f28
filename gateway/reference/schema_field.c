/*
 * schema_field.c - fields and records in JSON Schema: types, bounds and formats.
 *
 * The two are one file because they call each other: a field may hold a record.
 */
#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/inside.h"

static bool
is_input(enum schema_use use)
{
	return use == SCHEMA_INPUT || use == SCHEMA_PARAMETER || use == SCHEMA_ARGUMENT;
}

static bool
is_of_tool(enum schema_use use)
{
	return use == SCHEMA_ARGUMENT || use == SCHEMA_RESULT;
}

/* Whether "" is allowed in addition to a format. A pattern allows it by itself. */
static bool
has_empty_beside_format(const struct field *field)
{
	return field->type == FIELD_TEXT && field->empty_allowed &&
		text_formats[field->format].format != NULL;
}

/* Whether null needs a schema of its own, because the type cannot include it. */
static bool
has_null_apart(const struct field *field, enum schema_use use)
{
	return field->nullable &&
		(is_of_tool(use) || field->type == FIELD_OBJECT ||
			has_empty_beside_format(field));
}

/* `"type": "string"`, or with null beside it. */
static void
put_type(struct buffer *out, const char *type, const struct field *field,
	enum schema_use use)
{
	if (!field->nullable || has_null_apart(field, use)) {
		json_add_text(out, "type", type);
		return;
	}
	json_add_open(out, "type", '[');
	json_add_text(out, NULL, type);
	json_add_text(out, NULL, "null");
	json_add_close(out, ']');
}

/* The upper bound of a text, list or map. */
static int64_t
upper_bound(const struct field *field)
{
	return field->max > 0 ? field->max : FIELD_MAX;
}

/* Whether a tool's argument is the name of a record. Models copy such names, and the
 * refusal of another one says where to find them, so the schema saves its pattern. */
static bool
is_copied(const struct field *field, enum schema_use use)
{
	return use == SCHEMA_ARGUMENT &&
		(field->missing != PROBLEM_NONE || field->format == FORMAT_HANDLE ||
			field->format == FORMAT_SLUG);
}

/* The lower bound of a text. Tools treat "" as absent or refuse it (SCHEMA_ARGUMENT). */
static int64_t
lower_bound(const struct field *field, enum schema_use use)
{
	return use == SCHEMA_ARGUMENT && field->min == 1 ? 0 : field->min;
}

/* The schemas of tools leave the bound of a text to its refusal if it is at most this, or
 * if the text is an address: a model reads the schemas before each conversation. */
#define SHORT_TEXT 64

/* Lengths count code points, as in JSON Schema. A pattern implies them. */
static void
put_text(struct buffer *out, const struct field *field, enum schema_use use)
{
	const struct text_format_info *info = &text_formats[field->format];

	put_type(out, "string", field, use);
	if (use == SCHEMA_RESULT || is_copied(field, use))
		return;
	if (is_input(use) && (use != SCHEMA_ARGUMENT || info->pattern == NULL)) {
		if (lower_bound(field, use) > 0 &&
			(!field->empty_allowed || has_empty_beside_format(field)))
			json_add_integer(out, "minLength", field->min);
		if (use != SCHEMA_ARGUMENT ||
			(field->max > SHORT_TEXT && info->format == NULL))
			json_add_integer(out, "maxLength", upper_bound(field));
	}
	if (info->pattern != NULL)
		json_add_text(out, "pattern",
			field->empty_allowed
				? arena_printf(out->arena, "^$|%s", info->pattern)
				: info->pattern);
	if (info->format != NULL)
		json_add_text(out, "format", info->format);
	if (field->secret && use == SCHEMA_INPUT)
		json_add_boolean(out, "writeOnly", true);
}

static void
put_enum(struct buffer *out, const struct field *field, enum schema_use use)
{
	put_type(out, "string", field, use);
	if (use == SCHEMA_RESULT)
		return;
	json_add_open(out, "enum", '[');
	for (const char *const *value = field->values; *value != NULL; value++)
		json_add_text(out, NULL, *value);
	if (field->empty_allowed)
		json_add_text(out, NULL, "");
	if (field->nullable && !has_null_apart(field, use))
		json_add_raw(out, NULL, "null");
	json_add_close(out, ']');
}

static void
put_integer(struct buffer *out, const struct field *field, enum schema_use use)
{
	put_type(out, "integer", field, use);
	if (!is_input(use))
		return;
	if (use != SCHEMA_ARGUMENT || field->min != 1)
		json_add_integer(out, "minimum", field->min);
	if (field->max != 0)
		json_add_integer(out, "maximum", field->max);
}

/* Tools leave the pattern to their refusal; models copy ids. */
static void
put_identifier(struct buffer *out, const struct field *field, enum schema_use use)
{
	put_type(out, "string", field, use);
	if (is_of_tool(use))
		return;
	json_add_text(out, "pattern",
		arena_printf(out->arena, "^%s_[0-9a-hjkmnp-tv-z]{26}$", field->prefix));
}

/* The elements of a list or map; for tools without a description. */
static void
put_element(struct buffer *out, const char *key, const struct field *field,
	enum schema_use use)
{
	struct field element;

	if (field->record != NULL) {
		schema_put_reference(
			out, key, "schemas", schema_name(out->arena, field->record));
		return;
	}
	element = *field->element;
	if (is_of_tool(use))
		element.doc = NULL;
	json_add_key(out, key);
	schema_of_field(out, &element, use);
}

static void
put_list(struct buffer *out, const struct field *field, enum schema_use use)
{
	put_type(out, "array", field, use);
	if (use == SCHEMA_RESULT)
		return;
	put_element(out, "items", field, use);
	if (!is_input(use))
		return;
	if (field->min > 0)
		json_add_integer(out, "minItems", field->min);
	json_add_integer(out, "maxItems", upper_bound(field));
}

static void
put_map(struct buffer *out, const struct field *field, enum schema_use use)
{
	put_type(out, "object", field, use);
	if (use == SCHEMA_RESULT)
		return;
	put_element(out, "additionalProperties", field, use);
	if (!is_input(use))
		return;
	if (use == SCHEMA_INPUT)
		json_add_raw(out, "propertyNames", "{\"minLength\":1,\"maxLength\":40}");
	json_add_integer(out, "maxProperties", upper_bound(field));
}

static void
put_object(struct buffer *out, const struct field *field, enum schema_use use)
{
	if (use == SCHEMA_RESULT)
		json_add_text(out, "type", "object");
	else if (use == SCHEMA_ARGUMENT)
		schema_put_members(out, field->record, NULL, use);
	else
		json_add_text(out, "$ref",
			arena_printf(out->arena, "#/components/schemas/%s",
				schema_name(out->arena, field->record)));
}

/* Type and bounds of a value. */
static void
put_value(struct buffer *out, const struct field *field, enum schema_use use)
{
	switch (field->type) {
	case FIELD_TEXT:
		put_text(out, field, use);
		break;
	case FIELD_ENUM:
		put_enum(out, field, use);
		break;
	case FIELD_INTEGER:
		put_integer(out, field, use);
		break;
	case FIELD_BOOLEAN:
		put_type(out, "boolean", field, use);
		break;
	case FIELD_INSTANT:
		put_type(out, "string", field, use);
		if (use != SCHEMA_RESULT)
			json_add_text(out, "format", "date-time");
		break;
	case FIELD_IDENTIFIER:
		put_identifier(out, field, use);
		break;
	case FIELD_LIST:
		put_list(out, field, use);
		break;
	case FIELD_MAP:
		put_map(out, field, use);
		break;
	case FIELD_OBJECT:
		put_object(out, field, use);
		break;
	case FIELD_MEDIA:
		put_type(out, "string", field, use);
		if (!is_of_tool(use))
			json_add_text(out, "format", "uri");
		break;
	case FIELD_BYTES: /* between processes only */
		break;
	}
}

/* A value, or an alternative to it ("" or null). */
static void
put_alternatives(struct buffer *out, const struct field *field, enum schema_use use)
{
	bool empty = use != SCHEMA_RESULT && has_empty_beside_format(field);
	bool null = has_null_apart(field, use);

	if (!empty && !null) {
		put_value(out, field, use);
		return;
	}
	json_add_open(out, "anyOf", '[');
	json_add_open(out, NULL, '{');
	put_value(out, field, use);
	json_add_close(out, '}');
	if (empty)
		json_add_raw(out, NULL, "{\"type\":\"string\",\"maxLength\":0}");
	if (null)
		json_add_raw(out, NULL, "{\"type\":\"null\"}");
	json_add_close(out, ']');
}

/* Whether a default is more than an empty value. */
static bool
is_telling(const char *fallback)
{
	static const char *const nothing[] = {"null", "false", "\"\"", "[]", "{}"};

	for (size_t i = 0; i < COUNT_OF(nothing); i++)
		if (strcmp(fallback, nothing[i]) == 0)
			return false;
	return true;
}

/* The description of a field. A body's also states what its schema cannot. */
static const char *
describe(struct arena *arena, const struct field *field, enum schema_use use)
{
	const char *text = field->doc;

	if (use != SCHEMA_INPUT)
		return text;
	if (field->type == FIELD_TEXT &&
		(field->format == FORMAT_LINE || field->format == FORMAT_NAME))
		text = arena_printf(
			arena, "%s One line, without control characters.", text);
	if (field->type == FIELD_TEXT && field->format == FORMAT_NAME)
		text = arena_printf(arena,
			"%s No word mixes Latin letters with Cyrillic or Greek ones.",
			text);
	if (field->trimmed)
		text = arena_printf(arena, "%s White space around it is removed.", text);
	if (field->fallback != NULL && is_telling(field->fallback))
		text = arena_printf(arena, "%s Default: `%s`.", text, field->fallback);
	return text;
}

void
schema_of_field(struct buffer *out, const struct field *field, enum schema_use use)
{
	bool telling = field->fallback != NULL && is_telling(field->fallback);

	json_add_open(out, NULL, '{');
	put_alternatives(out, field, use);
	if (telling && (use == SCHEMA_PARAMETER || use == SCHEMA_ARGUMENT))
		json_add_raw(out, "default", field->fallback);
	if (use != SCHEMA_RESULT && field->doc != NULL)
		json_add_text(out, "description", describe(out->arena, field, use));
	json_add_close(out, '}');
}

/* ---- records ---- */

/* Whether the schema has the field. */
static bool
is_shown(const struct field *field, const struct op *body_of)
{
	return body_of == NULL || !op_in_path(body_of, field);
}

/* Inputs list required fields; answers always have each field that is not optional. */
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
