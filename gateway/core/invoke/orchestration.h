/*
 * orchestration.h - operations for which the gateway makes several calls, one after the
 * other.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_ORCHESTRATION_H
#define KITH_GATEWAY_CORE_INVOKE_ORCHESTRATION_H

#include "gateway/core/invoke/invoke.h"

/* As invoke(), for an operation that takes several calls. */
uint64_t orchestration_invoke(struct gateway *gateway,
	const struct invocation *invocation, invoke_done *done, void *data);

#endif
