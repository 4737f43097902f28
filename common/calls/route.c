/*
 * route.c - reads from the contract which workers carry out an operation. No other file
 * of the runtime reads these members of struct op.
 */
#include "common/calls/inside.h"

/* The workers of an operation, by its declared cost. A filtered list counts as slow,
 * because it may skip many rows. A call for the replica uses other connections. */
static enum route
route_of_cost(const struct calls *calls, const struct frame *frame, const struct op *op)
{
	switch (op->cost) {
	case COST_POINT:
		return ROUTE_READ;
	case COST_LIST:
		if ((op->stale_ok && calls->setup.replica != NULL) ||
			message_peek_filter(frame->bytes + FRAME_HEADER_SIZE,
				frame->size - FRAME_HEADER_SIZE))
			return ROUTE_ALONE;
		return ROUTE_LIST;
	case COST_UNSET:
	case COST_SLOW:
		break;
	}
	return ROUTE_ALONE;
}

enum route
calls_route(const struct calls *calls, struct frame *frame)
{
	const struct calls_setup *setup = &calls->setup;
	char name[MESSAGE_NAME_SIZE];
	const struct op *op;

	if (frame->size > FRAME_HEADER_SIZE &&
		message_peek_op(frame->bytes + FRAME_HEADER_SIZE,
			frame->size - FRAME_HEADER_SIZE, name))
		frame->entry = run_find(setup->entries, setup->entry_count, name);
	if (frame->entry == NULL)
		return ROUTE_OWN;
	op = frame->entry->op;
	frame->stale_ok = op->stale_ok;
	if (op->run.pool != POOL_DATABASE)
		return ROUTE_THREADS;
	return route_of_cost(calls, frame, op);
}
