/*
 * loop.c - an event loop on epoll, with a heap of timers.
 *
 * A turn waits for events, runs the callbacks of ready descriptors, then the timers that
 * are due, then the callbacks for the end of the turn. A descriptor may be forgotten, or
 * closed and reused, while its event is pending in the batch; the generation in the event
 * detects this. A timer added by a timer runs in a later turn, so that no turn is
 * endless.
 */
#include "common/base/loop.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/timers.h"

#define EVENTS_PER_TURN 256
#define WAIT_MS_MAX 60000
#define DELAY_MS_MAX (INT64_C(1000) * 60 * 60 * 24 * 365)

struct watch {
	loop_fd_ready *ready; /* NULL = not watched */
	void *data;
	uint32_t generation;
};

struct turn_end {
	loop_timer_due *due; /* NULL = forgotten */
	void *data;
};

struct loop {
	int epoll_fd, stop_fd;
	_Atomic bool stopping;
	int64_t now_us;

	struct watch *watches; /* by descriptor */
	size_t watch_count;

	struct timers timers;

	struct turn_end *turn_ends;
	size_t turn_end_count;
};

/* Ends the process, which cannot work without memory or descriptors for its loop. */
static void
loop_broken(const char *what)
{
	fprintf(stderr, "loop: %s: %s\n", what, strerror(errno));
	abort();
}

/* Grows an array to `count` elements; new elements are not initialized. */
static void *
grow(void *array, size_t count, size_t size)
{
	void *grown = reallocarray(array, count, size);

	if (grown == NULL)
		loop_broken("memory");
	return grown;
}

/* Clears the event by which loop_stop() ends a wait. */
static void
stop_ready(void *data, uint32_t events)
{
	struct loop *loop = data;
	uint64_t count;
	ssize_t got = read(loop->stop_fd, &count, sizeof(count));

	(void)events;
	(void)got; /* EAGAIN is fine: the flag decides, not the count */
}

struct loop *
loop_new(void)
{
	struct loop *loop = calloc(1, sizeof(*loop));

	if (loop == NULL)
		loop_broken("memory");
	loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	loop->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (loop->epoll_fd < 0 || loop->stop_fd < 0)
		loop_broken("descriptors");
	loop->now_us = clock_monotonic_us();
	loop_watch(loop, loop->stop_fd, EPOLLIN, stop_ready, loop);
	return loop;
}

void
loop_free(struct loop *loop)
{
	if (loop == NULL)
		return;
	timers_done(&loop->timers);
	free(loop->watches);
	free(loop->turn_ends);
	close(loop->stop_fd);
	close(loop->epoll_fd);
	free(loop);
}

/* ---- descriptors ---- */

/* Sets the events that epoll reports for a descriptor, registered or not. */
static void
control(struct loop *loop, int fd, uint32_t events)
{
	const uint64_t generation = loop->watches[fd].generation;
	struct epoll_event event = {
		.events = events, .data.u64 = generation << 32 | (uint32_t)fd};

	if (epoll_ctl(loop->epoll_fd, EPOLL_CTL_MOD, fd, &event) == 0)
		return;
	if (errno != ENOENT || epoll_ctl(loop->epoll_fd, EPOLL_CTL_ADD, fd, &event) != 0)
		loop_broken("epoll_ctl");
}

void
loop_watch(struct loop *loop, int fd, uint32_t events, loop_fd_ready *ready, void *data)
{
	size_t index;
	struct watch *watch;

	if (fd < 0) {
		errno = EBADF;
		loop_broken("watch");
	}
	index = (size_t)fd;
	if (index >= loop->watch_count) {
		const size_t count = (index + 1) * 2;

		loop->watches = grow(loop->watches, count, sizeof(*loop->watches));
		memset(loop->watches + loop->watch_count, 0,
			(count - loop->watch_count) * sizeof(*loop->watches));
		loop->watch_count = count;
	}
	watch = &loop->watches[index];
	watch->ready = ready;
	watch->data = data;
	watch->generation++;
	control(loop, fd, events);
}

void
loop_change(struct loop *loop, int fd, uint32_t events)
{
	if (fd >= 0 && (size_t)fd < loop->watch_count && loop->watches[fd].ready != NULL)
		control(loop, fd, events);
}

void
loop_forget(struct loop *loop, int fd)
{
	if (fd < 0 || (size_t)fd >= loop->watch_count || loop->watches[fd].ready == NULL)
		return;
	loop->watches[fd].ready = NULL;
	loop->watches[fd].generation++;
	/* Fails, without harm, when the descriptor is already closed. */
	epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, fd, NULL);
}

/* Calls back for an event unless its descriptor was forgotten since the wait. */
static void
deliver(struct loop *loop, const struct epoll_event *event)
{
	const size_t fd = (uint32_t)event->data.u64;
	const uint32_t generation = (uint32_t)(event->data.u64 >> 32);
	const struct watch watch = loop->watches[fd];

	if (watch.ready != NULL && watch.generation == generation)
		watch.ready(watch.data, event->events);
}

/* ---- timers ---- */

struct loop_timer *
loop_after(struct loop *loop, int64_t delay_ms, loop_timer_due *due, void *data)
{
	int64_t due_us;
	struct loop_timer *timer;

	if (delay_ms < 0)
		delay_ms = 0;
	if (delay_ms > DELAY_MS_MAX)
		delay_ms = DELAY_MS_MAX;
	due_us = clock_monotonic_us() + delay_ms * 1000;
	timer = timers_add(&loop->timers, due_us, due, data);
	if (timer == NULL)
		loop_broken("memory");
	return timer;
}

void
loop_cancel(struct loop *loop, struct loop_timer *timer)
{
	if (timer != NULL)
		timers_remove(&loop->timers, timer);
}

/* The longest wait: until the next timer, rounded up so that no timer runs early. */
static int
wait_ms(const struct loop *loop)
{
	const int64_t next_us = timers_next_us(&loop->timers);
	int64_t left_us;
	int64_t left_ms;

	if (next_us == INT64_MAX)
		return -1;
	left_us = next_us - clock_monotonic_us();
	if (left_us <= 0)
		return 0;
	left_ms = (left_us + 999) / 1000;
	return left_ms > WAIT_MS_MAX ? WAIT_MS_MAX : (int)left_ms;
}

/* ---- turns ---- */

void
loop_at_turn_end(struct loop *loop, loop_timer_due *due, void *data)
{
	const size_t count = loop->turn_end_count + 1;

	loop->turn_ends = grow(loop->turn_ends, count, sizeof(*loop->turn_ends));
	loop->turn_ends[loop->turn_end_count] =
		(struct turn_end){.due = due, .data = data};
	loop->turn_end_count = count;
}

void
loop_forget_turn_end(struct loop *loop, loop_timer_due *due, void *data)
{
	for (size_t i = 0; i < loop->turn_end_count; i++) {
		struct turn_end *turn_end = &loop->turn_ends[i];

		if (turn_end->due == due && turn_end->data == data)
			turn_end->due = NULL;
	}
}

/* Runs the callbacks for the end of the turn and removes forgotten ones. */
static void
run_turn_ends(struct loop *loop)
{
	size_t kept;

	for (size_t i = 0; i < loop->turn_end_count; i++) {
		const struct turn_end turn_end = loop->turn_ends[i];

		if (turn_end.due != NULL)
			turn_end.due(turn_end.data);
	}
	kept = 0;
	for (size_t i = 0; i < loop->turn_end_count; i++) {
		if (loop->turn_ends[i].due != NULL)
			loop->turn_ends[kept++] = loop->turn_ends[i];
	}
	loop->turn_end_count = kept;
}

int64_t
loop_now_ms(const struct loop *loop)
{
	return loop->now_us / 1000;
}

static void
turn(struct loop *loop)
{
	struct epoll_event events[EVENTS_PER_TURN];
	const int count =
		epoll_wait(loop->epoll_fd, events, EVENTS_PER_TURN, wait_ms(loop));

	if (count < 0 && errno != EINTR)
		loop_broken("epoll_wait");
	loop->now_us = clock_monotonic_us();
	for (int i = 0; i < count; i++)
		deliver(loop, &events[i]);
	loop->now_us = clock_monotonic_us();
	timers_run(&loop->timers, loop->now_us);
	run_turn_ends(loop);
}

void
loop_run(struct loop *loop)
{
	while (!atomic_load(&loop->stopping))
		turn(loop);
	atomic_store(&loop->stopping, false);
	stop_ready(loop, EPOLLIN);
}

void
loop_stop(struct loop *loop)
{
	const int saved_errno = errno; /* preserved for signal handlers */
	uint64_t one;
	ssize_t written;

	atomic_store(&loop->stopping, true);
	one = 1;
	written = write(loop->stop_fd, &one, sizeof(one));
	(void)written; /* a full counter wakes the loop too */
	errno = saved_errno;
}
