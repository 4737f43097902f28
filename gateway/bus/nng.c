/*
 * nng.c - the backend on libnng's REQ sockets: for TLS between machines, and as the
 * reference that tests compare sp.c with.
 *
 * It is blind where sp.c sees: libnng deals calls out in turn, to replicas that hang as
 * well, knows no pings, and uses the first address of a name only.
 */
#include <errno.h>
#include <nng/nng.h>
#include <nng/protocol/reqrep0/req.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "common/bus/message.h"
#include "common/secret/secret.h"
#include "gateway/bus/exchange.h"
#include "gateway/bus/memory.h"

#define RECONNECT_FIRST_MS 20
#define RECONNECT_MAX_MS 500

/* The largest reply with its request id. */
#define REPLY_BYTES_MAX (size_t)(MESSAGE_REPLY_BYTES_MAX + FRAME_REPLY_HEADER_SIZE + 4)

/* As for calls.c: ids stay below 2^63. */
#define GENERATION_MASK UINT32_C(0x7fffffff)

struct bus_nng {
	struct bus_backend backend;
	struct loop *loop;
	uint64_t nonce;
	size_t in_flight_max;
	const char *tls_ca_file;
	struct bus_handover handover;
	struct bus_nng_service services[SERVICE_COUNT];
	struct bus_exchange **exchanges; /* by index */
	size_t exchange_count;
	struct bus_exchange *idle;
};

/* ---- exchanges ---- */

/* Makes an exchange idle; its id means nothing from then on. */
static void
release(struct bus_nng *bus, struct bus_exchange *exchange)
{
	exchange->service->outstanding--;
	exchange->generation = (exchange->generation + 1) & GENERATION_MASK;
	exchange->step = BUS_EXCHANGE_IDLE;
	free(exchange->body);
	exchange->body = NULL;
	exchange->next = bus->idle;
	bus->idle = exchange;
}

/* An idle exchange with a copy of the request. */
static struct bus_exchange *
take(struct bus_nng *bus, const struct bus_request *request)
{
	struct bus_exchange *exchange = bus->idle;

	if (exchange != NULL) {
		bus->idle = exchange->next;
	} else {
		const size_t count = bus->exchange_count + 1;

		bus->exchanges = bus_memory_grow(
			bus->exchanges, count, sizeof(struct bus_exchange *));
		exchange =
			bus_exchange_new(&bus->handover, (uint32_t)bus->exchange_count);
		bus->exchanges[bus->exchange_count++] = exchange;
	}
	exchange->service = &bus->services[request->service];
	exchange->service->outstanding++;
	exchange->size = request->size + request->rest_size;
	exchange->body = bus_memory_grow(NULL, exchange->size + 1, 1);
	if (request->size > 0)
		memcpy(exchange->body, request->body, request->size);
	if (request->rest_size > 0)
		memcpy(exchange->body + request->size, request->rest, request->rest_size);
	exchange->deadline_ms = request->deadline_ms;
	exchange->repeatable = request->repeatable;
	exchange->resent = false;
	exchange->cancelled = false;
	exchange->done = request->done;
	exchange->data = request->data;
	return exchange;
}

/* Takes a step further, and calls back when it was the last. */
static void
proceed(struct bus_nng *bus, struct bus_exchange *exchange)
{
	nng_msg *reply = NULL;
	const enum bus_exchange_verdict verdict = bus_exchange_step(exchange, &reply);
	struct bus_result result;
	bus_done *done;
	void *data;

	if (verdict == BUS_EXCHANGE_GOES_ON)
		return;
	if (verdict == BUS_EXCHANGE_AGAIN && !exchange->cancelled) {
		bus_exchange_send(exchange, bus->nonce++);
		return;
	}
	result = (struct bus_result){.outcome = exchange->outcome,
		.body = reply != NULL ? nng_msg_body(reply) : NULL,
		.size = reply != NULL ? nng_msg_len(reply) : 0};
	done = exchange->cancelled ? NULL : exchange->done;
	data = exchange->data;
	release(bus, exchange);
	if (done != NULL)
		done(data, &result);
	if (reply != NULL)
		nng_msg_free(reply);
}

/* Takes what libnng's threads left. */
static void
handed_over(void *data, uint32_t events)
{
	struct bus_nng *bus = data;
	uint64_t count;
	const ssize_t got = read(bus->handover.event_fd, &count, sizeof(count));
	struct bus_exchange *next;

	(void)events;
	(void)got; /* it only wakes */
	pthread_mutex_lock(&bus->handover.lock);
	next = bus->handover.first;
	bus->handover.first = NULL;
	bus->handover.last = &bus->handover.first;
	pthread_mutex_unlock(&bus->handover.lock);
	while (next != NULL) {
		struct bus_exchange *exchange = next;

		next = exchange->next;
		proceed(bus, exchange);
	}
}

/* ---- sockets ---- */

/* A connection came or went. Runs on a thread of libnng. */
static void
count_pipe(nng_pipe pipe, nng_pipe_ev event, void *data)
{
	struct bus_nng_service *service = data;

	(void)pipe;
	atomic_fetch_add(&service->pipes, event == NNG_PIPE_EV_ADD_POST ? 1 : -1);
}

/* Dials one address in the background; false when it cannot be read. */
static bool
dial(const struct bus_nng *bus, struct bus_nng_service *service, const char *address)
{
	nng_dialer dialer;

	if (nng_dialer_create(&dialer, service->socket, address) != 0)
		return false;
	if (bus->tls_ca_file != NULL && strncmp(address, "tls+", 4) == 0 &&
		nng_dialer_set_string(dialer, NNG_OPT_TLS_CA_FILE, bus->tls_ca_file) != 0)
		return false;
	service->address_count++;
	return nng_dialer_start(dialer, NNG_FLAG_NONBLOCK) == 0;
}

/* Opens a service's socket and dials its addresses; false when one cannot be read. */
static bool
deploy(const struct bus_nng *bus, struct bus_nng_service *service, const char *addresses)
{
	bool valid = true;

	if (nng_req0_open(&service->socket) != 0)
		return false;
	nng_socket_set_ms(service->socket, NNG_OPT_RECONNMINT, RECONNECT_FIRST_MS);
	nng_socket_set_ms(service->socket, NNG_OPT_RECONNMAXT, RECONNECT_MAX_MS);
	nng_socket_set_size(service->socket, NNG_OPT_RECVMAXSZ, REPLY_BYTES_MAX);
	nng_pipe_notify(service->socket, NNG_PIPE_EV_ADD_POST, count_pipe, service);
	nng_pipe_notify(service->socket, NNG_PIPE_EV_REM_POST, count_pipe, service);
	for (const char *item = addresses; valid; item++) {
		size_t size;
		char *address;

		item += strspn(item, " ");
		size = strcspn(item, ", ");
		address = bus_memory_copy(item, size);
		valid = dial(bus, service, address);
		free(address);
		item += size;
		item += strspn(item, " ");
		if (*item == '\0')
			break;
	}
	if (!valid)
		nng_close(service->socket);
	return valid;
}

/* ---- the backend ---- */

static int
nng_backend_replicas(const struct bus_backend *backend, enum service_name name)
{
	const struct bus_nng *bus = (const struct bus_nng *)backend;
	const struct bus_nng_service *service = &bus->services[name];

	return service->address_count > 0 ? atomic_load(&service->pipes) : -1;
}

static uint64_t
nng_backend_call(struct bus_backend *backend, const struct bus_request *request)
{
	struct bus_nng *bus = (struct bus_nng *)backend;
	const struct bus_nng_service *service;
	struct bus_exchange *exchange;

	/* libnng does not say whom it will give a call, so that there is one replica to ask. */
	if (request->replica_name != NULL) {
		if (request->replica_index > 0 ||
			nng_backend_replicas(backend, request->service) <= 0)
			return 0;
		snprintf(request->replica_name, BUS_REPLICA_NAME_MAX, "any");
	}
	exchange = take(bus, request);
	service = exchange->service;
	if (service->address_count == 0 ||
		request->size > BUS_BODY_BYTES_MAX(request->service))
		bus_exchange_end(exchange, BUS_UNAVAILABLE);
	else if (service->outstanding > bus->in_flight_max * service->address_count)
		bus_exchange_end(exchange, BUS_OVERLOADED);
	else
		bus_exchange_send(exchange, bus->nonce++);
	return (uint64_t)exchange->generation << 32 | (exchange->index + 1);
}

static void
nng_backend_cancel(struct bus_backend *backend, uint64_t id)
{
	struct bus_nng *bus = (struct bus_nng *)backend;
	const size_t index = (size_t)(id & UINT32_MAX) - 1;
	struct bus_exchange *exchange;

	if (index >= bus->exchange_count)
		return;
	exchange = bus->exchanges[index];
	if (exchange->step == BUS_EXCHANGE_IDLE || exchange->generation != id >> 32)
		return;
	/* libnng calls back all the same, and then the exchange is released. */
	exchange->cancelled = true;
	nng_aio_cancel(exchange->aio);
}

static void
nng_backend_free(struct bus_backend *backend)
{
	struct bus_nng *bus = (struct bus_nng *)backend;

	for (size_t i = 0; i < bus->exchange_count; i++)
		bus_exchange_free(bus->exchanges[i]);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		if (bus->services[i].address_count > 0)
			nng_close(bus->services[i].socket);
	}
	loop_forget(bus->loop, bus->handover.event_fd);
	close(bus->handover.event_fd);
	pthread_mutex_destroy(&bus->handover.lock);
	free(bus->exchanges);
	free(bus);
}

static const struct bus_backend_methods methods = {.call = nng_backend_call,
	.cancel = nng_backend_cancel,
	.replicas = nng_backend_replicas,
	.free = nng_backend_free};

struct bus_backend *
bus_nng_new(const struct bus_options *options)
{
	struct bus_nng *bus = bus_memory_new(sizeof(*bus));

	bus->backend.methods = &methods;
	bus->loop = options->loop;
	bus->in_flight_max = (size_t)options->in_flight_max;
	bus->tls_ca_file = options->tls_ca_file;
	secret_random(&bus->nonce, sizeof(bus->nonce));
	pthread_mutex_init(&bus->handover.lock, NULL);
	bus->handover.last = &bus->handover.first;
	bus->handover.event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (bus->handover.event_fd < 0)
		abort(); /* a process without descriptors at its start has nothing to do */
	loop_watch(bus->loop, bus->handover.event_fd, EPOLLIN, handed_over, bus);
	for (size_t i = 0; i < SERVICE_COUNT; i++) {
		const char *addresses = options->addresses[i];

		bus->services[i].name = service_names[i];
		bus->services[i].key = options->keys[i];
		if (addresses == NULL || deploy(bus, &bus->services[i], addresses))
			continue;
		bus->services[i].address_count = 0;
		nng_backend_free(&bus->backend);
		errno = EINVAL;
		return NULL;
	}
	return &bus->backend;
}
