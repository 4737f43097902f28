/*
 * writes_test.c - members who may have written something that a replica does not have
 * yet.
 */
#include "gateway/core/invoke/writes.h"
#include "proto/op.h"
#include "tests/support/test.h"

#define CALL_MS 10000
#define LATER (INT64_C(1000) * 1000)

static struct writes *writes;

static const struct uuid ada = {.bytes = {[15] = 1}};
static const struct uuid bob = {.bytes = {[15] = 2}};

static void
start(void)
{
	writes = writes_new(0);
}

static void
stop(void)
{
	writes_free(writes);
}

const struct test_scene test_scene = {.before = start, .after = stop};

TEST(knows_nobody_when_it_begins)
{
	assert_false(writes_are_old(writes, &ada, 0));
	assert_false(writes_are_old(writes, &ada, READ_BEHIND_MAX_MS));
	assert_true(writes_are_old(writes, &ada, LATER));
}

TEST(keeps_a_writer_on_the_primary_until_a_replica_has_it)
{
	struct writes_call call;

	writes_begin(writes, &call, &ada, CALL_MS);
	assert_false(writes_are_old(writes, &ada, LATER));
	assert_true(writes_are_old(writes, &bob, LATER));
	writes_end(&call, true, LATER);
	assert_false(writes_are_old(writes, &ada, LATER + READ_BEHIND_MAX_MS));
	assert_true(writes_are_old(writes, &ada, LATER + 2 * READ_BEHIND_MAX_MS));
}

TEST(waits_for_a_call_of_which_nobody_knows)
{
	struct writes_call call;

	writes_begin(writes, &call, &ada, CALL_MS);
	writes_end(&call, false, LATER);
	writes_end(&call, true, LATER);
	/* The write may have committed at the very end of its call. */
	assert_false(writes_are_old(writes, &ada, LATER + CALL_MS + READ_BEHIND_MAX_MS));
	assert_true(writes_are_old(writes, &ada, LATER + 2 * CALL_MS));
}

TEST(waits_for_the_last_of_several_calls)
{
	struct writes_call first, second;

	writes_begin(writes, &first, &ada, CALL_MS);
	writes_begin(writes, &second, &ada, CALL_MS);
	writes_end(&first, true, LATER);
	assert_false(writes_are_old(writes, &ada, LATER + CALL_MS));
	writes_end(&second, true, LATER);
	assert_true(writes_are_old(writes, &ada, LATER + CALL_MS));
}

TEST(never_forgets_a_writer_for_another)
{
	struct writes_call call;

	writes_begin(writes, &call, &ada, CALL_MS);
	writes_end(&call, false, LATER);
	for (unsigned i = 2; i < 100000; i++) {
		const struct uuid other = {.bytes = {[13] = (uint8_t)(i >> 16),
						   [14] = (uint8_t)(i >> 8),
						   [15] = (uint8_t)i}};

		writes_begin(writes, &call, &other, 0);
		writes_end(&call, true, LATER - CALL_MS);
	}
	assert_false(writes_are_old(writes, &ada, LATER + CALL_MS));
}
