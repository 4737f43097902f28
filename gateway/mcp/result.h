/*
 * result.h - the result of tools/call.
 */
#ifndef KITH_GATEWAY_MCP_RESULT_H
#define KITH_GATEWAY_MCP_RESULT_H

#include "gateway/mcp/turn.h"

/* Answers with an object of JSON, the output of the turn's operation or a document. */
void mcp_result_object(struct mcp_turn *turn, const struct buffer *json,
	const struct message_reply *reply);

/* Answers with a refusal of the operation, and a hint. */
void mcp_result_problem(struct mcp_turn *turn, const struct message_reply *reply);

/* Answers with an internal error, because the reply of the service cannot be read. */
void mcp_result_broken(struct mcp_turn *turn);

#endif
