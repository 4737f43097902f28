/*
 * fiber.h - tasks with their own stack, which can wait without blocking their thread.
 *
 * fiber_resume() runs a fiber until it calls fiber_wait() or its work is done. A fiber
 * stays in one thread. Only these two calls switch, so between them no other fiber of the
 * thread runs.
 */
#ifndef KITH_COMMON_BASE_FIBER_H
#define KITH_COMMON_BASE_FIBER_H

#include <stdbool.h>

struct fiber;

typedef void fiber_work(void *data);

/* A new idle fiber; without memory the process ends. The stack uses only the memory that
 * it touches, and a guard page catches overflows. */
struct fiber *fiber_new(void);

/* Starts work in an idle fiber; returns when the fiber waits or is done. */
void fiber_start(struct fiber *fiber, fiber_work *work, void *data);

/* Continues a waiting fiber; returns when it waits again or is done. */
void fiber_resume(struct fiber *fiber);

/* Called inside the fiber: suspends it until fiber_resume(). */
void fiber_wait(struct fiber *fiber);

/* Whether the fiber has work that is not done. */
bool fiber_busy(const struct fiber *fiber);

/* Frees an idle fiber; NULL is allowed. */
void fiber_free(struct fiber *fiber);

#endif
