/*
 * schema.c - what a tool takes and answers, as JSON Schema.
 */
#include "gateway/mcp/schema.h"

#include "gateway/mcp/arguments.h"
#include "gateway/reference/schema.h"

void
mcp_schema_input(struct buffer *out, const struct op *op)
{
	schema_of_record(out, mcp_arguments_record(out->arena, op), SCHEMA_ARGUMENT);
}

void
mcp_schema_output(struct buffer *out, const struct op *op)
{
	schema_of_result(out, op);
}
