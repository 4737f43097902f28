#include "services/media/image/turns.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

#include "common/base/clock.h"

/* How often a waiting image looks whether those under way have been alone long enough. */
#define LOOK_MS 50

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct turn *turns; /* under way and waiting; these in the order of the queue */

/* ---- the queue ---- */

static void
append(struct turn *turn)
{
	struct turn **end = &turns;

	while (*end != NULL)
		end = &(*end)->next;
	turn->next = NULL;
	*end = turn;
}

static void
drop(const struct turn *turn)
{
	struct turn **at = &turns;

	while (*at != turn)
		at = &(*at)->next;
	*at = turn->next;
}

/* Moves the waiting images of a member to the end of the queue. */
static void
put_behind(const struct uuid *member)
{
	struct turn *moved = NULL, **end = &moved, **at = &turns;

	while (*at != NULL) {
		struct turn *turn = *at;

		if (turn->began_ms > 0 || !id_equal(&turn->member, member)) {
			at = &turn->next;
			continue;
		}
		*at = turn->next;
		turn->next = NULL;
		*end = turn;
		end = &turn->next;
	}
	*at = moved;
}

/* ---- turns ---- */

/* Whether a waiting image may begin beside those under way. */
static bool
has_room(const struct turn *turn, int64_t now_ms)
{
	size_t under_way = 0, large = 0;

	for (const struct turn *other = turns; other != NULL; other = other->next) {
		if (other->began_ms == 0)
			continue;
		if (now_ms - other->began_ms < TURN_ALONE_MS ||
			id_equal(&other->member, &turn->member))
			return false;
		under_way++;
		large += other->large;
	}
	return under_way < TURNS_MAX && (!turn->large || large < TURNS_LARGE_MAX);
}

/* The waiting image that begins next; NULL if none may. */
static const struct turn *
first(int64_t now_ms)
{
	const struct turn *turn = turns;

	while (turn != NULL && (turn->began_ms > 0 || !has_room(turn, now_ms)))
		turn = turn->next;
	return turn;
}

/* Waits until the queue changes, or for LOOK_MS. */
static void
wait_a_while(int64_t now_ms)
{
	const int64_t until_ms = now_ms + LOOK_MS;
	const struct timespec until = {.tv_sec = (time_t)(until_ms / 1000),
		.tv_nsec = (long)(until_ms % 1000) * 1000000};

	pthread_cond_clockwait(&changed, &lock, CLOCK_MONOTONIC, &until);
}

bool
turn_take(struct turn *turn, const struct uuid *member, bool large, int64_t deadline_ms)
{
	int64_t now_ms = clock_monotonic_ms();

	*turn = (struct turn){.member = *member, .large = large};
	pthread_mutex_lock(&lock);
	append(turn);
	while (now_ms < deadline_ms && first(now_ms) != turn) {
		wait_a_while(now_ms);
		now_ms = clock_monotonic_ms();
	}
	if (now_ms < deadline_ms)
		turn->began_ms = now_ms;
	else
		drop(turn);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return turn->began_ms > 0;
}

void
turn_end(struct turn *turn)
{
	pthread_mutex_lock(&lock);
	drop(turn);
	put_behind(&turn->member);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}
