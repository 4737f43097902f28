/* The shares of memory, and what one member may hold of them. */
#include "gateway/http/memory.h"

#include <pthread.h>

#include "proto/field.h"
#include "tests/support/test.h"

#define MIB ((size_t)1024 * 1024)

static struct http_memory *memory;

static const uint8_t ada[16] = {[8] = 1};

static void
before(void)
{
	memory = http_memory_new(64 * MIB);
}

static void
after(void)
{
	http_memory_free(memory);
}

/* Charges a body to a member and to its share. */
static void
hold(struct http_account *account, const uint8_t member[16], enum http_share share,
	size_t bytes)
{
	size_t charged = 0;

	http_memory_charge(account, share, &charged, bytes);
	http_memory_charge_member(memory, member, share, 0, bytes);
}

/* Lets four members hold what they can of a share, each `most` bytes. */
static void
hold_as_four_members(enum http_share share, size_t most)
{
	static const uint8_t members[][16] = {"ada", "bob", "eve", "ivo"};
	struct http_account account = {.memory = memory};

	for (size_t i = 0; i < COUNT_OF(members); i++) {
		while (!http_memory_member_exceeded(memory, members[i], share, MIB / 8))
			hold(&account, members[i], share, MIB / 8);
		assert_int_equal(
			http_memory_member_held(memory, members[i], share), most);
	}
	assert_int_equal(http_memory_held(memory, share), COUNT_OF(members) * most);
}

TEST(bodies_of_four_members_hold_half_of_their_share)
{
	hold_as_four_members(SHARE_BODIES, MIB);
	assert_int_equal(http_memory_max(memory, SHARE_BODIES), 8 * MIB);
}

/* A request can end only the unread answers of its own loop. */
TEST(answers_of_four_members_leave_a_third_of_their_share)
{
	hold_as_four_members(SHARE_ANSWERS, 2 * MIB);
	assert_int_equal(http_memory_max(memory, SHARE_ANSWERS), 12 * MIB);
}

TEST(shares_of_a_member_have_limits_of_their_own)
{
	struct http_account account = {.memory = memory};

	assert_false(http_memory_member_exceeded(memory, ada, SHARE_BODIES, 2 * MIB));
	assert_false(http_memory_member_exceeded(memory, ada, SHARE_ANSWERS, 9 * MIB));
	hold(&account, ada, SHARE_BODIES, MIB);
	assert_true(http_memory_member_exceeded(memory, ada, SHARE_BODIES, 1));
	hold(&account, ada, SHARE_ANSWERS, 2 * MIB);
	assert_true(http_memory_member_exceeded(memory, ada, SHARE_ANSWERS, 1));
}

TEST(a_body_is_charged_only_if_it_fits)
{
	assert_true(http_memory_take(memory, ada, SHARE_BODIES, 0, 2 * MIB));
	assert_false(http_memory_take(memory, ada, SHARE_BODIES, 0, 1));
	assert_true(http_memory_take(memory, ada, SHARE_BODIES, 2 * MIB, MIB / 2));
	assert_true(http_memory_take(memory, ada, SHARE_BODIES, 0, MIB / 4));
	assert_false(http_memory_take(memory, ada, SHARE_BODIES, MIB / 4, MIB / 2 + 1));
	assert_int_equal(http_memory_member_held(memory, ada, SHARE_BODIES), MIB / 4 * 3);
	assert_true(http_memory_take(memory, ada, SHARE_BODIES, MIB / 4, MIB / 2));
	http_memory_charge_member(memory, ada, SHARE_BODIES, MIB, 0);
}

/* Returns how many small bodies a loop could charge to Ada beside the others. */
static void *
take_all(void *unused)
{
	size_t taken = 0;

	(void)unused;
	while (http_memory_take(memory, ada, SHARE_BODIES, 0, 64))
		taken++;
	return (void *)taken;
}

TEST(loops_that_charge_bodies_at_once_stay_within_the_limit)
{
	pthread_t loops[4];
	size_t taken = 0;

	for (size_t i = 0; i < COUNT_OF(loops); i++)
		assert_int_equal(pthread_create(&loops[i], NULL, take_all, NULL), 0);
	for (size_t i = 0; i < COUNT_OF(loops); i++) {
		void *some;

		assert_int_equal(pthread_join(loops[i], &some), 0);
		taken += (size_t)some;
	}
	assert_int_equal(taken, MIB / 64);
	assert_int_equal(http_memory_member_held(memory, ada, SHARE_BODIES), MIB);
	http_memory_charge_member(memory, ada, SHARE_BODIES, MIB, 0);
}

const struct test_scene test_scene = {.before = before, .after = after};
