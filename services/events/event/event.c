#include "services/events/event/event.h"

#include <string.h>

#include "common/run/run.h"
#include "services/events/event/event_sql.h"

STATEMENT(LOCK_EVENT,
	"SELECT lock_event($2, $1)::text AS locked");

STATEMENT(LOOK_AT_EVENT,
	"SELECT e.id, e.title, e.org_id IS NOT NULL AS of_org,"
	" " EVENT_VISIBLE("$3") " AS visible, "
	EVENT_MANAGED("$3") " AS managed, e.scope = 'public' OR EXISTS"
	" (SELECT FROM org_members v WHERE v.org_id = e.org_id AND v.member_id = $1)"
	" AS inside,"
	" e.status = 'published' AS published, e.status = 'cancelled' AS cancelled,"
	" e.starts_at <= now() AS started, e.ends_at <= now() AS ended,"
	" e.scope = 'org_members' AS for_members,"
	" e.capacity IS NOT NULL AND e.going_count >= e.capacity AS full,"
	" e.starts_at, e.ends_at, e.going_count::int8, e.waitlist_count::int8,"
	" r.status AS rsvp"
	" FROM " EVENT_TABLES " WHERE e.id = $2");

STATEMENT(FIND_EVENT,
	"SELECT " EVENT_COLUMNS("$3")
	" FROM " EVENT_TABLES
	" WHERE e.id = $2 AND " EVENT_VISIBLE("$3"));

enum problem
event_look(struct call *call, const struct uuid *id, struct event *event)
{
	struct rows *rows = db_query(call, LOOK_AT_EVENT, DB_CALLER(call), DB_UUID(id),
		DB_FLAG(call_administers(call)));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_EVENT_NOT_FOUND, NULL);
	*event = (struct event){
		.id = *id,
		.of_org = row_boolean(rows, 0, "of_org"),
		.visible = row_boolean(rows, 0, "visible"),
		.managed = row_boolean(rows, 0, "managed"),
		.inside = row_boolean(rows, 0, "inside"),
		.published = row_boolean(rows, 0, "published"),
		.cancelled = row_boolean(rows, 0, "cancelled"),
		.started = row_boolean(rows, 0, "started"),
		.ended = row_boolean(rows, 0, "ended"),
		.for_members = row_boolean(rows, 0, "for_members"),
		.full = row_boolean(rows, 0, "full"),
		.title = row_text(rows, 0, "title"),
		.starts_at_us = row_instant_us(rows, 0, "starts_at"),
		.ends_at_us = row_instant_us(rows, 0, "ends_at"),
		.going_count = row_integer(rows, 0, "going_count"),
		.waitlist_count = row_integer(rows, 0, "waitlist_count"),
		.rsvp = row_text(rows, 0, "rsvp"),
	};
	return PROBLEM_NONE;
}

enum problem
event_lock(struct call *call, const struct uuid *id, struct event *event)
{
	db_query(call, LOCK_EVENT, DB_CALLER(call), DB_UUID(id));
	return event_look(call, id, event);
}

enum problem
event_lock_managed(struct call *call, const struct uuid *id, struct event *event)
{
	enum problem problem = event_lock(call, id, event);

	if (problem != PROBLEM_NONE)
		return problem;
	if (!event->visible)
		return call_fail(call, PROBLEM_EVENT_NOT_FOUND, NULL);
	return event->managed ? PROBLEM_NONE
			      : call_fail(call, PROBLEM_HOST_REQUIRED, NULL);
}

enum problem
event_lock_editable(struct call *call, const struct uuid *id, struct event *event)
{
	enum problem problem = event_lock_managed(call, id, event);

	if (problem == PROBLEM_NONE && event->cancelled)
		problem = call_fail(call, PROBLEM_INVALID_TRANSITION,
			"a cancelled event cannot be edited");
	return problem;
}

enum problem
event_check_times(struct call *call, int64_t starts_us, int64_t ends_us, bool ends_given)
{
	const char *pointer = ends_given ? "#/endsAt" : "#/startsAt";

	if (ends_us <= starts_us) {
		return call_fault(call, pointer,
			ends_given ? FAULT_TOO_SMALL : FAULT_TOO_LARGE,
			"endsAt must be after the start");
	}
	if (ends_us - starts_us > EVENT_LASTS_MAX_US) {
		return call_fault(call, pointer,
			ends_given ? FAULT_TOO_LARGE : FAULT_TOO_SMALL,
			"an event may last 31 days at most");
	}
	return PROBLEM_NONE;
}

enum problem
event_check_scope(struct call *call, const struct text *scope, bool of_org)
{
	if (of_org || scope->presence != GIVEN || strcmp(scope->data, "org_members") != 0)
		return PROBLEM_NONE;
	return call_fault(call, "#/scope", FAULT_NOT_ALLOWED,
		"the scope org_members requires a hosting organization");
}

/* Answers the event in the first row. */
static enum problem
reply(struct call *call, const struct rows *rows, const char *warning)
{
	const struct text sentence = arena_text(call->arena, warning ? warning : "");
	const struct text_list warnings = {
		.presence = GIVEN, .count = 1, .items = &sentence};
	const struct reply_extra extra = REPLY_FIELD_TEXTS("warnings", warnings);

	return reply_row(call, rows, 0,
		&(const struct reply_parts){
			.extras = &extra, .extra_count = warning != NULL});
}

enum problem
event_answer_warning(struct call *call, const struct uuid *id, const char *warning)
{
	struct rows *rows = db_query(call, FIND_EVENT, DB_CALLER(call), DB_UUID(id),
		DB_FLAG(call_administers(call)));
	char tag[RUN_TAG_SIZE];
	enum problem problem;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_EVENT_NOT_FOUND, NULL);
	problem = reply(call, rows, NULL);
	if (problem != PROBLEM_NONE || warning == NULL)
		return problem;
	/* The entity tag covers the record without the warning, as GET answers it. */
	run_tag(call->reply.data, call->reply.size, tag);
	call->outcome.tag = arena_copy(call->arena, tag, strlen(tag));
	call->reply.size = 0;
	return reply(call, rows, warning);
}

enum problem
event_answer(struct call *call, const struct uuid *id)
{
	return event_answer_warning(call, id, NULL);
}
