#include "common/sp_server/sp_server.h"

#include <stdlib.h>
#include <sys/epoll.h>

#include "common/base/must.h"
#include "common/sp_server/inside.h"

static struct server *server;

bool
sp_server_speaks(const char *address)
{
	return address_has_scheme(address, "ipc") || address_has_scheme(address, "tcp") ||
		address_has_scheme(address, "tls+tcp");
}

static bool
sp_server_listen(const struct receiver *receiver, const char *address)
{
	server = must(calloc(1, sizeof(*server)));
	server->receiver = receiver;
	server->ipc = address_has_scheme(address, "ipc");
	if (address_has_scheme(address, "tls+tcp")) {
		const struct key key = secret_bus_key(receiver->service);

		server->side = channel_side_new(&key, CHANNEL_LISTENS);
	}
	server->listen_fd = sp_server_open(address);
	if (server->listen_fd < 0)
		return false;
	loop_watch(receiver->loop, server->listen_fd, EPOLLIN, sp_server_accept, server);
	return true;
}

static void
sp_server_answer(struct frame *frame, const struct buffer *reply)
{
	const struct sp_frame *kept = (const struct sp_frame *)frame;

	sp_server_out_answer(kept->peer, kept->id, reply);
}

static void
sp_server_judge(struct frame *frame, bool authentic)
{
	struct peer *peer = ((struct sp_frame *)frame)->peer;

	if (authentic)
		peer->trusted = true;
	else
		sp_server_peer_close(peer);
}

static void
sp_server_release(struct frame *frame)
{
	sp_server_peer_release(((struct sp_frame *)frame)->peer);
	free(frame);
}

static void
sp_server_flush(void)
{
	const struct receiver *receiver = server->receiver;
	const bool room = receiver->has_room(receiver->data);

	if (server->paused == room || (room && server->held))
		sp_server_in_pause(server, !room);
	/* The frames that were held may have filled the room again. */
	if (server->held && !server->paused)
		sp_server_in_pause(server, true);
	sp_server_out_send_all(server);
}

const struct transport sp_server = {
	.listen = sp_server_listen,
	.answer = sp_server_answer,
	.judge = sp_server_judge,
	.release = sp_server_release,
	.flush = sp_server_flush,
};
