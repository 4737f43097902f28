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

/* Whether an earlier call is of the same caller. The running calls come first. */
static bool
is_counted(const struct turns *turns, size_t running, const struct frame *call)
{
	for (size_t i = 0; i < running; i++)
		if (id_equal(&turns->running[i]->key, &call->key))
			return true;
	if (running < turns->running_count)
		return false;
	for (const struct frame *frame = turns->waiting.first; frame != call;
		frame = frame->next)
		if (id_equal(&frame->key, &call->key))
			return true;
	return false;
}

/* How many callers have calls that wait or run. */
static size_t
count_callers(const struct turns *turns)
{
	const size_t running = turns->running_count;
	size_t count = 0;

	for (size_t i = 0; i < running; i++)
		count += !is_counted(turns, i, turns->running[i]);
	for (const struct frame *frame = turns->waiting.first; frame != NULL;
		frame = frame->next)
		count += !is_counted(turns, running, frame);
	return count;
}

/* Advances the turn when a call is taken that has this one or a later one. It also
 * advances after as many calls as there were callers: otherwise callers who come back at
 * once would all get the same turn again, and later turns would never come. */
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
