/*
 * fiber_switch.c - from one stack to another, for each machine.
 *
 * kith_switch_stacks(&left, entered) pushes the registers that a function must leave as they were,
 * notes the stack pointer in `left`, takes the other one, and pops what was pushed there. A new
 * stack looks as if kith_begin_stack() had called it, which calls the work with its data.
 */
#include "common/base/fiber_switch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__LP64__) && !defined(KITH_PORTABLE_FIBERS)
#define MACHINE_KNOWN 1
/* The registers, the address to return to, and two that keep the stack aligned. */
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
	"	rdsspq %rax\n" /* does nothing where there is none */
	"	ret\n"
	".size kith_shadow_stack, . - kith_shadow_stack\n"
	".popsection\n");
#elif defined(__aarch64__) && defined(__LP64__) && !defined(KITH_PORTABLE_FIBERS)
#define MACHINE_KNOWN 1
#define NEW_STACK_WORDS 20
#define WORD_OF_DATA 0    /* x19 */
#define WORD_OF_WORK 1    /* x20 */
#define WORD_OF_RETURN 11 /* x30 */
__asm__(".pushsection .text\n"
	".type kith_switch_stacks, %function\n"
	"kith_switch_stacks:\n"
	"	hint #34\n" /* a branch may land here */
	"	sub sp, sp, #160\n"
	"	stp x19, x20, [sp, #0]\n"
	"	stp x21, x22, [sp, #16]\n"
	"	stp x23, x24, [sp, #32]\n"
	"	stp x25, x26, [sp, #48]\n"
	"	stp x27, x28, [sp, #64]\n"
	"	stp x29, x30, [sp, #80]\n"
	"	stp d8, d9, [sp, #96]\n"
	"	stp d10, d11, [sp, #112]\n"
	"	stp d12, d13, [sp, #128]\n"
	"	stp d14, d15, [sp, #144]\n"
	"	mov x9, sp\n"
	"	str x9, [x0]\n"
	"	mov sp, x1\n"
	"	ldp x19, x20, [sp, #0]\n"
	"	ldp x21, x22, [sp, #16]\n"
	"	ldp x23, x24, [sp, #32]\n"
	"	ldp x25, x26, [sp, #48]\n"
	"	ldp x27, x28, [sp, #64]\n"
	"	ldp x29, x30, [sp, #80]\n"
	"	ldp d8, d9, [sp, #96]\n"
	"	ldp d10, d11, [sp, #112]\n"
	"	ldp d12, d13, [sp, #128]\n"
	"	ldp d14, d15, [sp, #144]\n"
	"	add sp, sp, #160\n"
	"	ret\n"
	".size kith_switch_stacks, . - kith_switch_stacks\n"
	".type kith_begin_stack, %function\n"
	"kith_begin_stack:\n"
	"	.cfi_startproc\n"
	"	.cfi_undefined x30\n"
	"	mov x0, x19\n"
	"	blr x20\n"
	"	brk #1\n"
	"	.cfi_endproc\n"
	".size kith_begin_stack, . - kith_begin_stack\n"
	".type kith_shadow_stack, %function\n"
	"kith_shadow_stack:\n"
	"	hint #34\n"
	"	mov x16, #1\n"
	"	hint #40\n" /* clears the bit where there is one, and does nothing elsewhere */
	"	eor x0, x16, #1\n"
	"	ret\n"
	".size kith_shadow_stack, . - kith_shadow_stack\n"
	".popsection\n");
#endif

#ifdef MACHINE_KNOWN

void kith_switch_stacks(void **left, void *entered);
void kith_begin_stack(void);
uint64_t kith_shadow_stack(void);

bool
fiber_switch_is_short(void)
{
	return kith_shadow_stack() == 0;
}

/* Puts on a new stack what kith_switch_stacks() takes from one. */
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

/* makecontext() passes integers only, so both addresses come in halves. */
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
