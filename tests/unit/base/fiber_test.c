/*
 * fiber_test.c - fibers switch only where they ask to, and keep their stacks.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/base/fiber.h"
#include "tests/support/test.h"

#define FIBERS 40

struct counter {
	struct fiber *fiber;
	unsigned steps, sum;
};

/* Counts 1, 2, … and waits after each. */
static void
count(void *data)
{
	struct counter *counter = data;
	unsigned own = 0;

	for (unsigned i = 1; i <= counter->steps; i++) {
		own += i;
		counter->sum = own;
		fiber_wait(counter->fiber);
	}
}

TEST(runs_until_it_waits)
{
	struct counter counter = {.fiber = fiber_new(), .steps = 3};

	assert_false(fiber_busy(counter.fiber));
	fiber_start(counter.fiber, count, &counter);
	assert_int_equal(counter.sum, 1);
	fiber_resume(counter.fiber);
	assert_int_equal(counter.sum, 3);
	assert_true(fiber_busy(counter.fiber));
	fiber_resume(counter.fiber);
	fiber_resume(counter.fiber);
	assert_int_equal(counter.sum, 6);
	assert_false(fiber_busy(counter.fiber));
	fiber_free(counter.fiber);
	fiber_free(NULL);
}

TEST(does_one_piece_of_work_after_the_other)
{
	struct counter counter = {.fiber = fiber_new()};

	for (unsigned steps = 0; steps < 100; steps++) {
		counter.steps = steps;
		counter.sum = 0;
		fiber_start(counter.fiber, count, &counter);
		while (fiber_busy(counter.fiber))
			fiber_resume(counter.fiber);
		assert_int_equal(counter.sum, steps * (steps + 1) / 2);
	}
	fiber_free(counter.fiber);
}

/* Compilers rely on the alignment of the stack: an aligned store of four numbers must not
 * fault. */
static void
look_where_the_frame_is(void *data)
{
	*(uintptr_t *)data = (uintptr_t)__builtin_frame_address(0);
}

TEST(begins_with_a_stack_that_is_aligned)
{
	struct fiber *fiber = fiber_new();
	uintptr_t frame = 1;

	fiber_start(fiber, look_where_the_frame_is, &frame);
	assert_int_equal(frame % 16, 0);
	fiber_free(fiber);
}

TEST(keeps_the_stacks_of_many_apart)
{
	struct counter counters[FIBERS] = {0};
	unsigned busy = FIBERS;

	for (unsigned i = 0; i < FIBERS; i++) {
		counters[i].fiber = fiber_new();
		counters[i].steps = i + 1;
		fiber_start(counters[i].fiber, count, &counters[i]);
	}
	while (busy > 0) {
		for (unsigned i = 0; i < FIBERS; i++) {
			if (!fiber_busy(counters[i].fiber))
				continue;
			fiber_resume(counters[i].fiber);
			busy -= !fiber_busy(counters[i].fiber);
		}
	}
	for (unsigned i = 0; i < FIBERS; i++) {
		assert_int_equal(counters[i].sum, (i + 1) * (i + 2) / 2);
		fiber_free(counters[i].fiber);
	}
}

/* Touches more stack than there is. */
static int
dive(volatile char *above, int depth)
{
	volatile char frame[4096];

	frame[0] = above[0];
	if (depth == 0)
		return frame[0];
	return dive(frame, depth - 1) + frame[0];
}

static void
overflow(void *data)
{
	volatile char top[1] = {0};

	*(int *)data = dive(top, 4096);
}

TEST(ends_the_process_when_a_stack_is_too_small)
{
	int result = 0, status;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){0});
		if (freopen("/dev/null", "w", stderr) == NULL)
			_exit(0);
		signal(SIGSEGV, SIG_DFL);
		fiber_start(fiber_new(), overflow, &result);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
