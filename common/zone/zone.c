/*
 * zone.c - reads the files of the time zone database.
 *
 * A file lists all changes up to some year in two tables: one with 32-bit times, which is
 * skipped, and one with 64-bit times. A rule defines the changes after that.
 */
#include "common/zone/zone.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/text/format.h"
#include "common/zone/inside.h"

#define ZONES "/usr/share/zoneinfo/"
#define FILE_BYTES_MAX 65536
#define HEADER_SIZE 44
#define TYPE_SIZE 6
#define RULE_MAX 128

struct zone {
	size_t change_count, type_count;
	const uint8_t *times;   /* of changes, 8 bytes each */
	const uint8_t *indexes; /* the type that each change leads to */
	struct zone_offset *types;
	bool has_rule;
	struct zone_rule rule;
};

/* The counts in a header, in file order. */
enum count {
	COUNT_UT,
	COUNT_STANDARD,
	COUNT_LEAP,
	COUNT_TIMES,
	COUNT_TYPES,
	COUNT_CHARS,
	COUNTS
};

static uint64_t
read_number(const uint8_t *bytes, size_t size)
{
	uint64_t number = 0;

	for (size_t i = 0; i < size; i++)
		number = number << 8 | bytes[i];
	return number;
}

/* Reads a header; returns the size of the data after it, or 0 when it is invalid. */
static size_t
read_header(const uint8_t *bytes, size_t size, size_t time_size, uint64_t counts[COUNTS])
{
	size_t body;

	if (size < HEADER_SIZE || memcmp(bytes, "TZif", 4) != 0)
		return 0;
	for (size_t i = 0; i < COUNTS; i++) {
		counts[i] = read_number(bytes + 20 + 4 * i, 4);
		if (counts[i] > FILE_BYTES_MAX)
			return 0;
	}
	body = counts[COUNT_TIMES] * (time_size + 1) + counts[COUNT_TYPES] * TYPE_SIZE +
		counts[COUNT_CHARS] + counts[COUNT_LEAP] * (time_size + 4) +
		counts[COUNT_STANDARD] + counts[COUNT_UT];
	return counts[COUNT_TYPES] > 0 && body <= size - HEADER_SIZE ? body : 0;
}

/* Reads the types of local time; `names` is a pool of `name_count` characters. */
static bool
read_types(struct arena *arena, struct zone *zone, const uint8_t *types,
	const char *names, size_t name_count)
{
	zone->types = arena_array(arena, zone->type_count, sizeof(*zone->types));
	for (size_t i = 0; i < zone->type_count; i++) {
		const uint8_t *type = types + i * TYPE_SIZE;
		const size_t name = type[5];

		if (name >= name_count)
			return false;
		zone->types[i] = (struct zone_offset){
			.seconds = (int32_t)read_number(type, 4),
			.daylight = type[4] != 0,
			.name = arena_copy(arena, names + name,
				strnlen(names + name, name_count - name)),
		};
	}
	for (size_t i = 0; i < zone->change_count; i++)
		if (zone->indexes[i] >= zone->type_count)
			return false;
	return true;
}

/* Reads the rule between two line feeds; it may be empty. */
static bool
read_rule(struct arena *arena, struct zone *zone, const char *footer, size_t size)
{
	const char *end = size > 0 ? memchr(footer + 1, '\n', size - 1) : NULL;
	const char *text;

	if (end == NULL || footer[0] != '\n' || end - footer > RULE_MAX)
		return false;
	zone->has_rule = end > footer + 1;
	if (!zone->has_rule)
		return true;
	text = arena_copy(arena, footer + 1, (size_t)(end - footer - 1));
	return zone_rule_read(arena, text, &zone->rule);
}

struct zone *
zone_read(struct arena *arena, const uint8_t *bytes, size_t size)
{
	uint64_t counts[COUNTS];
	size_t skipped = read_header(bytes, size, 4, counts), body;
	struct zone *zone = arena_alloc(arena, sizeof(*zone));
	const uint8_t *at, *names;

	/* Version 1 files have only the 32-bit table. They are obsolete and refused. */
	if (skipped == 0 || bytes[4] < '2')
		return NULL;
	at = bytes + HEADER_SIZE + skipped;
	size -= HEADER_SIZE + skipped;
	body = read_header(at, size, 8, counts);
	if (body == 0)
		return NULL;
	at += HEADER_SIZE;
	zone->change_count = counts[COUNT_TIMES];
	zone->type_count = counts[COUNT_TYPES];
	zone->times = at;
	zone->indexes = at + counts[COUNT_TIMES] * 8;
	names = zone->indexes + counts[COUNT_TIMES] + counts[COUNT_TYPES] * TYPE_SIZE;
	if (!read_types(arena, zone, zone->indexes + counts[COUNT_TIMES],
		    (const char *)names, counts[COUNT_CHARS]) ||
		!read_rule(
			arena, zone, (const char *)at + body, size - HEADER_SIZE - body))
		return NULL;
	return zone;
}

struct zone *
zone_load(struct arena *arena, const struct text *name)
{
	uint8_t *bytes;
	struct stat file;
	size_t size = 0;
	ssize_t got;
	int fd;

	if (!text_format_timezone(name->data, name->size))
		return NULL;
	fd = open(arena_printf(arena, ZONES "%s", name->data), O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &file) < 0 || file.st_size <= 0 || file.st_size > FILE_BYTES_MAX) {
		close(fd);
		return NULL;
	}
	bytes = arena_alloc(arena, (size_t)file.st_size);
	while (size < (size_t)file.st_size &&
		(got = read(fd, bytes + size, (size_t)file.st_size - size)) > 0)
		size += (size_t)got;
	close(fd);
	return zone_read(arena, bytes, size);
}

static int64_t
time_of(const struct zone *zone, size_t change)
{
	return (int64_t)read_number(zone->times + change * 8, 8);
}

/* The number of listed changes at or before a time. */
static size_t
passed(const struct zone *zone, int64_t at)
{
	size_t low = 0, high = zone->change_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (time_of(zone, middle) <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The offset after the first `changes` listed changes. */
static struct zone_offset
offset_after(const struct zone *zone, size_t changes)
{
	return zone->types[changes == 0 ? 0 : zone->indexes[changes - 1]];
}

struct zone_offset
zone_at(const struct zone *zone, int64_t at)
{
	const size_t changes = passed(zone, at);

	if (changes == zone->change_count && zone->has_rule)
		return zone_rule_at(&zone->rule, at);
	return offset_after(zone, changes);
}

bool
zone_next(const struct zone *zone, int64_t after, struct zone_change *change)
{
	for (size_t i = passed(zone, after); i < zone->change_count; i++) {
		*change = (struct zone_change){
			.at = time_of(zone, i),
			.before = offset_after(zone, i),
			.after = offset_after(zone, i + 1),
		};
		if (change->before.seconds != change->after.seconds ||
			change->before.daylight != change->after.daylight)
			return true;
	}
	return zone->has_rule && zone_rule_next(&zone->rule, after, change);
}

bool
zone_repeats(const struct zone *zone, int64_t at)
{
	/* No clock is set back by more than a day. */
	int64_t from = at - INT64_C(86400);
	struct zone_change change;

	while (zone_next(zone, from, &change) && change.at <= at) {
		if (at < change.at + change.before.seconds - change.after.seconds)
			return true;
		from = change.at;
	}
	return false;
}
