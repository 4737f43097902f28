/*
 * nng.c - the service's end of the bus as a REP socket of libnng: for the transports
 * that we do not speak ourselves, and as the reference in tests.
 *
 * Each frame lives with a context of the socket, which keeps whom to answer.
 */
#include <nng/nng.h>

#include <nng/protocol/reqrep0/rep.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/service/inside.h"

#define IPC_SCHEME "ipc://"

/* libnng counts the request id, which it takes off, as part of a message. */
#define REQUEST_ID_SIZE 4

/* So many calls can be with us at once; libnng keeps the others. */
#define SEATS 128

/* A context and what belongs to it. Its aio is at work in libnng, which then calls back in a
 * thread of its own, or its frame is with us. */
struct service_seat {
	struct service_frame frame;
	struct process *process;
	nng_ctx context;
	nng_aio *aio;
	bool sending;
};

static nng_socket listening;

/* Ends the process when libnng has no memory. */
static void
require(int error)
{
	if (error == 0)
		return;
	log_error("bus_context", LOG_TEXT("error", nng_strerror(error)));
	abort();
}

/* Creates the listener; an ipc socket is for this user alone. libnng removes a socket file
 * that a dead process left, but not one that somebody listens on. */
static int
start_listening(const char *address, enum service_name service)
{
	nng_listener listener;
	int error = nng_listener_create(&listener, listening, address);

	if (error == 0) {
		error = nng_listener_set_size(listener, NNG_OPT_RECVMAXSZ,
			message_bytes_max(service) + FRAME_HEADER_SIZE + REQUEST_ID_SIZE);
	}
	if (error == 0 && strncmp(address, IPC_SCHEME, strlen(IPC_SCHEME)) == 0)
		error = nng_listener_set_int(listener, NNG_OPT_IPC_PERMISSIONS, 0600);
	if (error == 0)
		error = nng_listener_start(listener, 0);
	return error;
}

/* Waits for the next message, in libnng. */
static void
receive(struct service_seat *seat)
{
	seat->sending = false;
	nng_ctx_recv(seat->context, seat->aio);
}

/* An answer has left, or a message has come. */
static void
aio_done(void *data)
{
	struct service_seat *seat = data;
	struct process *process = seat->process;
	struct service_frame *frame = &seat->frame;
	int error = nng_aio_result(seat->aio);

	if (seat->sending)
		atomic_fetch_sub(&process->in_flight, 1);
	if (error == NNG_ECLOSED)
		return;
	if (error != 0 && seat->sending) /* the peer is gone */
		nng_msg_free(nng_aio_get_msg(seat->aio));
	if (error != 0 || seat->sending) {
		receive(seat);
		return;
	}
	*frame = (struct service_frame){.seat = seat,
		.bytes = nng_msg_body(nng_aio_get_msg(seat->aio)),
		.size = nng_msg_len(nng_aio_get_msg(seat->aio)),
		.arrived_us = clock_monotonic_us()};
	pthread_mutex_lock(&process->lock);
	service_queue_put(&process->arrived, frame);
	pthread_mutex_unlock(&process->lock);
	service_loop_wake(process);
}

/* Listens on any address that libnng knows. */
static bool
nng_backend_listen(struct process *process, const char *address)
{
	int error = nng_rep0_open(&listening);

	if (error == 0)
		error = start_listening(address, process->service->name);
	if (error != 0) {
		log_error("bus_listen", LOG_TEXT("address", address),
			LOG_TEXT("error", nng_strerror(error)));
		return false;
	}
	for (size_t i = 0; i < SEATS; i++) {
		struct service_seat *seat = calloc(1, sizeof(*seat));

		require(seat == NULL ? NNG_ENOMEM : 0);
		seat->process = process;
		require(nng_ctx_open(&seat->context, listening));
		require(nng_aio_alloc(&seat->aio, aio_done, seat));
		receive(seat);
	}
	return true;
}

/* libnng does not say which peers are gone. */
static bool
nng_backend_wanted(const struct service_frame *frame)
{
	return frame->seat != NULL;
}

/* libnng has places for all who come. */
static void
nng_backend_trust(const struct service_frame *frame)
{
	(void)frame;
}

/* Ends the connection that the message came by. */
static void
nng_backend_cut_off(const struct service_frame *frame)
{
	nng_pipe_close(nng_msg_get_pipe(nng_aio_get_msg(frame->seat->aio)));
}

/* Answers the message that the context received last, once the frame is released. */
static void
nng_backend_answer(struct service_frame *frame, const struct buffer *reply)
{
	nng_msg *message;

	require(nng_msg_alloc(&message, 0));
	require(nng_msg_append(message, reply->data, reply->size));
	nng_msg_free(nng_aio_get_msg(frame->seat->aio));
	nng_aio_set_msg(frame->seat->aio, message);
	frame->seat->sending = true;
}

/* Has the answer sent, which is in flight until libnng has handed it on; or waits for the next
 * message when there is none. */
static void
nng_backend_release(struct service_frame *frame)
{
	struct service_seat *seat = frame->seat;

	if (seat->sending) {
		atomic_fetch_add(&seat->process->in_flight, 1);
		nng_ctx_send(seat->context, seat->aio);
		return;
	}
	nng_msg_free(nng_aio_get_msg(seat->aio));
	receive(seat);
}

/* libnng has sent what was answered, and reads no more than there are seats. */
static void
nng_backend_flush(struct process *process, bool room)
{
	(void)process;
	(void)room;
}

const struct service_bus service_nng = {
	.listen = nng_backend_listen,
	.wanted = nng_backend_wanted,
	.answer = nng_backend_answer,
	.trust = nng_backend_trust,
	.cut_off = nng_backend_cut_off,
	.release = nng_backend_release,
	.flush = nng_backend_flush,
};
