/*
 * feed.h - the address of a member's private calendar.
 */
#ifndef KITH_SERVICES_EVENTS_CALENDAR_FEED_H
#define KITH_SERVICES_EVENTS_CALENDAR_FEED_H

#include "common/db/db.h"

/* Answers the address of the caller's feed, of this generation. */
enum problem feed_answer(struct call *call, int64_t generation);

/* Whose feed a file is; false when it is none. */
bool feed_find(struct call *call, const struct text *file, struct uuid *member);

#endif
