/*
 * schema.c - what a tool takes and answers, as JSON Schema.
 *
 * Written for what clients make of it: one schema that a client cannot digest costs it the
 * whole list. So there are no references, no lists of types (null is an `anyOf` inside a
 * property), an object at the root, and nothing but plain keywords, which mean the same in
 * draft-07 and in 2020-12: there is no $schema to say which of them it is.
 *
 * And written for the model that reads the whole list before each conversation. What it
 * would not miss is left out, for the validator knows it and says it in a sentence: bounds of
 * what is searched for or copied from results, defaults that are nothing, and words about
 * arguments whose name, or whose values, say the same.
 */
#include <string.h>

#include "gateway/mcp/inside.h"
#include "gateway/reference/schema.h"

/* A schema under construction. */
struct sketch {
	struct buffer *out;
	const struct op *op;
};

static void put_argument(const struct sketch *sketch, const struct field *field);
static void put_type(const struct sketch *sketch, const struct field *field);

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

/* Only what is written anew has a length to mind. Lengths count code points, in the contract
 * as in JSON Schema. */
static void
put_text(const struct sketch *sketch, const struct field *field)
{
	struct buffer *out = sketch->out;
	const struct text_format_info *format = &text_formats[field->format];

	json_put_raw(out, "\"type\":\"string\"");
	if (format->format != NULL && !field->empty_allowed)
		put_string(out, ",\"format\":", format->format);
	if (field->format != FORMAT_PLAIN || sketch->op->tool.read_only)
		return;
	if (field->min > 1 && !field->empty_allowed)
		put_integer(out, ",\"minLength\":", field->min);
	put_integer(out, ",\"maxLength\":", field->max > 0 ? field->max : FIELD_MAX);
}

static void
put_enum(struct buffer *out, const struct field *field)
{
	json_put_raw(out, "\"type\":\"string\",\"enum\":[");
	for (const char *const *value = field->values; *value != NULL; value++) {
		if (value != field->values)
			json_put_raw(out, ",");
		json_put_string(out, *value, strlen(*value));
	}
	json_put_raw(out, "]");
}

static void
put_integer_type(struct buffer *out, const struct field *field)
{
	json_put_raw(out, "\"type\":\"integer\"");
	if (field->min == 0 && field->max == 0)
		return;
	if (field->min != 1)
		put_integer(out, ",\"minimum\":", field->min);
	put_integer(out, ",\"maximum\":", field->max);
}

/* {"name": schema, …} of all fields of a record, and which of them must be given. */
static void
put_properties(const struct sketch *sketch, const struct record *record)
{
	struct buffer *out = sketch->out;
	size_t required = 0;

	json_put_raw(out, "\"type\":\"object\",\"properties\":{");
	for (size_t at = 0; record != NULL && at < record->count; at++) {
		put_string(out, at > 0 ? "," : "", record->fields[at].name);
		json_put_raw(out, ":{");
		put_argument(sketch, &record->fields[at]);
		json_put_raw(out, "}");
	}
	json_put_raw(out, "}");
	for (size_t at = 0; record != NULL && at < record->count; at++) {
		if (record->fields[at].required) {
			put_string(out, required++ > 0 ? "," : ",\"required\":[",
				record->fields[at].name);
		}
	}
	if (required > 0)
		json_put_raw(out, "]");
}

static void
put_list(const struct sketch *sketch, const struct field *field)
{
	struct buffer *out = sketch->out;

	json_put_raw(out, "\"type\":\"array\",\"items\":{");
	put_type(sketch, field->element);
	json_put_raw(out, "}");
	if (sketch->op->tool.read_only || field->element->type == FIELD_ENUM)
		return;
	if (field->min > 0)
		put_integer(out, ",\"minItems\":", field->min);
	put_integer(out, ",\"maxItems\":", field->max > 0 ? field->max : FIELD_MAX);
}

static void
put_map(const struct sketch *sketch, const struct field *field)
{
	struct buffer *out = sketch->out;

	json_put_raw(out, "\"type\":\"object\",\"additionalProperties\":{");
	put_type(sketch, field->element);
	json_put_raw(out, "}");
	put_integer(out, ",\"maxProperties\":", field->max > 0 ? field->max : FIELD_MAX);
}

/* Type and bounds of a value that is given and not null. */
static void
put_value(const struct sketch *sketch, const struct field *field)
{
	switch (field->type) {
	case FIELD_TEXT:
		put_text(sketch, field);
		break;
	case FIELD_ENUM:
		put_enum(sketch->out, field);
		break;
	case FIELD_INTEGER:
		put_integer_type(sketch->out, field);
		break;
	case FIELD_BOOLEAN:
		json_put_raw(sketch->out, "\"type\":\"boolean\"");
		break;
	case FIELD_INSTANT:
		json_put_raw(sketch->out, "\"type\":\"string\",\"format\":\"date-time\"");
		break;
	case FIELD_IDENTIFIER:
	case FIELD_MEDIA:
		json_put_raw(sketch->out, "\"type\":\"string\"");
		break;
	case FIELD_LIST:
		put_list(sketch, field);
		break;
	case FIELD_MAP:
		put_map(sketch, field);
		break;
	case FIELD_OBJECT:
		put_properties(sketch, field->record);
		break;
	}
}

/* Type and bounds, or null beside them. */
static void
put_type(const struct sketch *sketch, const struct field *field)
{
	if (field->nullable)
		json_put_raw(sketch->out, "\"anyOf\":[{");
	put_value(sketch, field);
	if (field->nullable)
		json_put_raw(sketch->out, "},{\"type\":\"null\"}]");
}

/* Whether a default says more than that nothing was given. */
static bool
is_telling(const char *fallback)
{
	static const char *const nothing[] = {"null", "false", "\"\"", "[]", "{}"};

	for (size_t at = 0; at < COUNT_OF(nothing); at++) {
		if (strcmp(fallback, nothing[at]) == 0)
			return false;
	}
	return true;
}

/* Whether an argument needs words: what the path names, the tool's own words are about; what
 * has few values is said by them. */
static bool
needs_words(const struct op *op, const struct field *field)
{
	const struct field *value = field->element != NULL ? field->element : field;
	bool named = op->path != NULL && op_in_path(op, field);

	return !field->obvious && !named && value->type != FIELD_ENUM;
}

/* The inside of an argument's schema. */
static void
put_argument(const struct sketch *sketch, const struct field *field)
{
	put_type(sketch, field);
	if (field->fallback != NULL && is_telling(field->fallback)) {
		json_put_raw(sketch->out, ",\"default\":");
		json_put_raw(sketch->out, field->fallback);
	}
	if (needs_words(sketch->op, field))
		put_string(sketch->out, ",\"description\":", field->doc);
}

/* JSON Schema of a tool's arguments. */
void
mcp_schema_input(struct buffer *out, const struct op *op)
{
	const struct sketch sketch = {out, op};

	json_put_raw(out, "{");
	put_properties(&sketch, op->input);
	json_put_raw(out, ",\"additionalProperties\":false}");
}

/* JSON Schema of a tool's structuredContent: the least that clients take. They do not show it
 * to the model, and a field may be added any time. */
void
mcp_schema_output(struct buffer *out, const struct op *op)
{
	if (op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY) {
		json_put_raw(out,
			"{\"type\":\"object\",\"properties\":"
			"{\"items\":{\"type\":\"array\"}}}");
	} else {
		json_put_raw(out, "{\"type\":\"object\"}");
	}
}
