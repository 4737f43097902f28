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
 * Adds what would help to a refusal (proto/problems.h): `requires` and `nextStep` where the
 * service has said none, by the operation (NULL = there is none) and the problem. The operations
 * that a sentence names become tools `for_tool`, and routes otherwise.
 */
void problem_hint(struct arena *arena, const struct op *op, bool for_tool,
	struct message_reply *reply);

/* ---- document.c ---- */

/* The problem document (RFC 9457) of a reply, as JSON in `out`. */
void problem_document(struct buffer *out, const struct message_reply *reply,
	const char *instance, struct text request_id);

/* One complete sentence for a person or an assistant: detail, faults, and the cure. */
void problem_sentence(struct buffer *out, const struct message_reply *reply);

/* ---- answer.c ---- */

/* Answers a request with the problem, its status and the headers that belong to it:
 * X-Request-Id, WWW-Authenticate, Retry-After. `more` are added as they stand. */
void problem_answer(struct http_request *request, const struct message_reply *reply,
	struct text request_id);
void problem_answer_with(struct http_request *request, const struct message_reply *reply,
	struct text request_id, const struct http_header *more, size_t more_count);

#endif
