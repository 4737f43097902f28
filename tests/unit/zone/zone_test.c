/*
 * zone_test.c - the zones of this system, and rules in the form of POSIX.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/zone/inside.h"
#include "common/zone/zone.h"
#include "tests/support/arena_scene.h"

static struct zone *
load(const char *name)
{
	const struct text text = arena_text(arena, name);

	return zone_load(arena, &text);
}

/* 2027-03-28T01:00:00Z and so on, as seconds. */
static int64_t
utc(int year, int month, int day, int hour, int minute)
{
	struct tm tm = {.tm_year = year - 1900,
		.tm_mon = month - 1,
		.tm_mday = day,
		.tm_hour = hour,
		.tm_min = minute};

	return timegm(&tm);
}

TEST(knows_no_zone_that_the_system_has_not)
{
	assert_null(load("Europe/Atlantis"));
	assert_null(load("../../etc/passwd"));
	assert_null(load("tzdata.zi"));
	assert_non_null(load("Europe/Berlin"));
}

TEST(finds_both_changes_of_a_year_east_and_west)
{
	static const struct {
		const char *name;
		int from[5], to[5];
		int32_t before, after;
	} changes[] = {
		{"Europe/Berlin", {2027, 1, 1}, {2027, 3, 28, 1, 0}, 3600, 7200},
		{"Europe/Berlin", {2027, 6, 1}, {2027, 10, 31, 1, 0}, 7200, 3600},
		{"America/New_York", {2027, 1, 1}, {2027, 3, 14, 7, 0}, -18000, -14400},
		{"America/New_York", {2027, 6, 1}, {2027, 11, 7, 6, 0}, -14400, -18000},
		{"Australia/Lord_Howe", {2027, 6, 1}, {2027, 10, 2, 15, 30}, 37800,
			39600},
		{"Europe/Dublin", {2027, 1, 1}, {2027, 3, 28, 1, 0}, 0, 3600},
		/* After the table of the file its rule applies. */
		{"Europe/Berlin", {2500, 1, 1}, {2500, 3, 28, 1, 0}, 3600, 7200},
		{"America/New_York", {2500, 6, 1}, {2500, 11, 7, 6, 0}, -14400, -18000},
	};

	for (size_t i = 0; i < COUNT_OF(changes); i++) {
		const int *from = changes[i].from, *to = changes[i].to;
		const struct zone *zone = load(changes[i].name);
		struct zone_change change;

		assert_true(
			zone_next(zone, utc(from[0], from[1], from[2], 0, 0), &change));
		assert_int_equal(change.at, utc(to[0], to[1], to[2], to[3], to[4]));
		assert_int_equal(change.before.seconds, changes[i].before);
		assert_int_equal(change.after.seconds, changes[i].after);
		assert_int_equal(zone_at(zone, change.at - 1).seconds, changes[i].before);
		assert_int_equal(zone_at(zone, change.at).seconds, changes[i].after);
	}
}

/* Compares with the C library at the same moments. */
TEST(agrees_with_the_c_library)
{
	static const char *const names[] = {"Europe/Berlin", "America/New_York",
		"America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe",
		"Pacific/Apia", "Africa/Casablanca", "Europe/Dublin", "America/Sao_Paulo",
		"Antarctica/Troll", "Asia/Tehran", "Pacific/Chatham", "UTC", "EST5EDT"};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const struct zone *zone = load(names[i]);

		setenv("TZ", names[i], 1);
		tzset();
		for (int64_t at = -INT64_C(500000000); at < INT64_C(7000000000);
			at += 86400 * 9 + 3607) {
			const time_t moment = (time_t)at;
			struct tm tm;

			localtime_r(&moment, &tm);
			if (zone_at(zone, at).seconds != tm.tm_gmtoff)
				fail_msg("%s at %lld: %d, not %ld", names[i],
					(long long)at, zone_at(zone, at).seconds,
					tm.tm_gmtoff);
			assert_string_equal(zone_at(zone, at).name, tm.tm_zone);
		}
	}
	unsetenv("TZ");
	tzset();
}

TEST(knows_which_times_the_clocks_show_again)
{
	const struct zone *berlin = load("Europe/Berlin");

	/* 02:30 on the 31st of October 2027, for the first time and for the second. */
	assert_false(zone_repeats(berlin, utc(2027, 10, 31, 0, 30)));
	assert_true(zone_repeats(berlin, utc(2027, 10, 31, 1, 0)));
	assert_true(zone_repeats(berlin, utc(2027, 10, 31, 1, 30)));
	assert_false(zone_repeats(berlin, utc(2027, 10, 31, 2, 0)));
	assert_false(zone_repeats(berlin, utc(2027, 3, 28, 1, 30)));
	assert_false(zone_repeats(load("UTC"), utc(2027, 3, 28, 1, 30)));
}

TEST(reads_rules_and_nothing_else)
{
	static const char *const good[] = {"UTC0", "CET-1CEST,M3.5.0,M10.5.0/3",
		"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "IST-1GMT0,M10.5.0,M3.5.0/1",
		"EET-2EEST,M3.4.4/50,M10.4.4/50", "AAA3BBB,J60/0,364/-1:30",
		"<-02>2<-01>,M3.5.0/-1,M10.5.0/0"};
	static const char *const bad[] = {"", "CET", "CET-1CEST", "CET-1CEST,M3.5.0",
		"CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
		"CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365", "CET-1CEST,J1,366",
		"CET-25", "<CET-1", "CET-1CEST,M3.5.0,M10.5.0x",
		"CET-1CEST,M3.5.0/168,M10.5.0", "99999999999999999999"};
	struct zone_rule rule;

	for (size_t i = 0; i < COUNT_OF(good); i++)
		if (!zone_rule_read(arena, good[i], &rule))
			fail_msg("%s was refused", good[i]);
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		if (zone_rule_read(arena, bad[i], &rule))
			fail_msg("%s was taken", bad[i]);
}

TEST(reads_no_file_that_is_cut_off_or_altered)
{
	static const char path[] = "/usr/share/zoneinfo/Europe/Berlin";
	uint8_t *bytes = arena_alloc(arena, 65536);
	FILE *file = fopen(path, "rb");
	size_t size;

	assert_non_null(file);
	size = fread(bytes, 1, 65536, file);
	fclose(file);
	assert_non_null(zone_read(arena, bytes, size));
	for (size_t cut = 0; cut < size; cut++) {
		uint8_t *copy = malloc(cut + 1);

		memcpy(copy, bytes, cut);
		assert_null(zone_read(arena, copy, cut));
		free(copy);
	}
	for (size_t at = 0; at < 200; at++) {
		uint8_t *copy = malloc(size);
		struct zone *zone;

		memcpy(copy, bytes, size);
		copy[at] = 0xff;
		zone = zone_read(arena, copy, size);
		if (zone != NULL)
			zone_at(zone, 1800000000);
		free(copy);
	}
}
