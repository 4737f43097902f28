/*
 * notifications.h - the inbox of each member, and what is on its way to members.
 */
#ifndef KITH_PROTO_NOTIFICATIONS_NOTIFICATIONS_H
#define KITH_PROTO_NOTIFICATIONS_NOTIFICATIONS_H

#include "proto/op.h"

#define NOTIFICATIONS_OPS(OP) \
	OP(notification_list) \
	OP(notification_read) \
	OP(notification_count) \
	OP(admin_outbox_stats) \
	OP(admin_outbox_history) \
	OP(admin_outbox_message_list) \
	OP(admin_outbox_message_retry) \
	OP(outbox_check)

#define NOTIFICATIONS_OP(name) extern const struct op op_##name;
NOTIFICATIONS_OPS(NOTIFICATIONS_OP)
#undef NOTIFICATIONS_OP

struct notification_list_in {
	struct boolean unread;
	struct integer limit;
	struct text cursor;
};

struct notification_read_in {
	struct text_list ids; /* absent = all */
};

struct admin_outbox_message_list_in {
	struct text status;
	struct integer limit;
	struct text cursor;
};

struct admin_outbox_message_retry_in {
	struct identifier id;
};

#endif
