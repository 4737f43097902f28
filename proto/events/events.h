/*
 * events.h - events, RSVPs and calendars.
 */
#ifndef KITH_PROTO_EVENTS_EVENTS_H
#define KITH_PROTO_EVENTS_EVENTS_H

#include "proto/events/calendar.h"
#include "proto/events/covers.h"
#include "proto/events/rsvps.h"
#include "proto/op.h"

/* The operations of the service. Each name is also the name of the handler and its file,
 * test and descriptor. */
#define EVENTS_OPS(OP) \
	OP(event_list) \
	OP(event_create) \
	OP(event_get) \
	OP(event_public_get) \
	OP(event_update) \
	OP(event_publish) \
	OP(event_cancel) \
	OP(event_copy) \
	OP(org_event_list) \
	OP(org_event_create) \
	EVENT_COVERS_OPS(OP) \
	EVENT_RSVPS_OPS(OP) \
	EVENT_CALENDAR_OPS(OP)

#define EVENTS_OP(name) extern const struct op op_##name;
EVENTS_OPS(EVENTS_OP)
#undef EVENTS_OP

extern const struct record event_record;

/* The values of the fields of an event. */
extern const char *const event_location_kind_values[];
extern const char *const event_status_values[];

/* The event in the path. */
#define EVENT_ID(holder) \
	ID_FIELD(holder, "evt", PROBLEM_EVENT_NOT_FOUND, "The event's id.")

/* The maximum duration of an event: 31 days. */
#define EVENT_LASTS_MAX_US (INT64_C(31) * 86400 * 1000000)

/* The fields of an event that a member or an organization hosts. */
struct event_input {
	struct text title;
	struct text description;
	struct instant starts_at;
	struct instant ends_at;
	struct text timezone;
	struct text location_kind;
	struct text location;
	struct text join_url;
	struct integer capacity;
	struct text scope;
};

struct event_create_in {
	struct event_input event;
	struct boolean publish;
	struct text org_slug;
};

struct org_event_create_in {
	struct text slug;
	struct event_input event;
	struct boolean publish;
};

struct event_list_in {
	struct text when;
	struct boolean mine;
	struct text order;
	struct text org;
	struct instant since;
	struct instant until;
	struct integer limit;
	struct text cursor;
};

struct org_event_list_in {
	struct text slug;
	struct text when;
	struct text order;
	struct instant since;
	struct instant until;
	struct integer limit;
	struct text cursor;
};

struct event_get_in {
	struct identifier id;
};

struct event_public_get_in {
	struct identifier id;
};

struct event_update_in {
	struct identifier id;
	struct event_input event;
};

struct event_publish_in {
	struct identifier id;
};

struct event_cancel_in {
	struct identifier id;
	struct text reason;
};

struct event_copy_in {
	struct identifier id;
	struct instant starts_at;
	struct text timezone;
};

#endif
