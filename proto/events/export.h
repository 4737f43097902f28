/*
 * export.h - the lists of events in a member's export. See proto/export/export.h.
 */
#ifndef KITH_PROTO_EVENTS_EXPORT_H
#define KITH_PROTO_EVENTS_EXPORT_H

#include "proto/field.h"

/* clang-format off */
#define EVENTS_EXPORTS(LIST) \
	LIST(events, events, export_event_record, 12, \
		"The events that the member hosts or created for an organization.") \
	LIST(rsvps, rsvps, export_rsvp_record, 200, \
		"The member's RSVPs.")
/* clang-format on */

extern const struct record export_event_record;
extern const struct record export_rsvp_record;

#endif
