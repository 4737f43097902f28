/*
 * fiber_switch.h - what fiber.c goes from one stack to another with; nobody else includes it.
 *
 * The C library's swapcontext() also saves and restores the thread's signal mask, in a system
 * call for each switch. No fiber changes the mask, nor how numbers are rounded, so a few
 * instructions do instead on the machines that they are written for. Elsewhere, and where the
 * processor keeps a second copy of return addresses (a shadow stack), swapcontext() switches.
 */
#ifndef KITH_COMMON_BASE_FIBER_SWITCH_H
#define KITH_COMMON_BASE_FIBER_SWITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

/* Where a stack was left. */
struct fiber_place {
	void *top; /* its stack pointer; the registers are below what it was */
	ucontext_t context;
};

typedef void fiber_switch_work(void *data);

/* Whether the few instructions switch; the same for the life of the process. */
bool fiber_switch_is_short(void);

/* A place in front of work that never returns, on a stack that nothing uses. */
void fiber_switch_prepare(struct fiber_place *place, char *stack, size_t size,
	fiber_switch_work *work, void *data);

/* Leaves one place and goes on at the other; returns when somebody goes back. */
void fiber_switch(struct fiber_place *from, struct fiber_place *to);

#endif
