/* Turns: the order and the bound of a queue that several callers share. */
#include "common/calls/turns.h"
#include "tests/support/test.h"

static struct turns turns;
static struct frame frames[4 * TURNS_WAITING_MAX];
static size_t made;

static struct frame *
frame_of(uint8_t caller)
{
	struct frame *frame = &frames[made++];

	*frame = (struct frame){.key = {{caller}}, .size = 10};
	return frame;
}

static struct frame *
put(uint8_t caller)
{
	return turns_put(&turns, frame_of(caller));
}

static void
put_many(uint8_t caller, int count)
{
	for (int i = 0; i < count; i++)
		assert_null(put(caller));
}

/* Takes a call, which ends at once; returns its caller. */
static int
next(void)
{
	struct frame *frame = turns_take(&turns, 0);

	assert_non_null(frame);
	turns_end(&turns, frame);
	return frame->key.bytes[0];
}

static void
expect_order(const char *callers)
{
	for (; *callers != '\0'; callers++)
		assert_int_equal(next(), *callers - '0');
}

TEST(callers_take_turns)
{
	put_many(1, 5);
	put_many(2, 2);
	put_many(3, 1);
	expect_order("12312111");
	assert_null(turns_take(&turns, 0));
}

TEST(a_newcomer_waits_for_the_running_call_only)
{
	struct frame *running;

	put_many(1, 10);
	expect_order("111");
	running = turns_take(&turns, 0);
	put_many(2, 1);
	put_many(3, 1);
	turns_end(&turns, running);
	expect_order("23111111");
}

TEST(a_caller_whose_call_runs_waits_for_newcomers)
{
	struct frame *running;

	put_many(1, 1);
	running = turns_take(&turns, 0);
	put_many(1, 1);
	put_many(2, 1);
	turns_end(&turns, running);
	expect_order("21");
}

TEST(an_idle_caller_saves_up_no_turns)
{
	put_many(1, 1);
	put_many(2, 6);
	expect_order("12222");
	put_many(1, 3);
	expect_order("12121");
}

/* Takes calls until those of caller 9 have been taken; after each call of another caller
 * comes one of the next of `others` callers. Returns how many calls were taken. */
static int
count_until_served(int calls, int others)
{
	int taken = 0, came = 2;

	while (calls > 0 && taken < 100) {
		if (next() == 9)
			calls--;
		else
			assert_null(put((uint8_t)(10 + came++ % others)));
		taken++;
	}
	return taken;
}

/* Known attack: two callers whose next calls come when the last ones have ended. */
TEST(callers_who_come_back_at_once_keep_no_call_waiting)
{
	put_many(10, 1);
	put_many(11, 1);
	put_many(9, 4);
	assert_in_range(count_until_served(4, 2), 4, 4 * 3 + 2);
}

TEST(callers_who_come_once_keep_no_call_waiting)
{
	put_many(10, 1);
	put_many(11, 1);
	put_many(9, 4);
	assert_in_range(count_until_served(4, 200), 4, 4 * 3 + 2);
}

TEST(one_caller_may_use_the_whole_queue_while_it_is_alone)
{
	put_many(1, TURNS_WAITING_MAX);
	assert_ptr_equal(put(1), &frames[TURNS_WAITING_MAX]);
	assert_int_equal(turns_count(&turns, &frames[0].key), TURNS_WAITING_MAX);
}

TEST(the_longest_queue_makes_room)
{
	put_many(1, TURNS_WAITING_MAX - 2);
	put_many(2, 2);
	assert_ptr_equal(put(3), &frames[TURNS_WAITING_MAX - 3]);
	assert_ptr_equal(put(3), &frames[TURNS_WAITING_MAX - 4]);
	assert_int_equal(turns.waiting.count, TURNS_WAITING_MAX);
	assert_int_equal(turns.waiting.bytes, 10 * TURNS_WAITING_MAX);
	expect_order("1231231111");
}

TEST(callers_get_equal_parts_of_a_full_queue)
{
	for (int i = 0; i < TURNS_WAITING_MAX; i++) {
		put(1);
		put(2);
		put(3);
	}
	for (uint8_t caller = 1; caller <= 3; caller++) {
		const struct uuid key = {{caller}};

		assert_in_range(turns_count(&turns, &key), TURNS_WAITING_MAX / 3,
			TURNS_WAITING_MAX / 3 + 1);
	}
}

TEST(a_caller_runs_as_many_calls_as_it_may)
{
	struct frame *first;

	put_many(1, 2);
	put_many(2, 1);
	first = turns_take(&turns, 1);
	assert_int_equal(first->key.bytes[0], 1);
	assert_int_equal(turns_take(&turns, 1)->key.bytes[0], 2);
	assert_null(turns_take(&turns, 1));
	turns_end(&turns, first);
	assert_int_equal(turns_take(&turns, 1)->key.bytes[0], 1);
}

TEST(callers_without_a_key_have_no_bound_of_their_own)
{
	put_many(0, 2);
	assert_int_equal(turns_count(&turns, &frames[0].key), 0);
	assert_non_null(turns_take(&turns, 1));
	assert_non_null(turns_take(&turns, 1));
}

static void
begin(void)
{
	turns = (struct turns){0};
	made = 0;
}

const struct test_scene test_scene = {.before = begin};
