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

/* Arguments of tools that no operation has. */
struct mcp_tool_in {
	/* of tools that write: the client's name for this one call */
	struct text request_key;
	/* of lists: "full" = rows with all their fields */
	struct text detail;
};

/* The arguments of a tool: the operation's input and those of struct mcp_tool_in. */
const struct record *mcp_arguments_record(struct arena *arena, const struct op *op);

/* Takes the arguments of struct mcp_tool_in out of the others. Answers their faults, or
 * NULL. */
struct fault *mcp_arguments_take(struct arena *arena, const struct op *op,
	json_t *arguments, struct mcp_tool_in *in);

/* Which arguments the tool takes, for the refusal of an unknown one: "create_post takes
 * kind (required), …". */
const char *mcp_arguments_known(struct arena *arena, const struct op *op);

#endif
