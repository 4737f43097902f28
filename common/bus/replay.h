/*
 * replay.h - a window of the nonces that each sender has used.
 *
 * A sender begins with a random nonce and adds one for each frame, so the nonces of two
 * senders are far apart. The window holds the highest nonce of each sender and which of
 * the REPLAY_WINDOW nonces below it have come; older ones count as come. So a frame is
 * taken once, and other frames may overtake it.
 *
 * A sender is forgotten when the deadlines of all its frames have passed. While
 * REPLAY_SENDERS_MAX senders are known, frames of further senders are refused. A window
 * belongs to one thread.
 */
#ifndef KITH_COMMON_BUS_REPLAY_H
#define KITH_COMMON_BUS_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

/* So many frames of a sender may overtake one. */
#define REPLAY_WINDOW 65536

/* Each takes 8 KiB. */
#define REPLAY_SENDERS_MAX 1024

struct replay;

struct replay *replay_new(void);
void replay_free(struct replay *replay);

/* True when the nonce of an authentic frame comes for the first time. The deadline has
 * not passed. */
bool
replay_first(struct replay *replay, uint64_t nonce, int64_t deadline_ms, int64_t now_ms);

#endif
