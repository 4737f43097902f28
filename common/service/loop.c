/*
 * loop.c - the loop: what a turn of it begins with, and what it ends with.
 *
 * Everything that a turn wants to say is gathered and said at its end: one write for each
 * connection to the database, one for each gateway, one for the log.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "common/base/log.h"
#include "common/service/inside.h"

/* Takes a queue that other threads fill. */
static struct service_queue
take_all(struct process *process, struct service_queue *queue)
{
	struct service_queue taken;

	pthread_mutex_lock(&process->lock);
	taken = *queue;
	*queue = (struct service_queue){0};
	pthread_mutex_unlock(&process->lock);
	return taken;
}

/* Sends the answers of calls that slow work has carried out. */
static void
take_finished(struct process *process)
{
	struct service_queue finished = take_all(process, &process->finished);
	struct service_frame *frame;

	while ((frame = service_queue_take(&finished)) != NULL) {
		const struct buffer reply = {
			.data = frame->answer, .size = frame->answer_size};

		if (frame->answer != NULL)
			process->bus->answer(frame, &reply);
		free(frame->answer);
		service_lane_release(process, frame);
	}
}

/* Another thread has left something. */
static void
woken(void *data, uint32_t events)
{
	struct process *process = data;
	struct service_queue arrived;
	struct service_frame *frame;
	eventfd_t count;

	(void)events;
	eventfd_read(process->wake_fd, &count);
	service_db_take_opened(process);
	take_finished(process);
	arrived = take_all(process, &process->arrived);
	while ((frame = service_queue_take(&arrived)) != NULL)
		service_lane_take(process, frame);
}

void
service_loop_wake(struct process *process)
{
	eventfd_write(process->wake_fd, 1);
}

/* Sends what the turn has gathered. */
static void
end_turn(void *data)
{
	struct process *process = data;

	do {
		service_lane_dispatch(process);
		db_pipelines_send(process->pipelines);
		process->bus->flush(process, service_lane_room(process));
	} while (service_lane_pending(process));
	log_flush();
	/* drain() ends the process once this is 0, so it comes after the answers have left. */
	atomic_fetch_sub(&process->in_flight, process->released);
	process->released = 0;
}

bool
service_loop_prepare(struct process *process)
{
	process->loop = loop_new();
	process->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (process->wake_fd < 0) {
		log_error("loop", LOG_TEXT("error", strerror(errno)));
		return false;
	}
	loop_watch(process->loop, process->wake_fd, EPOLLIN, woken, process);
	loop_at_turn_end(process->loop, end_turn, process);
	return true;
}

void *
service_loop_run(void *data)
{
	struct process *process = data;

	log_gather();
	loop_run(process->loop);
	return NULL;
}
