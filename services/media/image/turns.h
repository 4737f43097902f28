/*
 * turns.h - shares the decoder fairly between members.
 *
 * One image of a member is decoded at a time. Beside it, those of other members begin: an
 * image that has been under way for a short time lets the next one begin, and the kernel
 * divides the processors among them. So nobody waits for an image that takes long, and
 * images that take little leave a processor to the rest of the instance. Images wait in
 * the order of their arrival; when one ends, the others of its member go to the end of
 * the queue.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_TURNS_H
#define KITH_SERVICES_MEDIA_IMAGE_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/base/id.h"

/* Images decoded at once, and how many of these may take much memory: together 1,112 MiB,
 * which the containers' limit of media has room for. */
#define TURNS_MAX 5
#define TURNS_LARGE_MAX 2

/* How long an image lets no other one begin. */
#define TURN_ALONE_MS 200

/* One image that waits or is decoded. */
struct turn {
	struct uuid member;
	bool large;       /* it may take DECODER_MUCH_KIB */
	int64_t began_ms; /* 0 = it waits */
	struct turn *next;
};

/* Waits for the turn of a member's image. Returns false when the deadline (monotonic
 * clock) passes first. The turn lives until turn_end(). */
bool
turn_take(struct turn *turn, const struct uuid *member, bool large, int64_t deadline_ms);

/* Ends a turn that has been taken. */
void turn_end(struct turn *turn);

#endif
