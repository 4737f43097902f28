/*
 * sp.c - the service's end of the bus in its own loop.
 */
#include "common/service/sp.h"

#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

/* Listens on ipc://, tcp:// and tls+tcp://. */
static bool
sp_listen(struct process *process, const char *address)
{
	struct service_sp *sp = calloc(1, sizeof(*sp));

	if (sp == NULL)
		return false;
	process->sp = sp;
	sp->process = process;
	sp->ipc = strncmp(address, "ipc:", 4) == 0;
	if (strncmp(address, "tls+", 4) == 0) {
		const struct key key = secret_bus_key(process->service->name);

		sp->side = channel_side_new(&key, CHANNEL_LISTENS);
	}
	sp->listen_fd = service_listen_open(address, sp->ipc);
	if (sp->listen_fd < 0)
		return false;
	loop_watch(process->loop, sp->listen_fd, EPOLLIN, service_accept, sp);
	return true;
}

/* A call whose peer has disconnected need not begin. */
static bool
sp_wanted(const struct service_frame *frame)
{
	return !atomic_load(&frame->peer->closed);
}

/* Answers a frame on the connection that it came by. */
static void
sp_answer(struct service_frame *frame, const struct buffer *reply)
{
	service_peer_answer(frame->peer, frame->id, reply);
}

/* A peer that is trusted keeps its place when others come. */
static void
sp_trust(const struct service_frame *frame)
{
	frame->peer->trusted = true;
}

/* Ends the connection; what it has sent besides is dropped. */
static void
sp_cut_off(const struct service_frame *frame)
{
	service_peers_close(frame->peer);
}

/* Frees a frame. */
static void
sp_release(struct service_frame *frame)
{
	service_peers_release(frame->peer);
	free(frame->buffer);
	free(frame);
}

/* Sends what a turn has answered; reads what it had to leave unread, or nothing any more. */
static void
sp_flush(struct process *process, bool room)
{
	struct service_sp *sp = process->sp;

	if (sp->paused == room || (room && sp->held))
		service_peers_pause(sp, !room);
	/* What had been held may have filled all room again. */
	if (sp->held && !sp->paused)
		service_peers_pause(sp, true);
	while (sp->unsent != NULL) {
		struct service_peer *peer = sp->unsent;

		sp->unsent = peer->next_unsent;
		peer->listed = false;
		if (!atomic_load(&peer->closed))
			service_peer_send(peer);
		service_peers_release(peer);
	}
}

const struct service_bus service_sp = {
	.listen = sp_listen,
	.wanted = sp_wanted,
	.answer = sp_answer,
	.trust = sp_trust,
	.cut_off = sp_cut_off,
	.release = sp_release,
	.flush = sp_flush,
};
