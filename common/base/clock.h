/*
 * clock.h - two clocks and the text of a time (RFC 3339).
 */
#ifndef KITH_COMMON_BASE_CLOCK_H
#define KITH_COMMON_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Milliseconds that only grow: for deadlines and durations. */
int64_t clock_monotonic_ms(void);
int64_t clock_monotonic_us(void);

/* The time of day, microseconds since 1970: for what is stored, and what processes share. */
int64_t clock_unix_us(void);

/* "2026-11-21T09:36:00.000Z" and a NUL. */
#define CLOCK_TEXT_SIZE 25
void clock_format(char out[CLOCK_TEXT_SIZE], int64_t unix_us);

/* Reads an RFC 3339 date-time with any offset; years 0001 to 9999, a leap second is refused. */
bool clock_parse(const char *data, size_t size, int64_t *unix_us);

#endif
