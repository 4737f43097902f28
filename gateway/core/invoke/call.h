/*
 * call.h - one call of one operation.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_CALL_H
#define KITH_GATEWAY_CORE_INVOKE_CALL_H

#include "gateway/core/invoke/invoke.h"

/* As invoke(), for a single call. `image` is the image to set, or absent. */
uint64_t invoke_call(struct gateway *gateway, const struct invocation *invocation,
	struct identifier image, invoke_done *done, void *data);

#endif
