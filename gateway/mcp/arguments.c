#include "gateway/mcp/arguments.h"

#include <string.h>

#include "common/input/input.h"

/* The beginning of the ids that `search` gives. */
#define RESOURCE_SCHEME "kith://"
/* The id of a record of any kind; `fetch` takes longer ones. */
#define ID_CHARACTERS_MAX 40

static const char *const detail_values[] = {"full", NULL};

static const struct field mcp_tool_in_fields[] = {
	IN(struct mcp_tool_in, request_key, "requestKey", TEXT, .format = FORMAT_LINE,
		.min = 1, .max = 64, .doc = "Done once per key."),
	IN(struct mcp_tool_in, detail, "detail", ENUM, .values = detail_values,
		.doc = "All fields."),
};

static const struct record tool_record =
	INPUT_RECORD(mcp_tool_in, "Arguments of tools that no operation has.");

/* Whether a tool has this argument beside those of its operation. */
static bool
has_own(const struct op *op, const struct field *field)
{
	if (field == &mcp_tool_in_fields[0])
		return !op->tool.read_only;
	return op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY;
}

/* Whether a description only repeats the name of the argument: "The title." A `slug` is
 * that of an organization, as the instructions say. */
static bool
repeats_name(struct arena *arena, const struct field *field)
{
	static const char *const begins[] = {"The ", "The organization's "};

	for (size_t i = 0; i < COUNT_OF(begins); i++) {
		const char *doc = arena_printf(arena, "%s%s.", begins[i], field->name);

		if (field->doc != NULL && strcmp(field->doc, doc) == 0)
			return true;
	}
	return false;
}

/* Whether the instructions explain an argument that many tools have, so that the list of
 * tools saves its description. */
static bool
is_explained(const struct field *field)
{
	static const char *const names[] = {"limit", "cursor", "detail", "requestKey"};

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(field->name, names[i]) == 0)
			return true;
	return false;
}

const struct record *
mcp_arguments_record(struct arena *arena, const struct op *op)
{
	static const struct record nothing = {.name = "Nothing", .doc = "No input."};
	struct record *record = arena_alloc(arena, sizeof(*record));
	struct field *fields;

	*record = op->input != NULL ? *op->input : nothing;
	fields = arena_array(arena, record->count + tool_record.count, sizeof(*fields));
	for (size_t i = 0; i < record->count; i++)
		fields[i] = record->fields[i];
	for (size_t i = 0; i < tool_record.count; i++)
		if (has_own(op, &tool_record.fields[i]))
			fields[record->count++] = tool_record.fields[i];
	for (size_t i = 0; i < record->count; i++)
		if (is_explained(&fields[i]) || repeats_name(arena, &fields[i]))
			fields[i].doc = NULL;
	record->fields = fields;
	return record;
}

/* Whether the schema of a field allows "". */
static bool
allows_empty(const struct field *field)
{
	const bool is_free = text_format_is_free(field->format);

	if (field->type == FIELD_TEXT)
		return field->empty_allowed || (is_free && field->min == 0);
	return field->type == FIELD_ENUM && field->empty_allowed;
}

/* Whether the value stands for an argument that the client could not leave out. */
static bool
is_absent(const struct field *field, const json_t *value)
{
	if (field->required)
		return false;
	if (json_is_null(value))
		return !field->nullable;
	return json_is_string(value) && json_string_length(value) == 0 &&
		!allows_empty(field);
}

/* Whether the value has the JSON type of a field that takes no text. */
static bool
fits(const struct field *field, const json_t *value)
{
	if (field->type == FIELD_INTEGER)
		return json_is_number(value);
	if (field->type == FIELD_BOOLEAN)
		return json_is_boolean(value);
	if (field->type == FIELD_LIST)
		return json_is_array(value);
	return json_is_object(value);
}

static bool
takes_no_text(const struct field *field)
{
	return field->type == FIELD_INTEGER || field->type == FIELD_BOOLEAN ||
		field->type == FIELD_LIST || field->type == FIELD_MAP ||
		field->type == FIELD_OBJECT;
}

/* The value in a JSON text, if it is one that the field takes; otherwise the text. */
static json_t *
read_text(struct arena *arena, const struct field *field, json_t *value)
{
	const char *fault = NULL;
	json_t *inside = json_is_string(value)
		? json_parse_bounded(arena, json_string_value(value),
			  json_string_length(value), BOUND_JSON_VALUES, &fault)
		: NULL;

	return inside != NULL && fits(field, inside) ? inside : value;
}

static void
release(void *object)
{
	json_decref(object);
}

/* Whether the field is the address of a record: an id, a handle or a slug. */
static bool
is_address(const struct field *field)
{
	const size_t size = strlen(field->name);

	if (field->type != FIELD_TEXT)
		return field->type == FIELD_IDENTIFIER;
	if (field->format == FORMAT_HANDLE || field->format == FORMAT_SLUG)
		return true;
	return field->max <= ID_CHARACTERS_MAX && size >= 2 &&
		(strcmp(field->name, "id") == 0 ||
			strcmp(field->name + size - 2, "Id") == 0);
}

/* The id in a URI that `search` gives, and a handle without its @. */
static json_t *
read_address(struct arena *arena, const struct field *field, json_t *value)
{
	const char *text = json_string_value(value);
	json_t *read;

	if (text != NULL && strncmp(text, RESOURCE_SCHEME, strlen(RESOURCE_SCHEME)) == 0)
		text = strrchr(text, '/') + 1;
	else if (text != NULL && field->format == FORMAT_HANDLE && text[0] == '@')
		text++;
	else
		return value;
	read = json_string(text);
	arena_on_done(arena, release, read);
	return read;
}

json_t *
mcp_arguments_read(struct arena *arena, const struct record *record, const json_t *given)
{
	json_t *read = json_object();
	const char *name;
	json_t *value;

	arena_on_done(arena, release, read);
	json_object_foreach((json_t *)(uintptr_t)given, name, value)
	{
		const struct field *field = record_field(record, name, strlen(name));

		if (field != NULL && is_absent(field, value))
			continue;
		if (field != NULL && takes_no_text(field))
			value = read_text(arena, field, value);
		if (field != NULL && field->type == FIELD_OBJECT && json_is_object(value))
			value = mcp_arguments_read(arena, field->record, value);
		if (field != NULL && is_address(field))
			value = read_address(arena, field, value);
		json_object_set(read, name, value);
	}
	return read;
}

struct fault *
mcp_arguments_take(struct arena *arena, const struct op *op, json_t *arguments,
	struct mcp_tool_in *in)
{
	json_t *own = json_object();
	struct buffer wire = {.arena = arena};
	struct input_result result;

	arena_on_done(arena, release, own);
	for (size_t i = 0; i < tool_record.count; i++) {
		const char *name = tool_record.fields[i].name;

		if (has_own(op, &tool_record.fields[i]) &&
			json_object_get(arguments, name) != NULL) {
			json_object_set(own, name, json_object_get(arguments, name));
			json_object_del(arguments, name);
		}
	}
	json_to_wire(&wire, own);
	result = input_decode(arena, &tool_record, wire.data, wire.size);
	if (result.faults == NULL)
		*in = *(const struct mcp_tool_in *)result.input;
	return result.faults;
}

static void
put_known(struct buffer *out, const struct record *record)
{
	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];

		if (i > 0)
			json_put_raw(out, i + 1 == record->count ? " and " : ", ");
		json_put_raw(out, field->name);
		if (field->required)
			json_put_raw(out, " (required)");
		if (field->type == FIELD_OBJECT) {
			json_put_raw(out, " (");
			put_known(out, field->record);
			json_put_raw(out, ")");
		}
	}
}

const char *
mcp_arguments_known(struct arena *arena, const struct op *op)
{
	const struct record *record = mcp_arguments_record(arena, op);
	struct buffer out = {.arena = arena};

	json_put_raw(&out, op->tool.name);
	json_put_raw(&out, " takes ");
	if (record->count == 0)
		json_put_raw(&out, "no arguments");
	else
		put_known(&out, record);
	json_put_raw(&out, ".");
	return arena_copy(arena, out.data, out.size);
}
