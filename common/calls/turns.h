/*
 * turns.h - the queue of a thread pool, in which callers take turns.
 *
 * A caller is a member, or the network of strangers (principal_key()). Start-time fair
 * queueing (Goyal, Vin and Cheng, 1996) decides the order, with calls of equal cost. The
 * turn of a call is one after the latest turn of its caller's calls that wait or run,
 * and at least the latest turn that was taken. The call with the lowest turn is taken
 * first, and the oldest of them. After as many calls as there are callers the latest turn
 * advances by one, so that callers who come back at once do not share it for ever. So the
 * first call of a caller waits for at most one call of each other caller, and each
 * further call for about as many.
 *
 * When the queue is full, the call with the highest turn loses its place to one with a
 * lower turn. So the caller with the longest queue makes room for the others.
 */
#ifndef KITH_COMMON_CALLS_TURNS_H
#define KITH_COMMON_CALLS_TURNS_H

#include "common/transport/transport.h"

#define TURNS_RUNNING_MAX 32
#define TURNS_WAITING_MAX 64

/* Zero it first. Threads that share it lock it themselves. */
struct turns {
	struct frame_queue waiting; /* in the order of turns */
	const struct frame *running[TURNS_RUNNING_MAX];
	size_t running_count;
	uint64_t now; /* the latest turn; a caller without calls gets it */
	size_t left;  /* how many more calls are taken before it advances */
};

/* How many calls of a caller wait or run. A caller without a key has none. */
size_t turns_count(const struct turns *turns, const struct uuid *key);

/* Queues a call. Returns the call that has no place then: NULL, this one or another. */
struct frame *turns_put(struct turns *turns, struct frame *frame);

/* Takes the next call of a caller who has fewer than `running_max` running ones (0 = no
 * bound); NULL when there is none. The call runs until turns_end(). */
struct frame *turns_take(struct turns *turns, size_t running_max);
void turns_end(struct turns *turns, const struct frame *frame);

#endif
