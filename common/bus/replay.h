/*
 * replay.h - the frames that have been carried out already, until their deadlines.
 *
 * A frame's MAC covers a fresh nonce, so no two honest frames have the same one. Memory is
 * fixed: under a load beyond what fits, the frames soonest to expire are forgotten first.
 */
#ifndef KITH_COMMON_BUS_REPLAY_H
#define KITH_COMMON_BUS_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

struct replay;

/* An empty set; it lives as long as the process. */
struct replay *replay_new(void);

/* True the first time that a MAC comes, false when it has been seen and is not yet expired.
 * Any thread may ask. */
bool replay_first(struct replay *replay, const uint8_t mac[32], int64_t deadline_ms,
	int64_t now_ms);

#endif
