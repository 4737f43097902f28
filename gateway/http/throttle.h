/*
 * throttle.h - delays for the fastest clients, so that they leave a processor to the
 * others.
 *
 * Bodies: a fast client's bytes are there whenever the loop looks, so a few images would
 * keep the loop and its processor busy. A loop therefore reads a quarter MiB of all
 * bodies in a millisecond, which is more than a network of a gigabit a second brings.
 *
 * Answers with status 429 or 503: a client that ignores them would repeat its request a
 * hundred thousand times a second. From a number of them in a second on, each is sent a
 * little later.
 */
#ifndef KITH_GATEWAY_HTTP_THROTTLE_H
#define KITH_GATEWAY_HTTP_THROTTLE_H

#include "gateway/http/connection.h"

struct http_throttle {
	int64_t window_ms;             /* when the current millisecond of bodies began */
	size_t bytes;                  /* of bodies, read in it */
	int64_t second_ms;             /* when the current second of refusals began */
	int refusals, refusals_before; /* in it, and in the second before it */
};

/* Counts `bytes` that were read of a body, and delays the connection where that is too
 * much. */
void http_throttle_body(
	struct http_throttle *throttle, struct http_connection *connection, size_t bytes);

/* Counts such an answer; by how many milliseconds it is to be delayed. */
int http_throttle_refusal(struct http_throttle *throttle, int64_t now_ms);

#endif
