/*
 * replay.h - detects replayed frames by a window of the nonces of each sender.
 *
 * A sender begins with a random nonce and adds one for each frame, so the nonces of two
 * senders are far apart. The window holds the highest nonce of each sender, and which of
 * the REPLAY_WINDOW nonces below it were seen. Older nonces count as seen. So a frame is
 * accepted once, and frames may arrive out of order.
 *
 * A sender is forgotten when the deadlines of all its frames have passed. While
 * REPLAY_SENDERS_MAX senders are known, frames of further senders are refused. Only one
 * thread may use a window.
 */
#ifndef KITH_COMMON_BUS_REPLAY_H
#define KITH_COMMON_BUS_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

/* How many frames of a sender may overtake one. */
#define REPLAY_WINDOW 65536

/* The most senders. Each takes 8 KiB. */
#define REPLAY_SENDERS_MAX 1024

struct replay;

struct replay *replay_new(void);
void replay_free(struct replay *replay);

/* Notes the nonce of an authentic frame whose deadline has not passed; true when it is
 * new. */
bool
replay_first(struct replay *replay, uint64_t nonce, int64_t deadline_ms, int64_t now_ms);

#endif
