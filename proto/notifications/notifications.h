/*
 * notifications.h - the inbox of a member, notification preferences and the outbox.
 */
#ifndef KITH_PROTO_NOTIFICATIONS_NOTIFICATIONS_H
#define KITH_PROTO_NOTIFICATIONS_NOTIFICATIONS_H

#include "proto/notices.h"
#include "proto/op.h"

#define NOTIFICATIONS_OPS(OP) \
	OP(notification_list) \
	OP(notification_read) \
	OP(notification_count) \
	OP(notification_preferences_get) \
	OP(notification_preferences_set) \
	OP(notification_preferences_change) \
	OP(notification_unsubscribe) \
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

/* The preference for one kind of notification. */
struct notification_wish {
	enum presence presence;
	struct boolean inbox;
	struct boolean email;
};

struct notification_wishes {
	enum presence presence;
	struct notification_wish of[NOTICE_COUNT];
};

struct notification_preferences_set_in {
	struct notification_wishes kinds;
	struct text digest;
};

struct notification_preferences_change_in {
	struct text_list kinds;
	struct boolean email;
	struct text digest;
};

struct notification_unsubscribe_in {
	struct text token;
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
