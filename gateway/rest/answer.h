/*
 * answer.h - the answer of a request.
 */
#ifndef KITH_GATEWAY_REST_ANSWER_H
#define KITH_GATEWAY_REST_ANSWER_H

#include "gateway/rest/exchange.h"

/* Answers with a problem that the gateway itself reports; `detail` may be NULL. */
void rest_fail(struct rest *rest, enum problem problem, const char *detail);

/* Builds status and headers of a success; `headers` must outlive `answer`. Answers
 * false when it has refused the request instead. */
bool rest_answer_head(struct rest *rest, const struct message_reply *reply,
	struct http_headers *headers, struct http_answer *answer);

/* Writes the log line. Call it before the answer is sent, which ends the request. */
void rest_finish(struct rest *rest, enum problem problem, int status);

/* Answers 204 with the methods, origins and headers that the path accepts. */
void rest_answer_options(struct rest *rest);

/* Answers with a reply or a problem. */
void rest_answer(struct rest *rest, const struct message_reply *reply);

#endif
