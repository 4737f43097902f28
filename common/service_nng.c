/*
 * service_nng.c - the service's end of the bus as a REP socket of libnng: for the transports
 * that we do not speak ourselves, and as the reference in tests.
 *
 * Each frame lives with a context of the socket, which keeps whom to answer.
 */
#include <nng/nng.h>

#include <nng/protocol/reqrep0/rep.h>
#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/log.h"
#include "common/service_inside.h"

#define IPC_SCHEME "ipc://"

/* libnng counts the request id, which it takes off, as part of a message. */
#define REQUEST_ID_SIZE 4

/* A context and what belongs to it; kept for the next frame when one is released. */
struct service_seat {
	struct service_frame frame;
	nng_ctx context;
	nng_aio *aio;
	nng_msg *message;
	struct service_seat *next;
};

static nng_socket listening;
static pthread_mutex_t spare_lock = PTHREAD_MUTEX_INITIALIZER;
static struct service_seat *spare;

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
start_listening(const char *address)
{
	nng_listener listener;
	int error = nng_listener_create(&listener, listening, address);

	if (error == 0)
		error = nng_listener_set_size(listener, NNG_OPT_RECVMAXSZ,
			MESSAGE_BYTES_MAX + FRAME_HEADER_SIZE + REQUEST_ID_SIZE);
	if (error == 0 && strncmp(address, IPC_SCHEME, strlen(IPC_SCHEME)) == 0)
		error = nng_listener_set_int(listener, NNG_OPT_IPC_PERMISSIONS, 0600);
	if (error == 0)
		error = nng_listener_start(listener, 0);
	return error;
}

/* Listens on any address that libnng knows. */
static bool
nng_backend_listen(struct process *process, const char *address)
{
	int error = nng_rep0_open(&listening);

	(void)process;
	if (error == 0)
		error = start_listening(address);
	if (error != 0)
		log_error("bus_listen", LOG_TEXT("address", address),
			LOG_TEXT("error", nng_strerror(error)));
	return error == 0;
}

/* A seat that nobody uses. */
static struct service_seat *
take_seat(void)
{
	struct service_seat *seat;

	pthread_mutex_lock(&spare_lock);
	seat = spare;
	if (seat != NULL)
		spare = seat->next;
	pthread_mutex_unlock(&spare_lock);
	if (seat != NULL)
		return seat;
	seat = calloc(1, sizeof(*seat));
	if (seat == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "bus"));
		abort();
	}
	seat->frame.seat = seat;
	require(nng_ctx_open(&seat->context, listening));
	require(nng_aio_alloc(&seat->aio, NULL, NULL));
	return seat;
}

/* Frees the message and keeps the seat. */
static void
nng_backend_release(struct service_frame *frame)
{
	struct service_seat *seat = frame->seat;

	nng_msg_free(seat->message);
	seat->message = NULL;
	pthread_mutex_lock(&spare_lock);
	seat->next = spare;
	spare = seat;
	pthread_mutex_unlock(&spare_lock);
}

/* Waits for a message. */
static struct service_frame *
next_frame(void)
{
	struct service_seat *seat = take_seat();
	struct service_frame *frame = &seat->frame;

	do {
		nng_ctx_recv(seat->context, seat->aio);
		nng_aio_wait(seat->aio);
	} while (nng_aio_result(seat->aio) != 0);
	seat->message = nng_aio_get_msg(seat->aio);
	frame->bytes = nng_msg_body(seat->message);
	frame->size = nng_msg_len(seat->message);
	frame->arrived_us = clock_monotonic_us();
	return frame;
}

/* The next call of the database lane. */
static struct service_frame *
nng_backend_receive(struct worker *worker)
{
	struct process *process = worker->process;

	/* As many workers as connections: each keeps its own. */
	if (worker->db == NULL) {
		pthread_mutex_lock(&process->lock);
		worker->db = service_worker_take_db(process);
		pthread_mutex_unlock(&process->lock);
	}
	for (;;) {
		struct service_frame *frame = next_frame();

		atomic_fetch_add(&process->in_flight, 1);
		switch (service_call_way(process, frame->bytes, frame->size)) {
		case WAY_DATABASE:
			return frame;
		case WAY_OUTSIDE:
			service_call_pass_outside(worker, frame);
			break;
		case WAY_ITSELF:
			service_call_answer_itself(worker, frame);
			nng_backend_release(frame);
			atomic_fetch_sub(&process->in_flight, 1);
			break;
		}
		arena_reset(worker->arena);
	}
}

/* libnng does not say who has gone. */
static bool
nng_backend_wanted(const struct service_frame *frame)
{
	return frame->seat->message != NULL;
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
	nng_pipe_close(nng_msg_get_pipe(frame->seat->message));
}

/* Answers the message that the context received last. */
static void
nng_backend_answer(struct service_frame *frame, const struct buffer *reply)
{
	struct service_seat *seat = frame->seat;
	nng_msg *message;

	require(nng_msg_alloc(&message, 0));
	require(nng_msg_append(message, reply->data, reply->size));
	nng_aio_set_msg(seat->aio, message);
	nng_ctx_send(seat->context, seat->aio);
	nng_aio_wait(seat->aio);
	/* Whoever asked may be gone; then the answer is nobody's. */
	if (nng_aio_result(seat->aio) != 0)
		nng_msg_free(nng_aio_get_msg(seat->aio));
}

const struct service_bus service_nng = {
	.listen = nng_backend_listen,
	.receive = nng_backend_receive,
	.wanted = nng_backend_wanted,
	.answer = nng_backend_answer,
	.trust = nng_backend_trust,
	.cut_off = nng_backend_cut_off,
	.release = nng_backend_release,
};
