/*
 * answer.h - answers over HTTP.
 */
#ifndef KITH_GATEWAY_MCP_ANSWER_H
#define KITH_GATEWAY_MCP_ANSWER_H

#include "gateway/mcp/turn.h"

/* Answers with a finished JSON body, or with none (NULL). */
void
mcp_answer_json(struct mcp_exchange *exchange, int status, const struct buffer *body);

/* Answers with a JSON-RPC error, its status as HTTP's; `id` may be NULL. */
void mcp_answer_error(
	struct mcp_exchange *exchange, const json_t *id, const struct mcp_error *error);

/* 401 with the challenge; PROBLEM_UNAUTHENTICATED or PROBLEM_INVALID_TOKEN. */
void mcp_answer_challenge(struct mcp_exchange *exchange, enum problem problem);

/* 403 insufficient_scope with the challenge, for a tool. */
void mcp_answer_scope(struct mcp_exchange *exchange, const struct mcp_turn *turn);

/* What HTTP refuses (405, 413, 429 and the like): the problem's status, and a JSON-RPC error. */
struct mcp_refusal {
	enum problem problem;
	const json_t *id;      /* of the request, if it is known */
	const char *message;   /* NULL = the problem's title */
	int64_t retry_after_s; /* 0 = no Retry-After */
};

void mcp_answer_refusal(struct mcp_exchange *exchange, const struct mcp_refusal *refusal);

/* 204 to OPTIONS. */
void mcp_answer_preflight(struct mcp_exchange *exchange);

/* The scopes of a 403 challenge: those held and the one that `op` needs, space-separated. */
const char *mcp_answer_scopes(struct arena *arena, const struct op *op, unsigned held);

#endif
