/*
 * activity.h - what the apps, tokens and browsers of a member did.
 */
#ifndef KITH_PROTO_IDENTITY_ACTIVITY_H
#define KITH_PROTO_IDENTITY_ACTIVITY_H

#include "proto/op.h"

#define ACTIVITY_OPS(OP) OP(me_activity_list)

#define ACTIVITY_OP(name) extern const struct op op_##name;
ACTIVITY_OPS(ACTIVITY_OP)
#undef ACTIVITY_OP

struct me_activity_list_in {
	struct text client;
	struct integer limit;
	struct text cursor;
};

#endif
