/*
 * service_peer_in.c - what a peer sends becomes frames.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "common/clock.h"
#include "common/log.h"
#include "common/service_sp.h"
#include "common/sp_wire.h"

#define READ_BYTES ((size_t)32 * 1024)

#define BODY_BYTES_MAX (MESSAGE_BYTES_MAX + FRAME_HEADER_SIZE)

enum step {
	STEP_ON,
	STEP_BROKEN, /* the connection is of no use */
};

/* A copy of a frame that outlives the buffer. */
static struct service_frame *
keep_frame(struct service_peer *peer, const struct sp_wire_frame *wire, int64_t now_us)
{
	struct service_frame *frame = malloc(sizeof(*frame) + wire->body_size);
	uint8_t *bytes;

	if (frame == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "bus"));
		abort();
	}
	bytes = (uint8_t *)(frame + 1);
	memcpy(bytes, wire->body, wire->body_size);
	*frame = (struct service_frame){.bytes = bytes,
		.size = wire->body_size,
		.arrived_us = now_us,
		.peer = peer,
		.id = wire->id};
	peer->references++;
	return frame;
}

/* Reads the peer's first bytes. */
static enum step
greet(struct service_peer *peer)
{
	struct service_bytes *in = &peer->in;

	if (in->end - in->start < SP_WIRE_HELLO_SIZE)
		return STEP_ON;
	if (!sp_wire_hello_valid(in->data + in->start, SP_WIRE_REQ))
		return STEP_BROKEN;
	service_bytes_use(in, SP_WIRE_HELLO_SIZE);
	peer->greeted = true;
	return STEP_ON;
}

/* Takes whole frames out of the buffer while there is room for them. */
static enum step
parse(struct service_peer *peer)
{
	struct process *process = peer->sp->process;
	struct service_bytes *in = &peer->in;
	int64_t now_us = clock_monotonic_us();

	/* What a peer has sent that is cut off meanwhile is dropped. */
	while (in->end > in->start && !atomic_load(&peer->closed)) {
		struct sp_wire_frame frame;

		if (!service_lane_room(process)) {
			peer->sp->held = true;
			return STEP_ON;
		}
		switch (sp_wire_parse(in->data + in->start, in->end - in->start,
			peer->sp->ipc, BODY_BYTES_MAX, &frame)) {
		case SP_WIRE_BROKEN:
			return STEP_BROKEN;
		case SP_WIRE_PARTIAL:
			peer->wanted = frame.size;
			return STEP_ON;
		case SP_WIRE_FRAME:
			service_lane_take(process, keep_frame(peer, &frame, now_us));
			service_bytes_use(in, frame.size);
			peer->wanted = 0;
			break;
		}
	}
	return STEP_ON;
}

void
service_peer_take(struct service_peer *peer)
{
	enum step step = peer->greeted ? STEP_ON : greet(peer);

	peer->references++;
	if (step == STEP_ON && peer->greeted)
		step = parse(peer);
	if (step == STEP_BROKEN)
		service_peers_close(peer);
	service_peers_release(peer);
}

/* Reads once. A large frame is read to its end and not beyond, so that one look at the
 * buffer finds no more frames than fit into READ_BYTES. */
static enum step
receive(struct service_peer *peer)
{
	struct service_bytes *in = &peer->in;
	size_t have = in->end - in->start;
	bool large = peer->wanted > READ_BYTES && peer->wanted > have;
	size_t room = large ? peer->wanted - have : READ_BYTES;
	uint8_t *at = service_bytes_reserve(in, room);
	ssize_t got = recv(peer->fd, at, room, 0);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? STEP_ON : STEP_BROKEN;
	if (got == 0)
		return STEP_BROKEN;
	in->end += (size_t)got;
	return STEP_ON;
}

void
service_peer_ready(void *data, uint32_t events)
{
	struct service_peer *peer = data;

	peer->references++; /* it may be closed on the way */
	if (events & EPOLLOUT)
		service_peer_unblock(peer);
	if (!atomic_load(&peer->closed) && (events & ~(uint32_t)EPOLLOUT) != 0) {
		if (receive(peer) == STEP_BROKEN)
			service_peers_close(peer);
		else
			service_peer_take(peer);
	}
	service_peers_release(peer);
}
