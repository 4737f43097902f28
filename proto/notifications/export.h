/*
 * export.h - the lists of notifications in a member's export. See proto/export/export.h.
 */
#ifndef KITH_PROTO_NOTIFICATIONS_EXPORT_H
#define KITH_PROTO_NOTIFICATIONS_EXPORT_H

#include "proto/field.h"

/* clang-format off */
#define NOTIFICATIONS_EXPORTS(LIST) \
	LIST(notifications, notifications, export_notice_record, 1000, \
		"The notifications in the member's inbox.") \
	LIST(intros, intros, export_intro_record, 100, \
		"The intro requests that the member sent and received.") \
	LIST(notificationPreferences, notification_preferences, \
		export_notification_preferences_record, 10, \
		"The member's notification preferences.") \
	LIST(savedSearches, saved_searches, export_saved_search_record, 100, \
		"The searches that the member saved.")
/* clang-format on */

extern const struct record export_notice_record;
extern const struct record export_intro_record;
extern const struct record export_notification_preferences_record;
extern const struct record export_saved_search_record;

#endif
