/*
 * replay.c - a window of nonces for each sender.
 */
#include "common/bus/replay.h"

#include <stdlib.h>
#include <string.h>

#include "common/base/log.h"
#include "common/base/must.h"

/* Nonces further apart belong to different senders. No sender uses so many in a day. */
#define APART_MAX (UINT64_C(1) << 32)

#define WORD_BITS 64

struct sender {
	uint64_t highest;
	int64_t deadline_ms; /* the latest deadline of its frames */
	uint64_t come[REPLAY_WINDOW /
		WORD_BITS]; /* the nonces seen, by the nonce modulo the window */
};

struct replay {
	struct sender *senders[REPLAY_SENDERS_MAX];
	size_t count;
	size_t last; /* the sender found last, which is often the next one, too */
};

struct replay *
replay_new(void)
{
	return must(calloc(1, sizeof(struct replay)));
}

void
replay_free(struct replay *replay)
{
	for (size_t i = 0; replay != NULL && i < replay->count; i++)
		free(replay->senders[i]);
	free(replay);
}

/* Whether the nonce belongs to the sender; nonces wrap around. */
static bool
is_of(const struct sender *sender, uint64_t nonce)
{
	return nonce - sender->highest <= APART_MAX ||
		sender->highest - nonce <= APART_MAX;
}

static struct sender *
find(struct replay *replay, uint64_t nonce)
{
	if (replay->count > 0 && is_of(replay->senders[replay->last], nonce))
		return replay->senders[replay->last];
	for (size_t i = 0; i < replay->count; i++) {
		if (is_of(replay->senders[i], nonce)) {
			replay->last = i;
			return replay->senders[i];
		}
	}
	return NULL;
}

/* An entry for another sender: a new one, or that of a sender whose deadlines have all
 * passed. NULL when there is none. */
static struct sender *
make_room(struct replay *replay, int64_t now_ms)
{
	for (size_t i = 0; i < replay->count; i++) {
		if (replay->senders[i]->deadline_ms < now_ms)
			return replay->senders[i];
	}
	if (replay->count == REPLAY_SENDERS_MAX)
		return NULL;
	replay->senders[replay->count] = must(malloc(sizeof(struct sender)));
	return replay->senders[replay->count++];
}

/* The bit of a nonce, and its word. */
static uint64_t *
word_of(struct sender *sender, uint64_t nonce, uint64_t *bit)
{
	*bit = UINT64_C(1) << nonce % WORD_BITS;
	return &sender->come[nonce % REPLAY_WINDOW / WORD_BITS];
}

/* Moves the window up to a nonce. The nonces in between have not been seen. */
static void
advance(struct sender *sender, uint64_t nonce)
{
	if (nonce - sender->highest >= REPLAY_WINDOW) {
		memset(sender->come, 0, sizeof(sender->come));
		sender->highest = nonce;
	}
	while (sender->highest != nonce) {
		uint64_t bit;
		uint64_t *word = word_of(sender, ++sender->highest, &bit);

		*word &= ~bit;
	}
}

/* Notes a nonce; true when it is new. */
static bool
note(struct sender *sender, uint64_t nonce)
{
	uint64_t bit, *word;

	if (nonce - sender->highest <= APART_MAX)
		advance(sender, nonce);
	else if (sender->highest - nonce >= REPLAY_WINDOW)
		return false;
	word = word_of(sender, nonce, &bit);
	if ((*word & bit) != 0)
		return false;
	*word |= bit;
	return true;
}

bool
replay_first(struct replay *replay, uint64_t nonce, int64_t deadline_ms, int64_t now_ms)
{
	struct sender *sender = find(replay, nonce);

	if (sender == NULL) {
		sender = make_room(replay, now_ms);
		if (sender == NULL) {
			log_warn("bus_senders", LOG_INT("max", REPLAY_SENDERS_MAX));
			return false;
		}
		*sender = (struct sender){.highest = nonce};
	}
	if (deadline_ms > sender->deadline_ms)
		sender->deadline_ms = deadline_ms;
	return note(sender, nonce);
}
