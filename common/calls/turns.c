#include "common/calls/turns.h"

#include "common/base/id.h"

static const struct uuid no_key;

/* How many calls of a caller run. */
static size_t
count_running(const struct turns *turns, const struct uuid *key)
{
	size_t count = 0;

	for (size_t i = 0; i < turns->running_count; i++)
		count += (size_t)id_equal(&turns->running[i]->key, key);
	return count;
}

size_t
turns_count(const struct turns *turns, const struct uuid *key)
{
	size_t count = count_running(turns, key);

	if (id_equal(key, &no_key))
		return 0;
	for (const struct frame *frame = turns->waiting.first; frame != NULL;
		frame = frame->next)
		count += (size_t)id_equal(&frame->key, key);
	return count;
}

/* Delays a turn until after a call of the same caller. */
static void
follow(uint64_t *turn, const struct frame *frame, const struct uuid *key)
{
	if (id_equal(&frame->key, key) && *turn <= frame->turn)
		*turn = frame->turn + 1;
}

/* Turns count from 1. */
static uint64_t
next_turn(const struct turns *turns, const struct uuid *key)
{
	uint64_t turn = turns->now > 0 ? turns->now : 1;

	for (size_t i = 0; i < turns->running_count; i++)
		follow(&turn, turns->running[i], key);
	for (const struct frame *frame = turns->waiting.first; frame != NULL;
		frame = frame->next)
		follow(&turn, frame, key);
	return turn;
}

struct frame *
turns_put(struct turns *turns, struct frame *frame)
{
	struct frame *last = NULL;

	frame->turn = next_turn(turns, &frame->key);
	if (turns->waiting.count == TURNS_WAITING_MAX) {
		last = turns->waiting.last;
		if (last->turn <= frame->turn)
			return frame;
		frame_queue_remove(&turns->waiting, last);
	}
	frame_queue_insert(&turns->waiting, frame);
	return last;
}

/* Adds a caller unless it is there; returns the new count. */
static size_t
add_caller(struct uuid *callers, size_t count, const struct uuid *key)
{
	for (size_t i = 0; i < count; i++)
		if (id_equal(&callers[i], key))
			return count;
	callers[count] = *key;
	return count + 1;
}

/* How many callers have calls that wait or run. */
static size_t
count_callers(const struct turns *turns)
{
	struct uuid callers[TURNS_RUNNING_MAX + TURNS_WAITING_MAX];
	size_t count = 0;

	for (size_t i = 0; i < turns->running_count; i++)
		count = add_caller(callers, count, &turns->running[i]->key);
	for (const struct frame *frame = turns->waiting.first; frame != NULL;
		frame = frame->next)
		count = add_caller(callers, count, &frame->key);
	return count;
}

/* Advances the turn to that of the call that is taken, and also after as many calls as
 * there were callers: otherwise callers who come back at once would get the same turn
 * again and again, and later ones would never come. */
static void
advance(struct turns *turns, uint64_t turn)
{
	if (turn <= turns->now && turns->left > 0) {
		turns->left--;
		return;
	}
	turns->now = turn > turns->now ? turn : turns->now + 1;
	turns->left = count_callers(turns) - 1;
}

struct frame *
turns_take(struct turns *turns, size_t running_max)
{
	struct frame *frame = turns->waiting.first;

	while (frame != NULL && running_max > 0 && !id_equal(&frame->key, &no_key) &&
		count_running(turns, &frame->key) >= running_max)
		frame = frame->next;
	if (frame == NULL || turns->running_count == TURNS_RUNNING_MAX)
		return NULL;
	frame_queue_remove(&turns->waiting, frame);
	turns->running[turns->running_count++] = frame;
	advance(turns, frame->turn);
	return frame;
}

void
turns_end(struct turns *turns, const struct frame *frame)
{
	for (size_t i = 0; i < turns->running_count; i++) {
		if (turns->running[i] != frame)
			continue;
		turns->running[i] = turns->running[--turns->running_count];
		return;
	}
}
