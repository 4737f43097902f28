/*
 * backend.h - what bus.c asks of a backend. Each backend's struct begins with this one.
 */
#ifndef KITH_GATEWAY_BUS_BACKEND_H
#define KITH_GATEWAY_BUS_BACKEND_H

#include "common/bus/message.h"
#include "gateway/bus/bus.h"

/* A call above it is not sent: the service would close the connection of all others. */
#define BUS_BODY_BYTES_MAX(service) message_bytes_max((enum service_name)(service))

struct bus_backend;

/* What a caller hands to bus_call(). */
struct bus_request {
	enum service_name service;
	const void *body; /* the message: this, and what follows it */
	size_t size;
	const void *rest;
	size_t rest_size;
	int64_t deadline_ms; /* monotonic */
	bool repeatable;
	char *replica_name;   /* NULL = whichever replica; else its name goes here, and */
	size_t replica_index; /* it is this one of those that take calls */
	bus_done *done;
	void *data;
};

/* As the functions of bus.h, for the services whose address the backend was given. Ids of
 * calls are below 2^63; 0 is none, when there is no such replica. */
struct bus_backend_methods {
	uint64_t (*call)(struct bus_backend *backend, const struct bus_request *request);
	void (*cancel)(struct bus_backend *backend, uint64_t call);
	int (*replicas)(const struct bus_backend *backend, enum service_name service);
	void (*free)(struct bus_backend *backend);
};

struct bus_backend {
	const struct bus_backend_methods *methods;
};

/* NULL (errno set) when an address cannot be read. */
struct bus_backend *bus_sp_new(const struct bus_options *options);
struct bus_backend *bus_nng_new(const struct bus_options *options);

#endif
