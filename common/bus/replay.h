/*
 * replay.h - which frames of which sender have been carried out already.
 *
 * A sender begins with a random nonce and adds one for each frame, so its nonces are a stretch of
 * numbers that no other sender comes near. Of each sender the highest nonce is kept, and which of
 * those below have come: the last REPLAY_WINDOW one by one, older ones count as come. So a frame
 * is taken once, however many others follow it, and may come somewhat later than those behind it.
 *
 * A sender is forgotten when the deadlines of all its frames have passed, and not before. While
 * REPLAY_SENDERS_MAX are known, frames of another one are refused. All of it belongs to one
 * thread.
 */
#ifndef KITH_COMMON_BUS_REPLAY_H
#define KITH_COMMON_BUS_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

/* How far a frame may be overtaken by others of its sender. */
#define REPLAY_WINDOW 65536

/* Each takes 8 KiB, once it has come. */
#define REPLAY_SENDERS_MAX 1024

struct replay;

/* Nothing has come yet. */
struct replay *replay_new(void);
void replay_free(struct replay *replay);

/* True the first time that a nonce comes, and false ever after. The frame is authentic and its
 * deadline has not passed. */
bool
replay_first(struct replay *replay, uint64_t nonce, int64_t deadline_ms, int64_t now_ms);

#endif
