/*
 * gateway.h - the operations that the gateway handles itself.
 */
#ifndef KITH_PROTO_GATEWAY_H
#define KITH_PROTO_GATEWAY_H

#include "proto/op.h"

#define GATEWAY_OPS(OP) \
	OP(health_get) \
	OP(health_ready) \
	OP(fetch)

#define GATEWAY_OP(name) extern const struct op op_##name;
GATEWAY_OPS(GATEWAY_OP)
#undef GATEWAY_OP

struct fetch_in {
	struct text id;
};

#endif
