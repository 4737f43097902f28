/*
 * answer.h - answers over HTTP.
 */
#ifndef KITH_GATEWAY_MCP_ANSWER_H
#define KITH_GATEWAY_MCP_ANSWER_H

#include "gateway/mcp/turn.h"

/* Answers with a JSON body, or without one (NULL). */
void
mcp_answer_json(struct mcp_exchange *exchange, int status, const struct buffer *body);

/* Answers with a JSON-RPC error and its HTTP status; `id` may be NULL. */
void mcp_answer_error(
	struct mcp_exchange *exchange, const json_t *id, const struct mcp_error *error);

/* Answers 401 with the challenge, for PROBLEM_UNAUTHENTICATED or
 * PROBLEM_INVALID_TOKEN. */
void mcp_answer_challenge(struct mcp_exchange *exchange, enum problem problem);

/* Answers 403 insufficient_scope with the challenge, for a tool or a resource. */
void mcp_answer_scope(struct mcp_exchange *exchange, const struct mcp_turn *turn);

/* A refusal by HTTP (405, 413, 429 and others): a status and a JSON-RPC error. */
struct mcp_refusal {
	enum problem problem;
	const json_t *id;      /* the id of the request, or NULL */
	const char *message;   /* NULL = the problem's title */
	int64_t retry_after_s; /* 0 = no Retry-After */
};

void mcp_answer_refusal(struct mcp_exchange *exchange, const struct mcp_refusal *refusal);

/* Answers 204 to OPTIONS. */
void mcp_answer_preflight(struct mcp_exchange *exchange);

/* The scopes of a 403 challenge: the held ones and the one that `op` needs, separated
 * by spaces. */
const char *mcp_answer_scopes(struct arena *arena, const struct op *op, unsigned held);

#endif
