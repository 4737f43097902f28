/*
 * timers.h - the timers of a loop, soonest first. Only loop.c uses it.
 */
#ifndef KITH_COMMON_BASE_TIMERS_H
#define KITH_COMMON_BASE_TIMERS_H

#include <stddef.h>
#include <stdint.h>

#include "common/base/loop.h"

/* Zeroed = empty. */
struct timers {
	struct loop_timer **heap;
	size_t count, capacity;
	uint64_t sequence;
	struct loop_timer *spare;
};

/* NULL without memory. */
struct loop_timer *
timers_add(struct timers *timers, int64_t due_us, loop_timer_due *due, void *data);

/* Takes a timer out, without running it. */
void timers_remove(struct timers *timers, struct loop_timer *timer);

/* When the next one is due; INT64_MAX without any. */
int64_t timers_next_us(const struct timers *timers);

/* Runs those that are due, but none that was made meanwhile. */
void timers_run(struct timers *timers, int64_t now_us);

void timers_done(struct timers *timers);

#endif
