/*
 * exchange.c - send, receive, and what their failures mean.
 *
 * A context sends when a connection takes the message: a send that timed out was never
 * sent. After it, a reset or a time-out leaves unknown whether the service did the work.
 * libnng's own resending is off, as it repeats writes.
 */
#include "gateway/bus/exchange.h"

#include <nng/protocol/reqrep0/req.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/bus/message.h"
#include "gateway/bus/memory.h"

/* How long a call waits for a replica to come. */
#define SEND_MS 1000

/* Puts an exchange into the queue and wakes the loop. Any thread. */
static void
hand_over(void *data)
{
	struct bus_exchange *exchange = data;
	struct bus_handover *handover = exchange->handover;
	uint64_t one;
	ssize_t written;

	pthread_mutex_lock(&handover->lock);
	exchange->next = NULL;
	*handover->last = exchange;
	handover->last = &exchange->next;
	pthread_mutex_unlock(&handover->lock);
	one = 1;
	written = write(handover->event_fd, &one, sizeof(one));
	(void)written; /* a full counter wakes the loop just as well */
}

struct bus_exchange *
bus_exchange_new(struct bus_handover *handover, uint32_t index)
{
	struct bus_exchange *exchange = bus_memory_new(sizeof(*exchange));

	exchange->handover = handover;
	exchange->index = index;
	if (nng_aio_alloc(&exchange->aio, hand_over, exchange) != 0)
		abort(); /* out of memory, as memory.h does */
	return exchange;
}

/* Frees the message that a step left with the aio: an unsent one, or one that came. */
static void
drop_message(struct bus_exchange *exchange)
{
	nng_msg *message = nng_aio_get_msg(exchange->aio);

	if (message != NULL)
		nng_msg_free(message);
	nng_aio_set_msg(exchange->aio, NULL);
}

/* Closes the context and with it what is under way. */
static void
close_context(struct bus_exchange *exchange)
{
	if (exchange->step == BUS_EXCHANGE_SENDING ||
		exchange->step == BUS_EXCHANGE_RECEIVING)
		nng_ctx_close(exchange->context);
	exchange->step = BUS_EXCHANGE_IDLE;
}

void
bus_exchange_free(struct bus_exchange *exchange)
{
	nng_aio_stop(exchange->aio);
	if (exchange->step != BUS_EXCHANGE_SENDING || nng_aio_result(exchange->aio) != 0)
		drop_message(exchange);
	close_context(exchange);
	nng_aio_free(exchange->aio);
	free(exchange->body);
	free(exchange);
}

/* The time that is left, at most `limit_ms`. */
static nng_duration
time_left(const struct bus_exchange *exchange, int64_t limit_ms)
{
	int64_t left_ms = exchange->deadline_ms - clock_monotonic_ms();

	if (left_ms > limit_ms)
		left_ms = limit_ms;
	return left_ms > 0 ? (nng_duration)left_ms : NNG_DURATION_ZERO;
}

void
bus_exchange_end(struct bus_exchange *exchange, enum bus_outcome outcome)
{
	exchange->step = BUS_EXCHANGE_ENDED;
	exchange->outcome = outcome;
	hand_over(exchange);
}

void
bus_exchange_send(struct bus_exchange *exchange, uint64_t nonce)
{
	nng_msg *message = NULL;
	uint8_t *frame;

	if (nng_ctx_open(&exchange->context, exchange->service->socket) != 0) {
		bus_exchange_end(exchange, BUS_UNAVAILABLE);
		return;
	}
	nng_ctx_set_ms(exchange->context, NNG_OPT_REQ_RESENDTIME, NNG_DURATION_INFINITE);
	if (nng_msg_alloc(&message, FRAME_HEADER_SIZE + exchange->size) != 0)
		abort();
	frame = nng_msg_body(message);
	exchange->nonce = nonce;
	frame_sign(&exchange->service->key, nonce, exchange->body, exchange->size, frame);
	if (exchange->size > 0)
		memcpy(frame + FRAME_HEADER_SIZE, exchange->body, exchange->size);
	exchange->step = BUS_EXCHANGE_SENDING;
	nng_aio_set_msg(exchange->aio, message);
	nng_aio_set_timeout(exchange->aio, time_left(exchange, SEND_MS));
	nng_ctx_send(exchange->context, exchange->aio);
}

/* The message has left: wait for its answer. */
static void
receive(struct bus_exchange *exchange)
{
	exchange->step = BUS_EXCHANGE_RECEIVING;
	nng_aio_set_msg(exchange->aio, NULL);
	nng_aio_set_timeout(exchange->aio, time_left(exchange, INT32_MAX));
	nng_ctx_recv(exchange->context, exchange->aio);
}

/* The reply that came, without its MAC; NULL when it is forged, and then its connection is
 * closed. */
static nng_msg *
take_reply(struct bus_exchange *exchange)
{
	nng_msg *message = nng_aio_get_msg(exchange->aio);
	const struct bus_nng_service *service = exchange->service;
	size_t size = 0;

	nng_aio_set_msg(exchange->aio, NULL);
	if (frame_open_reply(&service->key, exchange->nonce, nng_msg_body(message),
		    nng_msg_len(message), &size) != NULL &&
		nng_msg_trim(message, FRAME_REPLY_HEADER_SIZE) == 0)
		return message;
	log_warn("forged_reply", LOG_TEXT("service", service->name),
		LOG_INT("bytes", (int64_t)nng_msg_len(message)));
	nng_pipe_close(nng_msg_get_pipe(message));
	nng_msg_free(message);
	return NULL;
}

/* The end of a reception: an answer, or what its absence means. */
static enum bus_exchange_verdict
received(struct bus_exchange *exchange, int error, nng_msg **reply)
{
	close_context(exchange);
	if (error == 0)
		*reply = take_reply(exchange);
	if (*reply != NULL) {
		exchange->outcome = BUS_ANSWERED;
		return BUS_EXCHANGE_OVER;
	}
	if (error != NNG_ETIMEDOUT && exchange->repeatable && !exchange->resent) {
		exchange->resent = true;
		return BUS_EXCHANGE_AGAIN;
	}
	exchange->outcome = error == NNG_ETIMEDOUT ? BUS_EXPIRED : BUS_LOST;
	return BUS_EXCHANGE_OVER;
}

enum bus_exchange_verdict
bus_exchange_step(struct bus_exchange *exchange, nng_msg **reply)
{
	int error;

	*reply = NULL;
	if (exchange->step == BUS_EXCHANGE_ENDED)
		return BUS_EXCHANGE_OVER;
	error = nng_aio_result(exchange->aio);
	if (exchange->step == BUS_EXCHANGE_RECEIVING)
		return received(exchange, error, reply);
	if (error == 0 && !exchange->cancelled) {
		receive(exchange);
		return BUS_EXCHANGE_GOES_ON;
	}
	if (error != 0)
		drop_message(exchange);
	close_context(exchange);
	exchange->outcome = exchange->resent ? BUS_LOST : BUS_UNAVAILABLE;
	return BUS_EXCHANGE_OVER;
}
