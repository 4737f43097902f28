#include <stdatomic.h>
#include <stdlib.h>

#include "gateway/core/invoke/writes.h"
#include "proto/op.h"

#define PLACES 16384

/* Allows for clocks that run at different speeds. */
#define MARGIN_MS 500

struct writes {
	int64_t everybody_ms; /* until then every member reads the primary */
	struct {
		_Atomic int64_t until_ms; /* the same for the members of this slot */
		_Atomic unsigned under_way;
	} places[PLACES];
};

struct writes *
writes_new(int64_t now_ms)
{
	struct writes *writes = calloc(1, sizeof(*writes));

	if (writes == NULL)
		abort();
	writes->everybody_ms = now_ms + READ_BEHIND_MAX_MS + MARGIN_MS;
	return writes;
}

void
writes_free(struct writes *writes)
{
	free(writes);
}

/* The last bytes of a UUIDv7 are random. */
static unsigned
place_of(const struct uuid *member)
{
	return ((unsigned)member->bytes[14] << 8 | member->bytes[15]) % PLACES;
}

void
writes_begin(struct writes *writes, struct writes_call *call, const struct uuid *member,
	int timeout_ms)
{
	*call = (struct writes_call){
		.writes = writes, .place = place_of(member), .timeout_ms = timeout_ms};
	atomic_fetch_add(&writes->places[call->place].under_way, 1);
}

void
writes_end(struct writes_call *call, bool known, int64_t now_ms)
{
	struct writes *writes = call->writes;
	const int64_t until_ms =
		now_ms + (known ? 0 : call->timeout_ms) + READ_BEHIND_MAX_MS + MARGIN_MS;
	_Atomic int64_t *held;
	int64_t held_ms;

	if (writes == NULL)
		return;
	call->writes = NULL;
	held = &writes->places[call->place].until_ms;
	held_ms = atomic_load(held);
	while (held_ms < until_ms &&
		!atomic_compare_exchange_weak(held, &held_ms, until_ms))
		continue;
	/* Last, so that a reader sees either the count or the time. */
	atomic_fetch_sub(&writes->places[call->place].under_way, 1);
}

bool
writes_are_old(const struct writes *writes, const struct uuid *member, int64_t now_ms)
{
	const unsigned place = place_of(member);

	return now_ms > writes->everybody_ms &&
		atomic_load(&writes->places[place].under_way) == 0 &&
		now_ms > atomic_load(&writes->places[place].until_ms);
}
