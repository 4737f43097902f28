#include "services/media/image/turns.h"

#include <pthread.h>
#include <stdlib.h>

#include "common/base/clock.h"
#include "common/base/must.h"

/* How often a waiting turn looks whether those under way take long. */
#define LOOK_MS 50

/* What an image is expected to take at least. */
#define COST_MIN_MS 50

/* Of what the dearest image of a member took, a millisecond is forgotten in this time. */
#define FORGET_MS 128

/* An image is due after its expected time, multiplied by this. */
#define PATIENCE 2

/* An image begins beside one that takes long if it is expected to take this part of what
 * the other one has taken. */
#define LITTLE_PART 2

/* How many images may be under way beside `at_once` that take long, and how many that are
 * not light. So one can begin beside the first images of four members if these take
 * longer than expected. */
#define BESIDE_MAX 4
#define BESIDE_LARGE_MAX 1

/* The estimate of a light image is at most this, as that of a photo of 12 megapixels is,
 * so it needs little memory. Its member's images have taken at most the second: a photo
 * takes longer beside others than alone. */
#define LIGHT_MS 100
#define LIGHT_TAKEN_MS 250

/* What the images of a member have taken lately. */
struct use {
	struct uuid member;
	int64_t dearest_ms, at_ms; /* at that time */
	int64_t ended_ms;          /* the last one */
	struct use *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct turn *turns; /* waiting and under way, in the order of their arrival */
static struct use *uses;

/* ---- what images take ---- */

/* Forgets what images took long ago, and frees the records of which nothing is left. */
static void
forget(int64_t now_ms)
{
	struct use **at = &uses;

	while (*at != NULL) {
		struct use *use = *at;
		const int64_t forgotten_ms = (now_ms - use->at_ms) / FORGET_MS;

		if (forgotten_ms < use->dearest_ms) {
			use->dearest_ms -= forgotten_ms;
			use->at_ms += forgotten_ms * FORGET_MS;
			at = &use->next;
			continue;
		}
		*at = use->next;
		free(use);
	}
}

/* The record of a member, or NULL. */
static struct use *
find(const struct uuid *member)
{
	struct use *use = uses;

	while (use != NULL && !id_equal(&use->member, member))
		use = use->next;
	return use;
}

static void
note_end(const struct uuid *member, int64_t cost_ms, int64_t now_ms)
{
	struct use *use = find(member);

	if (use == NULL) {
		use = must(malloc(sizeof(*use)));
		*use = (struct use){.member = *member, .next = uses};
		uses = use;
	}
	if (cost_ms > use->dearest_ms) {
		use->dearest_ms = cost_ms;
		use->at_ms = now_ms;
	}
	use->ended_ms = now_ms;
}

/* How long the oldest of the member's images under way has taken so far; -1 = there is
 * none. */
static int64_t
taken_by(const struct uuid *member, int64_t now_ms)
{
	int64_t taken_ms = -1;

	for (const struct turn *turn = turns; turn != NULL; turn = turn->next) {
		if (turn->began_ms > 0 && id_equal(&turn->member, member) &&
			now_ms - turn->began_ms > taken_ms)
			taken_ms = now_ms - turn->began_ms;
	}
	return taken_ms;
}

/* How long an image that waits is expected to take. */
static int64_t
expected_of(const struct turn *turn, int64_t now_ms)
{
	const struct use *use = find(&turn->member);
	int64_t expected_ms = taken_by(&turn->member, now_ms);

	if (use != NULL && use->dearest_ms > expected_ms)
		expected_ms = use->dearest_ms;
	if (turn->estimate_ms > expected_ms)
		expected_ms = turn->estimate_ms;
	return expected_ms > COST_MIN_MS ? expected_ms : COST_MIN_MS;
}

/* When a waiting image is due. */
static int64_t
due_of(const struct turn *turn, int64_t now_ms)
{
	const struct use *use = find(&turn->member);
	int64_t from_ms = turn->arrived_ms;

	if (taken_by(&turn->member, now_ms) >= 0)
		from_ms = now_ms;
	else if (use != NULL && use->ended_ms > from_ms)
		from_ms = use->ended_ms;
	return from_ms + PATIENCE * expected_of(turn, now_ms);
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

/* Whether a turn that takes long lets this one begin beside it. */
static bool
gives_way(const struct turn *turn, const struct turn *next, int64_t now_ms)
{
	const int64_t taken_ms = now_ms - turn->began_ms;

	return taken_ms >= TURN_LONG_MS &&
		expected_of(next, now_ms) <= taken_ms / LITTLE_PART;
}

static bool
is_light(const struct turn *turn, int64_t now_ms)
{
	return turn->estimate_ms <= LIGHT_MS &&
		expected_of(turn, now_ms) <= LIGHT_TAKEN_MS;
}

/* Whether the turn may begin beside those under way. */
static bool
has_room(const struct turn *turn, size_t at_once, int64_t now_ms)
{
	size_t under_way = 0, large = 0, giving_way = 0;

	for (const struct turn *other = turns; other != NULL; other = other->next) {
		if (other->began_ms == 0)
			continue;
		under_way++;
		large += !other->light;
		giving_way += gives_way(other, turn, now_ms);
	}
	if (under_way < at_once)
		return true;
	return giving_way == under_way && under_way < at_once + BESIDE_MAX &&
		(is_light(turn, now_ms) || large < at_once + BESIDE_LARGE_MAX);
}

/* Whether the turn may begin: it has room, and no other one that has is due before. */
static bool
may_begin(const struct turn *turn, size_t at_once, int64_t now_ms)
{
	const int64_t due_ms = due_of(turn, now_ms);
	bool behind = false;

	if (!has_room(turn, at_once, now_ms))
		return false;
	for (const struct turn *other = turns; other != NULL; other = other->next) {
		int64_t others_ms;

		if (other == turn)
			behind = true;
		if (other == turn || other->began_ms > 0)
			continue;
		others_ms = due_of(other, now_ms);
		if ((others_ms < due_ms || (others_ms == due_ms && !behind)) &&
			has_room(other, at_once, now_ms))
			return false;
	}
	return true;
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
turn_take(struct turn *turn, const struct uuid *member, int64_t estimate_ms,
	size_t at_once, int64_t deadline_ms)
{
	int64_t now_ms = clock_monotonic_ms();

	*turn = (struct turn){
		.member = *member, .estimate_ms = estimate_ms, .arrived_ms = now_ms};
	pthread_mutex_lock(&lock);
	add(turn);
	forget(now_ms);
	while (now_ms < deadline_ms && !may_begin(turn, at_once, now_ms)) {
		wait_a_while();
		now_ms = clock_monotonic_ms();
		forget(now_ms);
	}
	if (now_ms < deadline_ms) {
		turn->light = is_light(turn, now_ms);
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
	note_end(&turn->member, cost_ms > COST_MIN_MS ? cost_ms : COST_MIN_MS, now_ms);
	drop(turn);
	pthread_mutex_unlock(&lock);
}
