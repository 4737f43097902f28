/*
 * op_index.c - the index of an operation in ops[]. Every request needs it for counting,
 * so a hash table of addresses replaces the search. The first call fills the table.
 */
#include <pthread.h>

#include "proto/op.h"

/* At least twice the number of operations; a contract test checks that. */
#define SLOTS 1024

struct slot {
	const struct op *op; /* NULL = empty */
	size_t index;
};

static struct slot slots[SLOTS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The operation's slot, or the empty slot for it. */
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
