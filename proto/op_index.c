/*
 * op_index.c - an operation's place in ops[]. Every request is counted by it, and ops[]
 * is long, so the places are found by hashing the address, with a table that is made at
 * the first question.
 */
#include <pthread.h>

#include "proto/op.h"

/* Twice as many as operations at least: a contract test counts them. */
#define SLOTS 1024

struct slot {
	const struct op *op; /* NULL = empty */
	size_t index;
};

static struct slot slots[SLOTS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The operation's slot, or the empty one where it would stand. */
static struct slot *
find_slot(const struct op *op)
{
	uint64_t hash = (uint64_t)(uintptr_t)op * UINT64_C(0x9e3779b97f4a7c15);
	size_t at = hash >> 32 & (SLOTS - 1);

	while (slots[at].op != NULL && slots[at].op != op)
		at = (at + 1) & (SLOTS - 1);
	return &slots[at];
}

static void
fill(void)
{
	for (size_t i = 0; i < op_count && i < SLOTS / 2; i++)
		*find_slot(ops[i]) = (struct slot){ops[i], i};
}

size_t
op_index(const struct op *op)
{
	const struct slot *slot;

	if (op == NULL)
		return op_count;
	pthread_once(&once, fill);
	slot = find_slot(op);
	return slot->op == op ? slot->index : op_count;
}
