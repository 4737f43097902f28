/*
 * loop.h - an event loop: file descriptors (epoll) and timers. One thread owns a loop, and
 * only it calls what is below, but for loop_stop(). Nothing here fails: without memory or
 * descriptors the process ends.
 */
#ifndef KITH_COMMON_BASE_LOOP_H
#define KITH_COMMON_BASE_LOOP_H

#include <stdint.h>

struct loop;
struct loop_timer;

/* `events` are EPOLLIN, EPOLLOUT, …; errors and hang-ups are always reported. */
typedef void loop_fd_ready(void *data, uint32_t events);
typedef void loop_timer_due(void *data);

struct loop *loop_new(void);

/* Frees the loop and its timers, without running them; closes no descriptor that it watched.
 * NULL is fine. */
void loop_free(struct loop *loop);

/* Watches a descriptor, level-triggered. The callback may remove any descriptor. */
void
loop_watch(struct loop *loop, int fd, uint32_t events, loop_fd_ready *ready, void *data);

/* Other events for a descriptor that is watched, and no more of them; both do nothing when it
 * is not. Forget a descriptor before it is closed. */
void loop_change(struct loop *loop, int fd, uint32_t events);
void loop_forget(struct loop *loop, int fd);

/* Runs once after `delay_ms`. A timer is freed when it has run or is cancelled. */
struct loop_timer *
loop_after(struct loop *loop, int64_t delay_ms, loop_timer_due *due, void *data);
void loop_cancel(struct loop *loop, struct loop_timer *timer);

/* Called at the end of every turn, for work that is gathered over a turn (one write per
 * connection). */
void loop_at_turn_end(struct loop *loop, loop_timer_due *due, void *data);

/* Undoes it, before what it was called with goes away. */
void loop_forget_turn_end(struct loop *loop, loop_timer_due *due, void *data);

/* Monotonic time of the current turn. */
int64_t loop_now_ms(const struct loop *loop);

/* Turns until loop_stop(), which any thread and a signal handler may call. */
void loop_run(struct loop *loop);
void loop_stop(struct loop *loop);

#endif
