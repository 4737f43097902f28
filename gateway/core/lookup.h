/*
 * lookup.h - the question whom a token stands for, as identity is asked it.
 */
#ifndef KITH_GATEWAY_CORE_LOOKUP_H
#define KITH_GATEWAY_CORE_LOOKUP_H

#include "common/bus/message.h"

/* The message of a lookup of a token's hash (hex). */
void lookup_encode(struct buffer *out, const char *hash, struct text request_id,
	struct text traceparent, int64_t timeout_ms);

#endif
