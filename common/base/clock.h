/*
 * clock.h - the monotonic clock, the wall clock, and times as RFC 3339 text.
 */
#ifndef KITH_COMMON_BASE_CLOCK_H
#define KITH_COMMON_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Monotonic time, for deadlines and durations. */
int64_t clock_monotonic_ms(void);
int64_t clock_monotonic_us(void);

/* Wall clock time in microseconds since 1970, for stored times and other processes. */
int64_t clock_unix_us(void);

/* "2026-11-21T09:36:00.000Z" and a NUL. */
#define CLOCK_TEXT_SIZE 25
void clock_format(char out[CLOCK_TEXT_SIZE], int64_t unix_us);

/* Parses an RFC 3339 date-time with any offset in the years 0001 to 9999. A leap second
 * is refused. */
bool clock_parse(const char *data, size_t size, int64_t *unix_us);

#endif
