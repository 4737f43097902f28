/*
 * fetch.h - the door to libcurl for what members name: GET, and nothing else.
 *
 * Whoever gives an address may mean a host of the operator's own network. So an address of a
 * member's is asked for at public addresses only: it is not the text of the URL that decides, nor
 * what its name resolves to, but the bytes that a socket is about to be connected to, on each hop.
 * A call blocks its thread for as long as it takes.
 */
#ifndef KITH_SERVICES_MEDIA_FETCH_FETCH_H
#define KITH_SERVICES_MEDIA_FETCH_FETCH_H

#include <stdbool.h>

#include "common/base/arena.h"

#define FETCH_REDIRECTS_MAX 3
#define FETCH_CONNECT_MS 5000
#define FETCH_TOTAL_MS 10000

enum fetch_outcome {
	FETCH_DONE,
	FETCH_URL,       /* the URL is none that is asked for */
	FETCH_REFUSED,   /* an address is not public */
	FETCH_FAILED,    /* there is no answer, or not in time */
	FETCH_TOO_LARGE, /* the answer is longer than was asked for */
};

struct fetch_request {
	const char *url;
	size_t bytes_max;  /* of the answer */
	int redirects_max; /* 0 = none is followed */
};

struct fetch_answer {
	long status;
	struct buffer body; /* in the arena */
	const char *type;   /* Content-Type, or "" */
};

/* Prepares libcurl, once, before there are threads. */
bool fetch_open(void);

/* Asks, and waits for the answer. A status that is no success is an answer, too. */
enum fetch_outcome fetch(struct arena *arena, const struct fetch_request *request,
	struct fetch_answer *answer);

#endif
