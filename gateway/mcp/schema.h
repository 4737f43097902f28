/*
 * schema.h - the schemas in the list of tools.
 */
#ifndef KITH_GATEWAY_MCP_SCHEMA_H
#define KITH_GATEWAY_MCP_SCHEMA_H

#include "common/base/arena.h"
#include "proto/op.h"

/* JSON Schema of a tool's arguments. */
void mcp_schema_input(struct buffer *out, const struct op *op);

/* JSON Schema of a tool's structuredContent, which allows new fields. */
void mcp_schema_output(struct buffer *out, const struct op *op);

#endif
