/*
 * lookup.h - the call by which identity looks a token up.
 */
#ifndef KITH_GATEWAY_CORE_LOOKUP_H
#define KITH_GATEWAY_CORE_LOOKUP_H

#include "common/bus/message.h"

/* Encodes the lookup of a token by its hash (hex). */
void lookup_encode(struct buffer *out, const char *hash, struct text request_id,
	struct text traceparent, int64_t timeout_ms);

#endif
