#include "gateway/mcp/lean.h"

#include <string.h>

/* The characters of a longer text that a row shows. */
#define TEXT_CHARACTERS_MAX 80

bool
mcp_lean_leaves_out(const struct field *field)
{
	static const char *const names[] = {
		"targets", "updatedAt", "canEdit", "canManage", "expired"};
	const size_t length = strlen(field->name);

	if (field->type == FIELD_MEDIA)
		return true;
	if (field->type == FIELD_IDENTIFIER && strcmp(field->prefix, "usr") == 0)
		return length > strlen("userId"); /* "authorUserId", not "userId" */
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(field->name, names[i]) == 0)
			return true;
	return false;
}

static bool
is_empty(const json_t *value)
{
	return json_is_null(value) ||
		(json_is_string(value) && json_string_length(value) == 0) ||
		(json_is_array(value) && json_array_size(value) == 0) ||
		(json_is_object(value) && json_object_size(value) == 0);
}

/* The beginning of a text that is too long for a row; NULL for other texts. */
static json_t *
beginning(const char *text, size_t size)
{
	size_t bytes = 0, characters = 0;

	for (; bytes < size; bytes++) {
		if (((unsigned char)text[bytes] & 0xC0U) != 0x80 &&
			characters++ == TEXT_CHARACTERS_MAX)
			return json_sprintf("%.*s…", (int)bytes, text);
	}
	return NULL;
}

/* The tool of an operation; NULL if it has none. */
static json_t *
tool_of(const char *operation, size_t size)
{
	const struct op *op = op_named(operation, size);

	return op != NULL && op->tool.name != NULL ? json_string(op->tool.name) : NULL;
}

/* A form of a value for a model, which is shorter or names a tool, or NULL. */
static json_t *
shorten(const struct field *field, const json_t *value)
{
	const char *text = json_string_value(value);
	const size_t size = json_string_length(value);
	const char *dot;

	if (text == NULL)
		return NULL;
	if (strcmp(field->name, "operation") == 0)
		return tool_of(text, size);
	if (field->type == FIELD_INSTANT) {
		dot = strchr(text, '.');
		return dot != NULL ? json_sprintf("%.*sZ", (int)(dot - text), text)
				   : NULL;
	}
	if (field->type == FIELD_TEXT && field->format == FORMAT_PLAIN)
		return beginning(text, size);
	return NULL;
}

static void
trim_row(json_t *row, const struct record *record)
{
	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];
		json_t *value = json_object_get(row, field->name);
		json_t *shorter;

		if (value == NULL)
			continue;
		if (field->record != NULL && json_is_object(value))
			trim_row(value, field->record);
		if (mcp_lean_leaves_out(field) || is_empty(value)) {
			json_object_del(row, field->name);
			continue;
		}
		shorter = shorten(field, value);
		if (shorter != NULL)
			json_object_set_new(row, field->name, shorter);
	}
}

static int
append(const char *data, size_t size, void *out)
{
	buffer_append(out, data, size);
	return 0;
}

bool
mcp_lean_rows(struct buffer *out, const struct mcp_turn *turn, json_t *answer)
{
	const enum op_shape shape = turn->op->shape;
	json_t *items = json_object_get(answer, "items");

	if ((shape != SHAPE_PAGE && shape != SHAPE_ARRAY) || turn->full)
		return false;
	for (size_t i = 0; i < json_array_size(items); i++)
		trim_row(json_array_get(items, i), turn->op->output);
	json_dump_callback(answer, append, out, JSON_COMPACT);
	return true;
}
