/*
 * inside.h - the rule of a zone after the last change in its file, in POSIX notation:
 * "CET-1CEST,M3.5.0,M10.5.0/3" (RFC 8536, section 3.3.1).
 */
#ifndef KITH_COMMON_ZONE_INSIDE_H
#define KITH_COMMON_ZONE_INSIDE_H

#include "common/zone/zone.h"

/* A day of each year, and seconds of local time from its start, possibly several days. */
struct zone_day {
	enum {
		ZONE_DAY_OF_MONTH, /* the week-th weekday of a month; 5 is the last one */
		ZONE_DAY_JULIAN,   /* 1 to 365, without the 29th of February */
		ZONE_DAY_OF_YEAR,  /* 0 to 365 */
	} kind;
	int month, week, day;
	int32_t seconds;
};

struct zone_rule {
	struct zone_offset standard, daylight;
	bool changes; /* daylight saving holds from `begins` to `ends` */
	struct zone_day begins, ends;
};

/* Parses a rule; false when it is malformed. */
bool zone_rule_read(struct arena *arena, const char *text, struct zone_rule *rule);

/* The first change after a time; false when the offset never changes. */
bool
zone_rule_next(const struct zone_rule *rule, int64_t after, struct zone_change *change);

/* The offset at a time. */
struct zone_offset zone_rule_at(const struct zone_rule *rule, int64_t at);

#endif
