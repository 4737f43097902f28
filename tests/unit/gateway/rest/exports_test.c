/* The number of chunked answers in flight. */
#include "gateway/rest/exports.h"
#include "tests/support/test.h"

#define MEMBERS (EXPORTS_OF_LOOP_MAX / EXPORTS_OF_MEMBER_MAX)

static struct exports *exports;
static const char loops[2];

static enum problem
begin(struct exports_place *one, const char *loop, uint8_t who)
{
	const struct uuid member = {.bytes = {who}};

	return exports_begin(exports, one, loop, &member);
}

static void
start(void)
{
	exports = exports_new();
}

static void
stop(void)
{
	exports_free(exports);
}

TEST(counts_a_member_in_all_loops)
{
	struct exports_place one = {0}, two = {0}, three = {0}, other = {0};

	assert_int_equal(begin(&one, &loops[0], 1), PROBLEM_NONE);
	assert_int_equal(begin(&two, &loops[1], 1), PROBLEM_NONE);
	assert_int_equal(begin(&three, &loops[0], 1), PROBLEM_RATE_LIMITED);
	assert_int_equal(begin(&other, &loops[0], 2), PROBLEM_NONE);
	exports_end(exports, &three); /* was never counted */
	assert_int_equal(begin(&three, &loops[0], 1), PROBLEM_RATE_LIMITED);
	exports_end(exports, &one);
	exports_end(exports, &one);
	assert_int_equal(begin(&three, &loops[0], 1), PROBLEM_NONE);
	assert_int_equal(begin(&one, &loops[0], 1), PROBLEM_RATE_LIMITED);
	exports_end(exports, &other);
	exports_end(exports, &two);
	exports_end(exports, &three);
}

TEST(counts_each_loop_by_itself)
{
	struct exports_place all[EXPORTS_OF_LOOP_MAX] = {0}, more = {0};

	for (int i = 0; i < EXPORTS_OF_LOOP_MAX; i++) {
		assert_int_equal(
			begin(&all[i], &loops[0], (uint8_t)(i % MEMBERS)), PROBLEM_NONE);
	}
	assert_int_equal(begin(&more, &loops[0], MEMBERS), PROBLEM_SERVICE_UNAVAILABLE);
	assert_int_equal(begin(&more, &loops[1], MEMBERS), PROBLEM_NONE);
	exports_end(exports, &more);
	for (int i = EXPORTS_OF_LOOP_MAX / 2; i < EXPORTS_OF_LOOP_MAX; i++)
		exports_end(exports, &all[i]);
	assert_int_equal(begin(&more, &loops[0], MEMBERS), PROBLEM_NONE);
	exports_end(exports, &more);
	for (int i = 0; i < EXPORTS_OF_LOOP_MAX / 2; i++)
		exports_end(exports, &all[i]);
	for (int i = 0; i < EXPORTS_OF_LOOP_MAX; i++) {
		assert_int_equal(
			begin(&all[i], &loops[0], (uint8_t)(i % MEMBERS)), PROBLEM_NONE);
	}
}

const struct test_scene test_scene = {.before = start, .after = stop};
