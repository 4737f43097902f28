/*
 * notifications.h - what is on its way to members.
 */
#ifndef KITH_PROTO_NOTIFICATIONS_NOTIFICATIONS_H
#define KITH_PROTO_NOTIFICATIONS_NOTIFICATIONS_H

#include "proto/op.h"

#define NOTIFICATIONS_OPS(OP) OP(admin_outbox_stats)

#define NOTIFICATIONS_OP(name) extern const struct op op_##name;
NOTIFICATIONS_OPS(NOTIFICATIONS_OP)
#undef NOTIFICATIONS_OP

#endif
