/*
 * inside.h - one request of the REST surface, from its headers to its answer, as the files of
 * the room share it.
 */
#ifndef KITH_GATEWAY_REST_INSIDE_H
#define KITH_GATEWAY_REST_INSIDE_H

#include "gateway/admit/limit.h"
#include "gateway/edge/gateway.h"
#include "gateway/rest/check.h"
#include "gateway/rest/input.h"
#include "gateway/rest/rest.h"
#include "gateway/rest/router.h"

/* Lives in the request's arena; http_request.exchange points to it. */
struct rest {
	struct http_request *request;
	struct gateway *gateway;
	struct text request_id;
	struct route route;
	const struct op *op;
	struct principal principal;
	bool by_cookie;
	struct limit_state limit; /* what is left of it, once something was taken */
	const void *input;        /* one msgpack map */
	size_t input_size;
	bool at_headers;     /* the body has yet to come */
	bool admitted;       /* and may */
	uint64_t invocation; /* for invoke_cancel(); 0 = none under way */
	bool answered;
	struct loop_timer *waits; /* for memory for an image, or NULL */
	int64_t waits_until_ms;
	struct rest_parts
		*parts; /* of an answer that is too large for a message, or NULL */
	struct access access;
};

/* What a member is told whose unread answers are as many as it may have. */
#define REST_UNREAD "answers that were asked for before this one have not been read yet"

/* ---- rest.c ---- */

/* Answers with a problem of the gateway's own; the detail may be NULL. */
void rest_fail(struct rest *rest, enum problem problem, const char *detail);

/* ---- image.c: a body that is an image ---- */

/* How large the body may be. */
size_t rest_image_bytes_max(const struct http_request *request);

/* Reads the body on when there is memory for all of it; 503 when that takes too long. */
void rest_image_wait(struct rest *rest);

/* ---- fault.c: faults in the words of HTTP ---- */

/* Appends a fault to a list; the place is noted by the caller in what it answers. */
struct fault *rest_fault_add(struct arena *arena, struct fault **list,
	enum fault_code code, const char *detail);

/* ---- query.c ---- */

/* Writes the query's parameters into the map; answers how many pairs. */
size_t rest_query_write(struct buffer *map, const struct http_request *request,
	const struct route *route, struct fault **faults);

/* ---- answer.c ---- */

/* The log line of an answer; call it before answering, for the request dies with that. */
void rest_finish(struct rest *rest, enum problem problem, int status);

/* 204 with what the path takes, from whom, and with which headers. */
void rest_answer_options(struct rest *rest);

/* Answers with a reply, whatever it is. */
void rest_answer(struct rest *rest, const struct message_reply *reply);

/* ---- parts.c: an answer in parts (SHAPE_PARTS) ---- */

/* The arena that the first part is to come in; NULL when the request was answered with why it
 * may not come. */
struct arena *rest_parts_admit(struct rest *rest);

/* Answers with the first part as the beginning of the body; `answer` says all but the body. */
void rest_parts_begin(
	struct rest *rest, const struct message_reply *reply, struct http_answer *answer);

/* The client went. */
void rest_parts_gone(struct rest *rest);

/* ---- link.c: addresses in headers ---- */

/* The address of the list's next page, in angle brackets and with its relation. */
const char *rest_link_next(const struct http_request *request, const char *cursor);

/* The address of what was created: op->location with {id} of the output; NULL without one. */
const char *rest_link_location(
	struct arena *arena, const struct op *op, const void *output, size_t size);

/* ---- cookie.c ---- */

/* Signing in with `as` cookie: takes the token out of the reply's output. Answers the
 * Set-Cookie header, or NULL when nothing is to be set. */
const char *rest_cookie(struct rest *rest, struct message_reply *reply);

/* Whether a page of another origin signs somebody in here: it would be in an account of that
 * page's choice. Looks at the input. */
bool rest_cookie_is_foreign(const struct rest *rest);

#endif
