/*
 * calendar.c - the components of an iCalendar file: time zones first, then events.
 *
 * A time zone lists the transitions that matter for its events, one component each, and
 * not rules. A local time that occurs twice denotes its first occurrence (section 3.3.5),
 * so the second occurrence is written in UTC.
 */
#include "services/events/calendar/calendar.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/reply/reply.h"
#include "common/secret/secret.h"
#include "common/zone/zone.h"
#include "services/events/calendar/ics.h"

/* The offset is constant if the zone has no transition for so long before an event. */
#define LOOK_BACK_S (INT64_C(400) * 86400)

/* More than an event of at most 31 days can have. */
#define CHANGES_OF_EVENT_MAX 8

/* A zone that is used by events of the file. */
struct used_zone {
	struct text name;
	struct zone *zone; /* NULL for UTC, or if the system no longer knows it */
	struct zone_change *changes;
	size_t count;
	struct used_zone *next;
};

struct calendar {
	struct call *call;
	const struct rows *rows;
	struct buffer out;
	struct used_zone *zones;
};

static int64_t
seconds_of(const struct calendar *calendar, int row, const char *column)
{
	const int64_t us = row_instant_us(calendar->rows, row, column);

	return us / 1000000 - (us % 1000000 < 0);
}

/* Rounds up, so that an event shorter than a second does not end when it starts. */
static int64_t
end_of(const struct calendar *calendar, int row)
{
	const int64_t us = row_instant_us(calendar->rows, row, "ends_at");

	return seconds_of(calendar, row, "ends_at") + (us % 1000000 != 0);
}

/* ---- zones ---- */

static bool
is_utc(const struct text *name)
{
	return strcmp(name->data, "UTC") == 0 || strcmp(name->data, "Etc/UTC") == 0;
}

/* Finds or loads the zone of an event. */
static struct used_zone *
zone_of(struct calendar *calendar, int row)
{
	struct arena *arena = calendar->call->arena;
	const struct text name = row_text(calendar->rows, row, "timezone");
	struct used_zone *used = calendar->zones;

	while (used != NULL && strcmp(used->name.data, name.data) != 0)
		used = used->next;
	if (used != NULL)
		return used;
	used = arena_alloc(arena, sizeof(*used));
	used->name = name;
	used->zone = is_utc(&name) ? NULL : zone_load(arena, &name);
	used->changes =
		arena_array(arena, (size_t)calendar->rows->count * CHANGES_OF_EVENT_MAX,
			sizeof(*used->changes));
	used->next = calendar->zones;
	calendar->zones = used;
	return used;
}

static void
add_change(struct used_zone *used, const struct zone_change *change)
{
	for (size_t i = 0; i < used->count; i++) {
		if (used->changes[i].at == change->at)
			return;
	}
	used->changes[used->count++] = *change;
}

/* Adds the last transition before the event's start, and those until its end. */
static void
note_changes(struct used_zone *used, int64_t starts, int64_t ends)
{
	const struct zone_offset now = zone_at(used->zone, starts - LOOK_BACK_S);
	struct zone_change last = {starts - LOOK_BACK_S, now, now}, next;
	size_t count = 1;

	while (zone_next(used->zone, last.at, &next) && next.at <= starts)
		last = next;
	add_change(used, &last);
	while (count++ < CHANGES_OF_EVENT_MAX && zone_next(used->zone, last.at, &next) &&
		next.at <= ends) {
		add_change(used, &next);
		last = next;
	}
}

static int
compare_changes(const void *left, const void *right)
{
	const struct zone_change *a = left, *b = right;

	return a->at < b->at ? -1 : a->at > b->at;
}

/* "+0200", with seconds if there are any. */
static const char *
offset_text(struct arena *arena, int32_t seconds)
{
	const int32_t size = abs(seconds);
	const char *text = arena_printf(arena, "%c%02" PRId32 "%02" PRId32,
		seconds < 0 ? '-' : '+', size / 3600, size / 60 % 60);

	return size % 60 == 0 ? text
			      : arena_printf(arena, "%s%02" PRId32, text, size % 60);
}

static void
write_change(struct buffer *out, const struct zone_change *change)
{
	const char *kind = change->after.daylight ? "DAYLIGHT" : "STANDARD";
	char local[ICS_TIME_SIZE];

	ics_time(local, change->at + change->before.seconds);
	ics_line(out, "BEGIN:%s", kind);
	ics_line(out, "DTSTART:%s", local);
	ics_line(out, "TZOFFSETFROM:%s", offset_text(out->arena, change->before.seconds));
	ics_line(out, "TZOFFSETTO:%s", offset_text(out->arena, change->after.seconds));
	ics_line(out, "TZNAME:%s", change->after.name);
	ics_line(out, "END:%s", kind);
}

static void
write_zones(struct calendar *calendar)
{
	for (int row = 0; row < calendar->rows->count; row++) {
		struct used_zone *used = zone_of(calendar, row);

		if (used->zone != NULL)
			note_changes(used, seconds_of(calendar, row, "starts_at"),
				end_of(calendar, row));
	}
	for (struct used_zone *used = calendar->zones; used != NULL; used = used->next) {
		if (used->zone == NULL)
			continue;
		qsort(used->changes, used->count, sizeof(*used->changes),
			compare_changes);
		ics_line(&calendar->out, "BEGIN:VTIMEZONE");
		ics_line(&calendar->out, "TZID:%s", used->name.data);
		for (size_t i = 0; i < used->count; i++)
			write_change(&calendar->out, &used->changes[i]);
		ics_line(&calendar->out, "END:VTIMEZONE");
	}
}

/* ---- events ---- */

static void
write_utc(struct buffer *out, const char *name, int64_t at)
{
	char text[ICS_TIME_SIZE];

	ics_time(text, at);
	ics_line(out, "%s:%sZ", name, text);
}

/* Writes a time of an event in its zone. */
static void
write_time(struct buffer *out, const char *name, const struct used_zone *used, int64_t at)
{
	char text[ICS_TIME_SIZE];

	if (used->zone == NULL || zone_repeats(used->zone, at)) {
		write_utc(out, name, at);
		return;
	}
	ics_time(text, at + zone_at(used->zone, at).seconds);
	ics_line(out, "%s;TZID=%s:%s", name, used->name.data, text);
}

/* The id in UUID form, which never changes. */
static const char *
uid_of(struct arena *arena, const struct uuid *id)
{
	const char *hex = hex_encode(arena, id->bytes, sizeof(id->bytes));

	return arena_printf(arena, "%.8s-%.4s-%.4s-%.4s-%s", hex, hex + 8, hex + 12,
		hex + 16, hex + 20);
}

/* TENTATIVE for a draft, and for a member on the waiting list. */
static const char *
status_of(const struct calendar *calendar, int row)
{
	const struct text status = row_text(calendar->rows, row, "status");
	const struct text rsvp = row_text(calendar->rows, row, "my_rsvp_status");

	if (strcmp(status.data, "cancelled") == 0)
		return "CANCELLED";
	return strcmp(status.data, "draft") == 0 || strcmp(rsvp.data, "waitlist") == 0
		? "TENTATIVE"
		: "CONFIRMED";
}

/* Appends the join URL to the description, because some programs do not show
 * CONFERENCE. */
static void
write_words(struct calendar *calendar, int row)
{
	struct buffer *out = &calendar->out;
	const struct text title = row_text(calendar->rows, row, "title");
	const struct text join = row_text(calendar->rows, row, "join_url");
	struct text description = row_text(calendar->rows, row, "description");
	struct text location = row_text(calendar->rows, row, "location");

	if (join.presence == GIVEN)
		description = arena_text(out->arena,
			arena_printf(out->arena, "%s%s%s", description.data,
				description.size > 0 ? "\n\n" : "", join.data));
	ics_text(out, "SUMMARY", &title);
	if (description.size > 0)
		ics_text(out, "DESCRIPTION", &description);
	if (location.size > 0)
		ics_text(out, "LOCATION", &location);
	if (join.presence == GIVEN)
		ics_line(out, "CONFERENCE;VALUE=URI:%s", join.data);
}

/* Names the host without its address, which other members may not know. */
static void
write_host(struct calendar *calendar, int row)
{
	struct text name = row_text(calendar->rows, row, "host_org_name");

	if (name.presence != GIVEN)
		name = row_text(calendar->rows, row, "host_name");
	ics_named(&calendar->out, "ORGANIZER", "CN", &name, "invalid:nomail");
}

static void
write_event(struct calendar *calendar, int row)
{
	struct buffer *out = &calendar->out;
	const struct used_zone *used = zone_of(calendar, row);
	const struct uuid id = row_uuid(calendar->rows, row, "id");
	char wire[ID_TEXT_MAX];

	id_format(wire, "evt", &id);
	ics_line(out, "BEGIN:VEVENT");
	ics_line(out, "UID:%s", uid_of(out->arena, &id));
	write_utc(out, "DTSTAMP", seconds_of(calendar, row, "updated_at"));
	write_utc(out, "CREATED", seconds_of(calendar, row, "created_at"));
	write_utc(out, "LAST-MODIFIED", seconds_of(calendar, row, "updated_at"));
	ics_line(out, "SEQUENCE:%" PRId64, row_integer(calendar->rows, row, "sequence"));
	ics_line(out, "STATUS:%s", status_of(calendar, row));
	write_time(out, "DTSTART", used, seconds_of(calendar, row, "starts_at"));
	write_time(out, "DTEND", used, end_of(calendar, row));
	write_words(calendar, row);
	write_host(calendar, row);
	ics_line(out, "URL:%s/events/%s", config()->base_url.data, wire);
	ics_line(out, "END:VEVENT");
}

/* The iTIP method (RFC 5546): CANCEL for a single cancelled event, otherwise PUBLISH. */
static const char *
method_of(const struct calendar *calendar, const struct text *name)
{
	const bool alone = name == NULL && calendar->rows->count == 1;

	return alone && strcmp(status_of(calendar, 0), "CANCELLED") == 0 ? "CANCEL"
									 : "PUBLISH";
}

enum problem
calendar_answer(struct call *call, const struct rows *events, const struct text *name)
{
	struct calendar calendar = {
		.call = call, .rows = events, .out = {.arena = call->arena}};
	struct buffer *out = &calendar.out;

	ics_line(out, "BEGIN:VCALENDAR");
	ics_line(out, "VERSION:2.0");
	ics_line(out, "PRODID:-//Kith//Events//EN");
	ics_line(out, "CALSCALE:GREGORIAN");
	ics_line(out, "METHOD:%s", method_of(&calendar, name));
	if (name != NULL) {
		ics_text(out, "NAME", name);
		ics_text(out, "X-WR-CALNAME", name);
		ics_line(out, "REFRESH-INTERVAL;VALUE=DURATION:PT1H");
	}
	write_zones(&calendar);
	for (int row = 0; row < events->count; row++) {
		const size_t before = out->size;

		write_event(&calendar, row);
		if (out->size > CALENDAR_BYTES_MAX) {
			out->size = before;
			break;
		}
	}
	ics_line(out, "END:VCALENDAR");
	return reply_file(call, out->data, out->size);
}
