/*
 * turns.h - shares the decoder fairly between members.
 *
 * A member's next image is expected to take as long as the most expensive one of the
 * last minutes, or as its header suggests. It is due after twice that time, from when it
 * arrived or the member's last one ended, and what is due first comes first: images that
 * take long let others pass, but not for ever. Beside images that take long, one that is
 * expected to take clearly less may begin, so that it need not wait for them. That one
 * may take long, too, against expectation: then another light one may begin, and so on.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_TURNS_H
#define KITH_SERVICES_MEDIA_IMAGE_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/id.h"

/* After this time another image may begin beside those under way. */
#define TURN_LONG_MS 200

/* One image that waits or is decoded. */
struct turn {
	struct uuid member;
	int64_t estimate_ms; /* by its header */
	int64_t arrived_ms;
	int64_t began_ms; /* 0 = it waits */
	bool light;       /* it was expected to need little when it began */
	struct turn *next;
};

/* Waits for the member's turn, of which `at_once` are under way at a time. Returns false
 * when the deadline (monotonic clock) passes first. The turn lives until turn_end(). */
bool turn_take(struct turn *turn, const struct uuid *member, int64_t estimate_ms,
	size_t at_once, int64_t deadline_ms);

/* Ends a turn that has been taken. `used_ms` is the processor time of the image; more
 * than the turn took counts as the time that it took. */
void turn_end(struct turn *turn, int64_t used_ms);

#endif
