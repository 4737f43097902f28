/*
 * reply.c - encodes one record from a row, its nested lists and the values of the
 * handler.
 */
#include "common/reply/reply.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/config/config.h"
#include "common/db/value.h"
#include "common/json/json.h"
#include "common/reply/inside.h"
#include "common/wire/wire.h"

struct reply_extra
reply_string(const char *field, const char *string)
{
	struct reply_extra extra = {.field = field, .kind = REPLY_NULL};

	if (string == NULL)
		return extra;
	extra.kind = REPLY_TEXT;
	extra.text = (struct text){
		.presence = GIVEN, .size = (uint32_t)strlen(string), .data = string};
	return extra;
}

/* Writes RFC 3339. */
static void
write_instant(struct buffer *out, int64_t unix_us)
{
	char text[CLOCK_TEXT_SIZE];

	clock_format(text, unix_us);
	wire_string(out, text, CLOCK_TEXT_SIZE - 1);
}

/* Fails on NULL in a field that is not nullable. The log line of the call contains the
 * name. */
static bool
refuse_null(struct call *call, const struct reply_plan *plan)
{
	if (call->db != NULL)
		db_keep_error(call->db, "NULL in", plan->name);
	return false;
}

/* Writes a list of strings. */
static void
write_texts(struct call *call, const struct reply_plan *plan, const struct rows *rows,
	int row)
{
	struct text_list list = db_value_texts(
		call->arena, rows->result, rows->first + row, plan->column);

	wire_array(&call->reply, list.count);
	for (uint32_t i = 0; i < list.count; i++)
		wire_string(&call->reply, list.items[i].data, list.items[i].size);
}

/* Writes a jsonb column as a map. */
static bool
write_map(struct call *call, const struct reply_plan *plan, const struct rows *rows,
	int row)
{
	struct text text = db_value_text(rows->result, rows->first + row, plan->column);
	const char *fault;
	const json_t *map = json_parse(call->arena, text.data, text.size, &fault);

	if (map == NULL || !json_is_object(map))
		return refuse_null(call, plan);
	json_to_wire(&call->reply, map);
	return true;
}

/* Writes an id with the field's prefix. Without a prefix, the column is text that is
 * already an id. */
static void
write_identifier(struct call *call, const struct reply_plan *plan,
	const struct rows *rows, int row)
{
	char id[ID_TEXT_MAX];
	struct uuid uuid;

	if (plan->field->prefix == NULL) {
		struct text text =
			db_value_text(rows->result, rows->first + row, plan->column);

		wire_string(&call->reply, text.data, text.size);
		return;
	}
	uuid = db_value_uuid(rows->result, rows->first + row, plan->column);
	wire_string(&call->reply, id, id_format(id, plan->field->prefix, &uuid));
}

/* Writes the URL of an image. */
static void
write_media(struct call *call, const struct reply_plan *plan, const struct rows *rows,
	int row)
{
	struct uuid uuid = db_value_uuid(rows->result, rows->first + row, plan->column);
	char id[ID_TEXT_MAX];

	id_format(id, "img", &uuid);
	wire_cstring(&call->reply,
		arena_printf(
			call->arena, "%s/media/%s.webp", config()->base_url.data, id));
}

static bool
write_column(struct call *call, const struct reply_plan *plan, const struct rows *rows,
	int row)
{
	struct buffer *out = &call->reply;
	struct text text;

	if (PQgetisnull(rows->result, rows->first + row, plan->column)) {
		wire_nil(out);
		return plan->field->nullable || refuse_null(call, plan);
	}
	switch (plan->field->type) {
	case FIELD_TEXT:
	case FIELD_ENUM:
		text = db_value_text(rows->result, rows->first + row, plan->column);
		wire_string(out, text.data, text.size);
		break;
	case FIELD_INTEGER:
		wire_integer(out,
			db_value_integer(rows->result, rows->first + row, plan->column));
		break;
	case FIELD_BOOLEAN:
		wire_boolean(out,
			db_value_boolean(rows->result, rows->first + row, plan->column));
		break;
	case FIELD_INSTANT:
		write_instant(out,
			db_value_instant_us(
				rows->result, rows->first + row, plan->column));
		break;
	case FIELD_IDENTIFIER:
		write_identifier(call, plan, rows, row);
		break;
	case FIELD_MEDIA:
		write_media(call, plan, rows, row);
		break;
	case FIELD_LIST:
		write_texts(call, plan, rows, row);
		break;
	case FIELD_MAP:
		return write_map(call, plan, rows, row);
	case FIELD_BYTES:
		text = db_value_text(rows->result, rows->first + row, plan->column);
		wire_binary(out, text.data, text.size);
		break;
	case FIELD_OBJECT: /* has a plan of its own */
		break;
	}
	return true;
}

static bool
write_extra(struct call *call, const struct reply_plan *plan)
{
	const struct reply_extra *extra = plan->extra;
	struct buffer *out = &call->reply;

	if (extra->kind == REPLY_NULL ||
		(extra->kind == REPLY_TEXT && extra->text.presence != GIVEN)) {
		wire_nil(out);
		return plan->field->nullable || refuse_null(call, plan);
	}
	switch (extra->kind) {
	case REPLY_TEXTS:
		wire_array(out, extra->texts.count);
		for (size_t i = 0; i < extra->texts.count; i++)
			wire_string(out, extra->texts.items[i].data,
				extra->texts.items[i].size);
		break;
	case REPLY_TEXT:
		wire_string(out, extra->text.data, extra->text.size);
		break;
	case REPLY_BYTES:
		wire_binary(out, extra->bytes.data, extra->bytes.size);
		break;
	case REPLY_INTEGER:
		wire_integer(out, extra->number);
		break;
	case REPLY_BOOLEAN:
		wire_boolean(out, extra->number != 0);
		break;
	case REPLY_INSTANT:
		write_instant(out, extra->number);
		break;
	case REPLY_NULL:
		break;
	}
	return true;
}

/* Writes the records of a nested list, or nil if its boolean column is false. */
static bool
write_children(struct call *call, const struct reply_plan *plan, const struct rows *rows,
	int row)
{
	struct uuid parent = row_uuid(rows, row, "id");
	size_t low = 0, high = plan->link_count;
	size_t count = 0;
	bool ok = true;

	if (plan->column >= 0 &&
		!db_value_boolean(rows->result, rows->first + row, plan->column)) {
		wire_nil(&call->reply);
		return true;
	}
	while (low < high) { /* binary search for the first link of the parent */
		size_t middle = low + (high - low) / 2;

		if (memcmp(plan->links[middle].parent.bytes, parent.bytes,
			    sizeof(parent.bytes)) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	while (low + count < plan->link_count &&
		id_equal(&plan->links[low + count].parent, &parent))
		count++;
	wire_array(&call->reply, count);
	for (size_t i = low; ok && i < low + count; i++)
		ok = reply_write(call, plan->fields, plan->count, plan->children,
			plan->links[i].row);
	return ok;
}

/* Writes a nested object, or nil if its boolean column is false. */
static bool
write_object(struct call *call, const struct reply_plan *plan, const struct rows *rows,
	int row)
{
	if (plan->column >= 0 &&
		!db_value_boolean(rows->result, rows->first + row, plan->column)) {
		wire_nil(&call->reply);
		return true;
	}
	return reply_write(call, plan->fields, plan->count, rows, row);
}

/* The number of fields that the answer contains. */
static size_t
shown_count(const struct reply_plan *fields, size_t count)
{
	size_t shown = count;

	for (size_t i = 0; i < count; i++)
		shown -= fields[i].source == SOURCE_NOTHING;
	return shown;
}

bool
reply_write(struct call *call, const struct reply_plan *fields, size_t count,
	const struct rows *rows, int row)
{
	bool ok = true;

	wire_map(&call->reply, shown_count(fields, count));
	for (size_t i = 0; ok && i < count; i++) {
		if (fields[i].source == SOURCE_NOTHING)
			continue;
		wire_string(&call->reply, fields[i].field->name, fields[i].key_size);
		switch (fields[i].source) {
		case SOURCE_COLUMN:
			ok = write_column(call, &fields[i], rows, row);
			break;
		case SOURCE_EXTRA:
			ok = write_extra(call, &fields[i]);
			break;
		case SOURCE_OBJECT:
			ok = write_object(call, &fields[i], rows, row);
			break;
		case SOURCE_CHILDREN:
			ok = write_children(call, &fields[i], rows, row);
			break;
		case SOURCE_NOTHING:
			break;
		}
	}
	return ok;
}

bool
reply_impossible(const struct call *call, const struct rows *rows)
{
	return call->outcome.db_problem != PROBLEM_NONE || call->outcome.db_retry ||
		(rows != NULL && rows->result == NULL);
}

enum problem
reply_broken(struct call *call)
{
	call->reply.size = 0;
	return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
}

enum problem
reply_row(struct call *call, const struct rows *rows, int row,
	const struct reply_parts *parts)
{
	const struct record *record = call->op->output;
	const struct reply_plan *plan;

	if (reply_impossible(call, rows))
		return PROBLEM_INTERNAL_ERROR;
	if (row < 0 || row >= rows->count)
		db_wrong_column(record->name, "the statement returned too few rows");
	plan = reply_plan(call, record, rows, parts);
	if (!reply_write(call, plan, record->count, rows, row))
		return reply_broken(call);
	return PROBLEM_NONE;
}

enum problem
reply_fields(struct call *call, const struct reply_extra *extras, size_t count)
{
	const struct record *record = call->op->output;
	const struct reply_parts parts = {.extras = extras, .extra_count = count};
	const struct rows no_rows = {.result = NULL};
	const struct reply_plan *plan;

	if (reply_impossible(call, NULL))
		return PROBLEM_INTERNAL_ERROR;
	plan = reply_plan(call, record, NULL, &parts);
	if (!reply_write(call, plan, record->count, &no_rows, 0))
		return reply_broken(call);
	return PROBLEM_NONE;
}

enum problem
reply_file(struct call *call, const void *data, size_t size)
{
	wire_string(&call->reply, data, size);
	return PROBLEM_NONE;
}

enum problem
reply_none(struct call *call)
{
	wire_nil(&call->reply);
	return PROBLEM_NONE;
}
