/*
 * zone.h - time zones as the system's database has them (RFC 8536): which offset holds when, and
 * when it changes. Times are seconds since 1970.
 */
#ifndef KITH_COMMON_ZONE_ZONE_H
#define KITH_COMMON_ZONE_ZONE_H

#include "common/base/arena.h"

/* Local time is `seconds` ahead of UTC, and called so. */
struct zone_offset {
	int32_t seconds;
	bool daylight;
	const char *name;
};

/* At this moment one offset takes the place of another. */
struct zone_change {
	int64_t at;
	struct zone_offset before, after;
};

struct zone;

/* Reads a zone; NULL when the system has none of that name. */
struct zone *zone_load(struct arena *arena, const struct text *name);

/* Reads a zone from the bytes of its file; NULL when they are none. */
struct zone *zone_read(struct arena *arena, const uint8_t *bytes, size_t size);

/* The offset that holds at a moment. */
struct zone_offset zone_at(const struct zone *zone, int64_t at);

/* The first change after a moment; false when there is none any more. */
bool zone_next(const struct zone *zone, int64_t after, struct zone_change *change);

/* Whether the local time of a moment has been there before, because the clocks went back. */
bool zone_repeats(const struct zone *zone, int64_t at);

#endif
