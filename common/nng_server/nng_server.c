#include "common/nng_server/nng_server.h"

#include <nng/nng.h>

#include <nng/protocol/reqrep0/rep.h>
#include <pthread.h>
#include <stdlib.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/base/must.h"
#include "common/base/wake.h"

/* libnng counts the request id, which it removes, as part of a message. */
#define REQUEST_ID_SIZE 4

/* Frames that the receiver has at once. libnng keeps the others. */
#define SEATS 128

/* A context of the socket, which remembers the sender, and its frame. Either its aio is
 * at work in libnng, which then calls back in a thread of its own, or the receiver has
 * the frame. */
struct seat {
	struct frame frame;
	nng_ctx context;
	nng_aio *aio;
	bool sending;
};

static nng_socket listening;
static const struct receiver *receiver;
static struct wake *wake;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static struct frame_queue arrived;

/* Ends the process when libnng has no memory. */
static void
require(int error)
{
	if (error == 0)
		return;
	log_error("bus_context", LOG_TEXT("error", nng_strerror(error)));
	abort();
}

/* Creates the listener; an ipc socket is for this user alone. libnng removes a socket
 * file of a dead process. */
static int
start_listening(const char *address)
{
	nng_listener listener;
	int error = nng_listener_create(&listener, listening, address);

	if (error == 0) {
		error = nng_listener_set_size(listener, NNG_OPT_RECVMAXSZ,
			receiver->frame_bytes_max + REQUEST_ID_SIZE);
	}
	if (error == 0 && address_has_scheme(address, "ipc"))
		error = nng_listener_set_int(listener, NNG_OPT_IPC_PERMISSIONS, 0600);
	return error == 0 ? nng_listener_start(listener, 0) : error;
}

/* Waits for the next message, in libnng. */
static void
receive(struct seat *seat)
{
	seat->sending = false;
	nng_ctx_recv(seat->context, seat->aio);
}

/* An answer has left, or a message has arrived. */
static void
aio_done(void *data)
{
	struct seat *seat = data;
	int error = nng_aio_result(seat->aio);

	if (seat->sending)
		atomic_fetch_sub(receiver->in_flight, 1);
	if (error == NNG_ECLOSED)
		return;
	if (error != 0 && seat->sending) /* the peer is gone */
		nng_msg_free(nng_aio_get_msg(seat->aio));
	if (error != 0 || seat->sending) {
		receive(seat);
		return;
	}
	seat->frame = (struct frame){.bytes = nng_msg_body(nng_aio_get_msg(seat->aio)),
		.size = nng_msg_len(nng_aio_get_msg(seat->aio)),
		.arrived_us = clock_monotonic_us()};
	pthread_mutex_lock(&lock);
	frame_queue_put(&arrived, &seat->frame);
	pthread_mutex_unlock(&lock);
	wake_send(wake);
}

/* Hands the frames that arrived to the receiver; in the loop. */
static void
take_arrived(void *data)
{
	struct frame_queue taken;
	struct frame *frame;

	(void)data;
	pthread_mutex_lock(&lock);
	taken = arrived;
	arrived = (struct frame_queue){0};
	pthread_mutex_unlock(&lock);
	while ((frame = frame_queue_take(&taken)) != NULL)
		receiver->take(receiver->data, frame);
}

static bool
nng_server_listen(const struct receiver *to, const char *address)
{
	int error = nng_rep0_open(&listening);

	receiver = to;
	wake = wake_new(receiver->loop, take_arrived, NULL);
	if (error == 0)
		error = start_listening(address);
	if (error != 0) {
		log_error("bus_listen", LOG_TEXT("address", address),
			LOG_TEXT("error", nng_strerror(error)));
		return false;
	}
	for (size_t i = 0; i < SEATS; i++) {
		struct seat *seat = must(calloc(1, sizeof(*seat)));

		require(nng_ctx_open(&seat->context, listening));
		require(nng_aio_alloc(&seat->aio, aio_done, seat));
		receive(seat);
	}
	return true;
}

static void
nng_server_judge(struct frame *frame, bool authentic)
{
	const struct seat *seat = (const struct seat *)frame;

	if (!authentic)
		nng_pipe_close(nng_msg_get_pipe(nng_aio_get_msg(seat->aio)));
}

/* Keeps the answer until the frame is released. */
static void
nng_server_answer(struct frame *frame, const struct buffer *reply)
{
	struct seat *seat = (struct seat *)frame;
	nng_msg *message;

	require(nng_msg_alloc(&message, 0));
	require(nng_msg_append(message, reply->data, reply->size));
	nng_msg_free(nng_aio_get_msg(seat->aio));
	nng_aio_set_msg(seat->aio, message);
	seat->sending = true;
}

/* Sends the answer, which is in flight until libnng has passed it on; without one it
 * waits for the next message. */
static void
nng_server_release(struct frame *frame)
{
	struct seat *seat = (struct seat *)frame;

	if (seat->sending) {
		atomic_fetch_add(receiver->in_flight, 1);
		nng_ctx_send(seat->context, seat->aio);
		return;
	}
	nng_msg_free(nng_aio_get_msg(seat->aio));
	receive(seat);
}

/* libnng has sent the answers, and SEATS bounds the frames that it reads. */
static void
nng_server_flush(void)
{
}

const struct transport nng_server = {
	.listen = nng_server_listen,
	.answer = nng_server_answer,
	.judge = nng_server_judge,
	.release = nng_server_release,
	.flush = nng_server_flush,
	.reads_at_once = true,
};
