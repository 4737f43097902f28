/*
 * service_peer_in.c - what a peer sends becomes frames.
 *
 * One thread at a time reads a peer: who raises .events from 0 does, and goes on until no
 * event has come since it began its last look.
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

/* Reads in one turn; then others get theirs. */
#define TURN_READS 32

#define BODY_BYTES_MAX (MESSAGE_BYTES_MAX + FRAME_HEADER_SIZE)

enum step {
	STEP_ON,     /* there may be more to read */
	STEP_END,    /* until more arrives */
	STEP_BROKEN, /* the connection is of no use */
};

/* A copy of a frame that outlives the buffer. */
static struct service_frame *
keep_frame(struct service_peer *peer, const struct sp_wire_frame *wire, int64_t now_us)
{
	struct service_frame *frame = malloc(sizeof(*frame) + wire->body_size);
	uint8_t *bytes = (uint8_t *)(frame + 1);

	if (frame == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "bus"));
		abort();
	}
	memcpy(bytes, wire->body, wire->body_size);
	*frame = (struct service_frame){.bytes = bytes,
		.size = wire->body_size,
		.arrived_us = now_us,
		.peer = peer,
		.id = wire->id};
	atomic_fetch_add(&peer->references, 1);
	atomic_fetch_add(&peer->sp->process->in_flight, 1);
	return frame;
}

/* Sends a frame on its way. */
static void
take_frame(struct worker *worker, struct service_peer *peer,
	const struct sp_wire_frame *wire, int64_t now_us, struct service_queue *calls)
{
	struct service_frame own = {.bytes = wire->body,
		.size = wire->body_size,
		.peer = peer,
		.id = wire->id};

	switch (service_call_way(worker->process, wire->body, wire->body_size)) {
	case WAY_DATABASE:
		service_queue_put(calls, keep_frame(peer, wire, now_us));
		return;
	case WAY_OUTSIDE:
		service_call_pass_outside(worker, keep_frame(peer, wire, now_us));
		break;
	case WAY_ITSELF:
		service_call_answer_itself(worker, &own);
		break;
	}
	arena_reset(worker->arena);
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
	atomic_store(&peer->greeted, true);
	return STEP_ON;
}

/* Takes all whole frames out of the buffer. */
static enum step
parse(struct worker *worker, struct service_peer *peer, struct service_queue *calls)
{
	struct service_bytes *in = &peer->in;
	int64_t now_us = clock_monotonic_us();

	for (;;) {
		struct sp_wire_frame frame;

		switch (sp_wire_parse(in->data + in->start, in->end - in->start,
			peer->sp->ipc, BODY_BYTES_MAX, &frame)) {
		case SP_WIRE_BROKEN:
			return STEP_BROKEN;
		case SP_WIRE_PARTIAL:
			peer->wanted = frame.size;
			return STEP_ON;
		case SP_WIRE_FRAME:
			take_frame(worker, peer, &frame, now_us, calls);
			if (atomic_load(&peer->closed))
				return STEP_BROKEN;
			service_bytes_use(in, frame.size);
			if (in->end == 0) {
				peer->wanted = 0;
				return STEP_ON;
			}
			break;
		}
	}
}

/* Sends the frames of the buffer on their way, unless too many wait already. */
static enum step
take_frames(struct worker *worker, struct service_peer *peer)
{
	struct process *process = worker->process;
	struct service_queue calls = {0};
	enum step step = STEP_ON;

	if (!atomic_load(&peer->greeted))
		step = greet(peer);
	if (step != STEP_ON || peer->in.end == 0 || !atomic_load(&peer->greeted))
		return step;
	if (service_peers_pause(peer))
		return STEP_END;
	step = parse(worker, peer, &calls);
	if (calls.count > 0) {
		pthread_mutex_lock(&process->lock);
		service_queue_append(&peer->sp->calls, &calls);
		pthread_mutex_unlock(&process->lock);
	}
	return step;
}

/* Reads once. A large frame is read to its end and not beyond, so that one look at the
 * buffer finds no more frames than fit into READ_BYTES. */
static enum step
receive(struct service_peer *peer)
{
	struct service_bytes *in = &peer->in;
	size_t have = in->end - in->start;
	size_t room = peer->wanted > READ_BYTES ? peer->wanted - have : READ_BYTES;
	uint8_t *at = service_bytes_reserve(in, room);
	ssize_t got;

	do {
		got = recv(peer->fd, at, room, 0);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return errno == EAGAIN ? STEP_END : STEP_BROKEN;
	if (got == 0)
		return STEP_BROKEN;
	in->end += (size_t)got;
	/* Fewer bytes than asked for are all there were; the next ones are an event. */
	return (size_t)got < room ? STEP_END : STEP_ON;
}

/* Has the kernel report again what is still to be read. */
static void
look_again(struct service_peer *peer)
{
	pthread_mutex_lock(&peer->lock);
	if (!atomic_load(&peer->closed)) {
		struct epoll_event interest = {
			.events = EPOLLIN | EPOLLET | (peer->blocked ? EPOLLOUT : 0U),
			.data.u64 = peer->key};

		epoll_ctl(peer->sp->epoll_fd, EPOLL_CTL_MOD, peer->fd, &interest);
	}
	pthread_mutex_unlock(&peer->lock);
}

/* One turn of reading; false when the connection is of no use. */
static bool
read_now(struct worker *worker, struct service_peer *peer)
{
	enum step received = STEP_ON;

	for (int reads = 0;; reads++) {
		enum step taken = take_frames(worker, peer);

		if (taken != STEP_ON)
			return taken != STEP_BROKEN;
		if (received == STEP_END)
			return true;
		if (reads == TURN_READS) {
			look_again(peer);
			return true;
		}
		received = receive(peer);
		if (received == STEP_BROKEN)
			return false;
	}
}

void
service_peer_read(struct worker *worker, struct service_peer *peer)
{
	unsigned seen;

	if (atomic_fetch_add(&peer->events, 1) != 0)
		return;
	do {
		seen = atomic_load(&peer->events);
		/* What is closed is never read again, so the count may stay. */
		if (atomic_load(&peer->closed))
			return;
		if (!read_now(worker, peer)) {
			service_peers_close(peer);
			return;
		}
	} while (!atomic_compare_exchange_strong(&peer->events, &seen, 0));
}
