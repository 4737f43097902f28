/*
 * event.h - what the operations on events share.
 *
 * Everything that changes an event, or who is going to it, locks the event's row first and looks
 * afterwards, in a statement of its own, which then sees what others have committed. So no place
 * is given twice, and the counts are exact, whoever else is at work.
 */
#ifndef KITH_SERVICES_EVENTS_EVENT_EVENT_H
#define KITH_SERVICES_EVENTS_EVENT_EVENT_H

#include "common/db/db.h"
#include "common/reply/reply.h"
#include "proto/events/events.h"

/* A locked event as its caller finds it. */
struct event {
	struct uuid id;
	bool of_org;
	bool visible; /* to the caller */
	bool managed; /* by the caller */
	bool inside; /* the caller may go: it is public, or the caller is in the organization */
	bool published; /* now: not a draft, not cancelled */
	bool cancelled;
	bool started, ended;
	bool for_members;
	bool full;
	int64_t starts_at_us, ends_at_us;
	int64_t going_count, waitlist_count;
	struct text rsvp; /* the caller's own status; GIVEN_NULL without one */
};

/* Locks an event until the end of the transaction: PROBLEM_EVENT_NOT_FOUND without one. Whether
 * the caller may see it is still to be asked. */
enum problem event_lock(struct call *call, const struct uuid *id, struct event *event);

/* Reads a locked event again. */
enum problem event_look(struct call *call, const struct uuid *id, struct event *event);

/* Locks an event that the caller manages; PROBLEM_HOST_REQUIRED when others do. */
enum problem
event_lock_managed(struct call *call, const struct uuid *id, struct event *event);

/* Locks an event that the caller manages and may still edit: a cancelled one takes no edits. */
enum problem
event_lock_editable(struct call *call, const struct uuid *id, struct event *event);

/* Faults of a time that ends before it starts or lasts too long; `ends_given` says which of the
 * two the caller has given. */
enum problem
event_check_times(struct call *call, int64_t starts_us, int64_t ends_us, bool ends_given);

/* A fault of a scope that needs an organization. */
enum problem event_check_scope(struct call *call, const struct text *scope, bool of_org);

/* Makes an event of the caller, or of the organization that the slug means; an absent slug
 * means none. */
enum problem event_make(struct call *call, const struct event_input *in,
	const struct boolean *publish, const struct text *org_slug);

/* The answer of one event that the caller may see, PROBLEM_EVENT_NOT_FOUND without one. */
enum problem event_answer(struct call *call, const struct uuid *id);

#endif
