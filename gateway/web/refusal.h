/*
 * refusal.h - a refusal that takes the place of a page, in words for people.
 */
#ifndef KITH_GATEWAY_WEB_REFUSAL_H
#define KITH_GATEWAY_WEB_REFUSAL_H

#include "common/bus/message.h"
#include "gateway/http/http.h"

/* Whether the client is a browser that shows a page. */
bool refusal_wants_page(const struct http_request *request);

/* Whether the same request may succeed later: 429 and 503. */
bool refusal_is_temporary(enum problem problem);

/* The refusal as a sentence, with the time to wait. */
const char *refusal_sentence(struct arena *arena, const struct message_reply *reply);

/* The heading of the page. `picture` = the request brought one. */
const char *refusal_title(const struct message_reply *reply, bool picture);

/* Writes the text under it. */
void refusal_put(struct buffer *out, const struct http_request *request,
	const struct message_reply *reply, bool picture);

/* The same as a whole page that needs no service. */
void refusal_page(struct buffer *out, const struct http_request *request,
	const struct message_reply *reply);

#endif
