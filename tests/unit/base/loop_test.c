/*
 * loop_test.c - turns, timers and descriptors, and what changes between them.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/loop.h"
#include "tests/support/test.h"

#define MANY 500

static struct loop *loop;

/* The numbers of the callbacks that ran, in order. */
static int ran[MANY];
static size_t ran_count;

static void
set_up(void)
{
	loop = loop_new();
	ran_count = 0;
}

static void
tear_down(void)
{
	loop_free(loop);
}

/* Appends the number that `data` points to. */
static void
note(void *data)
{
	ran[ran_count++] = *(const int *)data;
}

static void
stop(void *data)
{
	(void)data;
	loop_stop(loop);
}

static void
run_for(int64_t ms)
{
	loop_after(loop, ms, stop, NULL);
	loop_run(loop);
}

static int numbers[] = {0, 1, 2, 3, 4, 5};

TEST(runs_timers_in_the_order_of_their_times)
{
	loop_after(loop, 20, note, &numbers[2]);
	loop_after(loop, 5, note, &numbers[0]);
	loop_after(loop, 10, note, &numbers[1]);
	run_for(40);
	assert_int_equal(ran_count, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(ran[i], i);
}

TEST(never_runs_a_timer_early)
{
	const int64_t before_us = clock_monotonic_us();
	int64_t took_us;

	run_for(7);
	took_us = clock_monotonic_us() - before_us;
	assert_true(took_us >= 7000);
	assert_true(took_us < 500000);
}

TEST(does_not_run_a_cancelled_timer)
{
	struct loop_timer *timer = loop_after(loop, 5, note, &numbers[0]);

	loop_after(loop, 6, note, &numbers[1]);
	loop_cancel(loop, timer);
	loop_cancel(loop, NULL);
	run_for(20);
	assert_int_equal(ran_count, 1);
	assert_int_equal(ran[0], 1);
}

/* One of many timers, whose time is its number. */
struct planned {
	int delay_ms;
	struct loop_timer *timer;
};

TEST(keeps_many_timers_in_order_while_some_are_cancelled)
{
	static struct planned planned[MANY];
	uint32_t mixed = 12345;
	size_t cancelled = 0;

	for (size_t i = 0; i < MANY; i++) {
		mixed = mixed * 1103515245U + 12345U;
		planned[i].delay_ms = (int)(mixed >> 16) % 50;
		planned[i].timer =
			loop_after(loop, planned[i].delay_ms, note, &planned[i].delay_ms);
	}
	for (size_t i = 0; i < MANY; i += 3, cancelled++)
		loop_cancel(loop, planned[i].timer);
	run_for(100);
	assert_int_equal(ran_count, MANY - cancelled);
	for (size_t i = 1; i < ran_count; i++)
		assert_true(ran[i - 1] <= ran[i]);
}

static int turns;

/* Counts turns, and stops after three. */
static void
count_turn(void *data)
{
	(void)data;
	if (++turns == 3)
		loop_stop(loop);
}

/* A timer that adds itself again, due at once. */
static void
again(void *data)
{
	ran_count++;
	loop_after(loop, 0, again, data);
}

TEST(runs_a_timer_made_by_a_timer_in_a_later_turn)
{
	turns = 0;
	loop_after(loop, 0, again, NULL);
	loop_at_turn_end(loop, count_turn, NULL);
	loop_run(loop);
	assert_int_equal(turns, 3);
	assert_true(ran_count >= 2 && ran_count <= 3);
}

TEST(forgets_what_ran_at_the_end_of_turns)
{
	loop_at_turn_end(loop, note, &numbers[1]);
	loop_at_turn_end(loop, note, &numbers[2]);
	loop_forget_turn_end(loop, note, &numbers[1]);
	loop_stop(loop);
	loop_run(loop);
	assert_int_equal(ran_count, 0);
	run_for(1);
	assert_true(ran_count >= 1);
	for (size_t i = 0; i < ran_count; i++)
		assert_int_equal(ran[i], 2);
}

/* A pipe with a byte in it. */
struct full_pipe {
	int ends[2];
	struct full_pipe *other;
	int calls;
};

static void
fill(struct full_pipe *full)
{
	assert_int_equal(pipe2(full->ends, O_CLOEXEC | O_NONBLOCK), 0);
	assert_int_equal(write(full->ends[1], "x", 1), 1);
	full->calls = 0;
}

static void
drain(struct full_pipe *full)
{
	close(full->ends[0]);
	close(full->ends[1]);
}

/* Removes the other pipe, which is ready in the same turn. */
static void
forget_other(void *data, uint32_t events)
{
	struct full_pipe *full = data;

	assert_true(events & EPOLLIN);
	full->calls++;
	loop_forget(loop, full->other->ends[0]);
	loop_forget(loop, full->ends[0]);
}

TEST(does_not_call_for_a_descriptor_forgotten_in_the_same_turn)
{
	struct full_pipe one;
	struct full_pipe two;

	fill(&one);
	fill(&two);
	one.other = &two;
	two.other = &one;
	loop_watch(loop, one.ends[0], EPOLLIN, forget_other, &one);
	loop_watch(loop, two.ends[0], EPOLLIN, forget_other, &two);
	run_for(10);
	assert_int_equal(one.calls + two.calls, 1);
	drain(&one);
	drain(&two);
}

static void
count_call(void *data, uint32_t events)
{
	int *calls = data;

	(void)events;
	(*calls)++;
}

static int calls_of_the_new;

/* Closes the other pipe and gives its number to an empty one, in the same turn. */
static void
replace_other(void *data, uint32_t events)
{
	struct full_pipe *full = data;
	int fd;
	int empty[2];

	(void)events;
	full->calls++;
	fd = full->other->ends[0];
	loop_forget(loop, full->ends[0]);
	loop_forget(loop, fd);
	assert_int_equal(pipe2(empty, O_CLOEXEC | O_NONBLOCK), 0);
	assert_int_equal(dup3(empty[0], fd, O_CLOEXEC), fd);
	close(empty[0]);
	full->other->ends[0] = fd;
	close(full->other->ends[1]);
	full->other->ends[1] = empty[1];
	loop_watch(loop, fd, EPOLLIN, count_call, &calls_of_the_new);
}

TEST(does_not_give_an_old_event_to_a_new_file_of_the_same_number)
{
	struct full_pipe one;
	struct full_pipe two;

	fill(&one);
	fill(&two);
	one.other = &two;
	two.other = &one;
	calls_of_the_new = 0;
	loop_watch(loop, one.ends[0], EPOLLIN, replace_other, &one);
	loop_watch(loop, two.ends[0], EPOLLIN, replace_other, &two);
	run_for(10);
	assert_int_equal(one.calls + two.calls, 1);
	assert_int_equal(calls_of_the_new, 0);
	drain(&one);
	drain(&two);
}

/* Notes the events of a descriptor, once. */
static void
note_events(void *data, uint32_t events)
{
	ran[ran_count++] = (int)events;
	loop_forget(loop, *(const int *)data);
}

TEST(changes_what_it_watches_for)
{
	int ends[2];

	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	loop_watch(loop, ends[1], EPOLLOUT, note_events, &ends[1]);
	loop_change(loop, ends[1], EPOLLIN);
	run_for(5);
	assert_int_equal(ran_count, 0);
	loop_change(loop, ends[1], EPOLLOUT);
	run_for(5);
	assert_int_equal(ran_count, 1);
	assert_int_equal(ran[0], EPOLLOUT);
	close(ends[0]);
	close(ends[1]);
}

/* Stops the loop from another thread, a little later. */
static void *
stop_from_a_thread(void *data)
{
	usleep(20000);
	loop_stop(data);
	return NULL;
}

TEST(stops_from_another_thread)
{
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, stop_from_a_thread, loop), 0);
	loop_run(loop);
	pthread_join(thread, NULL);
}

static void
stop_from_a_signal(int number)
{
	(void)number;
	loop_stop(loop);
}

TEST(stops_from_a_signal_handler)
{
	const struct sigaction action = {.sa_handler = stop_from_a_signal};
	struct sigaction before;

	assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
	ualarm(20000, 0);
	loop_run(loop);
	sigaction(SIGALRM, &before, NULL);
}

TEST(does_not_run_when_stopped_before)
{
	loop_stop(loop);
	loop_run(loop);
	loop_after(loop, 1, note, &numbers[4]);
	run_for(5);
	assert_int_equal(ran_count, 1);
}

const struct test_scene test_scene = {.before = set_up, .after = tear_down};
