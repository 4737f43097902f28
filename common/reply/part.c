/*
 * part.c - chunked export: a record that is too large for one message, in pieces.
 */
#include <string.h>

#include "common/db/value.h"
#include "common/reply/inside.h"
#include "common/wire/wire.h"

struct reply_part
reply_part_begin(struct call *call)
{
	return (struct reply_part){.call = call, .begin = wire_begin(&call->reply)};
}

static bool
is_list_of_records(const struct field *field)
{
	return field->type == FIELD_LIST && field->record != NULL;
}

/* Whether a statement failed, so that the piece cannot be written. */
static bool
impossible(struct reply_part *part, const struct rows *rows)
{
	part->broken = part->broken || reply_impossible(part->call, rows);
	return part->broken;
}

void
reply_part_fields(struct reply_part *part, const struct rows *rows, int row)
{
	struct call *call = part->call;
	struct record head = *call->op->output;
	const struct reply_plan *plan;

	if (impossible(part, rows))
		return;
	while (head.count > 0 && is_list_of_records(&head.fields[head.count - 1]))
		head.count--;
	plan = reply_plan(call, &head, rows, NULL);
	part->broken = !reply_write(call, plan, head.count, rows, row);
	part->pieces++;
}

static const struct record *
record_of(const struct record *record, const char *name)
{
	const struct field *field = record_field(record, name, strlen(name));

	if (field == NULL)
		db_wrong_column(name, "the output record has no such list");
	return field->record;
}

void
reply_part_list(struct reply_part *part, const char *field, const struct rows *rows)
{
	struct call *call = part->call;
	const struct record *record = record_of(call->op->output, field);
	const struct reply_plan *plan;

	if (impossible(part, rows))
		return;
	plan = reply_plan(call, record, rows, NULL);
	wire_map(&call->reply, 1);
	wire_cstring(&call->reply, field);
	wire_array(&call->reply, (size_t)rows->count);
	for (int row = 0; !part->broken && row < rows->count; row++)
		part->broken = !reply_write(call, plan, record->count, rows, row);
	part->pieces++;
}

enum problem
reply_part_end(struct reply_part *part, const char *next)
{
	struct call *call = part->call;

	if (part->broken)
		return reply_broken(call);
	wire_end_array(&call->reply, part->begin, part->pieces);
	call->outcome.next_cursor = next;
	return PROBLEM_NONE;
}
