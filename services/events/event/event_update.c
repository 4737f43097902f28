#include "common/quota/quota.h"
#include "services/events/change_notices/change_notices.h"
#include "services/events/event/event.h"
#include "services/events/handlers.h"
#include "services/events/seats/seats.h"

/* Only the capacity is nullable, so only it needs a flag for "given" ($11). There is no
 * reminder for a new start that is less than a day away. */
STATEMENT(UPDATE_EVENT,
	"UPDATE events e SET title = coalesce($2, e.title),"
	" description = coalesce($3, e.description),"
	" starts_at = coalesce($4, e.starts_at),"
	" ends_at = coalesce($5, e.ends_at), timezone = coalesce($6, e.timezone),"
	" location_kind = coalesce($7, e.location_kind),"
	" location = coalesce($8, e.location), join_url = coalesce($9, e.join_url),"
	" capacity = CASE WHEN $11 THEN $10::int8 ELSE e.capacity END,"
	" scope = coalesce($12, e.scope), ended = coalesce($5, e.ends_at) <= now(),"
	" reminded = CASE WHEN $4 <> e.starts_at THEN $4 <= now() + interval '24 hours'"
	" ELSE e.reminded END"
	" FROM events old WHERE e.id = $1 AND old.id = e.id RETURNING"
	" (old.starts_at, old.ends_at, old.timezone, old.location_kind, old.location,"
	" old.join_url) IS DISTINCT FROM"
	" (e.starts_at, e.ends_at, e.timezone, e.location_kind, e.location, e.join_url)"
	" AS moved,"
	" least(old.starts_at, e.starts_at) <= now() + interval '1 hour' AS soon,"
	" old.starts_at <> e.starts_at AS start_moved,"
	" old.scope <> e.scope AS scope_changed,"
	" old.ends_at <= now() AS revived, e.status = 'published'"
	" AND e.ends_at > now() AS open");

STATEMENT(MOVE_RSVPS,
	"UPDATE event_rsvps r SET event_starts_at = e.starts_at FROM events e"
	" WHERE e.id = $1 AND r.event_id = e.id");

/* Checks times that are both given. This needs no stored data, so it runs before the
 * event is read. */
static enum problem
check_given(struct call *call, const struct event_input *in)
{
	if (in->starts_at.presence != GIVEN || in->ends_at.presence != GIVEN)
		return PROBLEM_NONE;
	return event_check_times(call, in->starts_at.unix_us, in->ends_at.unix_us, true);
}

/* Checks that depend on the stored event. */
static enum problem
check(struct call *call, const struct event_input *in, const struct event *event)
{
	const bool starts = in->starts_at.presence == GIVEN;
	const bool ends = in->ends_at.presence == GIVEN;
	enum problem times = event_check_times(call,
		starts ? in->starts_at.unix_us : event->starts_at_us,
		ends ? in->ends_at.unix_us : event->ends_at_us, ends);
	enum problem scope = event_check_scope(call, &in->scope, event->of_org);

	if (in->capacity.presence == GIVEN && in->capacity.value < event->going_count) {
		return call_fault(call, "#/capacity", FAULT_TOO_SMALL,
			"capacity must be at least %lld, the number of members going",
			(long long)event->going_count);
	}
	return times != PROBLEM_NONE ? times : scope;
}

/* The effects of an edit. While an event was over, members who lost the right to attend
 * kept their seats (rsvp_recheck.c); seats_release() removes them if the event moves into
 * the future again. */
static void
follow(struct call *call, const struct event_update_in *in, const struct rows *changed)
{
	if (row_boolean(changed, 0, "start_moved"))
		db_query(call, MOVE_RSVPS, DB_ID(in->id));
	if (!row_boolean(changed, 0, "open"))
		return;
	/* A new audience, or the guests. */
	call->outcome.reached = row_boolean(changed, 0, "scope_changed") ||
		row_boolean(changed, 0, "moved");
	if (row_boolean(changed, 0, "scope_changed") ||
		row_boolean(changed, 0, "revived"))
		seats_release(call, &in->id.uuid);
	seats_promote(call, &in->id.uuid);
	if (row_boolean(changed, 0, "moved"))
		change_notices_send(call, &in->id.uuid, row_boolean(changed, 0, "soon"));
}

/* A duration in days, hours and minutes. */
static const char *
in_words(struct arena *arena, int64_t us)
{
	static const struct {
		int64_t minutes;
		const char *name;
	} units[] = {{1440, "day"}, {60, "hour"}, {1, "minute"}};
	int64_t minutes = us / 60000000;
	const char *words = "";

	for (size_t i = 0; i < COUNT_OF(units); i++) {
		int64_t count = minutes / units[i].minutes;

		minutes %= units[i].minutes;
		if (count > 0)
			words = arena_printf(arena, "%s%s%lld %s%s", words,
				*words != '\0' ? " " : "", (long long)count,
				units[i].name, count == 1 ? "" : "s");
	}
	return *words != '\0' ? words : "less than a minute";
}

/* Says that an edit changed the duration: a client that moves only the start may not
 * have meant to. NULL when it did not. */
static const char *
duration_warning(
	struct call *call, const struct event_input *to, const struct event *before)
{
	const bool starts = to->starts_at.presence == GIVEN;
	const bool ends = to->ends_at.presence == GIVEN;
	int64_t was = before->ends_at_us - before->starts_at_us;
	int64_t is = (ends ? to->ends_at.unix_us : before->ends_at_us) -
		(starts ? to->starts_at.unix_us : before->starts_at_us);

	if (is == was)
		return NULL;
	return arena_printf(call->arena,
		"The event now lasts %s; before, it lasted %s.%s",
		in_words(call->arena, is), in_words(call->arena, was),
		ends ? "" : " endsAt was not given and is unchanged.");
}

enum problem
event_update(struct call *call, const void *input)
{
	const struct event_update_in *in = input;
	const struct event_input *to = &in->event;
	struct text join_url = to->join_url;
	struct event event;
	struct rows *changed;
	enum problem problem = check_given(call, to);

	if (problem == PROBLEM_NONE)
		problem = event_lock_editable(call, &in->id.uuid, &event);
	if (problem == PROBLEM_NONE)
		problem = check(call, to, &event);
	if (problem == PROBLEM_NONE)
		problem = quota_use(call, QUOTA_EDITS);
	if (problem != PROBLEM_NONE)
		return problem;
	if (join_url.presence == GIVEN_NULL)
		join_url.presence = GIVEN;
	changed = db_query(call, UPDATE_EVENT, DB_ID(in->id), DB_TEXT(to->title),
		DB_TEXT(to->description), DB_INSTANT(to->starts_at),
		DB_INSTANT(to->ends_at), DB_TEXT(to->timezone),
		DB_TEXT(to->location_kind), DB_TEXT(to->location), DB_TEXT(join_url),
		DB_INTEGER(to->capacity), DB_FLAG(to->capacity.presence != ABSENT),
		DB_TEXT(to->scope));
	if (changed->count == 1)
		follow(call, in, changed);
	return event_answer_warning(
		call, &in->id.uuid, duration_warning(call, to, &event));
}
