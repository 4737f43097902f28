/*
 * invoke.h - the one way to an operation, for REST, tools and pages.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_INVOKE_H
#define KITH_GATEWAY_CORE_INVOKE_INVOKE_H

#include "common/bus/message.h"
#include "common/call/call.h"
#include "gateway/core/gateway.h"

/* The time limit of a call, from invoke() to its answer. */
#define CALL_TIMEOUT_MS 10000

/* An image in a request, with the media type that the client declared. */
struct image_body {
	const void *data;
	size_t size;
	const char *type;
};

struct invocation {
	struct arena *arena;
	const struct op *op;
	struct principal principal;
	struct text request_id;
	struct text traceparent;
	struct text idempotency_key;
	struct text if_match;
	const void *input; /* one msgpack map */
	size_t input_size;
	/* A large end of the input that lies elsewhere. The gateway itself produces
	 * such an input, so only the service validates it. */
	const void *rest;
	size_t rest_size;
	struct identifier approval; /* by which the request of an app is carried out */
	bool dry_run;               /* rolls the operation back: struct call, .dry_run */
	struct image_body image;    /* of an operation with an image body */
	/* Where the caller keeps the id of the current call; an orchestration updates
	 * it. NULL = the operation takes one call only. */
	uint64_t *id;
};

/* The reply's output is valid until this returns; the rest lives in the invocation's
 * arena. */
typedef void invoke_done(void *data, const struct message_reply *reply);

/*
 * Validates the input, sends the call, and calls `done` once. Turns faults, malformed
 * ids and bus outcomes into problems, equally for all surfaces. Answers an id for
 * invoke_cancel(), or 0 when `done` has run already.
 */
uint64_t invoke(struct gateway *gateway, const struct invocation *invocation,
	invoke_done *done, void *data);

/* Cancels an invocation: its callback does not run. A change of credentials is still
 * noted when the service answers. An id of 0 is ignored. */
void invoke_cancel(struct gateway *gateway, uint64_t id);

/* Frees calls that are still in progress, after the bus is closed. */
void invoke_close(struct gateway *gateway);

#endif
