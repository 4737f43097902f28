/*
 * zone.h - time zones from the system's database (RFC 8536): their offsets and changes.
 * Times are seconds since 1970.
 */
#ifndef KITH_COMMON_ZONE_ZONE_H
#define KITH_COMMON_ZONE_ZONE_H

#include "common/base/arena.h"

/* Local time is `seconds` ahead of UTC; `name` is its abbreviation, such as "CET". */
struct zone_offset {
	int32_t seconds;
	bool daylight;
	const char *name;
};

/* A change of the offset at a time. */
struct zone_change {
	int64_t at;
	struct zone_offset before, after;
};

struct zone;

/* Loads a zone; NULL when the system has no zone of that name. */
struct zone *zone_load(struct arena *arena, const struct text *name);

/* Parses the bytes of a zone file; NULL when they are invalid. */
struct zone *zone_read(struct arena *arena, const uint8_t *bytes, size_t size);

/* The offset at a time. */
struct zone_offset zone_at(const struct zone *zone, int64_t at);

/* The first change after a time; false when there is none. */
bool zone_next(const struct zone *zone, int64_t after, struct zone_change *change);

/* Whether the local time of `at` occurred before, because clocks were set back. */
bool zone_repeats(const struct zone *zone, int64_t at);

#endif
