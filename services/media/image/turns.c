#include "services/media/image/turns.h"

#include <pthread.h>

#include "common/base/clock.h"

/* How often a waiting turn looks whether those under way take long. */
#define LOOK_MS 50

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct turn *turns; /* waiting and under way, in the order of their arrival */
static uint64_t last_begun;

/* Adds a turn. Its number follows those of the member's other turns. */
static void
add(struct turn *turn)
{
	struct turn **end = &turns;

	turn->number = last_begun;
	for (; *end != NULL; end = &(*end)->next) {
		if (id_equal(&(*end)->member, &turn->member) &&
			(*end)->number >= turn->number)
			turn->number = (*end)->number + 1;
	}
	*end = turn;
}

static void
drop(struct turn *turn)
{
	struct turn **at = &turns;

	while (*at != turn)
		at = &(*at)->next;
	*at = turn->next;
	pthread_cond_broadcast(&changed);
}

/* Whether no waiting turn precedes this one. */
static bool
is_next(const struct turn *turn)
{
	bool behind = false;

	for (const struct turn *other = turns; other != NULL; other = other->next) {
		if (other == turn)
			behind = true;
		else if (other->began_ms == 0 &&
			(other->number < turn->number ||
				(other->number == turn->number && !behind)))
			return false;
	}
	return true;
}

/* Whether the turn may begin beside those under way. */
static bool
has_room(const struct turn *turn, size_t at_once, int64_t now_ms)
{
	size_t under_way = 0, taking_long = 0;

	for (const struct turn *other = turns; other != NULL; other = other->next) {
		if (other->began_ms == 0)
			continue;
		under_way++;
		taking_long += !id_equal(&other->member, &turn->member) &&
			now_ms - other->began_ms >= TURN_LONG_MS;
	}
	return under_way < at_once || (under_way == at_once && taking_long == at_once);
}

/* Waits until another turn ends, or for LOOK_MS. */
static void
wait_a_while(void)
{
	const int64_t until_us = clock_unix_us() + INT64_C(1000) * LOOK_MS;
	const struct timespec until = {.tv_sec = (time_t)(until_us / 1000000),
		.tv_nsec = (long)(until_us % 1000000) * 1000};

	pthread_cond_timedwait(&changed, &lock, &until);
}

bool
turn_take(
	struct turn *turn, const struct uuid *member, size_t at_once, int64_t deadline_ms)
{
	int64_t now_ms = clock_monotonic_ms();

	*turn = (struct turn){.member = *member};
	pthread_mutex_lock(&lock);
	add(turn);
	while (now_ms < deadline_ms &&
		(!is_next(turn) || !has_room(turn, at_once, now_ms))) {
		wait_a_while();
		now_ms = clock_monotonic_ms();
	}
	if (now_ms < deadline_ms) {
		turn->began_ms = now_ms;
		last_begun = turn->number;
		pthread_cond_broadcast(&changed);
	} else {
		drop(turn);
	}
	pthread_mutex_unlock(&lock);
	return turn->began_ms > 0;
}

void
turn_end(struct turn *turn)
{
	pthread_mutex_lock(&lock);
	drop(turn);
	pthread_mutex_unlock(&lock);
}
