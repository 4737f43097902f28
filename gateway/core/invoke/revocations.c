#include <stdatomic.h>
#include <stdlib.h>

#include "gateway/core/invoke/revocations.h"

#define PLACES 4096

struct revocations {
	atomic_uint_fast64_t now;
	atomic_uint_fast64_t of_everybody;
	atomic_uint_fast64_t places[PLACES]; /* the time of the last change, by member */
};

struct revocations *
revocations_new(void)
{
	struct revocations *revocations = calloc(1, sizeof(*revocations));

	if (revocations == NULL)
		abort();
	return revocations;
}

void
revocations_free(struct revocations *revocations)
{
	free(revocations);
}

uint64_t
revocations_now(const struct revocations *revocations)
{
	return atomic_load(&revocations->now);
}

/* The last bytes of a UUIDv7 are random. */
static size_t
place_of(const struct uuid *member)
{
	return ((size_t)member->bytes[14] << 8 | member->bytes[15]) % PLACES;
}

/* When two threads note a change at once, the later time wins. */
static void
raise(atomic_uint_fast64_t *moment, uint64_t to)
{
	uint64_t held = atomic_load(moment);

	while (held < to && !atomic_compare_exchange_weak(moment, &held, to))
		continue;
}

void
revocations_note(struct revocations *revocations, const struct uuid *member)
{
	uint64_t moment = atomic_fetch_add(&revocations->now, 1) + 1;

	if (member == NULL)
		raise(&revocations->of_everybody, moment);
	else
		raise(&revocations->places[place_of(member)], moment);
}

bool
revocations_none_since(
	const struct revocations *revocations, const struct uuid *member, uint64_t moment)
{
	return atomic_load(&revocations->of_everybody) <= moment &&
		atomic_load(&revocations->places[place_of(member)]) <= moment;
}
