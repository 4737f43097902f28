/*
 * schema_field.c - what a field's type, bounds and format are called in JSON Schema.
 */
#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/schema_inside.h"

/* `"type": "string"`, or with null beside it. */
static void
put_type(struct buffer *out, const char *type, bool nullable)
{
	if (!nullable) {
		json_add_text(out, "type", type);
		return;
	}
	json_add_open(out, "type", '[');
	json_add_text(out, NULL, type);
	json_add_text(out, NULL, "null");
	json_add_close(out, ']');
}

/* Pattern and format of a text; both must let "" pass where it is allowed. */
static void
put_format(struct buffer *out, const struct field *field)
{
	const struct text_format_info *info = &text_formats[field->format];
	if (info->pattern != NULL)
		json_add_text(out, "pattern",
			field->empty_allowed
				? arena_printf(out->arena, "^$|%s", info->pattern)
				: info->pattern);
	if (info->format != NULL && !field->empty_allowed)
		json_add_text(out, "format", info->format);
}

static void
put_text(struct buffer *out, const struct field *field, enum schema_use use)
{
	put_type(out, "string", field->nullable);
	if (use == SCHEMA_INPUT) {
		if (field->min > 0 && !field->empty_allowed)
			json_add_integer(out, "minLength", field->min);
		json_add_integer(
			out, "maxLength", field->max > 0 ? field->max : FIELD_MAX);
	}
	put_format(out, field);
	if (field->secret && use == SCHEMA_INPUT)
		json_add_boolean(out, "writeOnly", true);
}

static void
put_enum(struct buffer *out, const struct field *field)
{
	put_type(out, "string", field->nullable);
	json_add_open(out, "enum", '[');
	for (const char *const *value = field->values; *value != NULL; value++)
		json_add_text(out, NULL, *value);
	if (field->empty_allowed)
		json_add_text(out, NULL, "");
	if (field->nullable)
		json_add_raw(out, NULL, "null");
	json_add_close(out, ']');
}

static void
put_integer(struct buffer *out, const struct field *field, enum schema_use use)
{
	put_type(out, "integer", field->nullable);
	if (use != SCHEMA_INPUT)
		return;
	json_add_integer(out, "minimum", field->min);
	if (field->max != 0)
		json_add_integer(out, "maximum", field->max);
}

static void
put_identifier(struct buffer *out, const struct field *field)
{
	put_type(out, "string", field->nullable);
	json_add_text(out, "pattern",
		arena_printf(out->arena, "^%s_[0-9a-hjkmnp-tv-z]{26}$", field->prefix));
}

/* A nested record. */
static void
put_record(struct buffer *out, const struct record *record)
{
	json_add_open(out, NULL, '{');
	schema_put_reference(out, record);
	json_add_close(out, '}');
}

static void
put_list(struct buffer *out, const struct field *field, enum schema_use use)
{
	put_type(out, "array", field->nullable);
	json_add_key(out, "items");
	if (field->record != NULL)
		put_record(out, field->record);
	else
		schema_of_field(out, field->element, use);
	if (use != SCHEMA_INPUT)
		return;
	if (field->min > 0)
		json_add_integer(out, "minItems", field->min);
	json_add_integer(out, "maxItems", field->max > 0 ? field->max : FIELD_MAX);
}

static void
put_map(struct buffer *out, const struct field *field, enum schema_use use)
{
	put_type(out, "object", field->nullable);
	json_add_key(out, "additionalProperties");
	schema_of_field(out, field->element, use);
	if (use != SCHEMA_INPUT)
		return;
	json_add_raw(out, "propertyNames", "{\"minLength\":1,\"maxLength\":40}");
	json_add_integer(out, "maxProperties", field->max > 0 ? field->max : FIELD_MAX);
}

/* An object; one that may be null is one of two schemas. */
static void
put_object(struct buffer *out, const struct field *field)
{
	if (!field->nullable) {
		schema_put_reference(out, field->record);
		return;
	}
	json_add_open(out, "anyOf", '[');
	put_record(out, field->record);
	json_add_raw(out, NULL, "{\"type\":\"null\"}");
	json_add_close(out, ']');
}

/* What depends on the field's type. */
static void
put_constraints(struct buffer *out, const struct field *field, enum schema_use use)
{
	switch (field->type) {
	case FIELD_TEXT:
		put_text(out, field, use);
		break;
	case FIELD_ENUM:
		put_enum(out, field);
		break;
	case FIELD_INTEGER:
		put_integer(out, field, use);
		break;
	case FIELD_BOOLEAN:
		put_type(out, "boolean", field->nullable);
		break;
	case FIELD_INSTANT:
		put_type(out, "string", field->nullable);
		json_add_text(out, "format", "date-time");
		break;
	case FIELD_IDENTIFIER:
		put_identifier(out, field);
		break;
	case FIELD_LIST:
		put_list(out, field, use);
		break;
	case FIELD_MAP:
		put_map(out, field, use);
		break;
	case FIELD_OBJECT:
		put_object(out, field);
		break;
	case FIELD_MEDIA:
		put_type(out, "string", field->nullable);
		json_add_text(out, "format", "uri");
		break;
	}
}

void
schema_of_field(struct buffer *out, const struct field *field, enum schema_use use)
{
	json_add_open(out, NULL, '{');
	put_constraints(out, field, use);
	if (use == SCHEMA_INPUT && field->fallback != NULL)
		json_add_raw(out, "default", field->fallback);
	if (field->doc != NULL)
		json_add_text(out, "description", field->doc);
	json_add_close(out, '}');
}
