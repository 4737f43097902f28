/*
 * rsvps.h - RSVPs to an event, and its waiting list.
 */
#ifndef KITH_PROTO_EVENTS_RSVPS_H
#define KITH_PROTO_EVENTS_RSVPS_H

#include "proto/op.h"

#define EVENT_RSVPS_OPS(OP) \
	OP(event_rsvp) \
	OP(event_rsvp_list)

struct event_rsvp_in {
	struct identifier id;
	struct text status;
};

struct event_rsvp_list_in {
	struct identifier id;
	struct text status;
	struct integer limit;
	struct text cursor;
};

/* The states of an RSVP. */
extern const char *const rsvp_status_values[];

#endif
