/*
 * task_fixture.h - the tasks of the service as it runs them, on connections of their own.
 */
#ifndef KITH_TEST_TASK_FIXTURE_H
#define KITH_TEST_TASK_FIXTURE_H

#include <pthread.h>
#include <unistd.h>

#include "tests/handlers/identity/account_fixture.h"

#define MOMENT_US 900000 /* less than any task waits between two rounds */

struct running_task {
	void (*run)(const volatile int *stop);
	volatile int stop;
	pthread_t thread;
};

static inline void *
task_thread(void *data)
{
	struct running_task *task = data;

	task->run(&task->stop);
	return NULL;
}

static inline void
task_start(struct running_task *task, void (*run)(const volatile int *stop))
{
	*task = (struct running_task){.run = run};
	assert_int_equal(pthread_create(&task->thread, NULL, task_thread, task), 0);
}

static inline void
task_end(struct running_task *task)
{
	task->stop = 1;
	assert_int_equal(pthread_join(task->thread, NULL), 0);
}

/* The first round of a task, and no second one. */
static inline void
task_run_for_a_moment(void (*run)(const volatile int *stop))
{
	struct running_task task;

	task_start(&task, run);
	usleep(MOMENT_US);
	task_end(&task);
}

#endif
