/*
 * worker.c - one event loop of the gateway, from start to shutdown.
 */
#include "gateway/worker.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "gateway/auth/auth.h"
#include "gateway/auth/token_cache.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/core/invoke/load.h"
#include "gateway/core/invoke/revocations.h"
#include "gateway/core/invoke/writes.h"
#include "gateway/core/observe/health.h"
#include "gateway/dispatch.h"
#include "gateway/http/memory.h"
#include "gateway/http/peers.h"
#include "gateway/operations.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/rest/exports.h"
#include "proto/bounds/bounds.h"

#define BODY_BYTES_MAX ((size_t)BOUND_BODY_BYTES)
#define DRAIN_MAX_MS 10000
#define DRAIN_STEP_MS 20
#define OPERATIONS_CONNECTIONS 16

struct worker {
	struct gateway gateway;
	const struct worker_shared *shared;
	struct http_server *operations; /* of the first worker only; otherwise NULL */
	int listen_fd, operations_fd;   /* bound before the servers exist; 0 = none */
	int drain_fd;                   /* an eventfd that asks the loop to drain */
	int64_t drain_end_ms;
	pthread_t thread;
};

/* Whether the contract has an operation of the service; others are not deployed. */
static bool
has_ops(enum service_name service)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->service == service)
			return true;
	}
	return false;
}

/* The setting of a service, as KITH_BUS_CONTENT for "content"; NULL when unset. */
static const char *
own_address(const char *service)
{
	char name[64] = "KITH_BUS_";
	size_t at = strlen(name);
	const char *value;

	for (; *service != '\0' && at + 1 < sizeof(name); service++)
		name[at++] = (char)toupper((unsigned char)*service);
	name[at] = '\0';
	value = getenv(name);
	return value != NULL && value[0] != '\0' ? value : NULL;
}

/* The template with each {service} replaced. */
static const char *
fill_address(struct arena *arena, const char *template, const char *service)
{
	static const char mark[] = "{service}";
	struct buffer out = {.arena = arena};

	while (*template != '\0') {
		if (strncmp(template, mark, sizeof(mark) - 1) == 0) {
			buffer_append(&out, service, strlen(service));
			template += sizeof(mark) - 1;
		} else {
			buffer_append(&out, template ++, 1);
		}
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

struct worker_shared *
worker_shared_new(const struct config *config, int connections_max)
{
	/* The arena belongs to the process and is never freed. */
	struct arena *arena = arena_new(4096);
	struct worker_shared *shared = arena_alloc(arena, sizeof(*shared));

	shared->config = config;
	shared->connections_max = connections_max;
	shared->limits = limits_new(config);
	shared->exports = exports_new();
	shared->revocations = revocations_new();
	shared->writes = writes_new(clock_monotonic_ms());
	shared->peers = http_peers_new(connections_max);
	shared->memory =
		http_memory_new((size_t)config->request_memory_mib.value * 1024 * 1024);
	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++) {
		const char *own;

		if (!has_ops((enum service_name)i))
			continue;
		own = own_address(service_names[i]);
		shared->addresses[i] = fill_address(
			arena, own != NULL ? own : config->bus.data, service_names[i]);
		shared->keys[i] = secret_bus_key((enum service_name)i);
	}
	return shared;
}

/* The settings that both servers of a worker share. */
static struct http_options
common_options(struct worker *worker)
{
	const struct config *config = worker->gateway.config;

	return (struct http_options){
		.loop = worker->gateway.loop,
		.data = &worker->gateway,
		.headers_ms = (int)config->headers_ms.value,
		.body_ms = (int)config->body_ms.value,
		.response_ms = (int)config->response_ms.value,
		.idle_ms = (int)config->idle_ms.value,
		.body_bytes_max = BODY_BYTES_MAX,
	};
}

/* The server of the public port. */
static bool
open_server(struct worker *worker)
{
	const struct config *config = worker->gateway.config;
	struct http_options options = common_options(worker);

	options.listen_fd = worker->listen_fd;
	options.handler = dispatch_handle;
	options.https = strncmp(config->base_url.data, "https:", 6) == 0;
	options.gone = dispatch_gone;
	options.connections_max = worker->shared->connections_max;
	options.connections_per_address = (int)config->connections_per_address.value;
	options.peers = worker->shared->peers;
	options.memory = worker->shared->memory;
	if (config->trusted_proxies.size > 0)
		options.trusted_proxies = config->trusted_proxies.data;
	worker->gateway.http = http_server_new(&options);
	return worker->gateway.http != NULL;
}

/* The server of the operations port, on one worker only. */
static bool
open_operations(struct worker *worker)
{
	struct http_options options = common_options(worker);

	if (worker->operations_fd == 0)
		return true;
	options.listen_fd = worker->operations_fd;
	options.handler = operations_handle;
	options.gone = operations_gone;
	options.connections_max = OPERATIONS_CONNECTIONS;
	options.connections_per_address = OPERATIONS_CONNECTIONS;
	worker->operations = http_server_new(&options);
	return worker->operations != NULL;
}

/* Ends the loop after the last answer, or at the deadline. */
static void
drain_step(void *data)
{
	struct worker *worker = data;

	if (http_server_connections(worker->gateway.http) == 0 ||
		clock_monotonic_ms() >= worker->drain_end_ms) {
		loop_stop(worker->gateway.loop);
		return;
	}
	loop_after(worker->gateway.loop, DRAIN_STEP_MS, drain_step, worker);
}

/* Stops accepting connections, and waits for the open ones. */
static void
drain_asked(void *data, uint32_t events)
{
	struct worker *worker = data;

	(void)events;
	loop_forget(worker->gateway.loop, worker->drain_fd);
	http_server_drain(worker->gateway.http);
	worker->drain_end_ms = clock_monotonic_ms() + DRAIN_MAX_MS;
	drain_step(worker);
}

/* Frees everything but the worker itself. Servers go first, because they cancel calls
 * on the bus. */
static void
close_all(struct worker *worker)
{
	struct gateway *gateway = &worker->gateway;

	http_server_free(worker->operations);
	http_server_free(gateway->http);
	bus_free(gateway->bus);
	invoke_close(gateway);
	auth_free(gateway);
	health_free(gateway->health);
	load_free(gateway->load);
	close(worker->drain_fd);
	loop_free(gateway->loop);
}

/* Binds the worker's ports; its servers close them. */
static bool
bind_ports(struct worker *worker, bool first)
{
	const struct config *config = worker->gateway.config;
	const uint16_t operations = (uint16_t)config->operations_port.value;

	worker->listen_fd =
		http_listen(config->listen.data, (uint16_t)config->port.value);
	if (first && operations != 0 && worker->listen_fd >= 0)
		worker->operations_fd =
			http_listen(config->operations_listen.data, operations);
	return worker->listen_fd >= 0 && worker->operations_fd >= 0;
}

struct worker *
worker_new(const struct worker_shared *shared, bool first)
{
	struct worker *worker = calloc(1, sizeof(*worker));
	struct gateway *gateway;
	int reason;

	if (worker == NULL)
		abort();
	gateway = &worker->gateway;
	gateway->loop = loop_new();
	gateway->config = shared->config;
	gateway->limits = shared->limits;
	gateway->exports = shared->exports;
	gateway->revocations = shared->revocations;
	gateway->writes = shared->writes;
	gateway->memory = shared->memory;
	gateway->peers = shared->peers;
	gateway->connections_max = shared->connections_max;
	gateway->tokens = token_cache_new();
	gateway->health = health_new();
	gateway->load = load_new();
	worker->shared = shared;
	worker->drain_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (worker->drain_fd >= 0 && bind_ports(worker, first))
		return worker;
	reason = errno;
	if (worker->listen_fd > 0)
		close(worker->listen_fd);
	close_all(worker);
	free(worker);
	errno = reason;
	return NULL;
}

bool
worker_open(struct worker *worker)
{
	struct gateway *gateway = &worker->gateway;

	gateway->bus = bus_new(&(struct bus_options){
		.loop = gateway->loop,
		.nng = strcmp(config()->bus_transport.data, "nng") == 0,
		.keys = worker->shared->keys,
		.addresses = worker->shared->addresses,
	});
	if (gateway->bus == NULL || !open_server(worker) || !open_operations(worker))
		return false;
	loop_watch(gateway->loop, worker->drain_fd, EPOLLIN, drain_asked, worker);
	return true;
}

/* Writes the log lines of the turn. */
static void
end_turn(void *data)
{
	(void)data;
	log_flush();
}

/* Runs the loop until it is stopped; the body of a thread. */
static void *
run(void *data)
{
	struct worker *worker = data;

	log_gather();
	loop_at_turn_end(worker->gateway.loop, end_turn, NULL);
	loop_run(worker->gateway.loop);
	log_flush();
	return NULL;
}

void
worker_start(struct worker *worker)
{
	if (pthread_create(&worker->thread, NULL, run, worker) != 0)
		abort();
}

void
worker_drain(struct worker *worker)
{
	const uint64_t one = 1;

	if (write(worker->drain_fd, &one, sizeof(one)) != (ssize_t)sizeof(one))
		loop_stop(worker->gateway.loop);
}

void
worker_free(struct worker *worker)
{
	pthread_join(worker->thread, NULL);
	close_all(worker);
	free(worker);
}
