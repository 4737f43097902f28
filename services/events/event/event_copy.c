#include "services/events/event/event.h"
#include "services/events/handlers.h"

STATEMENT(READ_EVENT,
	"SELECT e.title, e.description, e.timezone,"
	" e.location_kind, e.location, e.join_url, e.capacity::int8, e.scope, o.slug"
	" FROM events e LEFT JOIN orgs o ON o.id = e.org_id WHERE e.id = $1");

/* The copy has no cover, because an image belongs to one record. */
enum problem
event_copy(struct call *call, const void *input)
{
	const struct event_copy_in *in = input;
	const struct boolean publish = {GIVEN, false};
	struct event event;
	struct event_input copy = {.starts_at = in->starts_at,
		.ends_at = in->starts_at,
		.timezone = in->timezone};
	struct text slug;
	enum problem problem = event_lock_managed(call, &in->id.uuid, &event);
	struct rows *rows;

	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, READ_EVENT, DB_ID(in->id));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	copy.ends_at.unix_us += event.ends_at_us - event.starts_at_us;
	copy.title = row_text(rows, 0, "title");
	copy.description = row_text(rows, 0, "description");
	if (copy.timezone.presence != GIVEN)
		copy.timezone = row_text(rows, 0, "timezone");
	copy.location_kind = row_text(rows, 0, "location_kind");
	copy.location = row_text(rows, 0, "location");
	copy.join_url = row_text(rows, 0, "join_url");
	copy.capacity.presence = row_null(rows, 0, "capacity") ? GIVEN_NULL : GIVEN;
	if (copy.capacity.presence == GIVEN)
		copy.capacity.value = row_integer(rows, 0, "capacity");
	copy.scope = row_text(rows, 0, "scope");
	slug = row_text(rows, 0, "slug");
	return event_make(call, &copy, &publish, &slug);
}
