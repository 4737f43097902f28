/*
 * steps.h - operations for which the gateway makes several calls, one after the other.
 */
#ifndef KITH_GATEWAY_EDGE_STEPS_H
#define KITH_GATEWAY_EDGE_STEPS_H

#include "gateway/edge/gateway.h"

/* As invoke(), of an operation that has steps; for invoke(). */
uint64_t steps_invoke(struct gateway *gateway, const struct invocation *invocation,
	invoke_done *done, void *data);

/* One call by itself, with the image that it sets or none; in invoke.c. */
uint64_t invoke_alone(struct gateway *gateway, const struct invocation *invocation,
	struct identifier image, invoke_done *done, void *data);

#endif
