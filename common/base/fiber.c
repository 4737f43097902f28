/* fiber.c - allocates stacks and announces each switch to the sanitizers. */
#include "common/base/fiber.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/base/fiber_switch.h"
#include "common/base/log.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define KNOWS_STACKS 1
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define KNOWS_FIBERS 1
#include <sanitizer/tsan_interface.h>
#endif

/* Stack frames are larger under the sanitizers. */
#if defined(KNOWS_STACKS) || defined(KNOWS_FIBERS)
#define STACK_BYTES ((size_t)1024 * 1024)
#else
#define STACK_BYTES ((size_t)256 * 1024)
#endif

struct fiber {
	struct fiber_place inside, outside;
	char *stack; /* the lowest page is a guard page */
	fiber_work *work;
	void *data;
	bool busy;
	const void *outer_stack; /* for the address sanitizer */
	size_t outer_size;
	void *own, *outer; /* for the thread sanitizer */
};

/* Notifies the sanitizers before the thread switches to or from a fiber's stack. */
static void
leave(struct fiber *fiber, bool entering, void **kept)
{
#ifdef KNOWS_STACKS
	if (entering)
		__sanitizer_start_switch_fiber(kept, fiber->stack, STACK_BYTES);
	else
		__sanitizer_start_switch_fiber(
			kept, fiber->outer_stack, fiber->outer_size);
#endif
#ifdef KNOWS_FIBERS
	if (entering)
		fiber->outer = __tsan_get_current_fiber();
	__tsan_switch_to_fiber(entering ? fiber->own : fiber->outer, 0);
#endif
	(void)fiber;
	(void)entering;
	(void)kept;
}

/* Notifies the sanitizers after the switch. */
static void
arrive(struct fiber *fiber, bool entered, void *kept)
{
#ifdef KNOWS_STACKS
	__sanitizer_finish_switch_fiber(kept, entered ? &fiber->outer_stack : NULL,
		entered ? &fiber->outer_size : NULL);
#endif
	(void)fiber;
	(void)entered;
	(void)kept;
}

/* The fiber's main loop: runs one piece of work after another and never returns. */
static void
run(void *data)
{
	struct fiber *fiber = data;

	arrive(fiber, true, NULL);
	for (;;) {
		fiber->work(fiber->data);
		fiber->busy = false;
		fiber_wait(fiber);
	}
}

struct fiber *
fiber_new(void)
{
	struct fiber *fiber = calloc(1, sizeof(*fiber));
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (fiber != NULL) {
		fiber->stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	}
	if (fiber == NULL || fiber->stack == MAP_FAILED ||
		mprotect(fiber->stack, page, PROT_NONE) != 0) {
		log_error("out_of_memory", LOG_TEXT("where", "fibers"));
		abort();
	}
#ifdef KNOWS_FIBERS
	fiber->own = __tsan_create_fiber(0);
#endif
	fiber_switch_prepare(&fiber->inside, fiber->stack, STACK_BYTES, run, fiber);
	return fiber;
}

void
fiber_start(struct fiber *fiber, fiber_work *work, void *data)
{
	fiber->work = work;
	fiber->data = data;
	fiber->busy = true;
	fiber_resume(fiber);
}

void
fiber_resume(struct fiber *fiber)
{
	void *kept = NULL;

	leave(fiber, true, &kept);
	fiber_switch(&fiber->outside, &fiber->inside);
	arrive(fiber, false, kept);
}

void
fiber_wait(struct fiber *fiber)
{
	void *kept = NULL;

	leave(fiber, false, &kept);
	fiber_switch(&fiber->inside, &fiber->outside);
	arrive(fiber, true, kept);
}

bool
fiber_busy(const struct fiber *fiber)
{
	return fiber->busy;
}

void
fiber_free(struct fiber *fiber)
{
	if (fiber == NULL)
		return;
#ifdef KNOWS_FIBERS
	__tsan_destroy_fiber(fiber->own);
#endif
#ifdef KNOWS_STACKS
	/* The frames of a fiber that waits are marked, and the next mapping may be here. */
	__asan_unpoison_memory_region(fiber->stack, STACK_BYTES);
#endif
	munmap(fiber->stack, STACK_BYTES);
	free(fiber);
}
