/*
 * timers.c - a binary heap of timers. Used timers are recycled, so a busy loop allocates
 * none.
 */
#include "common/base/timers.h"

#include <stdbool.h>
#include <stdlib.h>

struct loop_timer {
	int64_t due_us;
	uint64_t sequence; /* the order of creation, for timers due at the same time */
	size_t position;   /* in the heap */
	loop_timer_due *due;
	void *data;
	struct loop_timer *next; /* in the list of spare timers */
};

static bool
sooner(const struct loop_timer *a, const struct loop_timer *b)
{
	if (a->due_us != b->due_us)
		return a->due_us < b->due_us;
	return a->sequence < b->sequence;
}

static void
put(struct timers *timers, struct loop_timer *timer, size_t position)
{
	timers->heap[position] = timer;
	timer->position = position;
}

/* Moves a timer towards the root until its parent is due sooner. */
static void
sift_up(struct timers *timers, struct loop_timer *timer)
{
	size_t position = timer->position;

	while (position > 0) {
		const size_t parent = (position - 1) / 2;

		if (!sooner(timer, timers->heap[parent]))
			break;
		put(timers, timers->heap[parent], position);
		position = parent;
	}
	put(timers, timer, position);
}

/* Moves a timer towards the leaves until both children are due later. */
static void
sift_down(struct timers *timers, struct loop_timer *timer)
{
	size_t position = timer->position;

	for (;;) {
		size_t child = position * 2 + 1;

		if (child >= timers->count)
			break;
		if (child + 1 < timers->count &&
			sooner(timers->heap[child + 1], timers->heap[child]))
			child++;
		if (!sooner(timers->heap[child], timer))
			break;
		put(timers, timers->heap[child], position);
		position = child;
	}
	put(timers, timer, position);
}

/* Removes a timer from the heap; the last timer takes its position. */
static void
heap_remove(struct timers *timers, const struct loop_timer *timer)
{
	struct loop_timer *last = timers->heap[--timers->count];

	if (last == timer)
		return;
	put(timers, last, timer->position);
	sift_up(timers, last);
	sift_down(timers, last);
}

struct loop_timer *
timers_add(struct timers *timers, int64_t due_us, loop_timer_due *due, void *data)
{
	struct loop_timer *timer;

	if (timers->count == timers->capacity) {
		const size_t capacity = timers->capacity * 2 + 16;
		void *heap =
			reallocarray(timers->heap, capacity, sizeof(struct loop_timer *));

		if (heap == NULL)
			return NULL;
		timers->heap = heap;
		timers->capacity = capacity;
	}
	timer = timers->spare;
	if (timer != NULL)
		timers->spare = timer->next;
	else
		timer = malloc(sizeof(*timer));
	if (timer == NULL)
		return NULL;
	*timer = (struct loop_timer){.due_us = due_us,
		.sequence = timers->sequence++,
		.position = timers->count,
		.due = due,
		.data = data};
	timers->count++;
	sift_up(timers, timer);
	return timer;
}

void
timers_remove(struct timers *timers, struct loop_timer *timer)
{
	heap_remove(timers, timer);
	timer->next = timers->spare;
	timers->spare = timer;
}

int64_t
timers_next_us(const struct timers *timers)
{
	return timers->count > 0 ? timers->heap[0]->due_us : INT64_MAX;
}

void
timers_run(struct timers *timers, int64_t now_us)
{
	const uint64_t first_new = timers->sequence;

	while (timers->count > 0) {
		struct loop_timer *timer = timers->heap[0];
		loop_timer_due *due;
		void *data;

		if (timer->due_us > now_us || timer->sequence >= first_new)
			break;
		due = timer->due;
		data = timer->data;
		timers_remove(timers, timer);
		due(data);
	}
}

void
timers_done(struct timers *timers)
{
	for (size_t i = 0; i < timers->count; i++)
		free(timers->heap[i]);
	while (timers->spare != NULL) {
		struct loop_timer *next = timers->spare->next;

		free(timers->spare);
		timers->spare = next;
	}
	free(timers->heap);
	*timers = (struct timers){0};
}
