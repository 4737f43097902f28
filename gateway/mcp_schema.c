/*
 * mcp_schema.c - what a tool takes and answers, as JSON Schema (draft-07).
 *
 * Written for what clients make of it: one schema that a client cannot digest costs it the
 * whole list. So there are no references, no lists of types (null is an `anyOf` inside a
 * property), nothing but plain keywords, and an object at the root. The list is read by a
 * model before each conversation: results of reads are described in names and types only,
 * a record inside a result and what a change answers not at all. Handles and slugs are
 * copied from results, so their patterns are left to the validator's sentence.
 */
#include "gateway/mcp.h"

#include <string.h>

#define DIALECT "\"$schema\":\"http://json-schema.org/draft-07/schema#\","

static void put_field(struct buffer *out, const struct field *field);
static void put_type(struct buffer *out, const struct field *field);

static void
put_string(struct buffer *out, const char *name, const char *value)
{
	json_put_raw(out, name);
	json_put_string(out, value, strlen(value));
}

static void
put_integer(struct buffer *out, const char *name, int64_t value)
{
	json_put_raw(out, name);
	json_put_integer(out, value);
}

/* Lengths count code points, in the contract as in JSON Schema. */
static void
put_text(struct buffer *out, const struct field *field)
{
	const struct text_format_info *format = &text_formats[field->format];
	json_put_raw(out, "\"type\":\"string\"");
	if (field->min > 0 && !field->empty_allowed)
		put_integer(out, ",\"minLength\":", field->min);
	put_integer(out, ",\"maxLength\":", field->max > 0 ? field->max : FIELD_MAX);
	if (format->format && !field->empty_allowed)
		put_string(out, ",\"format\":", format->format);
}

static void
put_enum(struct buffer *out, const struct field *field)
{
	json_put_raw(out, "\"type\":\"string\",\"enum\":[");
	for (const char *const *value = field->values; *value; value++) {
		if (value != field->values)
			json_put_raw(out, ",");
		json_put_string(out, *value, strlen(*value));
	}
	json_put_raw(out, "]");
}

/* {"name": schema, …} of all fields of a record. */
static void
put_properties(struct buffer *out, const struct record *record)
{
	json_put_raw(out, "\"type\":\"object\",\"properties\":{");
	for (size_t at = 0; record && at < record->count; at++) {
		if (at > 0)
			json_put_raw(out, ",");
		json_put_string(
			out, record->fields[at].name, strlen(record->fields[at].name));
		json_put_raw(out, ":{");
		put_field(out, &record->fields[at]);
		json_put_raw(out, "}");
	}
	json_put_raw(out, "},\"required\":[");
	size_t required = 0;
	for (size_t at = 0; record && at < record->count; at++) {
		if (!record->fields[at].required)
			continue;
		put_string(out, required++ > 0 ? "," : "", record->fields[at].name);
	}
	json_put_raw(out, "],\"additionalProperties\":false");
}

static void
put_list(struct buffer *out, const struct field *field)
{
	json_put_raw(out, "\"type\":\"array\",\"items\":{");
	if (field->record)
		put_properties(out, field->record);
	else
		put_type(out, field->element);
	json_put_raw(out, "}");
	if (field->min > 0)
		put_integer(out, ",\"minItems\":", field->min);
	put_integer(out, ",\"maxItems\":", field->max > 0 ? field->max : FIELD_MAX);
}

static void
put_map(struct buffer *out, const struct field *field)
{
	json_put_raw(out, "\"type\":\"object\",\"additionalProperties\":{");
	put_type(out, field->element);
	json_put_raw(out, "}");
	put_integer(out, ",\"maxProperties\":", field->max > 0 ? field->max : FIELD_MAX);
}

/* Type and bounds of a value that is given and not null. */
static void
put_value(struct buffer *out, const struct field *field)
{
	switch (field->type) {
	case FIELD_TEXT:
		put_text(out, field);
		break;
	case FIELD_ENUM:
		put_enum(out, field);
		break;
	case FIELD_INTEGER:
		json_put_raw(out, "\"type\":\"integer\"");
		if (field->min != 0 || field->max != 0) {
			put_integer(out, ",\"minimum\":", field->min);
			put_integer(out, ",\"maximum\":", field->max);
		}
		break;
	case FIELD_BOOLEAN:
		json_put_raw(out, "\"type\":\"boolean\"");
		break;
	case FIELD_INSTANT:
		json_put_raw(out, "\"type\":\"string\",\"format\":\"date-time\"");
		break;
	case FIELD_IDENTIFIER:
	case FIELD_MEDIA:
		json_put_raw(out, "\"type\":\"string\",\"minLength\":1");
		break;
	case FIELD_LIST:
		put_list(out, field);
		break;
	case FIELD_MAP:
		put_map(out, field);
		break;
	case FIELD_OBJECT:
		put_properties(out, field->record);
		break;
	}
}

/* Type and bounds, or null beside them. */
static void
put_type(struct buffer *out, const struct field *field)
{
	if (field->nullable)
		json_put_raw(out, "\"anyOf\":[{");
	put_value(out, field);
	if (field->nullable)
		json_put_raw(out, "},{\"type\":\"null\"}]");
}

/* The two arguments that every list has; the server's instructions speak of them once. */
static bool
is_paging(const struct field *field)
{
	return field->format == FORMAT_CURSOR ||
		(field->type == FIELD_INTEGER && strcmp(field->name, "limit") == 0);
}

/* The inside of an argument's schema. No default is the same as null, and some clients
 * cannot read a null. */
static void
put_field(struct buffer *out, const struct field *field)
{
	put_type(out, field);
	if (field->fallback && strcmp(field->fallback, "null") != 0) {
		json_put_raw(out, ",\"default\":");
		json_put_raw(out, field->fallback);
	}
	if (!is_paging(field))
		put_string(out, ",\"description\":", field->doc);
}

/* JSON Schema of a tool's arguments. */
void
mcp_schema_input(struct buffer *out, const struct op *op)
{
	json_put_raw(out, "{" DIALECT);
	put_properties(out, op->input);
	json_put_raw(out, "}");
}

/* The type of a value in a result. */
static const char *
result_type(const struct field *field)
{
	switch (field->type) {
	case FIELD_INTEGER:
		return "{\"type\":\"integer\"}";
	case FIELD_BOOLEAN:
		return "{\"type\":\"boolean\"}";
	case FIELD_LIST:
		return "{\"type\":\"array\"}";
	case FIELD_MAP:
	case FIELD_OBJECT:
		return "{\"type\":\"object\"}";
	case FIELD_TEXT:
	case FIELD_ENUM:
	case FIELD_INSTANT:
	case FIELD_IDENTIFIER:
	case FIELD_MEDIA:
		return "{\"type\":\"string\"}";
	}
	return "{}";
}

static void
put_result_type(struct buffer *out, const char *type, bool nullable)
{
	if (nullable)
		json_put_raw(out, "{\"anyOf\":[");
	json_put_raw(out, type);
	if (nullable)
		json_put_raw(out, ",{\"type\":\"null\"}]}");
}

static void
put_result_record(struct buffer *out, const struct record *record)
{
	json_put_raw(out, "{\"type\":\"object\",\"properties\":{");
	for (size_t at = 0; at < record->count; at++) {
		const struct field *field = &record->fields[at];
		put_string(out, at > 0 ? "," : "", field->name);
		json_put_raw(out, ":");
		put_result_type(out, result_type(field), field->nullable);
	}
	json_put_raw(out, "}}");
}

/* JSON Schema of a tool's structuredContent. */
void
mcp_schema_output(struct buffer *out, const struct op *op)
{
	switch (op->shape) {
	case SHAPE_RECORD:
	case SHAPE_PARTS:
		if (op->tool.read_only)
			put_result_record(out, op->output);
		else
			json_put_raw(out, "{\"type\":\"object\"}");
		break;
	case SHAPE_PAGE:
	case SHAPE_ARRAY:
		json_put_raw(out,
			"{\"type\":\"object\",\"properties\":{\"items\":"
			"{\"type\":\"array\",\"items\":");
		json_put_raw(out, "{\"type\":\"object\"}},\"nextCursor\":");
		put_result_type(out, "{\"type\":\"string\"}", true);
		json_put_raw(out, "}}");
		break;
	case SHAPE_NONE:
		json_put_raw(out,
			"{\"type\":\"object\",\"properties\":{\"ok\":"
			"{\"type\":\"boolean\"}}}");
		break;
	}
}
