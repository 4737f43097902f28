/*
 * timers.h - the timers of a loop, ordered by due time. Only loop.c uses it.
 */
#ifndef KITH_COMMON_BASE_TIMERS_H
#define KITH_COMMON_BASE_TIMERS_H

#include <stddef.h>
#include <stdint.h>

#include "common/base/loop.h"

/* A zeroed struct is empty. */
struct timers {
	struct loop_timer **heap;
	size_t count, capacity;
	uint64_t sequence;
	struct loop_timer *spare;
};

/* NULL when memory is exhausted. */
struct loop_timer *
timers_add(struct timers *timers, int64_t due_us, loop_timer_due *due, void *data);

/* Removes a timer without running it. */
void timers_remove(struct timers *timers, struct loop_timer *timer);

/* The due time of the next timer, or INT64_MAX. */
int64_t timers_next_us(const struct timers *timers);

/* Runs the due timers, except those that were added meanwhile. */
void timers_run(struct timers *timers, int64_t now_us);

void timers_done(struct timers *timers);

#endif
