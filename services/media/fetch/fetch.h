/*
 * fetch.h - the door to libcurl: what members name, and what the operator has set up.
 *
 * Whoever gives an address may mean a host of the operator's own network. So an address of a
 * member's is asked for at public addresses only: it is not the text of the URL that decides, nor
 * what its name resolves to, but the bytes that a socket is about to be connected to, on each hop.
 * A host that the operator named himself may be anywhere.
 *
 * A call blocks its thread for as long as it takes.
 */
#ifndef KITH_SERVICES_MEDIA_FETCH_FETCH_H
#define KITH_SERVICES_MEDIA_FETCH_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "common/base/arena.h"

#define FETCH_REDIRECTS_MAX 3
#define FETCH_CONNECT_MS 5000
#define FETCH_TOTAL_MS 10000 /* no request takes longer */

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
	int total_ms;      /* for all of it; 0 = FETCH_TOTAL_MS */
	bool secure; /* https alone, on 443; at hosts that the operator names on any port, and without
		      * it where such a host is this machine */
	const char *admitted;       /* "host:port" that may be anywhere, too; or NULL */
	const char *const *headers; /* lines, ended by NULL; or NULL */
	const void *body;           /* is posted; NULL = a GET */
	size_t body_size;
};

struct fetch_answer {
	long status;
	struct buffer body;  /* in the arena */
	const char *type;    /* Content-Type, or "" */
	const char *keeping; /* Cache-Control, or "" */
	bool sent; /* some of the request may have arrived, whatever came of it */
	int64_t retry_after_s; /* what the host asks for, or 0 */
};

/* Prepares libcurl, once, before there are threads. */
bool fetch_open(void);

/* Asks, and waits for the answer. A status that is no success is an answer, too. */
enum fetch_outcome fetch(struct arena *arena, const struct fetch_request *request,
	struct fetch_answer *answer);

#endif
