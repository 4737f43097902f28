/*
 * replay_test.c - a frame is accepted once until its deadline, however many follow.
 */
#include <stdlib.h>
#include <string.h>

#include "common/bus/replay.h"
#include "tests/support/test.h"
#include "tests/unit/base/capture.h"

#define NOW_MS 1000000
#define DEADLINE_MS (NOW_MS + 10000)

/* The first nonces of senders. */
#define FIRST UINT64_C(0x1234567800000000)
#define APART (UINT64_C(1) << 48)

static struct replay *replay;

static void
start(void)
{
	replay = replay_new();
}

static void
stop(void)
{
	replay_free(replay);
}

static bool
take(uint64_t nonce)
{
	return replay_first(replay, nonce, DEADLINE_MS, NOW_MS);
}

/* 25,000 calls a second, for longer than the longest deadline. */
TEST(forgets_no_frame_under_load)
{
	for (uint64_t i = 0; i < 500000; i++)
		assert_true(take(FIRST + i));
	for (uint64_t i = 0; i < 500000; i++)
		assert_false(take(FIRST + i));
	assert_true(take(FIRST + 500000));
}

TEST(takes_a_frame_that_was_overtaken_once)
{
	assert_true(take(FIRST));
	assert_true(take(FIRST + REPLAY_WINDOW - 1));
	assert_true(take(FIRST + 1));
	assert_false(take(FIRST + 1));
	assert_false(take(FIRST));
	/* A frame this far behind may have come before. */
	assert_true(take(FIRST + REPLAY_WINDOW + 10));
	assert_false(take(FIRST + 2));
	assert_true(take(FIRST + 11));
}

TEST(counts_on_across_the_end_of_the_numbers)
{
	for (uint64_t i = 0; i < 200; i++)
		assert_true(take(UINT64_MAX - 99 + i));
	for (uint64_t i = 0; i < 200; i++)
		assert_false(take(UINT64_MAX - 99 + i));
}

TEST(goes_on_after_a_leap)
{
	assert_true(take(FIRST));
	assert_true(take(FIRST + UINT32_MAX));
	assert_false(take(FIRST + UINT32_MAX));
	assert_false(take(FIRST));
	assert_true(take(FIRST + UINT32_MAX - 1));
}

TEST(tells_senders_apart)
{
	for (uint64_t i = 0; i < 1000; i++) {
		for (uint64_t sender = 0; sender < 8; sender++)
			assert_true(take(FIRST + sender * APART + i));
	}
	for (uint64_t sender = 0; sender < 8; sender++)
		assert_false(take(FIRST + sender * APART + 500));
}

/* A sender is not forgotten while its frames could be replayed. */
TEST(refuses_new_senders_while_there_are_too_many)
{
	struct capture capture = capture_begin();
	char *log;

	for (uint64_t sender = 0; sender < REPLAY_SENDERS_MAX; sender++)
		assert_true(take(sender * APART));
	assert_false(take(REPLAY_SENDERS_MAX * APART));
	for (uint64_t sender = 0; sender < REPLAY_SENDERS_MAX; sender++)
		assert_false(take(sender * APART));
	assert_false(replay_first(
		replay, REPLAY_SENDERS_MAX * APART, DEADLINE_MS + 1, DEADLINE_MS));
	assert_true(replay_first(
		replay, REPLAY_SENDERS_MAX * APART, DEADLINE_MS + 9, DEADLINE_MS + 1));
	log = capture_end(&capture);
	assert_non_null(strstr(log, "bus_senders"));
	free(log);
}

const struct test_scene test_scene = {.before = start, .after = stop};
