/*
 * preference.h - which kinds of notifications are mailed to whom.
 *
 * The registry says what holds for whoever said nothing (proto/notices.h); a row of
 * notification_preferences says where a member decided otherwise.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_PREFERENCES_PREFERENCE_H
#define KITH_SERVICES_NOTIFICATIONS_PREFERENCES_PREFERENCE_H

#include "common/call/call.h"
#include "proto/notices.h"

/* Whether a kind is mailed to who said nothing. */
bool preference_mailed(enum notice_kind kind);

/* Answers the caller's preferences as they are. */
enum problem preference_answer(struct call *call);

#endif
