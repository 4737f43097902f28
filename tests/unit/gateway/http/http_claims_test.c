/* Uploads that wait for memory: those with little usage come first, and the one with the
 * largest gives way. */
#include <string.h>

#include "gateway/http/claims.h"
#include "proto/field.h"
#include "tests/support/test.h"

#define MIB ((size_t)1024 * 1024)

static struct http_claims *claims;

static const uint8_t ada[16] = {[8] = 1}, bob[16] = {[8] = 2}, eve[16] = {[8] = 3};

static void
before(void)
{
	claims = http_claims_new();
}

static void
after(void)
{
	http_claims_free(claims);
}

/* Lets an upload of a member hold memory from now on. */
static void
hold(struct http_claim *claim, const uint8_t member[16], size_t bytes, int64_t now_ms)
{
	*claim = (struct http_claim){0};
	http_claim_wait(claims, claim, member, bytes, now_ms);
	http_claim_hold(claims, claim, now_ms);
}

static void
end(struct http_claim *claim, int64_t now_ms)
{
	http_claim_end(claims, claim, now_ms);
}

TEST(serves_equal_claims_in_the_order_of_their_arrival)
{
	struct http_claim first = {0}, second = {0};

	assert_int_equal(http_claim_wait(claims, &first, ada, MIB, 1), 0);
	assert_int_equal(http_claim_wait(claims, &second, bob, MIB, 2), MIB);
	assert_int_equal(http_claim_wait(claims, &first, ada, MIB, 3), 0);
	end(&first, 4);
	assert_int_equal(http_claim_wait(claims, &second, bob, MIB, 5), 0);
	end(&second, 6);
	end(&second, 6);
}

/* Who holds memory for long does not come before one who often needs a little. */
TEST(puts_the_member_first_whose_uploads_have_held_least)
{
	struct http_claim large, again = {0}, other = {0}, newcomer = {0};

	hold(&large, eve, 8 * MIB, 1000);
	hold(&other, bob, MIB, 2000);
	end(&other, 3000);
	assert_int_equal(http_claim_wait(claims, &again, eve, MIB, 4000), 0);
	assert_int_equal(http_claim_wait(claims, &other, bob, MIB, 4000), 0);
	assert_int_equal(http_claim_wait(claims, &newcomer, ada, MIB, 4000), 0);
	assert_int_equal(http_claim_wait(claims, &other, bob, MIB, 4000), MIB);
	assert_int_equal(http_claim_wait(claims, &again, eve, MIB, 4000), 2 * MIB);
	end(&large, 4000);
	assert_int_equal(http_claim_wait(claims, &again, eve, MIB, 4000), 2 * MIB);
	end(&newcomer, 4000);
	end(&other, 4000);
	end(&again, 4000);
}

TEST(a_small_claim_does_not_wait_behind_a_large_one)
{
	struct http_claim large = {0}, small;

	hold(&small, bob, MIB, 0);
	end(&small, 4000);
	assert_int_equal(http_claim_wait(claims, &large, eve, 8 * MIB, 4000), 0);
	assert_int_equal(http_claim_wait(claims, &small, bob, MIB, 4000), 0);
	assert_int_equal(http_claim_wait(claims, &large, eve, 8 * MIB, 4000), MIB);
	end(&small, 4000);
	end(&large, 4000);
}

/* Whose uploads a claim of a member for so many bytes displaces; NULL = nobody's. */
static const uint8_t *
displaced_by(const uint8_t member[16], size_t bytes, int64_t now_ms)
{
	static uint8_t found[16];
	struct http_claim claim = {0};
	size_t asked;

	http_claim_wait(claims, &claim, member, bytes, now_ms);
	http_claims_displace(claims, &claim, now_ms);
	asked = http_claims_displaced(claims, found);
	end(&claim, now_ms);
	if (asked == 0)
		return NULL;
	assert_int_equal(asked, bytes);
	return found;
}

static bool
displaces(const uint8_t member[16], const uint8_t wanted[16], int64_t now_ms)
{
	const uint8_t *found = displaced_by(member, 2 * MIB, now_ms);

	return found != NULL && memcmp(found, wanted, 16) == 0;
}

TEST(displaces_until_a_claim_is_met_or_given_up)
{
	struct http_claim one, claim = {0};
	uint8_t found[16];

	hold(&one, ada, 8 * MIB, 0);
	for (int turn = 0; turn < 2; turn++) {
		http_claim_wait(claims, &claim, bob, MIB, 6000);
		assert_int_equal(http_claims_displaced(claims, found), 0);
		http_claims_displace(claims, &claim, 6000);
		assert_int_equal(http_claims_displaced(claims, found), MIB);
		if (turn == 1)
			http_claim_hold(claims, &claim, 6000);
		else
			end(&claim, 6000);
		assert_int_equal(http_claims_displaced(claims, found), 0);
	}
	end(&claim, 6000);
	end(&one, 6000);
}

/* Of two members, the one that renews large uploads gives way, and not one upload that
 * takes its time. */
TEST(displaces_who_holds_most_and_has_done_so_for_longest)
{
	struct http_claim slow, renewed;

	hold(&slow, ada, 6 * MIB, 0);
	for (int64_t at_ms = 0; at_ms < 12000; at_ms += 3000) {
		hold(&renewed, eve, 8 * MIB, at_ms);
		end(&renewed, at_ms + 2900);
	}
	hold(&renewed, eve, 8 * MIB, 12000);
	assert_true(displaces(bob, eve, 12000));
	assert_null(displaced_by(eve, 2 * MIB, 12000));
	end(&renewed, 12000);
	assert_true(displaces(bob, ada, 12000));
	end(&slow, 12000);
	assert_null(displaced_by(bob, MIB, 12000));
}

/* Large uploads in pulses, with rests in which they are forgotten, do not end a member's
 * slow ones either, which hold less at a time. */
TEST(does_not_displace_less_than_the_largest)
{
	struct http_claim slow, pulse;

	hold(&slow, ada, 6 * MIB, 0);
	hold(&pulse, eve, 8 * MIB, 30000);
	assert_null(displaced_by(bob, 2 * MIB, 33000));
	assert_true(displaces(bob, eve, 37000));
	end(&pulse, 37000);
	end(&slow, 37000);
}

TEST(displaces_no_upload_for_one_that_would_hold_as_much)
{
	struct http_claim one;

	hold(&one, ada, 7 * MIB, 0);
	assert_non_null(displaced_by(bob, 6 * MIB, 10000));
	assert_null(displaced_by(bob, 7 * MIB, 10000));
	end(&one, 10000);
}

TEST(displaces_no_photo_that_arrives_in_ten_seconds)
{
	struct http_claim one;

	hold(&one, ada, 6 * MIB, 0);
	for (int64_t at_ms = 20; at_ms < 10000; at_ms += 20)
		assert_null(displaced_by(bob, MIB, at_ms));
	end(&one, 10000);
}

TEST(what_a_member_has_held_is_forgotten)
{
	struct http_claim one;

	hold(&one, ada, 8 * MIB, 0);
	end(&one, 20000);
	hold(&one, ada, MIB, 20000);
	assert_non_null(displaced_by(bob, MIB / 4, 20000));
	assert_null(displaced_by(bob, MIB / 4, 28000));
	end(&one, 28000);
}

const struct test_scene test_scene = {.before = before, .after = after};
