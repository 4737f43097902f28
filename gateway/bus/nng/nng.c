/*
 * nng.c - calls on contexts of libnng's REQ sockets.
 *
 * libnng distributes calls in turn, also to replicas that hang, sends no pings, and uses
 * one address of a name. Its own resending is off, because it repeats writes.
 *
 * A context sends when a connection takes the message, so a call whose sending timed out
 * was never sent. libnng calls back on threads of its own: step_over() queues the
 * exchange and wakes the loop, and all other code runs in the loop's thread.
 */
#include "gateway/bus/nng/nng.h"

#include <errno.h>
#include <nng/nng.h>
#include <nng/protocol/reqrep0/req.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "common/bus/message.h"
#include "gateway/bus/base/address.h"
#include "gateway/bus/base/calls.h"
#include "gateway/bus/base/memory.h"
#include "gateway/bus/nng/introduce.h"

#define RECONNECT_FIRST_MS 20
#define RECONNECT_MAX_MS 500

/* The largest reply with its request id. */
#define REPLY_BYTES_MAX (size_t)(MESSAGE_REPLY_BYTES_MAX + FRAME_REPLY_HEADER_SIZE + 4)

struct service {
	struct key key;
	nng_socket socket;
	size_t address_count; /* 0 = not deployed */
	size_t outstanding;
	atomic_int pipes; /* connections */
};

enum step {
	STEP_NONE,
	STEP_SENDING,
	STEP_RECEIVING,
	STEP_ENDED, /* without libnng: .outcome is known */
};

struct exchange {
	struct bus_call call;
	struct exchange *next; /* in the queue */
	struct nng_bus *bus;
	struct service *service;
	enum step step;
	enum bus_outcome outcome;
	nng_aio *aio;    /* kept while the exchange is unused */
	nng_ctx context; /* open while SENDING and RECEIVING */
};

struct nng_bus {
	struct bus bus;
	struct loop *loop;
	uint64_t nonce;
	size_t in_flight_max;
	struct service services[SERVICE_COUNT];
	struct bus_calls calls;
	int event_fd;
	pthread_mutex_t lock; /* of the queue: exchanges whose step is over */
	struct exchange *first, **last;
};

/* Queues an exchange and wakes the loop. Any thread. */
static void
step_over(void *data)
{
	struct exchange *exchange = data;
	struct nng_bus *bus = exchange->bus;

	pthread_mutex_lock(&bus->lock);
	exchange->next = NULL;
	*bus->last = exchange;
	bus->last = &exchange->next;
	pthread_mutex_unlock(&bus->lock);
	eventfd_write(bus->event_fd, 1);
}

/* Ends an exchange without libnng, but not at once. */
static void
end_later(struct exchange *exchange, enum bus_outcome outcome)
{
	exchange->step = STEP_ENDED;
	exchange->outcome = outcome;
	step_over(exchange);
}

/* Frees the message that a step left with the aio. */
static void
drop_message(struct exchange *exchange)
{
	nng_msg *message = nng_aio_get_msg(exchange->aio);

	if (message != NULL)
		nng_msg_free(message);
	nng_aio_set_msg(exchange->aio, NULL);
}

static void
close_context(struct exchange *exchange)
{
	if (exchange->step == STEP_SENDING || exchange->step == STEP_RECEIVING)
		nng_ctx_close(exchange->context);
	exchange->step = STEP_NONE;
}

static void
send_frame(struct exchange *exchange)
{
	struct bus_call *call = &exchange->call;
	const size_t size = call->size + call->rest_size;
	nng_msg *message = NULL;
	uint8_t *frame, *body;

	if (nng_ctx_open(&exchange->context, exchange->service->socket) != 0) {
		end_later(exchange, BUS_UNAVAILABLE);
		return;
	}
	nng_ctx_set_ms(exchange->context, NNG_OPT_REQ_RESENDTIME, NNG_DURATION_INFINITE);
	if (nng_msg_alloc(&message, FRAME_HEADER_SIZE + size) != 0)
		abort(); /* out of memory, as memory.h does */
	frame = nng_msg_body(message);
	body = frame + FRAME_HEADER_SIZE;
	if (call->size > 0)
		memcpy(body, call->body, call->size);
	if (call->rest_size > 0)
		memcpy(body + call->size, call->rest, call->rest_size);
	call->nonce = exchange->bus->nonce++;
	frame_sign(&exchange->service->key, call->nonce, body, size, frame);
	exchange->step = STEP_SENDING;
	nng_aio_set_msg(exchange->aio, message);
	nng_aio_set_timeout(
		exchange->aio, (nng_duration)bus_call_time_left(call, BUS_WAIT_MS));
	nng_ctx_send(exchange->context, exchange->aio);
}

/* The message has left. */
static void
receive(struct exchange *exchange)
{
	exchange->step = STEP_RECEIVING;
	nng_aio_set_msg(exchange->aio, NULL);
	nng_aio_set_timeout(exchange->aio,
		(nng_duration)bus_call_time_left(&exchange->call, INT32_MAX));
	nng_ctx_recv(exchange->context, exchange->aio);
}

/* Releases an exchange and runs its callback, with this reply or none. */
static void
finish(struct exchange *exchange, enum bus_outcome outcome, const uint8_t *body,
	size_t size)
{
	close_context(exchange);
	exchange->service->outstanding--;
	bus_calls_end(&exchange->bus->calls, &exchange->call,
		(struct bus_result){.outcome = outcome, .body = body, .size = size});
}

/* A reply came, or none. A forged one ends its connection. */
static void
received(struct exchange *exchange, int error)
{
	nng_msg *message = error == 0 ? nng_aio_get_msg(exchange->aio) : NULL;
	const struct bus_call *call = &exchange->call;
	const uint8_t *body = NULL;
	size_t size = 0;

	nng_aio_set_msg(exchange->aio, NULL);
	close_context(exchange);
	if (message != NULL) {
		body = bus_reply_open(call->service, &exchange->service->key, call->nonce,
			nng_msg_body(message), nng_msg_len(message), &size);
		if (body == NULL)
			nng_pipe_close(nng_msg_get_pipe(message));
	}
	if (body != NULL) {
		finish(exchange, BUS_ANSWERED, body, size);
	} else if (error == NNG_ETIMEDOUT) {
		finish(exchange, BUS_EXPIRED, NULL, 0);
	} else if (call->done != NULL && bus_call_may_resend(call)) {
		exchange->call.resent = true;
		send_frame(exchange);
	} else {
		finish(exchange, BUS_LOST, NULL, 0);
	}
	if (message != NULL)
		nng_msg_free(message);
}

/* Goes on after a step. */
static void
proceed(struct exchange *exchange)
{
	const int error = nng_aio_result(exchange->aio);

	if (exchange->step == STEP_ENDED) {
		finish(exchange, exchange->outcome, NULL, 0);
		return;
	}
	if (exchange->step == STEP_RECEIVING) {
		received(exchange, error);
		return;
	}
	if (error == 0 && exchange->call.done != NULL) {
		receive(exchange);
		return;
	}
	if (error != 0)
		drop_message(exchange);
	finish(exchange, exchange->call.resent ? BUS_LOST : BUS_UNAVAILABLE, NULL, 0);
}

/* Takes the queue. */
static void
woken(void *data, uint32_t events)
{
	struct nng_bus *bus = data;
	struct exchange *next;
	eventfd_t count;

	(void)events;
	eventfd_read(bus->event_fd, &count);
	pthread_mutex_lock(&bus->lock);
	next = bus->first;
	bus->first = NULL;
	bus->last = &bus->first;
	pthread_mutex_unlock(&bus->lock);
	while (next != NULL) {
		struct exchange *exchange = next;

		next = exchange->next;
		proceed(exchange);
	}
}

/* A connection came or went. Runs on a thread of libnng. */
static void
count_pipe(nng_pipe pipe, nng_pipe_ev event, void *data)
{
	struct service *service = data;

	(void)pipe;
	atomic_fetch_add(&service->pipes, event == NNG_PIPE_EV_ADD_POST ? 1 : -1);
}

/* Opens a service's socket and dials its addresses in the background; false when one
 * cannot be read, or is encrypted, which needs the transport of our own. */
static bool
deploy(struct service *service, const char *addresses)
{
	struct bus_endpoints endpoints;
	bool valid = true;

	if (!bus_address_parse(addresses, &endpoints))
		return false;
	if (nng_req0_open(&service->socket) != 0)
		abort();
	nng_socket_set_ms(service->socket, NNG_OPT_RECONNMINT, RECONNECT_FIRST_MS);
	nng_socket_set_ms(service->socket, NNG_OPT_RECONNMAXT, RECONNECT_MAX_MS);
	nng_socket_set_size(service->socket, NNG_OPT_RECVMAXSZ, REPLY_BYTES_MAX);
	nng_pipe_notify(service->socket, NNG_PIPE_EV_ADD_POST, count_pipe, service);
	nng_pipe_notify(service->socket, NNG_PIPE_EV_REM_POST, count_pipe, service);
	service->address_count = endpoints.count;
	for (size_t i = 0; i < endpoints.count && valid; i++) {
		const struct bus_endpoint *one = &endpoints.items[i];

		valid = !one->encrypted &&
			nng_dial(service->socket, one->url, NULL, NNG_FLAG_NONBLOCK) == 0;
	}
	bus_address_done(&endpoints);
	return valid;
}

static int
nng_replicas(const struct bus *base, enum service_name name)
{
	const struct nng_bus *bus = (const struct nng_bus *)base;
	const struct service *service = &bus->services[name];

	return service->address_count > 0 ? atomic_load(&service->pipes) : -1;
}

static uint64_t
nng_call(struct bus *base, const struct bus_request *request)
{
	struct nng_bus *bus = (struct nng_bus *)base;
	struct service *service = &bus->services[request->service];
	struct exchange *exchange;

	if (request->replica_name != NULL) {
		if (request->replica_index > 0 ||
			nng_replicas(base, request->service) <= 0)
			return 0;
		snprintf(request->replica_name, BUS_REPLICA_NAME_MAX, "any");
	}
	if (request->size + request->rest_size > MESSAGE_BYTES_MAX)
		bus_nng_introduce(base, request->service);
	exchange = bus_calls_take(&bus->calls, request);
	exchange->bus = bus;
	exchange->service = service;
	if (exchange->aio == NULL &&
		nng_aio_alloc(&exchange->aio, step_over, exchange) != 0)
		abort();
	service->outstanding++;
	if (service->address_count == 0 || bus_call_too_large(&exchange->call))
		end_later(exchange, BUS_UNAVAILABLE);
	else if (service->outstanding > bus->in_flight_max * service->address_count)
		end_later(exchange, BUS_OVERLOADED);
	else
		send_frame(exchange);
	return bus_calls_id(&exchange->call);
}

static void
nng_cancel(struct bus *base, uint64_t id)
{
	struct nng_bus *bus = (struct nng_bus *)base;
	struct exchange *exchange = bus_calls_find(&bus->calls, id);

	if (exchange == NULL)
		return;
	/* libnng calls back all the same, and the exchange is released then. */
	exchange->call.done = NULL;
	nng_aio_cancel(exchange->aio);
}

/* Ends an exchange and waits for libnng's callback. */
static void
exchange_stop(struct exchange *exchange)
{
	nng_aio_stop(exchange->aio);
	if (exchange->step != STEP_SENDING || nng_aio_result(exchange->aio) != 0)
		drop_message(exchange);
	close_context(exchange);
	nng_aio_free(exchange->aio);
}

static void
nng_bus_close(struct bus *base)
{
	struct nng_bus *bus = (struct nng_bus *)base;

	for (size_t i = 0; i < bus->calls.count; i++)
		exchange_stop((struct exchange *)bus->calls.items[i]);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		if (bus->services[i].address_count > 0)
			nng_close(bus->services[i].socket);
	}
	bus_calls_done(&bus->calls);
	loop_forget(bus->loop, bus->event_fd);
	close(bus->event_fd);
	pthread_mutex_destroy(&bus->lock);
	free(bus);
}

static struct bus *
nng_bus_open(const struct bus_options *options)
{
	struct nng_bus *bus = bus_memory_new(sizeof(*bus));

	bus->bus.transport = &bus_nng;
	bus->loop = options->loop;
	bus->in_flight_max = (size_t)options->in_flight_max;
	bus->calls.item_size = sizeof(struct exchange);
	secret_random(&bus->nonce, sizeof(bus->nonce));
	pthread_mutex_init(&bus->lock, NULL);
	bus->last = &bus->first;
	bus->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (bus->event_fd < 0)
		abort(); /* a process without descriptors at its start cannot work */
	loop_watch(bus->loop, bus->event_fd, EPOLLIN, woken, bus);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		const char *addresses = options->addresses[i];

		bus->services[i].key = options->keys[i];
		if (addresses != NULL && !deploy(&bus->services[i], addresses)) {
			nng_bus_close(&bus->bus);
			errno = EINVAL;
			return NULL;
		}
	}
	return &bus->bus;
}

const struct bus_transport bus_nng = {
	nng_bus_open, nng_call, nng_cancel, nng_replicas, nng_bus_close};
