/*
 * event_fixture.h - events and members in every relation to them, for the tests of
 * events.
 *
 * Inputs are written with single quotes, which become double ones.
 */
#ifndef KITH_TEST_EVENT_FIXTURE_H
#define KITH_TEST_EVENT_FIXTURE_H

#include <stdarg.h>

#include "common/reply/reply.h"
#include "services/events/handlers.h"
#include "tests/support/handler_test.h"

/* The callers of every table below, in this order. */
enum person {
	HOST = 1,
	OWNER, /* of organization 10, as the next two */
	ADMIN,
	MEMBER,
	STRANGER,
	PLATFORM_ADMIN,
	PERSON_END
};

unsigned people_admin = PLATFORM_ADMIN;

#define event_call people_call
#define event_image people_image

/* An event of the host's own, and an event of organization 10 that its admin made. */
#define OWN_EVENT 100
#define ORG_EVENT 101

/* Adds an event that starts in ten days, lasts two hours and was created `number` seconds
 * after a fixed moment; organization 0 is none. */
static inline void
event_add(unsigned number, unsigned host, unsigned org, const char *status,
	const char *scope)
{
	scratch_sql(
		"INSERT INTO events (id, host_id, org_id, title, description, starts_at,"
		" ends_at, timezone, location_kind, location, join_url, scope, status,"
		" published_at, created_at, updated_at) VALUES ('%s', '%s', nullif('%s',"
		" '%s')::uuid, 'Event %u', 'Text', date_trunc('second', now()) + interval"
		" '10 days', date_trunc('second', now()) + interval '10 days 2 hours',"
		" 'Europe/Berlin', 'hybrid', 'Hall', 'https://join.example/1', '%s', '%s',"
		" CASE WHEN '%s' = 'published' THEN now() END,"
		" timestamptz '2026-01-01 00:00:00Z' + %u * interval '1 second',"
		" timestamptz '2026-01-01 00:00:00Z' + %u * interval '1 second')",
		scratch_uuid_text(number), scratch_uuid_text(host),
		scratch_uuid_text(org), scratch_uuid_text(0), number, scope, status,
		status, number, number);
}

/* Changes an event without the service. */
static inline void
event_set(unsigned number, const char *assignments)
{
	scratch_sql("UPDATE events SET %s WHERE id = '%s'", assignments,
		scratch_uuid_text(number));
}

/* Ends the event an hour ago, as the sweep leaves it. */
static inline void
event_end(unsigned number)
{
	event_set(number,
		"starts_at = now() - interval '2 hours', ends_at = now() - interval"
		" '1 hour', ended = true");
}

/* Adds all members, organization 10, and one event of each kind in a state. The
 * organization's events are for its members. */
static inline void
event_world(const char *status)
{
	people_image = 0;
	for (unsigned i = HOST; i < PERSON_END; i++)
		people_add(i);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(PLATFORM_ADMIN));
	people_add_org(10, "public");
	people_join_as(10, OWNER, "owner");
	people_join_as(10, ADMIN, "admin");
	people_join_as(10, MEMBER, "member");
	event_add(OWN_EVENT, HOST, 0, status, "public");
	event_add(ORG_EVENT, ADMIN, 10, status, "org_members");
}

/* A step of a task, with the rights of the service; event_steps() runs it. */
static bool (*event_step)(struct call *call);

static inline enum problem
event_take_steps(struct call *call, const void *input)
{
	(void)input;
	while (event_step(call))
		continue;
	return reply_none(call);
}

/* Runs a task until it finds nothing more. */
static inline void
event_steps(bool (*step)(struct call *call))
{
	static const struct op task = {.name = "task",
		.service = SERVICE_EVENTS,
		.guard = GUARD_INTERNAL,
		.shape = SHAPE_NONE,
		.tx = TX_WRITE};
	static const struct op_entry entry = {&task, event_take_steps};
	const struct principal nobody = scratch_anonymous();

	event_step = step;
	assert_done(scratch_call(&entry, &nobody, NULL));
}

static inline struct scratch_answer
event_call_on(const struct op_entry *entry, unsigned number, unsigned event)
{
	return people_call(entry, number, "{'id': '%s'}", scratch_id("evt", event));
}

/* Checks the answers to every person on both events, for an operation of those who manage
 * them. */
static inline void
event_expect_managers_only(const struct op_entry *entry, const char *more)
{
	static const enum problem own[PERSON_END] = {[OWNER] = PROBLEM_HOST_REQUIRED,
		[ADMIN] = PROBLEM_HOST_REQUIRED,
		[MEMBER] = PROBLEM_HOST_REQUIRED,
		[STRANGER] = PROBLEM_HOST_REQUIRED};
	static const enum problem of_org[PERSON_END] = {[HOST] = PROBLEM_EVENT_NOT_FOUND,
		[MEMBER] = PROBLEM_HOST_REQUIRED,
		[STRANGER] = PROBLEM_EVENT_NOT_FOUND};

	people_expect(entry,
		scratch_printf("{'id': '%s'%s}", scratch_id("evt", OWN_EVENT), more), own,
		PERSON_END);
	people_expect(entry,
		scratch_printf("{'id': '%s'%s}", scratch_id("evt", ORG_EVENT), more),
		of_org, PERSON_END);
}

/* Adds an RSVP; the counts follow. */
static inline void
event_add_rsvp(unsigned event, unsigned member, const char *status)
{
	scratch_sql(
		"INSERT INTO event_rsvps (event_id, member_id, status, ticket,"
		" event_created_at, event_starts_at, created_at)"
		" SELECT id, '%s', '%s', last_ticket + 1, created_at, starts_at,"
		" timestamptz '2026-02-01 00:00:00Z' + last_ticket * interval '1 second'"
		" FROM events WHERE id = '%s'",
		scratch_uuid_text(member), status, scratch_uuid_text(event));
	scratch_sql("UPDATE events SET last_ticket = last_ticket + 1,"
		    " going_count = going_count + ('%s' = 'going')::int,"
		    " waitlist_count = waitlist_count + ('%s' = 'waitlist')::int"
		    " WHERE id = '%s'",
		status, status, scratch_uuid_text(event));
}

/* The status of a member's RSVP; NULL without one. */
static inline const char *
event_rsvp_of(unsigned event, unsigned member)
{
	return scratch_value("SELECT status FROM event_rsvps WHERE event_id = '%s'"
			     " AND member_id = '%s'",
		scratch_uuid_text(event), scratch_uuid_text(member));
}

/* What must hold of all events; the query returns the number of violations. */
#define EVENT_AUDIT \
	"SELECT (SELECT count(*) FROM events e WHERE e.going_count <> (SELECT count(*)" \
	" FROM event_rsvps r WHERE r.event_id = e.id AND r.status = 'going'))" \
	" + (SELECT count(*) FROM events e WHERE e.waitlist_count <> (SELECT count(*)" \
	" FROM event_rsvps r WHERE r.event_id = e.id AND r.status = 'waitlist'))" \
	" + (SELECT count(*) FROM events e WHERE e.going_count > e.capacity)" \
	" + (SELECT count(*) FROM events e WHERE e.status = 'published'" \
	" AND e.starts_at > now() AND e.waitlist_count > 0" \
	" AND (e.capacity IS NULL OR e.going_count < e.capacity))"

static inline void
event_expect_sound(void)
{
	assert_int_equal(people_count(EVENT_AUDIT), 0);
}

#endif
