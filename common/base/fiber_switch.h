/*
 * fiber_switch.h - switching from one stack to another; only fiber.c includes it.
 *
 * swapcontext() saves and restores the signal mask with a system call per switch. No
 * fiber changes the signal mask or the floating-point modes, so on x86-64 a few
 * instructions suffice. swapcontext() remains on other processors and on x86-64 with a
 * shadow stack (CET), which the assembly does not switch.
 */
#ifndef KITH_COMMON_BASE_FIBER_SWITCH_H
#define KITH_COMMON_BASE_FIBER_SWITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

/* A suspended stack. */
struct fiber_place {
	void *top; /* the stack pointer; the saved registers are on the stack */
	ucontext_t context;
};

typedef void fiber_switch_work(void *data);

/* Whether the assembly is used; constant for the life of the process. */
bool fiber_switch_is_short(void);

/* Prepares an unused stack to begin with `work`, which must not return. */
void fiber_switch_prepare(struct fiber_place *place, char *stack, size_t size,
	fiber_switch_work *work, void *data);

/* Saves the current stack in `from`, continues `to`; returns when `from` is
 * resumed. */
void fiber_switch(struct fiber_place *from, struct fiber_place *to);

#endif
