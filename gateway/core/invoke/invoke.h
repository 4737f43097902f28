/*
 * invoke.h - the one way to an operation, for REST, tools and pages.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_INVOKE_H
#define KITH_GATEWAY_CORE_INVOKE_INVOKE_H

#include "common/bus/message.h"
#include "common/call/call.h"
#include "gateway/core/gateway.h"

/* How long a call may take, from its arrival at invoke() to its answer. */
#define CALL_TIMEOUT_MS 10000

/* An image that came with a request, and what its sender says that it is. */
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
	/* What the input ends with, where that is large and lies elsewhere. Such an input is the
	 * gateway's own, and judged by its service alone. */
	const void *rest;
	size_t rest_size;
	struct image_body image; /* of an operation whose body is one */
	uint64_t *
		id; /* where the caller keeps what invoke() answers, for a call of several steps;
		       * such a call has a new one with each. NULL = it cannot have several */
};

/* The reply's output is there until this returns, the rest lives in the invocation's arena; its
 * problem may be the gateway's own. */
typedef void invoke_done(void *data, const struct message_reply *reply);

/*
 * Validates the input by the operation's record, sends the call, and answers once. Faults,
 * missing records (malformed ids) and bus outcomes become problems here, once for REST and
 * tools. Answers an id for invoke_cancel(), or 0 when it has called back already.
 */
uint64_t invoke(struct gateway *gateway, const struct invocation *invocation,
	invoke_done *done, void *data);

/* Forgets an invocation: its callback will not run. What it changes of credentials is noted all
 * the same when the service answers. 0 is fine. */
void invoke_cancel(struct gateway *gateway, uint64_t id);

/* Frees what is left of calls that nobody waits for, once the bus has gone. */
void invoke_close(struct gateway *gateway);

#endif
