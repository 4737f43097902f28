/* Load: limits that follow the duration of calls, without a clock and without a
 * service. */
#include <stdio.h>
#include <string.h>

#include "gateway/core/invoke/load.h"
#include "proto/op.h"
#include "tests/support/test.h"

#define CALLS 600

static struct load_call calls[CALLS];

static struct principal
member(uint64_t number)
{
	struct principal caller = {.membership = MEMBERSHIP_ACTIVE};

	number = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
	memcpy(caller.member.bytes + 8, &number, sizeof(number));
	return caller;
}

static struct principal
stranger(const char *address)
{
	return (struct principal){.address = {GIVEN, (uint32_t)strlen(address), address}};
}

/* The operation that compares passwords in threads. */
static const struct op *
sign_in(void)
{
	return op_named("session_sign_in", strlen("session_sign_in"));
}

/* Begins as many calls as the limit allows, each of another member; returns how many. */
static int
begin_all(struct load *load, const struct op *op, int64_t now_ms)
{
	int begun = 0;

	for (; begun < CALLS; begun++) {
		const struct principal id = member((uint64_t)begun);

		calls[begun] = (struct load_call){0};
		if (!load_begin(load, &calls[begun], op, &id, now_ms))
			break;
	}
	return begun;
}

/* Begins calls of one caller from calls[begun] on; returns how many are begun now. */
static int
begin_as(
	struct load *load, const struct op *op, const struct principal *caller, int begun)
{
	calls[begun] = (struct load_call){0};
	while (load_begin(load, &calls[begun], op, caller, 0))
		calls[++begun] = (struct load_call){0};
	return begun;
}

/* One of two callers may begin a call. Either of them may share a counter with a caller
 * that floods, by chance. */
static void
expect_room(struct load *load, const struct op *op, struct principal one,
	struct principal two)
{
	struct load_call call = {0};

	assert_true(load_begin(load, &call, op, &one, 0) ||
		load_begin(load, &call, op, &two, 0));
	load_end(&call, 1);
}

static void
end_all(int count, int64_t now_ms)
{
	for (int i = 0; i < count; i++)
		load_end(&calls[i], now_ms);
}

TEST(refuses_what_would_only_wait)
{
	struct load *load = load_new();
	const int first = load_limit(load, ops[0]);
	int64_t now_ms = 1000;

	assert_false(load_is_full(load, ops[0]));
	assert_int_equal(begin_all(load, ops[0], now_ms), first);
	assert_true(load_is_full(load, ops[0]));
	assert_false(load_is_full(load, ops[1]));
	end_all(first, now_ms + 1000);
	assert_false(load_is_full(load, ops[0]));
	assert_true(load_limit(load, ops[0]) < first);
	for (int round = 0; round < 50; round++) {
		now_ms += 2000;
		end_all(begin_all(load, ops[0], now_ms), now_ms + 1000);
	}
	assert_int_equal(load_limit(load, ops[0]), 32);
	assert_int_equal(load_limit(load, ops[1]), first);
	load_free(load);
}

TEST(begins_few_calls_whose_replies_have_megabytes)
{
	const struct op *op = op_named("image_get", strlen("image_get"));
	struct load *load = load_new();
	const struct principal flood = stranger("192.0.2.1");
	int64_t now_ms = 1000;
	int begun;

	for (int round = 0; round < 50; round++) {
		now_ms += 2000;
		begun = begin_all(load, op, now_ms);
		assert_int_equal(begun, 8);
		end_all(begun, now_ms + 1000);
	}
	begun = begin_as(load, op, &flood, 0);
	assert_int_equal(begun, 4);
	expect_room(load, op, stranger("203.0.113.1"), stranger("2001:db8:1::1"));
	end_all(begun, 1);
	load_free(load);
}

TEST(admits_more_as_long_as_all_end_soon)
{
	struct load *load = load_new();
	int64_t now_ms = 1000;

	for (int round = 0; round < 100; round++) {
		end_all(begin_all(load, ops[0], now_ms), now_ms + 20);
		now_ms += 20;
	}
	assert_int_equal(load_limit(load, ops[0]), 256);
	assert_int_equal(begin_all(load, ops[0], now_ms), 256);
	end_all(256, now_ms);
	load_free(load);
}

TEST(learns_nothing_from_calls_that_are_few)
{
	struct load *load = load_new();
	const int first = load_limit(load, ops[0]);
	const struct principal id = member(1);

	for (int i = 0; i < 10000; i++) {
		struct load_call call = {0};

		assert_true(load_begin(load, &call, ops[0], &id, i));
		load_end(&call, i + 1);
		load_end(&call, i + 1000);
	}
	assert_int_equal(load_limit(load, ops[0]), first);
	load_free(load);
}

TEST(leaves_room_beside_a_member_that_floods)
{
	struct load *load = load_new();
	const struct principal flood = member(1000);
	int begun = begin_as(load, ops[0], &flood, 0);

	assert_int_equal(begun, load_limit(load, ops[0]) / 2);
	expect_room(load, ops[0], member(1001), member(1002));
	end_all(begun, 1);
	load_free(load);
}

TEST(leaves_room_beside_networks_that_flood)
{
	static const char *const networks[][2] = {{"192.0.2.1", "192.0.2.254"},
		{"198.51.100.1", "198.51.100.2"}, {"2001:db8::1", "2001:db8:0:ffff::1"}};
	struct load *load = load_new();
	const int limit = load_limit(load, ops[0]);
	int begun = 0;

	for (size_t i = 0; i < COUNT_OF(networks); i++) {
		const struct principal one = stranger(networks[i][0]);
		const struct principal two = stranger(networks[i][1]);
		struct load_call more = {0};

		begun = begin_as(load, ops[0], &one, begun);
		assert_false(load_begin(load, &more, ops[0], &two, 0));
		assert_in_range(begun, limit - (limit >> (i + 1)) - 1,
			limit - (limit >> (i + 1)) + 1);
		expect_room(
			load, ops[0], stranger("203.0.113.1"), stranger("2001:db8:1::1"));
	}
	end_all(begun, 1);
	load_free(load);
}

/* Few networks share a counter by chance, and neighbors not more often. */
TEST(leaves_the_part_of_other_networks_to_them)
{
	int refused = 0;

	for (int i = 0; i < 256; i++) {
		struct load *load = load_new();
		const struct principal flood = stranger("203.18.5.1");
		const int begun = begin_as(load, sign_in(), &flood, 0);
		struct load_call call = {0};
		struct principal other;
		char address[32];

		snprintf(address, sizeof(address), "203.%d.10.1", i);
		other = stranger(address);
		refused += !load_begin(load, &call, sign_in(), &other, 0);
		load_end(&call, 1);
		end_all(begun, 1);
		load_free(load);
	}
	assert_in_range(refused, 0, 4);
}

TEST(begins_every_call_of_a_caller_without_an_address)
{
	static const struct principal unknown;
	struct load *load = load_new();
	const int begun = begin_as(load, ops[0], &unknown, 0);

	assert_int_equal(begun, load_limit(load, ops[0]));
	end_all(begun, 1);
	load_free(load);
}

TEST(thirty_two_sign_ins_from_one_network_are_begun_at_any_limit)
{
	const struct principal office = stranger("192.0.2.1");
	struct load *load = load_new();
	int begun;

	for (int64_t now_ms = 1000; now_ms < 100000; now_ms += 2000)
		end_all(begin_all(load, sign_in(), now_ms), now_ms + 1000);
	assert_int_equal(load_limit(load, sign_in()), 64);
	begun = begin_as(load, sign_in(), &office, 0);
	assert_int_equal(begun, 32);
	end_all(begun, 1);
	load_free(load);
}
