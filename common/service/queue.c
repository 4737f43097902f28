/*
 * queue.c - frames that wait. Threads that share a queue lock it themselves.
 */
#include "common/service/inside.h"

void
service_queue_put(struct service_queue *queue, struct service_frame *frame)
{
	frame->next = NULL;
	if (queue->last == NULL)
		queue->first = frame;
	else
		queue->last->next = frame;
	queue->last = frame;
	queue->count++;
	queue->bytes += frame->size;
}

/* The oldest frame, or NULL. */
struct service_frame *
service_queue_take(struct service_queue *queue)
{
	struct service_frame *frame = queue->first;

	if (frame == NULL)
		return NULL;
	queue->first = frame->next;
	if (queue->first == NULL)
		queue->last = NULL;
	queue->count--;
	queue->bytes -= frame->size;
	return frame;
}
