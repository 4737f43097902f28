/* Uploads that wait for memory: members take turns, whatever they have claimed. */
#include <string.h>

#include "gateway/http/memory.h"
#include "proto/field.h"
#include "tests/support/test.h"

#define MIB ((size_t)1024 * 1024)

static struct http_memory *memory;

static const uint8_t ada[16] = {[8] = 1}, bob[16] = {[8] = 2}, eve[16] = {[8] = 3};

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

TEST(serves_equal_claims_in_the_order_of_their_arrival)
{
	struct http_claim first = {0}, second = {0};

	assert_int_equal(http_memory_claim(memory, &first, ada, MIB, 1), 0);
	assert_int_equal(http_memory_claim(memory, &second, bob, MIB, 2), MIB);
	assert_int_equal(http_memory_claim(memory, &first, ada, MIB, 3), 0);
	http_memory_claim_end(memory, &first, 4);
	assert_int_equal(http_memory_claim(memory, &second, bob, MIB, 5), 0);
	http_memory_claim_end(memory, &second, 6);
	http_memory_claim_end(memory, &second, 6);
}

/* Lets a body of a member begin to arrive. */
static void
arrive(struct http_claim *claim, const uint8_t member[16], size_t bytes, int64_t now_ms)
{
	*claim = (struct http_claim){0};
	http_memory_claim(memory, claim, member, bytes, now_ms);
	http_memory_claim_meet(memory, claim, now_ms);
}

/* Who holds memory for long does not come before one who often needs a little. */
TEST(puts_the_member_first_whose_claims_have_held_least)
{
	struct http_claim large, again = {0}, other = {0}, newcomer = {0};

	arrive(&large, eve, 8 * MIB, 1000);
	arrive(&other, bob, MIB, 2000);
	http_memory_claim_end(memory, &other, 3000);
	assert_int_equal(http_memory_claim(memory, &again, eve, MIB, 4000), 0);
	assert_int_equal(http_memory_claim(memory, &other, bob, MIB, 4000), 0);
	assert_int_equal(http_memory_claim(memory, &newcomer, ada, MIB, 4000), 0);
	assert_int_equal(http_memory_claim(memory, &other, bob, MIB, 4000), MIB);
	assert_int_equal(http_memory_claim(memory, &again, eve, MIB, 4000), 2 * MIB);
	http_memory_claim_end(memory, &large, 4000);
	assert_int_equal(http_memory_claim(memory, &again, eve, MIB, 4000), 2 * MIB);
	http_memory_claim_end(memory, &newcomer, 4000);
	http_memory_claim_end(memory, &other, 4000);
	http_memory_claim_end(memory, &again, 4000);
}

TEST(a_small_claim_does_not_wait_behind_a_large_one)
{
	struct http_claim large = {0}, small;

	arrive(&small, bob, MIB, 0);
	http_memory_claim_end(memory, &small, 4000);
	assert_int_equal(http_memory_claim(memory, &large, eve, 8 * MIB, 4000), 0);
	assert_int_equal(http_memory_claim(memory, &small, bob, MIB, 4000), 0);
	assert_int_equal(http_memory_claim(memory, &large, eve, 8 * MIB, 4000), MIB);
	http_memory_claim_end(memory, &small, 4000);
	http_memory_claim_end(memory, &large, 4000);
}

/* Whether a claim of `member` displaces one of `wanted`. */
static bool
displaces(const uint8_t member[16], const uint8_t wanted[16], int64_t now_ms)
{
	uint8_t found[16];

	http_memory_displace(memory, member, MIB, now_ms);
	return http_memory_displaced(memory, found) == MIB &&
		memcmp(found, wanted, sizeof(found)) == 0;
}

static bool
displaces_nobody(const uint8_t member[16], int64_t now_ms)
{
	uint8_t found[16];

	http_memory_displace(memory, member, MIB, now_ms);
	return http_memory_displaced(memory, found) == 0;
}

TEST(displaces_until_a_claim_is_met_or_given_up)
{
	struct http_claim one, claim = {0};
	uint8_t found[16];

	arrive(&one, ada, 8 * MIB, 0);
	for (int turn = 0; turn < 2; turn++) {
		http_memory_claim(memory, &claim, bob, MIB, 6000);
		assert_int_equal(http_memory_displaced(memory, found), 0);
		assert_true(displaces(bob, ada, 6000));
		if (turn == 1)
			http_memory_claim_meet(memory, &claim, 6000);
		else
			http_memory_claim_end(memory, &claim, 6000);
		assert_int_equal(http_memory_displaced(memory, found), 0);
	}
	http_memory_claim_end(memory, &claim, 6000);
	http_memory_claim_end(memory, &one, 6000);
}

/* A member who begins large bodies again and again does not outlast one body that takes
 * its time. */
TEST(displaces_whose_claims_have_held_most_memory_for_longest)
{
	struct http_claim one, other;

	assert_true(displaces_nobody(bob, 1000));
	arrive(&other, eve, 8 * MIB, 1000);
	http_memory_claim_end(memory, &other, 9000);
	arrive(&one, ada, 6 * MIB, 9000);
	arrive(&other, eve, 8 * MIB, 10000);
	assert_true(displaces(bob, eve, 16000));
	assert_true(displaces(ada, eve, 16000));
	assert_true(displaces_nobody(eve, 16000));
	http_memory_claim_end(memory, &other, 16000);
	assert_true(displaces(bob, ada, 16000));
	http_memory_claim_end(memory, &one, 16000);
	assert_true(displaces_nobody(bob, 16000));
}

TEST(displaces_no_claim_that_held_little)
{
	struct http_claim one;

	arrive(&one, ada, 8 * MIB, 0);
	assert_true(displaces_nobody(bob, 5000));
	assert_true(displaces(bob, ada, 5001));
	http_memory_claim_end(memory, &one, 5001);
}

TEST(what_a_member_has_held_is_forgotten_in_a_minute)
{
	struct http_claim one, other;

	arrive(&other, eve, 8 * MIB, 0);
	http_memory_claim_end(memory, &other, 20000);
	arrive(&one, ada, 8 * MIB, 50000);
	arrive(&other, eve, 1, 50000);
	assert_true(displaces(bob, eve, 55000));
	assert_true(displaces(bob, ada, 70000));
	http_memory_claim_end(memory, &one, 70000);
	assert_true(displaces_nobody(bob, 75001));
	http_memory_claim_end(memory, &other, 75001);
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

	hold(&account, ada, SHARE_UPLOADS, 3 * MIB);
	assert_false(http_memory_member_exceeded(memory, ada, SHARE_BODIES, 2 * MIB));
	assert_false(http_memory_member_exceeded(memory, ada, SHARE_ANSWERS, 9 * MIB));
	assert_false(http_memory_member_exceeded(memory, ada, SHARE_UPLOADS, MIB));
	assert_true(http_memory_member_exceeded(memory, ada, SHARE_UPLOADS, MIB + 1));
	hold(&account, ada, SHARE_BODIES, MIB);
	assert_true(http_memory_member_exceeded(memory, ada, SHARE_BODIES, 1));
	hold(&account, ada, SHARE_ANSWERS, 2 * MIB);
	assert_true(http_memory_member_exceeded(memory, ada, SHARE_ANSWERS, 1));
	assert_false(http_memory_member_exceeded(memory, ada, SHARE_UPLOADS, MIB));
}

const struct test_scene test_scene = {.before = before, .after = after};
