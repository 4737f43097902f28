/* Load: limits that follow the duration of calls, without a clock and without a
 * service. */
#include <string.h>

#include "gateway/core/invoke/load.h"
#include "proto/op.h"
#include "tests/support/test.h"

#define CALLS 600

static struct load_call calls[CALLS];

static struct uuid
member(uint64_t number)
{
	struct uuid id = {{0}};

	number = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
	memcpy(id.bytes + 8, &number, sizeof(number));
	return id;
}

/* Begins as many calls as the limit allows, each of another member; returns how many. */
static int
begin_all(struct load *load, const struct op *op, int64_t now_ms)
{
	int begun = 0;

	for (; begun < CALLS; begun++) {
		const struct uuid id = member((uint64_t)begun);

		calls[begun] = (struct load_call){0};
		if (!load_begin(load, &calls[begun], op, &id, now_ms))
			break;
	}
	return begun;
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
	const struct uuid id = member(1);

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
	const struct uuid flood = member(1000), other = member(1001);
	struct load_call more = {0};
	int begun = 0;

	while (load_begin(load, &calls[begun], ops[0], &flood, 0))
		begun++;
	assert_int_equal(begun, load_limit(load, ops[0]) / 2);
	assert_true(load_begin(load, &more, ops[0], &other, 0));
	load_end(&more, 1);
	end_all(begun, 1);
	load_free(load);
}

TEST(does_not_count_strangers_as_one_member)
{
	struct load *load = load_new();
	int begun = 0;

	while (load_begin(load, &calls[begun], ops[0], NULL, 0))
		begun++;
	assert_int_equal(begun, load_limit(load, ops[0]));
	end_all(begun, 1);
	load_free(load);
}
