/*
 * route.c - what the contract says about the workers of an operation. No other file of
 * the runtime reads these members of struct op.
 */
#include "common/calls/inside.h"

/* Whether the statements of a read may leave on shared connections. A slow statement
 * would delay the others on its connection; a replica has connections of its own. */
static bool
may_share(const struct calls *calls, const struct frame *frame, const struct op *op)
{
	if (op->tx == TX_NONE)
		return true;
	return op->brief && calls->setup.replica == NULL &&
		!(op->slow_with != NULL &&
			message_peek_given(frame->bytes + FRAME_HEADER_SIZE,
				frame->size - FRAME_HEADER_SIZE, op->slow_with));
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
	frame->stale_ok = op->behind;
	if (op->lane != LANE_DATABASE)
		return ROUTE_THREADS;
	if (op->method != METHOD_GET || !may_share(calls, frame, op))
		return ROUTE_ALONE;
	return op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY ? ROUTE_LIST
								   : ROUTE_READ;
}
