/*
 * feed.h - the URL of a member's private calendar.
 */
#ifndef KITH_SERVICES_EVENTS_CALENDAR_FEED_H
#define KITH_SERVICES_EVENTS_CALENDAR_FEED_H

#include "common/db/db.h"

/* Answers the URL of the caller's feed with this generation. */
enum problem feed_answer(struct call *call, int64_t generation);

/* Authenticates a feed by its file name and sets its member; false if the secret is
 * invalid. */
bool feed_find(struct call *call, const struct text *file, struct uuid *member);

#endif
