/*
 * loop.h - an event loop for file descriptors (epoll) and timers.
 *
 * One thread owns a loop; other threads may only call loop_stop(). No function fails:
 * without memory or descriptors the process ends.
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

/* Frees the loop and its timers without running them. Closes no watched descriptor. NULL
 * is allowed. */
void loop_free(struct loop *loop);

/* Watches a descriptor, level-triggered. The callback may remove any descriptor. */
void
loop_watch(struct loop *loop, int fd, uint32_t events, loop_fd_ready *ready, void *data);

/* loop_change() replaces the events of a watched descriptor, loop_forget() stops watching
 * it. Both ignore other descriptors. Call loop_forget() before close(). */
void loop_change(struct loop *loop, int fd, uint32_t events);
void loop_forget(struct loop *loop, int fd);

/* Runs `due` once after `delay_ms`. A timer is freed after it ran or was cancelled. */
struct loop_timer *
loop_after(struct loop *loop, int64_t delay_ms, loop_timer_due *due, void *data);
void loop_cancel(struct loop *loop, struct loop_timer *timer);

/* Calls `due` at the end of every turn, for work that is batched per turn, such as one
 * write per connection. */
void loop_at_turn_end(struct loop *loop, loop_timer_due *due, void *data);

/* Removes the callback; required before `data` is freed. */
void loop_forget_turn_end(struct loop *loop, loop_timer_due *due, void *data);

/* The monotonic time of the current turn. */
int64_t loop_now_ms(const struct loop *loop);

/* Runs turns until loop_stop(), which any thread or signal handler may call. */
void loop_run(struct loop *loop);
void loop_stop(struct loop *loop);

#endif
