/*
 * turns.h - shares the decoder fairly between members.
 *
 * Each member has one image decoded at a time while images of others wait: turns are
 * numbered by start-time fair queueing, where each image costs one. An image that takes
 * long lets one image of another member begin beside it.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_TURNS_H
#define KITH_SERVICES_MEDIA_IMAGE_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/id.h"

/* After this time an image of another member may begin beside those under way. */
#define TURN_LONG_MS 200

/* One image that waits or is decoded. */
struct turn {
	struct uuid member;
	uint64_t number;
	int64_t began_ms; /* 0 = it waits */
	struct turn *next;
};

/* Waits for the member's turn, of which `at_once` are under way at a time. Returns false
 * when the deadline (monotonic clock) passes first. The turn lives until turn_end(). */
bool turn_take(struct turn *turn, const struct uuid *member, size_t at_once,
	int64_t deadline_ms);

/* Ends a turn that has been taken. */
void turn_end(struct turn *turn);

#endif
