/*
 * answer.h - the answer of a request.
 */
#ifndef KITH_GATEWAY_REST_ANSWER_H
#define KITH_GATEWAY_REST_ANSWER_H

#include "gateway/rest/exchange.h"

/* Answers with a problem of the gateway's own; the detail may be NULL. */
void rest_fail(struct rest *rest, enum problem problem, const char *detail);

/* Builds status and headers of a success; `headers` must outlive `answer`. Answers false when it
 * has refused the request instead. */
bool rest_answer_head(struct rest *rest, const struct message_reply *reply,
	struct http_headers *headers, struct http_answer *answer);

/* The log line of an answer; call it before answering, for the request dies with that. */
void rest_finish(struct rest *rest, enum problem problem, int status);

/* 204 with what the path takes, from whom, and with which headers. */
void rest_answer_options(struct rest *rest);

/* Answers with a reply, whatever it is. */
void rest_answer(struct rest *rest, const struct message_reply *reply);

#endif
