/*
 * lean.h - rows of a list without what an assistant seldom needs.
 */
#ifndef KITH_GATEWAY_MCP_LEAN_H
#define KITH_GATEWAY_MCP_LEAN_H

#include "gateway/mcp/turn.h"

/*
 * Writes the answer of a list with short rows: without nulls, empty values, images, ids
 * of authors and targets, with the beginning of a long text, and with times to the
 * second. Answers false, and changes nothing, for another tool and when the caller wants
 * all fields.
 */
bool mcp_lean_rows(struct buffer *out, const struct mcp_turn *turn, json_t *answer);

/* Whether a short row goes without the field, whatever its value. */
bool mcp_lean_leaves_out(const struct field *field);

#endif
