#include "common/transport/transport.h"

void
frame_queue_put(struct frame_queue *queue, struct frame *frame)
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

struct frame *
frame_queue_take(struct frame_queue *queue)
{
	struct frame *frame = queue->first;

	if (frame == NULL)
		return NULL;
	queue->first = frame->next;
	if (queue->first == NULL)
		queue->last = NULL;
	queue->count--;
	queue->bytes -= frame->size;
	return frame;
}
