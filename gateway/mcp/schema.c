/*
 * schema.c - what a tool takes and answers, as JSON Schema.
 */
#include "gateway/mcp/schema.h"

#include "gateway/mcp/arguments.h"
#include "gateway/mcp/lean.h"
#include "gateway/reference/schema.h"

void
mcp_schema_input(struct buffer *out, const struct op *op)
{
	schema_of_record(out, mcp_arguments_record(out->arena, op), SCHEMA_ARGUMENT);
}

/* The fields of a short row. */
static const struct record *
row_of(struct arena *arena, const struct record *record)
{
	struct record *row = arena_alloc(arena, sizeof(*row));
	struct field *fields = arena_array(arena, record->count, sizeof(*fields));

	*row = *record;
	row->count = 0;
	row->fields = fields;
	for (size_t i = 0; i < record->count; i++)
		if (!mcp_lean_leaves_out(&record->fields[i]))
			fields[row->count++] = record->fields[i];
	return row;
}

void
mcp_schema_output(struct buffer *out, const struct op *op)
{
	struct op list = *op;

	if (op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY)
		list.output = row_of(out->arena, op->output);
	schema_of_result(out, &list);
}
