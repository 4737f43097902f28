/*
 * event_cover.h - what the operations on an event's cover image share.
 */
#ifndef KITH_SERVICES_EVENTS_EVENT_EVENT_COVER_H
#define KITH_SERVICES_EVENTS_EVENT_EVENT_COVER_H

#include "common/call/call.h"

/* Sets the image that media has made, or removes the one that is there, for those who manage the
 * event, and answers it. */
enum problem event_cover_put(struct call *call, const struct uuid *id);
enum problem event_cover_drop(struct call *call, const struct uuid *id);

#endif
