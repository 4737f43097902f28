/*
 * problem.h - a refusal as a client reads it: a problem document, a sentence, an answer.
 */
#ifndef KITH_GATEWAY_CORE_PROBLEM_PROBLEM_H
#define KITH_GATEWAY_CORE_PROBLEM_PROBLEM_H

#include "common/bus/message.h"
#include "gateway/http/http.h"
#include "proto/op.h"

/* ---- hint.c ---- */

/*
 * Adds a hint to a refusal (proto/problems.h): `requires` and `nextStep`, unless the
 * service has set them. Operations named in a sentence become tools when `for_tool`,
 * and routes otherwise. `op` may be NULL.
 */
void problem_hint(struct arena *arena, const struct op *op, bool for_tool,
	struct message_reply *reply);

/* ---- document.c ---- */

/* The problem document (RFC 9457) of a reply, as JSON in `out`. */
void problem_document(struct buffer *out, const struct message_reply *reply,
	const char *instance, struct text request_id);

/* What a tool's refusal says beside its sentence, as JSON: code, requestId, errors and
 * requires. An assistant needs neither a status nor a route. */
void problem_facts(
	struct buffer *out, const struct message_reply *reply, struct text request_id);

/* One sentence for a person or an assistant: detail, faults, and hint. */
void problem_sentence(struct buffer *out, const struct message_reply *reply);

/* ---- answer.c ---- */

/* Answers a request with a problem, its status and its headers: X-Request-Id,
 * WWW-Authenticate, Retry-After. `more` are added as they are. */
void problem_answer(struct http_request *request, const struct message_reply *reply,
	struct text request_id);
void problem_answer_with(struct http_request *request, const struct message_reply *reply,
	struct text request_id, const struct http_header *more, size_t more_count);

#endif
