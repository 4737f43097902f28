#include "common/transport/transport.h"

/* Puts a frame in front of the one at `place`, or at the end. */
static void
put_at(struct frame_queue *queue, struct frame **place, struct frame *frame)
{
	frame->next = *place;
	*place = frame;
	if (frame->next == NULL)
		queue->last = frame;
	queue->count++;
	queue->bytes += frame->size;
}

void
frame_queue_put(struct frame_queue *queue, struct frame *frame)
{
	put_at(queue, queue->last != NULL ? &queue->last->next : &queue->first, frame);
}

void
frame_queue_insert(struct frame_queue *queue, struct frame *frame)
{
	struct frame **place = &queue->first;

	while (*place != NULL && (*place)->turn <= frame->turn)
		place = &(*place)->next;
	put_at(queue, place, frame);
}

void
frame_queue_remove(struct frame_queue *queue, struct frame *frame)
{
	struct frame *before = NULL;

	for (struct frame *at = queue->first; at != frame; at = at->next)
		before = at;
	if (before != NULL)
		before->next = frame->next;
	else
		queue->first = frame->next;
	if (queue->last == frame)
		queue->last = before;
	queue->count--;
	queue->bytes -= frame->size;
}

struct frame *
frame_queue_take(struct frame_queue *queue)
{
	struct frame *frame = queue->first;

	if (frame != NULL)
		frame_queue_remove(queue, frame);
	return frame;
}
