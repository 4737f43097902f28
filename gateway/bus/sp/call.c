/*
 * call.c - lists of calls, and the signal that the end of a turn has work to do.
 */
#include "gateway/bus/sp/inside.h"

/* The turn needs no action: its end does the work. */
static void
woken(void *data)
{
	struct sp_bus *bus = data;

	bus->wake = NULL;
}

void
bus_sp_wake(struct sp_bus *bus)
{
	if (bus->wake == NULL)
		bus->wake = loop_after(bus->loop, 0, woken, bus);
}

void
sp_call_append(struct sp_call_list *list, struct sp_call *call, enum sp_call_state state)
{
	call->state = state;
	call->list = list;
	call->next = NULL;
	call->previous = list->last;
	if (list->last != NULL)
		list->last->next = call;
	else
		list->first = call;
	list->last = call;
	list->count++;
}

void
sp_call_detach(struct sp_call *call)
{
	struct sp_call_list *list = call->list;

	if (list == NULL)
		return;
	if (call->previous != NULL)
		call->previous->next = call->next;
	else
		list->first = call->next;
	if (call->next != NULL)
		call->next->previous = call->previous;
	else
		list->last = call->previous;
	list->count--;
	call->list = NULL;
}

void
sp_call_stop_timer(struct sp_call *call)
{
	loop_cancel(call->bus->loop, call->timer);
	call->timer = NULL;
}
