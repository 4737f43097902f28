/*
 * preference.h - the notification preferences of members.
 *
 * The registry has the default of each kind (proto/notices.h). A row of
 * notification_preferences holds a member's deviations from it.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_PREFERENCES_PREFERENCE_H
#define KITH_SERVICES_NOTIFICATIONS_PREFERENCES_PREFERENCE_H

#include "common/call/call.h"
#include "proto/notices.h"

/* Whether a kind is mailed by default. */
bool preference_mailed(enum notice_kind kind);

/* Answers with the caller's preferences. */
enum problem preference_answer(struct call *call);

#endif
