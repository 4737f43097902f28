/*
 * fiber_switch.c - switches stacks: in assembly on x86-64, by ucontext elsewhere.
 *
 * kith_switch_stacks(&left, entered) pushes the callee-saved registers (System V ABI,
 * AMD64 supplement, section 3.2.1), stores the stack pointer in `left`, loads `entered`,
 * and pops the registers saved there. A new stack is laid out so that its first switch
 * returns into kith_begin_stack(), which calls the work with its data.
 */
#include "common/base/fiber_switch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__LP64__) && !defined(KITH_PORTABLE_FIBERS)
#define HAS_ASSEMBLY 1
/* Six registers, the return address, and two words that align the stack to 16 bytes. */
#define NEW_STACK_WORDS 9
#define WORD_OF_DATA 3 /* r12 */
#define WORD_OF_WORK 2 /* r13 */
#define WORD_OF_RETURN 6
__asm__(".pushsection .text\n"
	".type kith_switch_stacks, @function\n"
	"kith_switch_stacks:\n"
	"	endbr64\n"
	"	pushq %rbp\n"
	"	pushq %rbx\n"
	"	pushq %r12\n"
	"	pushq %r13\n"
	"	pushq %r14\n"
	"	pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	ret\n"
	".size kith_switch_stacks, . - kith_switch_stacks\n"
	".type kith_begin_stack, @function\n"
	"kith_begin_stack:\n"
	"	.cfi_startproc\n"
	"	.cfi_undefined rip\n"
	"	movq %r12, %rdi\n"
	"	callq *%r13\n"
	"	ud2\n"
	"	.cfi_endproc\n"
	".size kith_begin_stack, . - kith_begin_stack\n"
	".type kith_shadow_stack, @function\n"
	"kith_shadow_stack:\n"
	"	endbr64\n"
	"	xorl %eax, %eax\n"
	"	rdsspq %rax\n" /* a no-op without a shadow stack */
	"	ret\n"
	".size kith_shadow_stack, . - kith_shadow_stack\n"
	".popsection\n");
#endif

#ifdef HAS_ASSEMBLY

void kith_switch_stacks(void **left, void *entered);
void kith_begin_stack(void);
uint64_t kith_shadow_stack(void);

bool
fiber_switch_is_short(void)
{
	return kith_shadow_stack() == 0;
}

/* Gives a new stack the layout that kith_switch_stacks() expects. */
static void
prepare_short(
	struct fiber_place *place, char *end, fiber_switch_work *work, const void *data)
{
	uintptr_t words[NEW_STACK_WORDS] = {0};

	words[WORD_OF_DATA] = (uintptr_t)data;
	words[WORD_OF_WORK] = (uintptr_t)work;
	words[WORD_OF_RETURN] = (uintptr_t)kith_begin_stack;
	memcpy(end - sizeof(words), words, sizeof(words));
	place->top = end - sizeof(words);
}

void
fiber_switch(struct fiber_place *from, struct fiber_place *to)
{
	if (fiber_switch_is_short())
		kith_switch_stacks(&from->top, to->top);
	else
		swapcontext(&from->context, &to->context);
}

#else

bool
fiber_switch_is_short(void)
{
	return false;
}

static void
prepare_short(
	struct fiber_place *place, char *end, fiber_switch_work *work, const void *data)
{
	(void)place;
	(void)end;
	(void)work;
	(void)data;
}

void
fiber_switch(struct fiber_place *from, struct fiber_place *to)
{
	swapcontext(&from->context, &to->context);
}

#endif

/* makecontext() passes only ints, so each address is passed in two halves. */
static void
begin_portable(
	unsigned work_high, unsigned work_low, unsigned data_high, unsigned data_low)
{
	const uintptr_t work = (uintptr_t)work_high << 32 | work_low;
	const uintptr_t data = (uintptr_t)data_high << 32 | data_low;

	((fiber_switch_work *)work)((void *)data);
	abort();
}

void
fiber_switch_prepare(struct fiber_place *place, char *stack, size_t size,
	fiber_switch_work *work, void *data)
{
	if (fiber_switch_is_short()) {
		prepare_short(place, stack + size, work, data);
		return;
	}
	if (getcontext(&place->context) != 0)
		abort();
	place->context.uc_stack.ss_sp = stack;
	place->context.uc_stack.ss_size = size;
	makecontext(&place->context, (void (*)(void))begin_portable, 4,
		(unsigned)((uintptr_t)work >> 32), (unsigned)(uintptr_t)work,
		(unsigned)((uintptr_t)data >> 32), (unsigned)(uintptr_t)data);
}
