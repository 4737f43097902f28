#include "services/media/image/turns.h"

#include <pthread.h>
#include <stdlib.h>

#include "common/base/clock.h"
#include "common/base/must.h"

/* How often a waiting turn looks whether those under way take long. */
#define LOOK_MS 50

/* What an image costs at least, and what a member is charged with at most. */
#define COST_MIN_MS 50
#define USED_MAX_MS 20000

/* Of the time that a member has used, a millisecond is forgotten in this time. */
#define FORGET_MS 32

/* An image begins beside one that takes long if its member has used this part of what the
 * member of the other one has used. */
#define LITTLE_PART 2

/* The decoding time that a member has used lately. */
struct use {
	struct uuid member;
	int64_t used_ms, at_ms;
	struct use *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct turn *turns; /* waiting and under way, in the order of their arrival */
static struct use *uses;

/* ---- the time that members have used ---- */

/* Forgets what was used long ago, and frees the records of those who have used nothing
 * since. */
static void
forget(int64_t now_ms)
{
	struct use **at = &uses;

	while (*at != NULL) {
		struct use *use = *at;
		const int64_t forgotten_ms = (now_ms - use->at_ms) / FORGET_MS;

		if (forgotten_ms < use->used_ms) {
			use->used_ms -= forgotten_ms;
			use->at_ms += forgotten_ms * FORGET_MS;
			at = &use->next;
			continue;
		}
		*at = use->next;
		free(use);
	}
}

/* What an image under way has cost so far. */
static int64_t
cost_of(const struct turn *turn, int64_t now_ms)
{
	const int64_t cost_ms = now_ms - turn->began_ms;

	return cost_ms > COST_MIN_MS ? cost_ms : COST_MIN_MS;
}

static void
charge(const struct uuid *member, int64_t cost_ms, int64_t now_ms)
{
	struct use *use = uses;

	while (use != NULL && !id_equal(&use->member, member))
		use = use->next;
	if (use == NULL) {
		use = must(malloc(sizeof(*use)));
		*use = (struct use){.member = *member, .at_ms = now_ms, .next = uses};
		uses = use;
	}
	use->used_ms += cost_ms;
	if (use->used_ms > USED_MAX_MS)
		use->used_ms = USED_MAX_MS;
}

/* The time that a member has used lately, with that of the images under way. */
static int64_t
used_by(const struct uuid *member, int64_t now_ms)
{
	int64_t used_ms = 0;

	for (const struct use *use = uses; use != NULL; use = use->next) {
		if (id_equal(&use->member, member))
			used_ms += use->used_ms;
	}
	for (const struct turn *turn = turns; turn != NULL; turn = turn->next) {
		if (turn->began_ms > 0 && id_equal(&turn->member, member))
			used_ms += cost_of(turn, now_ms);
	}
	return used_ms;
}

/* ---- turns ---- */

static void
add(struct turn *turn)
{
	struct turn **end = &turns;

	while (*end != NULL)
		end = &(*end)->next;
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
is_next(const struct turn *turn, int64_t now_ms)
{
	const int64_t used_ms = used_by(&turn->member, now_ms);
	bool behind = false;

	for (const struct turn *other = turns; other != NULL; other = other->next) {
		int64_t others_ms;

		if (other == turn)
			behind = true;
		if (other == turn || other->began_ms > 0)
			continue;
		others_ms = used_by(&other->member, now_ms);
		if (others_ms < used_ms || (others_ms == used_ms && !behind))
			return false;
	}
	return true;
}

/* Whether a turn that takes long lets one of this member begin beside it. */
static bool
gives_way(const struct turn *turn, const struct uuid *member, int64_t now_ms)
{
	return now_ms - turn->began_ms >= TURN_LONG_MS &&
		used_by(member, now_ms) <= used_by(&turn->member, now_ms) / LITTLE_PART;
}

/* Whether the turn may begin beside those under way. */
static bool
has_room(const struct turn *turn, size_t at_once, int64_t now_ms)
{
	size_t under_way = 0, giving_way = 0;

	for (const struct turn *other = turns; other != NULL; other = other->next) {
		if (other->began_ms == 0)
			continue;
		under_way++;
		giving_way += gives_way(other, &turn->member, now_ms);
	}
	return under_way < at_once || (under_way == at_once && giving_way == at_once);
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
	forget(now_ms);
	while (now_ms < deadline_ms &&
		(!is_next(turn, now_ms) || !has_room(turn, at_once, now_ms))) {
		wait_a_while();
		now_ms = clock_monotonic_ms();
		forget(now_ms);
	}
	if (now_ms < deadline_ms) {
		turn->began_ms = now_ms;
		pthread_cond_broadcast(&changed);
	} else {
		drop(turn);
	}
	pthread_mutex_unlock(&lock);
	return turn->began_ms > 0;
}

void
turn_end(struct turn *turn, int64_t used_ms)
{
	const int64_t now_ms = clock_monotonic_ms();
	const int64_t took_ms = now_ms - turn->began_ms;
	const int64_t cost_ms = used_ms < took_ms ? used_ms : took_ms;

	pthread_mutex_lock(&lock);
	charge(&turn->member, cost_ms > COST_MIN_MS ? cost_ms : COST_MIN_MS, now_ms);
	drop(turn);
	pthread_mutex_unlock(&lock);
}
