/* Uploads that wait for memory: those with little usage come first, and the one with the
 * largest gives way. */
#include <pthread.h>
#include <string.h>

#include "gateway/http/claims.h"
#include "proto/field.h"
#include "tests/support/test.h"

#define MIB ((size_t)1024 * 1024)
#define MEMBER_MAX (8 * MIB)

static struct http_claims *claims;

static const uint8_t ada[16] = {[8] = 1}, bob[16] = {[8] = 2}, eve[16] = {[8] = 3};

/* All uploads may hold so many bytes at a time. */
static void
begin(size_t bytes_max)
{
	http_claims_free(claims);
	claims = http_claims_new(bytes_max, MEMBER_MAX);
}

static void
before(void)
{
	claims = http_claims_new(8 * MIB, MEMBER_MAX);
}

static void
after(void)
{
	http_claims_free(claims);
}

static bool
take(struct http_claim *claim, const uint8_t member[16], size_t bytes, int64_t now_ms)
{
	return http_claim_take(claims, claim, member, bytes, now_ms);
}

/* Lets an upload of a member hold memory from now on. */
static void
hold(struct http_claim *claim, const uint8_t member[16], size_t bytes, int64_t now_ms)
{
	*claim = (struct http_claim){0};
	assert_true(take(claim, member, bytes, now_ms));
}

/* Lets each of `count` other members hold a MiB. */
static void
hold_a_little(struct http_claim *little, uint8_t count, int64_t now_ms)
{
	for (uint8_t i = 0; i < count; i++) {
		const uint8_t member[16] = {[0] = 1, [8] = i};

		hold(&little[i], member, MIB, now_ms);
	}
}

static void
end(struct http_claim *claim, int64_t now_ms)
{
	http_claim_end(claims, claim, now_ms);
}

TEST(serves_equal_claims_in_the_order_of_their_arrival)
{
	struct http_claim all, first = {0}, second = {0};

	hold(&all, eve, 8 * MIB, 0);
	assert_false(take(&first, ada, 5 * MIB, 1));
	assert_false(take(&second, bob, 5 * MIB, 2));
	end(&all, 3);
	assert_false(take(&second, bob, 5 * MIB, 3));
	assert_true(take(&first, ada, 5 * MIB, 3));
	assert_false(take(&second, bob, 5 * MIB, 4));
	end(&first, 5);
	assert_true(take(&second, bob, 5 * MIB, 5));
	end(&second, 6);
	end(&second, 6);
}

/* Who holds memory for long does not come before one who often needs a little. */
TEST(puts_the_member_first_whose_uploads_have_held_least)
{
	struct http_claim large, little[2], again = {0}, other = {0}, newcomer = {0};

	begin(6 * MIB);
	hold(&large, eve, 4 * MIB, 1000);
	hold(&other, bob, MIB, 2000);
	end(&other, 3000);
	hold_a_little(little, 2, 3000);
	assert_false(take(&again, eve, MIB, 4000));
	assert_false(take(&other, bob, MIB, 4000));
	assert_false(take(&newcomer, ada, MIB, 4000));
	end(&little[0], 4000);
	assert_false(take(&again, eve, MIB, 4000));
	assert_false(take(&other, bob, MIB, 4000));
	assert_true(take(&newcomer, ada, MIB, 4000));
	end(&little[1], 4000);
	assert_false(take(&again, eve, MIB, 4000));
	assert_true(take(&other, bob, MIB, 4000));
	end(&newcomer, 4000);
	assert_true(take(&again, eve, MIB, 4000));
}

TEST(who_held_much_a_moment_ago_comes_later)
{
	struct http_claim large, all, again = {0}, newcomer = {0};

	hold(&large, eve, 8 * MIB, 0);
	end(&large, 4000);
	hold(&all, bob, 8 * MIB, 4000);
	assert_false(take(&again, eve, 5 * MIB, 4000));
	assert_false(take(&newcomer, ada, 5 * MIB, 4001));
	end(&all, 4001);
	assert_false(take(&again, eve, 5 * MIB, 4001));
	assert_true(take(&newcomer, ada, 5 * MIB, 4001));
}

TEST(a_small_claim_does_not_wait_behind_a_large_one)
{
	struct http_claim little[8], large = {0}, small;

	hold(&small, bob, MIB, 0);
	end(&small, 4000);
	hold_a_little(little, 8, 4000);
	assert_false(take(&large, eve, 8 * MIB, 4000));
	assert_false(take(&small, bob, MIB, 4000));
	end(&little[0], 4000);
	assert_false(take(&large, eve, 8 * MIB, 4000));
	assert_true(take(&small, bob, MIB, 4000));
}

/* A claim that only waits for its member's own uploads holds up nobody. */
TEST(a_member_holds_a_part)
{
	struct http_claim first, second = {0}, other = {0};

	begin(24 * MIB);
	hold(&first, eve, 5 * MIB, 0);
	assert_false(take(&second, eve, 4 * MIB, 0));
	assert_false(second.waits);
	assert_true(take(&second, eve, 3 * MIB, 0));
	assert_true(take(&other, bob, 16 * MIB, 0)); /* the first one always fits */
}

/* ---- claims of several loops ---- */

#define LOOPS 4

static pthread_barrier_t at_once;

struct loop_claim {
	struct http_claim claim;
	uint8_t member[16];
	bool taken;
};

static void *
take_at_once(void *argument)
{
	struct loop_claim *one = argument;

	pthread_barrier_wait(&at_once);
	one->taken = take(&one->claim, one->member, 8 * MIB, 0);
	return NULL;
}

/* How many loops get memory that ask at the same moment, for one member or several. */
static size_t
count_at_once(bool several)
{
	struct loop_claim all[LOOPS] = {0};
	pthread_t threads[LOOPS];
	size_t count = 0;

	for (uint8_t i = 0; i < LOOPS; i++) {
		all[i].member[8] = several ? i : 0;
		pthread_create(&threads[i], NULL, take_at_once, &all[i]);
	}
	for (size_t i = 0; i < LOOPS; i++) {
		pthread_join(threads[i], NULL);
		count += all[i].taken;
	}
	for (size_t i = 0; i < LOOPS; i++)
		end(&all[i].claim, 0);
	return count;
}

TEST(claims_of_several_loops_at_once_stay_within_the_bounds)
{
	begin(16 * MIB);
	pthread_barrier_init(&at_once, NULL, LOOPS);
	for (int round = 0; round < 300; round++) {
		assert_int_equal(count_at_once(false), 1);
		assert_int_equal(count_at_once(true), 2);
	}
	pthread_barrier_destroy(&at_once);
}

/* ---- making room ---- */

/* Whose uploads a claim of a member for so many bytes displaces; NULL = nobody's. */
static const uint8_t *
displaced_by(const uint8_t member[16], size_t bytes, int64_t now_ms)
{
	static uint8_t found[16];
	struct http_claim claim = {0};
	bool displaced;

	assert_false(take(&claim, member, bytes, now_ms));
	http_claims_displace(claims, &claim, now_ms);
	displaced = http_claims_displaced(claims, found);
	end(&claim, now_ms);
	return displaced ? found : NULL;
}

static bool
displaces(const uint8_t member[16], const uint8_t wanted[16], int64_t now_ms)
{
	const uint8_t *found = displaced_by(member, 2 * MIB, now_ms);

	return found != NULL && memcmp(found, wanted, 16) == 0;
}

TEST(displaces_until_a_claim_is_met_or_given_up)
{
	struct http_claim one, little, claim = {0};
	uint8_t found[16];

	hold(&one, ada, 7 * MIB, 0);
	hold_a_little(&little, 1, 0);
	for (int turn = 0; turn < 2; turn++) {
		assert_false(take(&claim, bob, MIB, 6000));
		assert_false(http_claims_displaced(claims, found));
		http_claims_displace(claims, &claim, 6000);
		assert_true(http_claims_displaced(claims, found));
		if (turn == 0)
			end(&claim, 6000);
		else
			end(&little, 6000);
		assert_false(http_claims_displaced(claims, found));
	}
	assert_true(take(&claim, bob, MIB, 6000));
	assert_false(http_claims_displaced(claims, found));
}

TEST(only_the_claim_that_comes_first_displaces)
{
	struct http_claim one, first = {0}, second = {0};
	uint8_t found[16];

	hold(&one, ada, 8 * MIB, 0);
	assert_false(take(&first, bob, MIB, 6000));
	assert_false(take(&second, eve, MIB, 6000));
	http_claims_displace(claims, &second, 6000);
	assert_false(http_claims_displaced(claims, found));
	http_claims_displace(claims, &first, 6000);
	assert_true(http_claims_displaced(claims, found));
}

/* Of two members, the one that renews large uploads gives way, and not one upload that
 * takes its time. */
TEST(displaces_who_holds_most_and_has_done_so_for_longest)
{
	struct http_claim slow, renewed, little[8];

	begin(14 * MIB);
	hold(&slow, ada, 6 * MIB, 0);
	for (int64_t at_ms = 0; at_ms < 12000; at_ms += 3000) {
		hold(&renewed, eve, 8 * MIB, at_ms);
		end(&renewed, at_ms + 2900);
	}
	hold(&renewed, eve, 8 * MIB, 12000);
	assert_true(displaces(bob, eve, 12000));
	end(&renewed, 12000);
	hold_a_little(little, 8, 12000);
	assert_true(displaces(bob, ada, 12000));
}

/* Large uploads in pulses, with rests in which they are forgotten, do not end a member's
 * slow ones either, which hold less at a time. */
TEST(does_not_displace_less_than_the_largest)
{
	struct http_claim slow, pulse;

	begin(14 * MIB);
	hold(&slow, ada, 6 * MIB, 0);
	hold(&pulse, eve, 8 * MIB, 30000);
	assert_null(displaced_by(bob, 2 * MIB, 33000));
	assert_true(displaces(bob, eve, 37000));
}

TEST(displaces_no_upload_for_one_that_would_hold_as_much)
{
	struct http_claim one;

	begin(7 * MIB);
	hold(&one, ada, 7 * MIB, 0);
	assert_non_null(displaced_by(bob, 6 * MIB, 10000));
	assert_null(displaced_by(bob, 7 * MIB, 10000));
}

TEST(displaces_no_photo_that_arrives_in_ten_seconds)
{
	struct http_claim one;

	begin(6 * MIB);
	hold(&one, ada, 6 * MIB, 0);
	for (int64_t at_ms = 20; at_ms < 10000; at_ms += 20)
		assert_null(displaced_by(bob, MIB, at_ms));
}

TEST(what_a_member_has_held_is_forgotten)
{
	struct http_claim one, little[7];

	hold(&one, ada, 8 * MIB, 0);
	end(&one, 20000);
	hold(&one, ada, MIB, 20000);
	hold_a_little(little, 7, 20000);
	assert_non_null(displaced_by(bob, MIB / 4, 20000));
	assert_null(displaced_by(bob, MIB / 4, 28000));
}

const struct test_scene test_scene = {.before = before, .after = after};
