/*
 * fetch.h - requests to URLs that members supply, or that the operator has configured.
 *
 * A URL from a member may point into the operator's own network. So only public addresses
 * are allowed, and none of this instance. Each hop checks the address that a socket is
 * about to connect to, not the URL's text or an earlier lookup. A host that the operator
 * has configured may be at any address.
 *
 * A call blocks its thread until it ends.
 */
#ifndef KITH_SERVICES_MEDIA_FETCH_FETCH_H
#define KITH_SERVICES_MEDIA_FETCH_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "common/base/arena.h"

#define FETCH_REDIRECTS_MAX 3
#define FETCH_CONNECT_MS 5000
#define FETCH_TOTAL_MS 10000 /* including redirects */

enum fetch_outcome {
	FETCH_DONE,
	FETCH_URL,       /* the URL is not allowed */
	FETCH_REFUSED,   /* the address is not public, or this instance's own */
	FETCH_FAILED,    /* no answer in time */
	FETCH_TOO_LARGE, /* the answer exceeds bytes_max */
};

struct fetch_request {
	const char *url;
	size_t bytes_max;  /* of the answer's body */
	int redirects_max; /* 0 = redirects are not followed */
	int total_ms;      /* including redirects; 0 = FETCH_TOTAL_MS */
	/* HTTPS on port 443 only. Hosts that the operator allows may use any port, and
	 * HTTP if they are the local host. */
	bool secure;
	/* a further "host:port" that is allowed at any address, or NULL */
	const char *also_allowed;
	const char *const *headers; /* NULL-terminated lines, or NULL */
	const void *body;           /* NULL = GET, otherwise POST */
	size_t body_size;
};

struct fetch_answer {
	long status;
	struct buffer body;        /* in the arena */
	const char *type;          /* Content-Type, or "" */
	const char *cache_control; /* Cache-Control, or "" */
	bool sent;                 /* part of the request may have reached the host */
	int64_t retry_after_s;     /* Retry-After, or 0 */
};

/* Initializes libcurl. Call once, before threads start. */
bool fetch_open(void);

/* Sends a request and waits for the answer. An error status counts as an answer. */
enum fetch_outcome fetch(struct arena *arena, const struct fetch_request *request,
	struct fetch_answer *answer);

#endif
