/*
 * fiber.h - work with a stack of its own that can wait without holding up its thread.
 *
 * A fiber runs when fiber_resume() is called and returns to it when it calls fiber_wait(), or
 * when its work is done. All of that happens in one thread. Nothing switches but these two
 * calls, so between them a fiber has its thread for itself.
 */
#ifndef KITH_COMMON_BASE_FIBER_H
#define KITH_COMMON_BASE_FIBER_H

#include <stdbool.h>

struct fiber;

typedef void fiber_work(void *data);

/* A fiber that does nothing yet; without memory the process ends. Its stack takes only the
 * memory that it touches, and ends in a page that nothing may touch. */
struct fiber *fiber_new(void);

/* Begins work in a fiber that is idle, and returns when it waits or is done. */
void fiber_start(struct fiber *fiber, fiber_work *work, void *data);

/* Goes on with a fiber that waits; likewise. */
void fiber_resume(struct fiber *fiber);

/* Called inside the fiber: returns when somebody resumes it. */
void fiber_wait(struct fiber *fiber);

/* Whether it has begun work and is not done. */
bool fiber_busy(const struct fiber *fiber);

/* Frees a fiber that is idle; NULL is fine. */
void fiber_free(struct fiber *fiber);

#endif
