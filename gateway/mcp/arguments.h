/*
 * arguments.h - the arguments of a tool call, as clients send them.
 */
#ifndef KITH_GATEWAY_MCP_ARGUMENTS_H
#define KITH_GATEWAY_MCP_ARGUMENTS_H

#include "common/base/arena.h"
#include "common/json/json.h"
#include "proto/op.h"

/*
 * Corrects what clients cannot help. Some always send every argument, and some send
 * every value as a string. So null and "" are dropped from an optional argument whose
 * schema does not allow them, and numbers, booleans, arrays and objects that are
 * written as JSON text are read. Everything else stays for the validator. `given` may be
 * NULL; the result lives as long as the arena.
 */
json_t *
mcp_arguments_read(struct arena *arena, const struct record *record, const json_t *given);

/* Which arguments the tool takes, for the refusal of an unknown one: "create_post takes
 * kind (required), …". */
const char *mcp_arguments_known(struct arena *arena, const struct op *op);

#endif
