/*
 * orchestration.h - operations for which the gateway makes several calls, one after the other.
 */
#include "gateway/core/invoke/invoke.h"
#ifndef KITH_GATEWAY_CORE_INVOKE_ORCHESTRATION_H
#define KITH_GATEWAY_CORE_INVOKE_ORCHESTRATION_H

/* As invoke(), of an operation that has steps; for invoke(). */
uint64_t steps_invoke(struct gateway *gateway, const struct invocation *invocation,
	invoke_done *done, void *data);

/* One call by itself, with the image that it sets or none; in invoke.c. */
uint64_t invoke_alone(struct gateway *gateway, const struct invocation *invocation,
	struct identifier image, invoke_done *done, void *data);

#endif
