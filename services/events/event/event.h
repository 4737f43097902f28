/*
 * event.h - shared by the operations on events.
 *
 * Each change of an event or its RSVPs locks the event's row first and reads afterwards,
 * in a separate statement that sees what others have committed. So no seat is given
 * twice, and the counts are exact, under concurrent changes.
 */
#ifndef KITH_SERVICES_EVENTS_EVENT_EVENT_H
#define KITH_SERVICES_EVENTS_EVENT_EVENT_H

#include "common/db/db.h"
#include "common/reply/reply.h"
#include "proto/events/events.h"

/* A locked event and the caller's relation to it. */
struct event {
	struct uuid id;
	bool of_org;
	bool visible; /* to the caller */
	bool managed; /* by the caller */
	/* The caller may attend: the event is public, or the caller is a member of its
	 * organization. */
	bool inside;
	bool published; /* neither a draft nor cancelled */
	bool cancelled;
	bool started, ended;
	bool for_members;
	bool full;
	struct text title;
	int64_t starts_at_us, ends_at_us;
	int64_t going_count, waitlist_count;
	struct text rsvp; /* the caller's RSVP; GIVEN_NULL without one */
};

/* Locks an event until the end of the transaction; PROBLEM_EVENT_NOT_FOUND without one.
 * It does not check that the caller may see the event. */
enum problem event_lock(struct call *call, const struct uuid *id, struct event *event);

/* Reads a locked event again. */
enum problem event_look(struct call *call, const struct uuid *id, struct event *event);

/* Locks an event that the caller manages; PROBLEM_HOST_REQUIRED if others manage it. */
enum problem
event_lock_managed(struct call *call, const struct uuid *id, struct event *event);

/* Like event_lock_managed(), and refuses a cancelled event. */
enum problem
event_lock_editable(struct call *call, const struct uuid *id, struct event *event);

/* Adds a fault if an event ends before it starts or lasts too long. `ends_given` selects
 * the field that the fault names. */
enum problem
event_check_times(struct call *call, int64_t starts_us, int64_t ends_us, bool ends_given);

/* Adds a fault if the scope requires an organization and there is none. */
enum problem event_check_scope(struct call *call, const struct text *scope, bool of_org);

/* Creates an event of the caller, or of an organization if `org_slug` is given. */
enum problem event_make(struct call *call, const struct event_input *in,
	const struct boolean *publish, const struct text *org_slug);

/* Answers an event that the caller may see; PROBLEM_EVENT_NOT_FOUND without one. */
enum problem event_answer(struct call *call, const struct uuid *id);

/* The same with a warning, which may be NULL. */
enum problem
event_answer_warning(struct call *call, const struct uuid *id, const char *warning);

#endif
